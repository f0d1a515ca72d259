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
