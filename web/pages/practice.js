// Positions to play out against the full strength of the computer: a picture, a task, and stars for playing it well.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { chosenSet, pieceSet } from '../lib/settings.js';
import { keep, starsOf } from '../lib/stars.js';
import { read, write } from '../lib/store.js';
import { still } from '../board/board-paint.js';
import { DRAWINGS, fetchDrawing, isDrawn } from '../board/games.js';
import { createGame } from '../net/api.js';
import { lessonBook, position } from '../net/learn.js';
import { Ladder } from '../parts/ladder.js';
import { lonely } from '../parts/lonely.js';

await words('learn');

/** @typedef {import('../net/learn.js').Practice} Practice */

/** Nobody resigns a lesson: the others play as well as they can. */
const LEVEL = 'hard';

export class PracticePage extends HTMLElement {
  #kind;
  /** @type {Practice[]} */
  #all = [];
  /** The boards, by the name of the position. @type {Map<string, any>} */
  #views = new Map();
  #ladder;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind */
  constructor(kind) {
    super();
    this.#kind = kind;
    this.#ladder = new Ladder(kind, (dealt) => this.#begin(dealt), starsFor);
  }

  connectedCallback() {
    this.#ends = [language.watch(() => void this.#load()), pieceSet.watch(() => this.#paint())];
    void this.#load();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  async #load() {
    if (!isDrawn(this.#kind)) return refill(this, lonely(t('refusal.E_KIND')));
    await fetchDrawing(this.#kind);
    this.#all = (await lessonBook(this.#kind, language.get()).catch(() => null))?.practice ?? [];
    this.#paint();
    await Promise.all([...this.#all.map((each) => this.#look(each)), this.#ladder.load()]);
    this.#paint();
  }

  /** Asks how a position looks, and how the last try at it went. @param {Practice} practice */
  async #look({ id, rules, state, seat, limit }) {
    const sight = await position({ kind: this.#kind, rules, state }).catch(() => null);
    if (sight) this.#views.set(id, sight.view);
    const game = read(`practice.${this.#kind}.${id}`);
    const played = game ? await fetch(`/api/games/${game}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null) : null;
    const own = DRAWINGS[this.#kind].seats.indexOf(seat);
    if (played?.result?.places[own] === 1) keep(this.#kind, practiceName(id), [starsFor(played.deeds, own, limit)]);
  }

  /** @param {Practice} practice */
  async #play(practice) {
    const game = await this.#begin(practice);
    if (game) write(`practice.${this.#kind}.${practice.id}`, game);
  }

  /** A game from a position against the computer; its name, unless it was refused. @param {{ rules: string, state: string, seat: string }} from */
  async #begin({ rules, state, seat }) {
    const [preset, ...rest] = rules.split(';');
    const options = Object.fromEntries(rest.map((each) => each.split('=')));
    const seats = DRAWINGS[this.#kind].seats.map((name) => (name === seat ? { type: /** @type {const} */ ('me') } : { type: /** @type {const} */ ('computer'), level: LEVEL }));
    try {
      const made = await createGame({ kind: this.#kind, preset, options, position: state, seats });
      go(`/g/${made.id}`);
      return made.id;
    } catch (error) {
      note(refusalText(error, this.#kind), 'refusal');
      return null;
    }
  }

  #paint() {
    const game = t(`game.${this.#kind}`);
    document.title = `${t('practice.title', { game })} – ${t('site')}`;
    this.#ladder.paint();
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, t('practice.title', { game })), h('p', null, t('practice.about'))),
      h('ul', { class: 'practices' }, this.#all.map((practice) => this.#card(practice))),
      this.#ladder.element,
      h('p', null, h('a', { class: 'button', href: `/learn/${this.#kind}`, 'data-route': true }, t('learn.game', { game }))),
    );
  }

  /** @param {Practice} practice */
  #card(practice) {
    const { id, seat, text, limit } = practice;
    const drawing = DRAWINGS[this.#kind];
    const view = this.#views.get(id);
    const bottom = drawing.seats.indexOf(seat);
    const look = /** @type {import('../board/types.js').Look} */ ({ bottom, set: chosenSet(), compact: true, coordinates: false, language: language.get(), names: false, mode: drawing.modes?.[0], turn: 0 });
    const [stars] = starsOf(this.#kind, practiceName(id), 1);
    return h(
      'li',
      { class: `card kind-${this.#kind}` },
      h('div', { class: 'pictured', 'aria-hidden': 'true' }, view ? still(drawing, view, look, `board ${this.#kind}`) : null),
      h('p', { class: 'task' }, text),
      h('p', { class: 'limit' }, t('practice.limit', { seat: t(`seat.${this.#kind}.${seat}`), n: limit }), ' ', h('span', { role: 'img', 'aria-label': t('practice.stars', { n: stars }) }, '★'.repeat(stars) + '☆'.repeat(3 - stars))),
      h('button', { class: 'primary', 'data-focus': `practice-${id}`, 'data-practice': id, onclick: () => void this.#play(practice) }, icon('next'), t(stars > 0 ? 'practice.again' : 'practice.play')),
    );
  }
}

/** @param {string} id */
const practiceName = (id) => `practice-${id}`;

/** Three within half of the limit, two within it. @param {{ seat: number | null }[]} deeds @param {number} own @param {number} limit */
export function starsFor(deeds, own, limit) {
  const acts = deeds.filter(({ seat }) => seat === own).length;
  if (acts * 2 <= limit) return 3;
  return acts <= limit ? 2 : 1;
}

customElements.define('practice-page', PracticePage);
