// Accounts, profiles and ratings over HTTP.

import { ask } from './api.js';

/** @typedef {{ rating: number, rank: string }} Best */
/** @typedef {{ rating: number, deviation: number, rank: string, provisional: boolean, games: number, won: number, drawn: number, lost: number, best: Best | null, played_ms: number, pool?: string, name?: string, level?: string }} Score */
/** @typedef {{ name: string, kind: 'member' | 'bot', created_ms: number, ratings: Score[], wins: { game: string, pool: string, at_ms: number, name: string, rating: number, rank: string }[] }} Profile */
/** @typedef {import('./api.js').Summary & { result: { places: number[] } | null, pool: string | null, why: string | null, before: number | null, after: number | null }} Played */
/** @typedef {{ pool: string, at_ms: number, rating: number, deviation: number, game: string }} Point */
/** @typedef {{ before: number, after: number, deviation: number, rank: string, provisional: boolean }} Change */
/** @typedef {{ pool: string | null, seats: ({ name?: string, rating?: { rating: number, rank: string, provisional: boolean }, change?: Change } | null)[] }} TableRatings */
/** @typedef {{ n: string, browser: string, created_ms: number, seen_ms: number, here: boolean }} Session */

/** @param {string} name */
const person = (name) => `/api/people/${encodeURIComponent(name)}`;

/** @param {string} name @returns {Promise<Profile>} */
export const profile = (name) => ask('GET', person(name));

/** @param {string} name @param {number} from @returns {Promise<{ games: Played[], more: boolean }>} */
export const gamesOf = (name, from) => ask('GET', `${person(name)}/games?from=${from}`);

/** @param {string} name @returns {Promise<{ points: Point[] }>} */
export const historyOf = (name) => ask('GET', `${person(name)}/ratings`);

/** @param {string} pool @returns {Promise<{ pool: string, leaders: Score[], computers: Score[] }>} */
export const leaders = (pool) => ask('GET', `/api/leaders/${pool}`);

/** @param {string} game @returns {Promise<TableRatings>} */
export const ratingsAt = (game) => ask('GET', `/api/games/${game}/ratings`);

/** @param {string} name @param {string} password @returns {Promise<{ id: string, recovery: string }>} */
export const signUp = (name, password) => ask('POST', '/api/account', { name, password });

/** @param {string} name @param {string} password @returns {Promise<{ id: string }>} */
export const signIn = (name, password) => ask('POST', '/api/session', { name, password });

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
