// What lies over the board for a while: waiting for others, opening choices, the result.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { picture } from '../board/board.js';
import { invite } from './invite.js';
import { seatName } from './plate.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

/** @param {State} state */
export function waitingCard(state) {
  const mine = state.you.length > 0;
  return h('div', { class: 'card over' }, invite(location.href, true), mine ? h('p', { class: 'hint' }, t('invite.waiting')) : h('p', { class: 'hint' }, t('invite.sit')));
}

/** @param {State} state @param {Drawing} drawing @param {Look} look @param {(seat: number, value: string) => void} choose */
export function openingCard(state, drawing, look, choose) {
  const opening = state.opening;
  if (!opening) return null;
  const seat = opening.pending.find((each) => state.you.includes(each) && opening.offered[each]);
  if (seat === undefined) {
    const names = opening.pending.map((each) => t(`seat.${drawing.kind}.${drawing.seats[each]}`)).join(', ');
    return h('div', { class: 'card over' }, h('p', { class: 'hint' }, t('opening.others', { seats: names })));
  }
  const seatWords = t(`seat.${drawing.kind}.${drawing.seats[seat]}`);
  return h(
    'div',
    { class: 'card over opening', role: 'dialog', 'aria-label': t('opening.title', { seat: seatWords }) },
    h('h2', null, t('opening.title', { seat: seatWords })),
    h('p', null, t(`opening.about.${drawing.kind}`)),
    h('div', { class: 'lineups' }, opening.offered[seat].map((value) => choiceButton(value, seat, drawing, look, choose))),
  );
}

/** @param {string} value @param {number} seat @param {Drawing} drawing @param {Look} look @param {(seat: number, value: string) => void} choose */
function choiceButton(value, seat, drawing, look, choose) {
  const shown = drawing.opening?.(value, seat, look);
  return h(
    'button',
    { class: 'lineup', 'data-value': value, onclick: () => choose(seat, value) },
    shown ? picture(shown.shapes, shown.box, 'lineup-picture') : null,
    h('span', null, shown?.label ?? value),
  );
}

/** The headline of a result: who won, seen by this viewer. @param {State} state @param {Drawing} drawing */
export function resultTitle(state, drawing) {
  const result = state.result;
  if (!result) return '';
  const firsts = result.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const name = (/** @type {number} */ seat) => t(`seat.${drawing.kind}.${drawing.seats[seat]}`);
  if (firsts.length === result.places.length) return t('result.draw');
  if (state.you.length === 1) return t(firsts.includes(state.you[0]) ? 'result.won' : 'result.lost');
  return t('result.winner', { seat: firsts.map(name).join(', ') });
}

/** Why, in words. @param {State} state @param {Drawing} drawing */
export function resultReason(state, drawing) {
  const result = state.result;
  if (!result) return '';
  const winner = result.winner === null ? '' : t(`seat.${drawing.kind}.${drawing.seats[result.winner]}`);
  const scored = result.text.endsWith('-score') ? ` ${t('reason.score')}` : '';
  return t(`reason.${drawing.kind}.${result.reason}`, { winner }) + scored;
}

/** @param {State} state @param {Drawing} drawing @param {{ close(): void, rematch(): void, fresh(): void, review(): void }} on */
export function resultCard(state, drawing, on) {
  const places = (state.result?.places ?? []).map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return h(
    'div',
    { class: 'card over result', role: 'region', 'aria-label': t('result.title') },
    h('button', { class: 'quiet corner', 'aria-label': t('close'), onclick: on.close }, icon('close')),
    h('h2', null, resultTitle(state, drawing)),
    h('p', { class: 'reason' }, resultReason(state, drawing)),
    places.length > 2
      ? h('ol', { class: 'places' }, places.map(({ place, seat }) => h('li', null, h('b', null, t('result.place', { place })), ` ${t(`seat.${drawing.kind}.${drawing.seats[seat]}`)} · ${seatName(state, seat)}`)))
      : null,
    h(
      'div',
      { class: 'row' },
      state.can.includes('rematch') ? h('button', { class: 'primary', onclick: on.rematch }, icon('again'), t('action.rematch')) : null,
      h('button', { onclick: on.review }, icon('previous'), t('result.review')),
      h('button', { onclick: on.fresh }, icon('plus'), t('action.new')),
    ),
  );
}
