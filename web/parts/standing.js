// What a game did to ratings, or why it did nothing: the line on the result card.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { ratingsAt } from '../net/people.js';
import { personName } from './person.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/people.js').TableRatings} TableRatings */

/** Results are rated a moment after the end; so often and so long is that waited for. */
const TRIES = 8;
const PAUSE_MS = 700;

/** @type {Map<string, TableRatings>} */
const known = new Map();

/** @param {State} state the state of a game that is over */
export function standing(state) {
  if (!state.rated) return state.why && state.why !== 'computer' ? h('p', { class: 'moved' }, t(`people.why.${state.why}`)) : null;
  const place = h('p', { class: 'moved', role: 'status' }, t('people.counting'));
  void fillIn(place, state);
  return place;
}

/** @param {HTMLElement} place @param {State} state */
async function fillIn(place, state) {
  for (let tries = 0; tries < TRIES; tries++) {
    const ratings = known.get(state.id) ?? (await ratingsAt(state.id).catch(() => null));
    if (ratings?.seats.some((seat) => seat?.change)) {
      known.set(state.id, ratings);
      return refill(place, ratings.seats.flatMap((seat) => (seat?.change ? [h('span', { class: 'rating-word' }, seat.name ? personName(seat.name, seat.name, state.kind) : null, ` ${words(seat.change)}`), h('br')] : [])));
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** @param {import('../net/people.js').Change} change */
function words({ before, after, rank, provisional }) {
  const difference = after - before;
  const diff = `${difference < 0 ? '−' : '+'}${Math.abs(difference)}`;
  return t('people.change', { before, after: `${after}${provisional ? '?' : ''}`, diff, rank: levelName(rank) });
}
