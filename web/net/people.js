// Accounts, profiles and ratings over HTTP.

import { ask } from './api.js';

/** @typedef {{ rating: number, rank: string }} Best */
/** @typedef {{ rating: number, deviation: number, rank: string, provisional: boolean, games: number, won: number, drawn: number, lost: number, best: Best | null, played_ms: number, pool?: string, name?: string, level?: string }} Score */
/** @typedef {{ name: string, kind: 'member' | 'bot', created_ms: number, ratings: Score[], wins: { game: string, pool: string, at_ms: number, name: string, rating: number, rank: string }[], relation: RelationKind | null }} Profile */
/** @typedef {import('./api.js').Summary & { result: { places: number[] } | null, pool: string | null, why: string | null, before: number | null, after: number | null }} Played */
/** @typedef {{ pool: string, at_ms: number, rating: number, deviation: number, game: string }} Point */
/** @typedef {{ before: number, after: number, deviation: number, rank: string, provisional: boolean }} Change */
/** @typedef {{ pool: string | null, seats: ({ name?: string, rating?: { rating: number, rank: string, provisional: boolean }, change?: Change } | null)[] }} TableRatings */
/** @typedef {'follow' | 'block'} RelationKind */
/** @typedef {{ name: string, kind: RelationKind, since_ms: number }} Relation */
/** @typedef {'read' | 'play' | 'challenge' | 'chat' | 'worker'} Scope */
/** @typedef {{ id: string, label: string, scopes: Scope[], created_ms: number, used_ms: number, expires_ms: number }} Token */
/** @typedef {{ n: string, browser: string, created_ms: number, seen_ms: number, here: boolean }} Session */

/** @param {string} name */
const person = (name) => `/api/people/${encodeURIComponent(name)}`;

/** @param {string} name @returns {Promise<Profile>} */
export const profile = (name) => ask('GET', person(name));

/** @param {string} name @param {number} from @returns {Promise<{ games: Played[], more: boolean }>} */
export const gamesOf = (name, from) => ask('GET', `${person(name)}/games?from=${from}`);

/** @param {string} name @returns {Promise<{ points: Point[] }>} */
export const historyOf = (name) => ask('GET', `${person(name)}/ratings`);

/** @param {string} pool @returns {Promise<{ pool: string, leaders: Score[], bots: Score[], computers: Score[] }>} */
export const leaders = (pool) => ask('GET', `/api/leaders/${pool}`);

/** @param {string} game @returns {Promise<TableRatings>} */
export const ratingsAt = (game) => ask('GET', `/api/games/${game}/ratings`);

/** @param {string} name @param {string} password @param {string} [ticket] @returns {Promise<{ id: string, recovery: string }>} */
export const signUp = (name, password, ticket) => ask('POST', '/api/account', { name, password, ticket });

/** @param {string} name @param {string} password @param {boolean} bring whether the guest's games come along @returns {Promise<{ id: string, brought: number }>} */
export const signIn = (name, password, bring) => ask('POST', '/api/session', { name, password, bring });

/** What a ticket is for. @param {string} ticket @returns {Promise<{ kind: 'invite' | 'host' | 'reset', name: string }>} */
export const lookAt = (ticket) => ask('POST', '/api/tickets', { ticket });

/** A new password by a ticket. @param {string} ticket @param {string} next @returns {Promise<{ id: string, recovery: string }>} */
export const redeem = (ticket, next) => ask('POST', '/api/tickets', { ticket, next });

export const signOut = () => ask('DELETE', '/api/session');

/** @param {string} name @param {string} code @param {string} next @returns {Promise<{ id: string, recovery: string }>} */
export const recover = (name, code, next) => ask('POST', '/api/recovery', { name, code, next });

/** @returns {Promise<{ sessions: Session[] }>} */
export const sessions = () => ask('GET', '/api/me/sessions');

/** @param {string} n */
export const endSession = (n) => ask('DELETE', `/api/me/sessions/${n}`);

/** What follows may be done for a while. @param {string} password */
export const sudo = (password) => ask('POST', '/api/me/sudo', { password });

/** @param {string} password @param {string} next */
export const changePassword = (password, next) => ask('PUT', '/api/me/password', { password, next });

/** @returns {Promise<{ recovery: string }>} */
export const newRecovery = () => ask('POST', '/api/me/recovery', {});

export const closeAccount = () => ask('DELETE', '/api/me');

/** @returns {Promise<{ relations: Relation[] }>} */
export const relations = () => ask('GET', '/api/me/relations');

/** @param {string} name @param {RelationKind} kind @param {boolean} wanted */
export const relate = (name, kind, wanted) => ask(wanted ? 'PUT' : 'DELETE', `${person(name)}/${kind}`);

/** @returns {Promise<{ tokens: Token[] }>} */
export const tokens = () => ask('GET', '/api/me/tokens');

/** A token for a program, whose secret is told here alone. @param {string} label @param {Scope[]} scopes @param {number} days @returns {Promise<Token & { token: string }>} */
export const makeToken = (label, scopes, days) => ask('POST', '/api/me/tokens', { label, scopes, days });

/** @param {string} id */
export const revokeToken = (id) => ask('DELETE', `/api/me/tokens/${id}`);

/** The account is a program's from now on, for good. */
export const becomeBot = () => ask('POST', '/api/me/bot', {});

/** An address for somebody new; only hosts make them. @returns {Promise<{ ticket: string, expires_ms: number }>} */
export const invite = () => ask('POST', '/api/host/tickets', { kind: 'invite' });
