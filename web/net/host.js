// What those ask who keep order.

import { ask } from './api.js';

/** @typedef {import('./talk.js').Line} Line */
/** @typedef {{ name: string, kind: string, role: '' | 'guide' | 'host', muted_ms: number, banned_ms: number }} Party */
/** @typedef {{ id: string, reason: string, said: string, at_ms: number, by: Party, about: Party, game: string | null, line: Line | null, done_ms: number, done_by: string, lines?: Line[] }} Report */
/** @typedef {{ by: string, about: string, what: string, why: string, game: string, at_ms: number, until_ms: number }} Action */
/** @typedef {Party & { created_ms: number, reports: number, reports_done: number, actions: Action[], lines: Line[] }} Conduct */
/** @typedef {{ version: string, accounts: string, guests: string, chat: string, password_min: number, public_url: string | null }} HouseSettings */

/** @param {boolean} done @param {number} from @returns {Promise<{ reports: Report[], more: boolean }>} */
export const reports = (done, from) => ask('GET', `/api/host/reports?from=${from}&done=${done ? 1 : 0}`);

/** @param {string} id @returns {Promise<Report>} */
export const reportOf = (id) => ask('GET', `/api/host/reports/${id}`);

/** @param {string} id */
export const handled = (id) => ask('POST', `/api/host/reports/${id}`, {});

/** @param {string} find @returns {Promise<{ people: Party[] }>} */
export const findPeople = (find) => ask('GET', `/api/host/people?find=${encodeURIComponent(find)}`);

/** @param {string} name @returns {Promise<Conduct>} */
export const conduct = (name) => ask('GET', `/api/host/people/${encodeURIComponent(name)}`);

/** @param {number} from @returns {Promise<{ actions: Action[], more: boolean }>} */
export const actions = (from) => ask('GET', `/api/host/actions?from=${from}`);

/** @returns {Promise<HouseSettings>} */
export const houseSettings = () => ask('GET', '/api/host/settings');

/** Does something about somebody. @param {'mutes' | 'lines' | 'unrated' | 'bans' | 'closings' | 'names' | 'roles' | 'refunds' | 'tickets'} what @param {Record<string, unknown>} wish @returns {Promise<any>} */
export const rule = (what, wish) => ask('POST', `/api/host/${what}`, wish);
