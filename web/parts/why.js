// A reason in words: which cells it names, and whose turn. What the lines do not show is not said.

import { t } from '../lib/i18n.js';

/** @typedef {import('../net/analysis.js').Why} Why */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** @param {Why | null | undefined} why @param {string} key of the sentences @param {Drawing} drawing @param {(cell: string) => string} nameOf */
export function whyWords(why, key, drawing, nameOf) {
  if (!why) return '';
  const cell = (/** @type {string | null | undefined} */ id) => (id ? nameOf(id) : '');
  const seat = why.next === undefined ? '' : t(`seat.${drawing.kind}.${drawing.seats[why.next]}`);
  // Of a man and a king, the king is in check.
  const name = why.reason === 'fork' && !why.and ? 'check' : why.reason;
  return t(`${key}.${name}`, { plies: why.plies ?? 0, at: cell(why.at), by: cell(why.by), and: cell(why.and), seat });
}
