// A board in a rule book: play on from its position, or step through a game.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t } from '../lib/i18n.js';
import { say, urge } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { DRAWINGS, fetchDrawing } from '../board/games.js';
import { position } from '../net/learn.js';
import { PlayDesk } from './desk.js';

/** @typedef {import('../net/learn.js').Sight} Sight */
/** @typedef {import('../net/learn.js').TryBoard} Try */
/** @typedef {import('../net/learn.js').Sample} Sample */

export class TryBoard extends HTMLElement {
  #kind;
  /** Where it begins. */
  #from;
  /** Examples of what is refused. @type {[string, string][]} */
  #refuse;
  /** The acts of a game to step through. @type {string[] | null} */
  #game;
  /** What the book says of each act. @type {string[]} */
  #notes = [];
  /** @type {string[]} */
  #acts = [];
  #at = 0;
  /** @type {Sight | null} */
  #sight = null;
  #desk = new PlayDesk();
  #head = h('div', { class: 'try-head' });
  #said = h('p', { class: 'said', role: 'status' });
  #foot = h('div', { class: 'row' });
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind @param {Try | null} board @param {Sample | null} sample */
  constructor(kind, board, sample) {
    super();
    this.#kind = kind;
    this.#from = { rules: board?.rules ?? sample?.rules ?? '', state: board?.state ?? sample?.state ?? null, acts: board?.acts ?? [] };
    this.#refuse = board?.refuse ?? [];
    this.#game = sample?.acts ?? null;
    this.#notes = sample?.notes ?? [];
  }

  connectedCallback() {
    this.className = `kind-${this.#kind}`;
    this.append(this.#head, this.#desk, this.#said, this.#foot);
    this.#desk.board.addEventListener('act', (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    this.#desk.board.addEventListener('attempt', (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    this.#ends = [language.watch(() => this.#paint())];
    // A book has many boards: one is asked for when it comes near the screen.
    const near = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      void fetchDrawing(this.#kind).then(() => this.#go(0, true));
    }, { rootMargin: '400px' });
    near.observe(this);
    this.#ends.push(() => near.disconnect());
    this.#paint();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  /** @param {string[]} acts */
  async #ask(acts) {
    return position({ kind: this.#kind, ...this.#from, acts: [...this.#from.acts, ...acts] });
  }

  /** @param {number} at how many acts of the game are done @param {boolean} still */
  async #go(at, still) {
    this.#at = at;
    this.#acts = (this.#game ?? []).slice(0, at);
    this.#said.className = 'said';
    this.#said.textContent = this.#notes[at - 1] ?? '';
    await this.#show(this.#acts, still).catch((error) => this.#refused(error));
    this.#paint();
  }

  /** @param {string[]} acts @param {boolean} still */
  async #show(acts, still) {
    const before = this.#sight?.view;
    const sight = await this.#ask(acts);
    this.#sight = sight;
    const drawing = DRAWINGS[this.#kind];
    const last = sight.told.at(-1)?.text ?? null;
    const legal = this.#game ? [] : sight.legal;
    this.#desk.show({ drawing, view: sight.view, legal, bottom: 0, own: this.#game ? null : sight.turn, last, before: before ?? sight.view, still });
    if (last && before && !still) say(drawing.spoken(last, before));
  }

  /** @param {string} act */
  async #act(act) {
    try {
      await this.#show([...this.#acts, act], false);
      this.#acts.push(act);
      this.#said.textContent = '';
    } catch (error) {
      this.#desk.board.takeBack();
      this.#refused(error);
    }
    this.#paint();
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#said.className = 'said refusal';
    const words = refusalText(error, this.#kind);
    refill(this.#said, icon('close'), h('span', null, words));
    urge(words);
  }

  #paint() {
    refill(this.#head, h('span', null, t(this.#game ? 'rules.sample' : 'rules.try')), this.#game ? h('span', null, t('rules.sample.at', { n: this.#at, all: this.#game.length })) : null);
    refill(this.#foot, this.#game ? this.#stepper(this.#game.length) : this.#tools());
  }

  #tools() {
    const drawing = DRAWINGS[this.#kind];
    const view = this.#sight?.view;
    return [
      h('button', { class: 'small', 'data-focus': 'reset', disabled: this.#acts.length === 0, onclick: () => void this.#go(0, true) }, icon('again'), t('rules.reset')),
      ...this.#refuse.map(([act]) => h('button', { class: 'small quiet', 'data-focus': `no-${act}`, 'data-refused': act, onclick: () => void this.#act(act) }, icon('close'), t('rules.refused', { move: drawing && view ? drawing.notation(act, view, this.#desk.look) : act }))),
    ];
  }

  /** @param {number} all */
  #stepper(all) {
    const step = (/** @type {string} */ name, /** @type {'first' | 'previous' | 'next'} */ symbol, /** @type {number} */ to, /** @type {string} */ label, /** @type {boolean} */ off) =>
      h('button', { class: 'round', 'data-focus': name, disabled: off, 'aria-label': label, title: label, onclick: () => void this.#go(to, name !== 'next') }, icon(symbol));
    return [
      step('first', 'first', 0, t('rules.sample.first'), this.#at === 0),
      step('back', 'previous', Math.max(0, this.#at - 1), t('rules.sample.back'), this.#at === 0),
      step('next', 'next', Math.min(all, this.#at + 1), t('rules.sample.next'), this.#at === all),
    ];
  }
}

customElements.define('try-board', TryBoard);
