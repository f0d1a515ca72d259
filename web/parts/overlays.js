// What lies over the board for a while: waiting for others, opening choices, the result.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { picture } from '../board/board-paint.js';
import { deployCard } from './deploy.js';
import { invite } from './invite.js';
import { seatName } from './plate.js';
import { SeekingCard } from './seeking.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

/** @typedef {{ sit: (seat: number) => void, send: (message: { t: string }) => void }} Waits what can be done while a table waits */

/** Before all seats are taken: whoever sits invites, whoever was invited sits down. @param {State} state @param {Drawing} drawing @param {Waits} does */
export function waitingCard(state, drawing, does) {
  const free = state.seats.flatMap(({ type, you }, seat) => (type === 'open' || (type === 'invited' && you) ? [seat] : []));
  return state.you.length > 0 ? hostCard(state, free, does) : guestCard(state, drawing, free, does);
}

/** @param {State} state @param {number[]} free @param {Waits} does */
function hostCard(state, free, { sit, send }) {
  const kept = state.seats.some(({ type }) => type === 'open') ? undefined : state.seats.find(({ type }) => type === 'invited');
  return h(
    'div',
    { class: 'card over waiting' },
    state.listed ? new SeekingCard(state.kind, state.tempo === 'days') : [invite(location.href, kept?.name), h('p', { class: 'hint' }, t('invite.waiting'))],
    state.can.includes('sit') ? h('button', { class: 'quiet both', 'data-focus': 'both', onclick: () => sit(free[0]) }, icon('people'), t('invite.both')) : null,
    state.can.includes('close') ? h('button', { class: 'quiet', 'data-focus': 'shut', onclick: () => send({ t: 'close' }) }, icon('close'), t('action.close')) : null,
  );
}

/** @param {State} state @param {Drawing} drawing @param {number[]} free @param {Waits} does */
function guestCard(state, drawing, free, { sit, send }) {
  const seatWords = (/** @type {number} */ seat) => t(`seat.${drawing.kind}.${drawing.seats[seat]}`);
  const hosts = state.seats.flatMap(({ type }, seat) => (type === 'person' ? [t('invite.waits.one', { seat: seatWords(seat), name: seatName(state, seat) })] : []));
  return h(
    'div',
    { class: 'card over waiting guest' },
    h('h2', null, t(`game.${drawing.kind}`)),
    h('p', null, hosts.length > 0 ? t('invite.waits', { hosts: hosts.join(', ') }) : t('invite.sit')),
    free.length > 0 ? h('button', { class: 'primary big', 'data-focus': 'sit', 'data-sit': free[0], onclick: () => sit(free[0]) }, icon('door'), state.shuffle ? t('plate.sit') : t('invite.sitdown', { seat: seatWords(free[0]) })) : null,
    state.can.includes('turn_down') ? h('button', { 'data-focus': 'decline', onclick: () => send({ t: 'turn_down' }) }, t('action.turndown')) : null,
    free.length > 1 ? h('p', { class: 'hint' }, t('invite.sit')) : null,
  );
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
  return drawing.openingForm === 'deploy' ? deployCard(state, seat, look, choose) : openingText((value) => choose(seat, value));
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
