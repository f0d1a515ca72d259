// A board to try things on: the board with its panel and buttons, without a game around it.

import { h, refill } from '../lib/h.js';
import { spoken as language, t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { chosenSet, coordinates, names, pieceSet } from '../lib/settings.js';
import { GameBoard } from '../board/board.js';
import { paintPanel } from './panel.js';
import { modeOf } from './seeing.js';

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').Mark} Mark */

/**
 * @typedef {object} Desk what is on it
 * @property {Drawing} drawing
 * @property {any} view
 * @property {string[]} legal
 * @property {number} bottom the seat that sits at the bottom
 * @property {number | null} own whose pieces may be picked up
 * @property {string | null} last
 * @property {any} [before]
 * @property {boolean} [still]
 */

const COMPACT_PX = 620;

/**
 * The drawing of a game with marks of ours upon it.
 * @param {Drawing} drawing @param {(view: any, look: Look) => Mark[]} marks @returns {Drawing}
 */
export function marked(drawing, marks) {
  return { ...drawing, marks: (view, look) => [...drawing.marks(view, look), ...marks(view, look)] };
}

export class PlayDesk extends HTMLElement {
  board = new GameBoard();
  #panel = h('section', { class: 'panel' });
  #bar = h('div', { class: 'actions' });
  /** What is pressed besides the board; below it, unless a page has put it elsewhere. */
  tools = h('div', { class: 'desk-tools' }, this.#panel, this.#bar);
  /** @type {Desk | null} */
  #desk = null;
  /** The button that help points at. */
  #shown = '';
  /** @type {(() => void)[]} */
  #ends = [];
  #wide = 0;

  connectedCallback() {
    this.append(h('div', { class: 'boardwrap' }, this.board));
    if (!this.tools.parentElement) this.append(this.tools);
    this.#panel.hidden = true;
    this.board.addEventListener('gesture', () => this.#paintBar());
    this.#ends = [language, pieceSet, coordinates, names].map((setting) => setting.watch(() => this.repaint()));
    const sizes = new ResizeObserver(() => {
      if (Math.abs(this.board.clientWidth - this.#wide) > 1) this.repaint();
    });
    sizes.observe(this.board);
    this.#ends.push(() => sizes.disconnect());
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  /** @returns {Look} */
  get look() {
    return {
      bottom: this.#desk?.bottom ?? 0,
      set: chosenSet(),
      compact: this.board.clientWidth > 0 && this.board.clientWidth < COMPACT_PX,
      coordinates: coordinates.get() === 'on',
      language: language.get(),
      names: names.get() === 'on',
      mode: this.#desk ? modeOf(this.#desk.drawing) : undefined,
      turn: 0,
    };
  }

  /** @param {Desk} desk */
  show(desk) {
    this.#desk = desk;
    this.#wide = this.board.clientWidth;
    const { drawing, view, legal, own, last, before, still } = desk;
    this.className = `kind-${drawing.kind} seats-${drawing.seats.length}`;
    this.board.show({ drawing, view, legal, look: this.look, last, before, own, still: still ?? false });
    this.board.parentElement?.style.setProperty('--ratio', this.board.style.getPropertyValue('--ratio'));
    this.#paintBar();
  }

  repaint() {
    if (this.#desk) this.show({ ...this.#desk, still: true });
  }

  /** Points at a button that does an action, and tells its name. @param {string | null} action */
  point(action) {
    const desk = this.#desk;
    const found = action && desk ? desk.drawing.buttons?.(desk.view, this.look).find(({ match }) => match(action)) : null;
    this.#shown = found?.label ?? '';
    this.#paintBar();
    return found?.label ?? null;
  }

  /** Leads the keyboard to where something can be done. */
  focusStart() {
    /** @type {SVGElement | null} */ (this.board.querySelector('[data-cell][tabindex="0"]'))?.focus({ preventScroll: true });
  }

  /** The spoken name of a cell. @param {string} id */
  nameOf(id) {
    const desk = this.#desk;
    return desk?.drawing.ground(desk.view, this.look).cells.find((cell) => cell.id === id)?.name ?? id;
  }

  #paintBar() {
    const desk = this.#desk;
    if (!desk) return;
    const { drawing, view, legal } = desk;
    const confirming = this.#gestureRow();
    paintPanel(this.#panel, this.board, drawing, view, this.look, confirming);
    const buttons = (drawing.buttons?.(view, this.look) ?? []).map(({ match, label, icon: symbol, rare }) => {
      const action = legal.find(match);
      if (rare && action === undefined) return null;
      const kind = `tile${label === this.#shown ? ' shown' : ''}`;
      return h('button', { class: kind, disabled: action === undefined, 'data-focus': `do-${label}`, 'data-action': `do-${label}`, onclick: () => action && this.board.act(action) }, icon(symbol), h('span', null, label));
    });
    refill(this.#bar, drawing.panel ? null : confirming, ...buttons);
  }

  #gestureRow() {
    if (!this.board.busy || this.board.meaning === null) return null;
    return h(
      'div',
      { class: 'row' },
      h('button', { class: 'primary', 'data-focus': 'done', onclick: () => this.board.confirm() }, icon('check'), t('action.confirm')),
      h('button', { 'data-focus': 'stepback', onclick: () => this.board.back() }, icon('undo'), t('action.stepback')),
    );
  }
}

customElements.define('play-desk', PlayDesk);
