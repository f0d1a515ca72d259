// The result: who won, why, in words for whoever reads it, and what to do next.

import { h } from '../lib/h.js';
import { has, t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { seatName } from './plate.js';
import { helpWords } from './helper.js';
import { standing } from './standing.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** Who came first and who did not, by their seats' names. @param {State} state @param {Drawing} drawing */
function sides(state, drawing) {
  const places = state.result?.places ?? [];
  const names = (/** @type {boolean} */ first) => places.flatMap((place, seat) => ((place === 1) === first ? [t(`seat.${drawing.kind}.${drawing.seats[seat]}`)] : [])).join(', ');
  return { winner: names(true), loser: names(false), drawn: places.every((place) => place === 1) };
}

/** Whether this reader won or lost; people around one screen and those who look on did neither. @param {State} state @returns {'won' | 'lost' | 'seen'} */
function reader(state) {
  if (state.you.length !== 1) return 'seen';
  return state.result?.places[state.you[0]] === 1 ? 'won' : 'lost';
}

/** The headline of a result: who won, seen by this viewer. @param {State} state @param {Drawing} drawing */
export function resultTitle(state, drawing) {
  if (state.stopped) return t(`stopped.${state.stopped}`);
  if (!state.result) return '';
  const { winner, drawn } = sides(state, drawing);
  if (drawn) return t('result.draw');
  const who = reader(state);
  return who === 'seen' ? t('result.winner', { seat: winner }) : t(`result.${who}`);
}

/** Why, in words for this viewer. @param {State} state @param {Drawing} drawing */
export function resultReason(state, drawing) {
  if (state.stopped) return t('stopped.why');
  const { result } = state;
  if (!result) return '';
  const { winner, loser, drawn } = sides(state, drawing);
  const base = `reason.${drawing.kind}.${result.reason}`;
  const keys = [drawn ? base : `${base}.${reader(state)}`, base, `reason.${result.reason}`];
  const key = keys.find(has);
  const why = key ? t(key, { winner, loser }) : result.text;
  return [why, result.text.endsWith('-score') ? t('reason.score') : '', drawing.tally?.(state.view, result.reason) ?? ''].filter(Boolean).join(' ');
}

/** @param {State} state @param {Drawing} drawing @param {{ close(): void, rematch(): void, fresh(): void, review(): void, menu(): void, clear: (() => void) | null }} on */
export function resultCard(state, drawing, on) {
  const places = (state.result?.places ?? []).map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return h(
    'div',
    { class: `card result ${victor(state, drawing)}`, role: 'region', 'aria-label': t('result.title') },
    h('button', { class: 'quiet corner', 'aria-label': t('close'), onclick: on.close }, icon('close')),
    h('h2', null, resultTitle(state, drawing)),
    h('p', { class: 'reason' }, resultReason(state, drawing)),
    standing(state),
    helpWords(state) ? h('p', { class: 'moved helped' }, helpWords(state)) : null,
    places.length > 2
      ? h('ol', { class: 'places' }, places.map(({ place, seat }) => h('li', null, h('b', null, t('result.place', { place })), ` ${[t(`seat.${drawing.kind}.${drawing.seats[seat]}`), state.you.length > 1 ? '' : seatName(state, seat)].filter(Boolean).join(' · ')}`)))
      : null,
    h(
      'div',
      { class: 'row' },
      state.can.includes('rematch') ? h('button', { class: 'primary', onclick: on.rematch }, icon('again'), t('action.rematch')) : null,
      state.stopped ? null : h('button', { onclick: on.review }, icon('first'), t('result.review')),
      state.stopped ? null : h('a', { class: 'button', href: `/analysis/${drawing.kind}?${state.volume ? 'library' : 'game'}=${state.volume ?? state.id}`, 'data-route': true, 'data-focus': 'analysis' }, icon('learn'), t('analysis.button')),
      h('button', { onclick: on.fresh }, icon('plus'), t('action.new')),
      h('button', { class: 'menu', onclick: on.menu }, icon('back'), t('result.menu')),
      on.clear ? h('button', { class: 'clearup', onclick: on.clear }, icon('save'), t('result.clear')) : null,
    ),
    countTable(state, drawing),
  );
}

/** The class with the color of the one seat that won, if one did. @param {State} state @param {Drawing} drawing */
function victor({ result }, { seats }) {
  const first = seats.filter((_, seat) => result?.places[seat] === 1);
  return first.length === 1 ? `seat-${first[0]}` : '';
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
