// What was played from a position, in games that somebody has collected.

import { ask } from './api.js';

/** @typedef {{ n: number, known: number, w: number[] }} Sums how many games, of how many the result is known, and by seat the wins, or with more than two seats the sum of places */
/** @typedef {Sums & { act: string }} Played */
/** @typedef {Sums & { setup: string }} Began */
/** @typedef {{ games: number, moves: Played[], setups: Began[], behind: boolean }} Explored */
/** @typedef {{ id: string, name: string, games: number }} Collection */

/** @param {string} kind @returns {Promise<{ collections: Collection[] }>} */
export const collections = (kind) => ask('GET', `/api/collections?${new URLSearchParams({ kind })}`);

/** @param {{ kind: string, rules: string, state: string | null, acts: string[] }} place @param {string} collection @returns {Promise<Explored>} */
export const explore = ({ kind, rules, state, acts }, collection) => ask('GET', `/api/explorer?${new URLSearchParams({ kind, rules, state: state ?? '', acts: acts.join(' '), collection })}`);
