// Questions about puzzles.

import { ask } from './api.js';

/** @typedef {import('./learn.js').Told} Told */
/** @typedef {'mate' | 'knock' | 'annihilate' | 'gain'} Goal */
/** @typedef {{ kind: string, id: string, tried: boolean | null }} Today */
/** @typedef {{ rating: number, deviation: number, tries: number, solved: number }} You */
/** @typedef {{ kind: string, count: number, themes: { id: string, count: number }[], you: You | null, daily: Today | null }} Overview */

/**
 * @typedef {object} Step where a try has led
 * @property {boolean} ok
 * @property {boolean} done
 * @property {any} view
 * @property {string[]} legal
 * @property {Told[]} told
 * @property {string[]} [cells]
 * @property {string} [act]
 * @property {Told[]} [refutation]
 */

/** @typedef {Step & { id: string, kind: string, rules: string, seat: number, goal: Goal, rating: number, tried: boolean | null, origin: any }} Puzzle */
/** @typedef {{ themes: string[], rating: number, tries: number, solved: number, vote: number, state: string, acts: string[] }} About */
/** @typedef {Step & { rated?: { solved: boolean, before: number, after: number }, about?: About }} Answer */

/** @param {string} kind @returns {Promise<Overview>} */
export const puzzlesOf = (kind) => ask('GET', `/api/puzzles?kind=${kind}`);

/** @returns {Promise<{ day: number, ends_ms: number, puzzles: Today[] }>} */
export const dailyPuzzles = () => ask('GET', '/api/puzzles/daily');

/** @param {string} kind @param {{ theme?: string | null, near?: number | null, not?: string }} [wish] `not` is left out @returns {Promise<Puzzle>} */
export function nextPuzzle(kind, { theme, near, not } = {}) {
  const asked = new URLSearchParams({ kind });
  if (theme) asked.set('theme', theme);
  if (near) asked.set('near', String(near));
  if (not) asked.set('not', not);
  return ask('GET', `/api/puzzles/next?${asked}`);
}

/** @param {string} id @returns {Promise<Puzzle>} */
export const puzzle = (id) => ask('GET', `/api/puzzles/${id}`);

/** @param {string} id @param {{ acts: string[], hints?: number, show?: boolean, theme?: string | null }} tried @returns {Promise<Answer>} */
export const tryPuzzle = (id, tried) => ask('POST', `/api/puzzles/${id}/try`, tried);

/** @param {string} id @param {number} vote */
export const votePuzzle = (id, vote) => ask('POST', `/api/puzzles/${id}/vote`, { vote });

/** @param {string} id */
export const reportPuzzle = (id) => ask('POST', `/api/puzzles/${id}/report`);
