// Where the game stands, in one line.

import { h } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/i18n.js';
import { seatName } from './plate.js';
import { resultReason, resultTitle } from './result.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** @param {State} state @param {Drawing} drawing @param {number | null} browsing */
export function statusWords(state, drawing, browsing) {
  if (browsing !== null) return t('table.browsing', { n: browsing });
  if (state.phase === 'over') return [resultTitle(state, drawing), resultReason(state, drawing)].filter(Boolean).join(' – ');
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
  if (state.you.length > 0 && state.you.every((seat) => drawing.isOut?.(state.view, seat) === true)) return t('hint.out');
  const mine = state.turn !== null && state.you.includes(state.turn);
  const own = drawing.explain?.(state.view);
  if (own) return own;
  return state.you.length === 0 ? '' : t(mine ? 'hint.pick' : 'hint.wait');
}

/** What is laid ready, and how to take it back. @param {number} count @param {number} most @param {() => void} clear */
export function readyWord(count, most, clear) {
  if (count === 0) return null;
  const words = most > 1 ? t('ready.queue', { count, most }) : t('cell.ready');
  return h('button', { class: 'small readyrow', 'data-focus': 'forget', title: t('ready.clear'), onclick: clear }, words, icon('close'));
}
