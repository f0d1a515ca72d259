// The lobby on the start page: who waits for somebody, and what can be looked at.

import { h, refill } from '../lib/h.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { DAY_MS } from '../lib/span.js';
import { isDrawn } from '../board/games.js';
import { message } from '../net/api.js';
import { findTable, house } from '../net/house.js';
import { sitterName } from './sitters.js';

await words('days');

/** @typedef {import('../net/house.js').LobbyTable} LobbyTable */

/** How many of each are shown. */
const SHOWN = 6;
/** What two strangers play with if neither says more. */
const CLOCK = { main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 };

/** Seats whoever asks at the nearest table, or at a new one. @param {string} kind */
export async function findGame(kind) {
  try {
    go(`/g/${(await findTable({ kind, clock: CLOCK, rated: true })).id}`);
  } catch (error) {
    note(refusalText(error, kind), 'refusal');
  }
}

export class LobbyStrip extends HTMLElement {
  /** @type {(() => void)[]} */
  #ends = [];
  /** A small board of the best game, once there is one. @type {HTMLElement | null} */
  #card = null;

  connectedCallback() {
    const paint = () => this.#paint();
    house.addEventListener('tables', paint);
    this.#ends = [house.watch('lobby'), house.watch('live'), language.watch(paint), () => house.removeEventListener('tables', paint)];
    paint();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  #paint() {
    const waiting = house.tables('lobby').filter(({ kind, free }) => isDrawn(kind) && free > 0);
    const live = house.tables('live').filter(({ kind }) => isDrawn(kind));
    if (live.length > 0 && !this.#card) void import('./tvcard.js').then(({ TvCard }) => ((this.#card ??= new TvCard()), this.#paint()));
    refill(
      this,
      live.length > 0 ? this.#card : null,
      waiting.length > 0 ? section('lobby', waiting.slice(0, SHOWN).map((table) => row(table, () => void sit(table)))) : null,
      live.length > 0 ? section('live', live.slice(0, SHOWN).map((table) => row(table, () => go(`/g/${table.id}`)))) : null,
    );
  }
}

/** @param {string} name @param {Element[]} rows */
const section = (name, rows) => h('section', { class: 'recent lobby', 'aria-labelledby': `${name}-title` }, h('h2', { id: `${name}-title` }, t(`lobby.${name}`)), h('ul', null, rows.map((each) => h('li', null, each))));

/** @param {LobbyTable} table @param {() => void} act */
function row(table, act) {
  const people = table.seats.filter(({ type }) => type === 'person' || type === 'computer');
  const names = people.map(sitterName);
  const free = table.seats.length > 2 && table.free > 0 ? t('lobby.free', { count: table.free }) : '';
  return h(
    'button',
    { type: 'button', 'data-table': table.id, 'data-focus': `table-${table.id}`, onclick: act },
    h('b', null, t(`game.${table.kind}`)),
    h('span', null, names.join(', ')),
    h('span', { class: 'when' }, [pace(table), table.rated ? t('lobby.rated') : '', free].filter(Boolean).join(' · ')),
  );
}

/** @param {LobbyTable} table */
function pace({ clock }) {
  if (clock && clock.turn_ms >= DAY_MS) return t('lobby.days', { count: Math.round(clock.turn_ms / DAY_MS) });
  if (clock && clock.main_ms >= DAY_MS) return t('lobby.bank', { count: Math.round(clock.main_ms / DAY_MS) });
  return clock?.main_ms ? t('lobby.minutes', { count: Math.round(clock.main_ms / 60_000) }) : '';
}

/** Sits down, and goes there whatever comes of it: whoever was too late looks on. @param {LobbyTable} table */
async function sit({ id, kind, seats }) {
  const seat = seats.findIndex(({ type }) => type === 'open');
  try {
    await message(id, { t: 'sit', seat });
    go(`/g/${id}`);
  } catch (error) {
    note(refusalText(error, kind), 'refusal');
  }
}

customElements.define('lobby-strip', LobbyStrip);
