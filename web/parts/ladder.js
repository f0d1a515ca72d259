// Endings that are dealt from tables: every win is a rung, and the next position needs one move more.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t } from '../lib/i18n.js';
import { chosenSet } from '../lib/settings.js';
import { keep, starsOf } from '../lib/stars.js';
import { read, write } from '../lib/store.js';
import { still } from '../board/board-paint.js';
import { DRAWINGS } from '../board/games.js';
import { endings, position } from '../net/learn.js';

/** @typedef {import('../net/learn.js').Ending} Ending */
/** @typedef {import('../net/learn.js').Dealt} Dealt */

/** Whoever needs twice the moves of the best play has still won well. */
export const limitOf = (/** @type {number} */ moves) => moves * 2;

/** The length that is to be won next: the shortest without a star, or the longest. @param {number[]} stars */
export const nextRung = (stars) => (stars.findIndex((count) => count === 0) + 1) || stars.length;

export class Ladder {
  element = h('section', { class: 'ladder' });
  /** @type {string} */
  #kind;
  /** @type {(dealt: Dealt) => Promise<string | null>} */
  #play;
  /** @type {(deeds: { seat: number | null }[], own: number, limit: number) => number} */
  #stars;
  /** @type {Ending[]} */
  #all = [];
  /** What was dealt, by the name of the ending. @type {Map<string, Dealt & { view: any }>} */
  #dealt = new Map();

  /**
   * @param {string} kind
   * @param {(dealt: Dealt) => Promise<string | null>} play makes the game and tells its name
   * @param {(deeds: { seat: number | null }[], own: number, limit: number) => number} stars
   */
  constructor(kind, play, stars) {
    [this.#kind, this.#play, this.#stars] = [kind, play, stars];
  }

  async load() {
    this.#all = (await endings(this.#kind).catch(() => null))?.endings ?? [];
    await Promise.all(this.#all.map(async (ending) => (await this.#settle(ending), await this.#deal(ending))));
    this.paint();
  }

  /** Looks how the last try went. @param {Ending} ending */
  async #settle({ id, seat }) {
    const [game, moves] = (read(this.#memory(id)) ?? '').split(' ');
    const played = game ? await fetch(`/api/games/${game}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null) : null;
    if (!played?.result) return;
    write(this.#memory(id), '');
    const own = DRAWINGS[this.#kind].seats.indexOf(seat);
    if (played.result.places[own] !== 1) return;
    const stars = new Array(Number(moves)).fill(0);
    stars[Number(moves) - 1] = this.#stars(played.deeds, own, limitOf(Number(moves)));
    keep(this.#kind, `ladder-${id}`, stars);
  }

  /** @param {Ending} ending */
  async #deal({ id, moves_max }) {
    const rung = nextRung(starsOf(this.#kind, `ladder-${id}`, moves_max));
    const dealt = (await endings(this.#kind, id, rung).catch(() => null))?.dealt;
    const sight = dealt ? await position({ kind: this.#kind, rules: dealt.rules, state: dealt.state }).catch(() => null) : null;
    if (dealt && sight) this.#dealt.set(id, { ...dealt, view: sight.view });
  }

  /** @param {string} id */
  #memory(id) {
    return `ladder.${this.#kind}.${id}`;
  }

  /** @param {Dealt} dealt */
  async #begin(dealt) {
    const game = await this.#play(dealt);
    if (game) write(this.#memory(dealt.id), `${game} ${dealt.moves}`);
  }

  paint() {
    if (this.#all.length === 0) return refill(this.element);
    refill(this.element, h('h2', null, t('ladder.title')), h('p', null, t('ladder.about')), h('ul', { class: 'practices' }, this.#all.map((ending) => this.#card(ending))));
  }

  /** @param {Ending} ending */
  #card({ id, seat, moves_max }) {
    const drawing = DRAWINGS[this.#kind];
    const dealt = this.#dealt.get(id);
    const won = starsOf(this.#kind, `ladder-${id}`, moves_max).filter((count) => count > 0).length;
    const look = /** @type {import('../board/types.js').Look} */ ({ bottom: drawing.seats.indexOf(seat), set: chosenSet(), compact: true, coordinates: false, language: language.get(), names: false, mode: drawing.modes?.[0], turn: 0 });
    return h(
      'li',
      { class: `card kind-${this.#kind}` },
      h('div', { class: 'pictured', 'aria-hidden': 'true' }, dealt ? still(drawing, dealt.view, look, `board ${this.#kind}`) : null),
      h('p', { class: 'task' }, t(`ladder.${this.#kind}.${id}`)),
      h('p', { class: 'limit' }, dealt ? t('ladder.rung', { seat: t(`seat.${this.#kind}.${seat}`), n: dealt.moves }) : '', dealt ? ' · ' : '', t('ladder.won', { n: won, all: moves_max })),
      dealt ? h('button', { class: 'primary', 'data-focus': `ladder-${id}`, 'data-ladder': id, onclick: () => void this.#begin(dealt) }, icon('next'), t('practice.play')) : null,
    );
  }
}
