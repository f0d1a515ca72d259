// What lies over the board for a while: waiting for others, opening choices, the result.

import { h } from '../lib/h.js';
import { has, t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { picture } from '../board/board.js';
import { deployCard } from './deploy.js';
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
    openingFields(state, seat, opening.offered[seat], drawing, look, choose),
  );
}

/** @param {State} state @param {number} seat @param {string[]} offered @param {Drawing} drawing @param {Look} look @param {(seat: number, value: string) => void} choose */
function openingFields(state, seat, offered, drawing, look, choose) {
  if (!offered.includes('TEXT')) return h('div', { class: 'lineups' }, offered.map((value) => choiceButton(value, seat, drawing, look, choose)));
  return state.kind === 'tigers' ? deployCard(state, seat, look, choose) : openingText((value) => choose(seat, value));
}

/** An opening that is written down, in the notation of the rule book. @param {(value: string) => void} choose */
function openingText(choose) {
  const field = h('textarea', { rows: 3, 'aria-label': t('opening.text'), spellcheck: 'false' });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    choose(field.value.trim());
  };
  return h('form', { class: 'openingtext', onsubmit: send }, h('label', null, t('opening.text')), field, h('button', { class: 'primary' }, icon('check'), t('action.confirm')));
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

/** Between two people at one screen, when each has secrets. @param {Drawing} drawing @param {number} seat who may look next @param {() => void} open */
export function handCard(drawing, seat, open) {
  const words = { seat: t(`seat.${drawing.kind}.${drawing.seats[seat]}`) };
  return h(
    'div',
    { class: `card over hand seat-${drawing.seats[seat]}`, role: 'dialog', 'aria-label': t('hand.title', words) },
    icon('people'),
    h('h2', null, t('hand.title', words)),
    h('p', null, t('hand.about')),
    h('button', { class: 'primary big', 'data-focus': 'hand', onclick: open }, icon('eye'), t('hand.open', words)),
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
  return (has(`reason.${drawing.kind}.${result.reason}`) ? t(`reason.${drawing.kind}.${result.reason}`, { winner }) : result.text) + scored;
}

/** @param {State} state @param {Drawing} drawing @param {{ close(): void, rematch(): void, fresh(): void, review(): void, menu(): void, clear: (() => void) | null }} on */
export function resultCard(state, drawing, on) {
  const places = (state.result?.places ?? []).map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return h(
    'div',
    { class: 'card over result', role: 'region', 'aria-label': t('result.title') },
    h('button', { class: 'quiet corner', 'aria-label': t('close'), onclick: on.close }, icon('close')),
    h('h2', null, resultTitle(state, drawing)),
    h('p', { class: 'reason' }, resultReason(state, drawing)),
    places.length > 2
      ? h('ol', { class: 'places' }, places.map(({ place, seat }) => h('li', null, h('b', null, t('result.place', { place })), ` ${[t(`seat.${drawing.kind}.${drawing.seats[seat]}`), state.you.length > 1 ? '' : seatName(state, seat)].filter(Boolean).join(' · ')}`)))
      : null,
    countTable(state, drawing),
    h(
      'div',
      { class: 'row' },
      state.can.includes('rematch') ? h('button', { class: 'primary', onclick: on.rematch }, icon('again'), t('action.rematch')) : null,
      h('button', { onclick: on.review }, icon('previous'), t('result.review')),
      h('button', { onclick: on.fresh }, icon('plus'), t('action.new')),
      h('button', { class: 'menu', onclick: on.menu }, icon('back'), t('result.menu')),
      on.clear ? h('button', { class: 'clearup', onclick: on.clear }, icon('save'), t('result.clear')) : null,
    ),
  );
}

/** Statistics, if the game has any. @param {State} state @param {Drawing} drawing */
function countTable(state, drawing) {
  const counts = drawing.summary?.(state.view, state.deeds, state.result?.statistics);
  if (!counts) return null;
  const seats = drawing.seats.map((seat) => t(`seat.${drawing.kind}.${seat}`));
  return h(
    'table',
    { class: 'counts' },
    h('thead', null, h('tr', null, h('td'), seats.map((seat) => h('th', { scope: 'col' }, seat)))),
    h('tbody', null, counts.map(({ label, values }) => h('tr', null, h('th', { scope: 'row' }, label), values.length === 1 ? h('td', { colspan: seats.length }, values[0]) : values.map((value) => h('td', null, value))))),
  );
}
