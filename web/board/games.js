// The only list of drawings. A new game is one line here. The larger ones are fetched when a table
// needs them, so that the first page stays light.

import { janggi } from './janggi.js';
import { yonin } from './yonin.js';

/** @typedef {import('./types.js').Drawing<any>} Drawing */

/** Those that are here. @type {Record<string, Drawing>} */
export const DRAWINGS = { janggi, yonin };

/** @type {Record<string, () => Promise<Drawing>>} */
const FETCHED = {
  nanguk: async () => (await import('./nanguk.js')).nanguk,
  tigers: async () => (await import('./tigers.js')).tigers,
};

/** @param {string} kind */
export const isDrawn = (kind) => kind in DRAWINGS || kind in FETCHED;

/** Brings a drawing here, if there is one. @param {string} kind */
export async function fetchDrawing(kind) {
  const fetch = FETCHED[kind];
  if (fetch) DRAWINGS[kind] ??= await fetch();
}

/**
 * @typedef {object} Quick how a game begins at one press
 * @property {Record<string, string>} [start]
 * @property {string} [choice] the start that a person may like to choose, besides the level
 * @property {{ label: string, start: Record<string, string> }} [other] another beginning, one press away
 */

/** @type {Record<string, Quick>} */
export const QUICK = {
  janggi: { choice: 'cho' },
  nanguk: { start: { terrain: 'random:N' }, other: { label: 'start.build', start: { terrain: 'build' } } },
};

/** Values of a start that a rule set does not offer, by game and key. @type {Record<string, (value: string, preset: string) => boolean>} */
const UNFIT = {
  // Seas are for ships, land is for armies.
  'nanguk.terrain': (value, preset) => (preset === 'sea') !== ['open-sea', 'myeongnyang'].includes(value) && !['build', 'random:N'].includes(value),
};

/** Whether a value of a start fits a rule set. @param {string} kind @param {string} key @param {string} value @param {string} preset */
export const fits = (kind, key, value, preset) => !UNFIT[`${kind}.${key}`]?.(value, preset);
