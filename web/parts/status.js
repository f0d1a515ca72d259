// Where the game stands, in one line.

import { t } from '../lib/i18n.js';
import { seatName } from './plate.js';
import { resultReason, resultTitle } from './result.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** @param {State} state @param {Drawing} drawing @param {number | null} browsing */
export function statusWords(state, drawing, browsing) {
  if (browsing !== null) return t('table.browsing', { n: browsing });
  if (state.phase === 'over') return `${resultTitle(state, drawing)} – ${resultReason(state, drawing)}`;
  if (state.phase === 'waiting') return t('table.waiting');
  if (state.phase === 'opening') return t('table.opening');
  if (state.turn === null) return '';
  const seat = t(`seat.${drawing.kind}.${drawing.seats[state.turn]}`);
  if (state.you.length > 1) return t('table.turn.here', { seat });
  return t('table.turn', { seat, name: seatName(state, state.turn) });
}

/** What to do next: the game's own word, or the plainest one. @param {State} state @param {Drawing} drawing @param {number | null} browsing */
export function nextWords(state, drawing, browsing) {
  if (state.phase !== 'playing') return '';
  if (browsing !== null) return t('hint.back');
  const mine = state.turn !== null && state.you.includes(state.turn);
  const own = drawing.explain?.(state.view);
  if (own) return own;
  return state.you.length === 0 ? '' : t(mine ? 'hint.pick' : 'hint.wait');
}
