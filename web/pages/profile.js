// A member: ranks, how they came about, best wins, games.

import { h, refill } from '../lib/h.js';
import { spoken as language, t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { points, poolName } from '../lib/pool.js';
import { gamesOf, historyOf, profile } from '../net/people.js';
import { ratingGraph } from '../parts/graph.js';

/** @typedef {import('../net/people.js').Profile} Profile */
/** @typedef {import('../net/people.js').Played} Played */
/** @typedef {import('../net/people.js').Point} Point */
/** @typedef {import('../net/people.js').Score} Score */
/** @typedef {'all' | 'rated' | 'won' | 'lost'} Filter */

/** @type {Filter[]} */
const FILTERS = ['all', 'rated', 'won', 'lost'];

/** @param {number} ms */
const day = (ms) => new Intl.DateTimeFormat(language.get(), { dateStyle: 'medium' }).format(ms);

export class ProfilePage extends HTMLElement {
  #name;
  /** @type {Profile | null} */
  #profile = null;
  /** @type {Point[]} */
  #points = [];
  /** @type {Played[]} */
  #games = [];
  #more = false;
  #missing = false;
  /** @type {Filter} */
  #filter = 'all';
  /** @type {(() => void) | null} */
  #end = null;

  /** @param {string} name */
  constructor(name) {
    super();
    this.#name = name;
  }

  connectedCallback() {
    this.#end = language.watch(() => this.#paint());
    this.#paint();
    void this.#load();
  }

  disconnectedCallback() {
    this.#end?.();
  }

  async #load() {
    try {
      this.#profile = await profile(this.#name);
      this.#paint();
      this.#points = (await historyOf(this.#name)).points;
      await this.#next();
    } catch {
      this.#missing = this.#profile === null;
      this.#paint();
    }
  }

  async #next() {
    const { games, more } = await gamesOf(this.#name, this.#games.length);
    this.#games.push(...games);
    this.#more = more;
    this.#paint();
  }

  #paint() {
    document.title = `${this.#name} – ${t('site')}`;
    const known = this.#profile;
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, known?.name ?? this.#name), known ? h('p', null, [known.kind === 'bot' ? t('people.bot') : '', t('people.since', { date: day(known.created_ms) })].filter(Boolean).join(' · ')) : null),
      this.#missing ? h('p', { class: 'empty' }, t('people.nobody')) : null,
      known ? [scoreTable(known.ratings), this.#graphs(), wins(known), this.#gameList()] : null,
    );
  }

  #graphs() {
    const pools = [...new Set(this.#points.map(({ pool }) => pool))];
    const shown = pools.map((pool) => this.#points.filter((point) => point.pool === pool)).filter((line) => line.length > 1);
    if (shown.length === 0) return null;
    return h('section', { 'aria-labelledby': 'graphs' }, h('h2', { id: 'graphs' }, t('people.graph')), shown.map((line) => ratingGraph(line[0].pool, line)));
  }

  #gameList() {
    const games = this.#games.filter((game) => fits(game, this.#filter));
    return h(
      'section',
      { 'aria-labelledby': 'games' },
      h('h2', { id: 'games' }, t('people.games')),
      h('div', { class: 'filters', role: 'group', 'aria-label': t('people.games') }, FILTERS.map((filter) => h('button', { 'aria-pressed': String(filter === this.#filter), 'data-focus': `filter-${filter}`, onclick: () => ((this.#filter = filter), this.#paint()) }, t(`people.games.${filter}`)))),
      games.length ? h('ul', { class: 'played' }, games.map((game) => h('li', null, gameLine(game)))) : h('p', { class: 'empty' }, t('people.games.none')),
      this.#more ? h('button', { 'data-focus': 'more', onclick: () => void this.#next() }, t('people.games.more')) : null,
    );
  }
}

/** Where this member, whose seats are `you`, came in. @param {Played} game */
function outcome({ you, result }) {
  const place = result?.places[you[0]];
  if (place === undefined) return null;
  if (place > 1) return 'lost';
  return result?.places.every((other) => other === 1) ? 'drawn' : 'won';
}

/** Among four, who does not win comes in somewhere. @param {Played} game @param {string} how */
function outcomeWord({ you, result }, how) {
  const place = result?.places[you[0]] ?? 0;
  const several = new Set(result?.places).size > 2;
  return several && how === 'lost' ? t('people.result.place', { place }) : t(`people.result.${how}`);
}

/** @param {Played} game @param {Filter} filter */
function fits(game, filter) {
  if (filter === 'all') return true;
  return filter === 'rated' ? game.pool !== null : outcome(game) === filter;
}

/** @param {Played} game */
function gameLine(game) {
  const { id, kind, seats, you, before, after, changed_ms } = game;
  const how = outcome(game);
  const others = seats.filter((_, seat) => !you.includes(seat)).map((seat) => (seat.person === 'closed' ? t('plate.closed') : seat.type === 'computer' ? t('plate.computer', { level: levelName(seat.level) }) : seat.name || t('plate.guest')));
  return h(
    'a',
    { href: `/g/${id}`, 'data-route': true, class: how ?? '' },
    h('b', null, how ? outcomeWord(game, how) : ''),
    h('span', null, `${t(`game.${kind}`)} · ${others.join(', ')}`),
    h('span', { class: 'moved' }, before !== null && after !== null ? `${after} (${signed(after - before)})` : ''),
    h('time', null, day(changed_ms)),
  );
}

/** @param {number} difference */
const signed = (difference) => `${difference < 0 ? '−' : '+'}${Math.abs(difference)}`;

/** @param {Score[]} ratings */
function scoreTable(ratings) {
  if (ratings.length === 0) return h('p', { class: 'empty' }, t('people.unrated'));
  const heads = ['pool', 'rank', 'points', 'best', 'record'];
  return h(
    'section',
    { 'aria-labelledby': 'ratings', class: 'wide' },
    h('h2', { id: 'ratings' }, t('people.ratings')),
    h(
      'table',
      { class: 'scores' },
      h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, t(`people.${head}`))))),
      h('tbody', null, ratings.map((score) => h(
        'tr',
        null,
        h('th', { scope: 'row' }, poolName(score.pool ?? '')),
        h('td', null, levelName(score.rank)),
        h('td', { title: score.provisional ? t('people.provisional') : null }, points(score)),
        h('td', null, score.best ? `${score.best.rating} · ${levelName(score.best.rank)}` : '–'),
        h('td', null, t('people.record.of', { won: score.won, drawn: score.drawn, lost: score.lost })),
      ))),
    ),
  );
}

/** @param {Profile} known */
function wins({ wins: best }) {
  if (best.length === 0) return null;
  return h(
    'section',
    { 'aria-labelledby': 'wins' },
    h('h2', { id: 'wins' }, t('people.wins')),
    h('ul', { class: 'played' }, best.map(({ game, name, rating, rank, pool, at_ms }) => h('li', null, h('a', { href: `/g/${game}`, 'data-route': true, class: 'won' }, h('b', null, name), h('span', null, poolName(pool)), h('span', { class: 'moved' }, `${rating} · ${levelName(rank)}`), h('time', null, day(at_ms)))))),
  );
}

customElements.define('profile-page', ProfilePage);
