// A seat beside the board: who sits there, whose turn it is, the time, what was captured.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { icon } from '../lib/icons.js';
import { countdown } from '../lib/sound.js';
import { picture } from '../board/board-paint.js';
import { GameClock } from './clock.js';
import { personName } from './person.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

/** What a seat is called on the screen. @param {State} state @param {number} seat */
export function seatName(state, seat) {
  const { type, name, level, you, person } = state.seats[seat];
  if (person === 'closed') return t('plate.closed');
  if (type === 'computer') return t('plate.computer', { level: levelName(level) });
  if (type === 'open') return t('plate.open');
  if (type === 'invited') return t('plate.invited', { name });
  if (name) return you ? name : t('plate.person', { name });
  if (you && state.you.length > 1) return t('plate.here');
  return t(you ? 'plate.you' : 'plate.guest');
}

/**
 * @param {State} state @param {Drawing} drawing @param {any} view @param {Look} look @param {number} seat
 * @param {number} told when the clock was told
 * @param {{ sit: (seat: number) => void, invite: () => void }} does
 * @param {import('../net/people.js').TableRatings | null} [ratings]
 */
export function plate(state, drawing, view, look, seat, told, does, ratings = null) {
  const { badge, score, note, trophies, state: befalls, out } = drawing.plate(view, seat, look);
  const name = drawing.seats[seat];
  const acting = state.phase === 'playing' && state.turn === seat;
  const waits = state.phase === 'opening' && state.opening?.pending.includes(seat);
  const { type, here, person } = state.seats[seat];
  // A program needs no socket to be there.
  const away = type === 'person' && !here && person !== 'bot';
  const side = t(`seat.${drawing.kind}.${name}`);
  // People around one screen are known by their side, not by a name.
  const shared = state.seats[seat].you && state.you.length > 1 && !state.seats[seat].name;
  const place = drawing.seats.length > 2 && state.you.length < 2 && seat !== look.bottom ? t(`place.${(seat - look.bottom + 4) % 4}`) : '';
  return h(
    'section',
    {
      class: `plate seat-${name}${acting || waits ? ' acting' : ''}${out ? ' out' : ''}${away ? ' away' : ''}`,
      'aria-label': [side, seatName(state, seat), state.seats[seat].person === 'bot' ? t('people.bot') : '', acting ? t('plate.turn') : '', befalls].filter(Boolean).join(', '),
      'data-seat': seat,
    },
    h('span', { class: `badge piece ${name}` }, picture(badge, [-54, -54, 108, 112], 'badge-picture')),
    h(
      'div',
      { class: 'who' },
      h('strong', null, shared ? side : [member(seatName(state, seat), state, ratings?.seats[seat]), marked(state.seats[seat])]),
      h('span', { class: 'side' }, [shared ? t('plate.here') : side, place].filter(Boolean).join(' · '), away ? h('span', { class: 'away-note' }, ` · ${t('plate.away')}`) : null),
    ),
    befalls ? h('span', { class: `befalls${out ? ' gone' : ''}` }, befalls) : acting || waits ? h('span', { class: 'befalls turn' }, turnWord(state, seat)) : null,
    type === 'open' && state.can.includes('sit') ? openSeat(state, seat, does) : null,
    clockOf(state, seat, told),
    h(
      'div',
      { class: 'gains' },
      trophies ? trophyRow(trophies, drawing, seat) : null,
      score === undefined ? null : h('span', { class: 'score', title: t('plate.points') }, note ? h('small', null, note) : null, h('b', null, score)),
    ),
  );
}

/** A guest may go by a name; that it is nobody's own is said beside it, and that a member is a program. @param {State['seats'][number]} seat */
function marked({ person, name, you }) {
  const named = person === 'guest' && name !== '' && !you;
  return named || person === 'bot' ? h('small', { class: 'guest' }, t(named ? 'plate.guest' : 'people.bot')) : null;
}

/**
 * A member's name opens the member's card.
 * @param {string} name @param {State} state @param {import('../net/people.js').TableRatings['seats'][number] | undefined} known
 */
function member(name, state, known) {
  if (!known) return h('bdi', null, name);
  const rank = known.rating ? h('small', { class: 'rating-word' }, ` ${levelName(known.rating.rank)}${known.rating.provisional ? '?' : ''}`) : null;
  return [known.name ? personName(known.name, name, state.kind, state.id) : h('bdi', null, name), rank];
}

/** Whoever sits here already invites to the other seats; a guest sits down. @param {State} state @param {number} seat @param {{ sit: (seat: number) => void, invite: () => void }} does */
function openSeat(state, seat, { sit, invite }) {
  // Where one seat is free, the card over the board has the one button to sit down.
  if (state.you.length === 0 && state.seats.filter(({ type }) => type === 'open').length === 1) return null;
  if (state.you.length > 0) return h('button', { class: 'small', 'data-focus': `invite-${seat}`, onclick: invite }, icon('link'), t('plate.invite'));
  return h('button', { class: 'primary small', onclick: () => sit(seat), 'data-focus': `sit-${seat}` }, icon('door'), t('plate.sit'));
}

/** @param {State} state @param {number} seat */
function turnWord(state, seat) {
  if (state.seats[seat].type === 'computer') return t('plate.thinking');
  return t(state.seats[seat].you && state.you.length === 1 ? 'plate.yourturn' : 'plate.turn');
}

/** @param {State} state @param {number} seat @param {number} told */
function clockOf(state, seat, told) {
  if (!state.clock) return null;
  const clock = new GameClock();
  clock.className = 'clock';
  clock.setAttribute('role', 'timer');
  if (state.seats[seat].you) clock.onlow = (seconds, counting) => countdown(seconds, counting, `${state.id} ${state.deeds.length}`);
  clock.set(state.clock, seat, told);
  return clock;
}

/** @param {{ shapes: import('../board/types.js').Shape[], name: string }[]} trophies @param {Drawing} drawing @param {number} seat */
function trophyRow(trophies, drawing, seat) {
  const other = drawing.seats[1 - seat] ?? '';
  if (trophies.length === 0) return h('div', { class: 'trophies' });
  const words = trophies.map(({ name }) => name).join(', ');
  return h(
    'div',
    { class: 'trophies', role: 'img', 'aria-label': t('plate.trophies', { pieces: words }) },
    trophies.map(({ shapes }) => h('span', { class: `piece ${other}` }, picture(shapes, [-50, -50, 100, 108], 'trophy'))),
  );
}
