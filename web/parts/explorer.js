// The explorer of openings: what was played here, how often, and what came of it; and how set-ups fared against each other.

import { h, refill } from '../lib/h.js';
import { number, t, tOr, words } from '../lib/i18n.js';
import { refusalText } from '../lib/refusal.js';
import { read, write } from '../lib/store.js';
import { wilson } from '../lib/wilson.js';
import { collections, explore } from '../net/explorer.js';

await words('explorer');

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../net/explorer.js').Explored} Explored */
/** @typedef {import('../net/explorer.js').Sums} Sums */
/** @typedef {{ kind: string, rules: string, state: string | null, acts: string[] }} Place */
/** @typedef {{ place: Place, drawing: Drawing, say: (act: string) => string, play: (act: string) => void, begin: (setup: string) => void }} Shown */

/** Fewer games say little. */
export const FEW = 30;
/** When to ask again while games are still being counted. */
const AGAIN_MS = 1000;

export class OpeningExplorer extends HTMLElement {
  /** @type {Shown | null} */
  #shown = null;
  /** @type {import('../net/explorer.js').Collection[]} */
  #all = [];
  #of = read('explorer') ?? 'house';
  /** @type {Explored | null} */
  #found = null;
  #asked = 0;
  #timer = 0;

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** Looks a position up. @param {Shown} shown */
  async show(shown) {
    const first = this.#shown?.place.kind !== shown.place.kind;
    this.#shown = shown;
    if (first) this.#all = (await collections(shown.place.kind).catch(() => ({ collections: [] }))).collections;
    if (!this.#all.some(({ id }) => id === this.#of)) this.#of = 'house';
    await this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    const [own, shown] = [++this.#asked, this.#shown];
    if (!shown) return;
    try {
      const found = await explore(shown.place, this.#of);
      if (own !== this.#asked) return;
      this.#found = found;
      if (found.behind) this.#timer = setTimeout(() => void this.#ask(), AGAIN_MS);
      this.paint();
    } catch (error) {
      if (own === this.#asked) refill(this, this.#choice(), h('p', { class: 'empty' }, refusalText(error, shown.place.kind)));
    }
  }

  paint() {
    const [found, shown] = [this.#found, this.#shown];
    if (!found || !shown) return;
    const { drawing } = shown;
    const seats = drawing.seats.map((seat) => t(`seat.${drawing.kind}.${seat}`));
    refill(
      this,
      this.#choice(),
      h('p', { class: 'count', role: 'status' }, t(found.behind ? 'explorer.counting' : 'explorer.games', { count: number(found.games) })),
      found.moves.length > 0
        ? h(
            'table',
            { class: 'played-here' },
            h('caption', { class: 'unseen' }, t('explorer.moves')),
            h('thead', null, h('tr', null, [t('explorer.move'), t('explorer.n'), seats.length > 2 ? t('explorer.places') : t('explorer.results')].map((word) => h('th', { scope: 'col' }, word)))),
            h('tbody', null, found.moves.map((each) => h('tr', null, h('th', { scope: 'row' }, h('button', { class: 'quiet', 'data-act': each.act, 'data-focus': `played-${each.act}`, onclick: () => shown.play(each.act) }, shown.say(each.act))), h('td', null, number(each.n)), h('td', null, results(each, seats))))),
          )
        : h('p', { class: 'empty' }, t('explorer.none')),
      this.#setups(found, drawing, seats),
    );
  }

  #choice() {
    const change = (/** @type {Event} */ event) => {
      this.#of = /** @type {HTMLSelectElement} */ (event.target).value;
      write('explorer', this.#of);
      void this.#ask();
    };
    return h('select', { 'aria-label': t('explorer.collection'), 'data-focus': 'collection', onchange: change }, this.#all.map(({ id, name }) => h('option', { value: id, selected: id === this.#of }, name || t(`explorer.${id}`))));
  }

  /** How set-ups fared: the first seat's down, the second's across. @param {Explored} found @param {Drawing} drawing @param {string[]} seats */
  #setups({ setups }, drawing, seats) {
    const [first, second] = drawing.seats;
    const pairs = setups.map((each) => ({ ...each, by: Object.fromEntries(each.setup.split(';').map((pair) => pair.split('='))) })).filter(({ by }) => by[first] && by[second] && Object.keys(by).length === 2);
    if (pairs.length === 0) return null;
    const values = (/** @type {string} */ seat) => [...new Set(pairs.map(({ by }) => by[seat]))].sort();
    const name = (/** @type {string} */ value) => tOr(`val.${drawing.kind}.lineup.${value}`, value).replace(/ \(.*/, '');
    const cell = (/** @type {string} */ one, /** @type {string} */ other) => pairs.find(({ by }) => by[first] === one && by[second] === other);
    return h(
      'details',
      { class: 'setups', open: true },
      h('summary', { 'data-focus': 'setups' }, t('explorer.setups', { seat: seats[0] })),
      h(
        'div',
        { class: 'wide', tabindex: 0, role: 'group', 'aria-label': t('explorer.setups', { seat: seats[0] }) },
        h(
          'table',
          null,
          h('thead', null, h('tr', null, h('td', null, `${seats[0]} \\ ${seats[1]}`), values(second).map((value) => h('th', { scope: 'col' }, name(value))))),
          h('tbody', null, values(first).map((one) => h('tr', null, h('th', { scope: 'row' }, name(one)), values(second).map((other) => faring(cell(one, other), (setup) => this.#shown?.begin(setup)))))),
        ),
      ),
      h('p', { class: 'about' }, t('explorer.setups.about', { count: FEW })),
    );
  }
}

/** The share of the first seat; draws are half a win. @param {Sums} sums */
export function share({ known, w }) {
  const points = w[0] + (known - w[0] - w[1]) / 2;
  return { points, interval: wilson(points, known) };
}

/** @param {(Sums & { setup: string }) | undefined} sums @param {(setup: string) => void} begin */
function faring(sums, begin) {
  if (!sums || sums.known === 0) return h('td', { class: 'few' }, '–');
  const { points, interval } = share(sums);
  const [low, high] = interval.map((each) => Math.round(each * 100));
  return h('td', { class: sums.known < FEW ? 'few' : '' }, h('button', { class: 'quiet', 'data-setup': sums.setup, 'data-focus': `setup-${sums.setup}`, title: t('explorer.begin'), onclick: () => begin(sums.setup) }, h('b', null, `${Math.round((points / sums.known) * 100)}%`), h('small', null, t('explorer.interval', { low, high })), h('small', null, t('explorer.of', { count: number(sums.known) }))));
}

/** @param {Sums} sums @param {string[]} seats */
function results({ known, w }, seats) {
  if (known === 0) return t('explorer.unknown');
  if (seats.length > 2) return seats.map((seat, index) => `${seat} ${number(w[index] / known, { maximumFractionDigits: 1 })}`).join(' · ');
  const part = (/** @type {number} */ count) => Math.round((count / known) * 100);
  const draws = known - w[0] - w[1];
  const words = t('explorer.shares', { first: seats[0], one: part(w[0]), draws: part(draws), second: seats[1], two: part(w[1]) });
  const bar = (/** @type {string} */ name, /** @type {number} */ count) => h('span', { class: name }, count > 0 ? `${part(count)}%` : '');
  const parts = [bar('one', w[0]), bar('draws', draws), bar('two', w[1])];
  for (const [index, count] of [w[0], draws, w[1]].entries()) parts[index].style.flexGrow = String(count);
  return h('span', { class: 'shares', role: 'img', 'aria-label': words, title: words }, parts);
}

customElements.define('opening-explorer', OpeningExplorer);
