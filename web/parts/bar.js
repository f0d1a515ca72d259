// The buttons under the board's word: what the game offers besides gestures, and what players may ask
// of each other. Nothing is lost by one slip: what cannot be undone asks to be pressed twice.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { say } from '../lib/live.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/board.js').GameBoard} GameBoard */
/** @typedef {import('../lib/icons.js').IconName} IconName */

/** A second press within this time does what the first only announced. */
const SURE_MS = 3500;

/**
 * @typedef {object} Does
 * @property {(action: string) => void} act does what was only wished
 * @property {(what: string) => void} offer
 * @property {() => void} resign
 * @property {() => void} leave
 * @property {() => void} abort
 * @property {() => void} hint shows what to do, one step more
 * @property {() => void} finish leaves the rest of a phase to chance
 */

/** Where the buttons of the turn stand beside its word: under the board there is more than a screen. */
const isUpright = () => matchMedia('(max-width: 999px) and (min-height: 541px)').matches;

export class Bar {
  element = h('div', { class: 'actions' });
  /** What ends or confirms a turn, on a phone that is held upright. */
  turning = h('div', { class: 'turning' });
  /** An action that waits to be confirmed. @type {string | null} */
  unconfirmed = null;
  /** @type {string | null} */
  #sure = null;
  /** @type {() => void} */
  #again = () => {};
  #board;
  #does;

  /** @param {GameBoard} board @param {Does} does */
  constructor(board, does) {
    this.#board = board;
    this.#does = does;
  }

  /** Nothing is half pressed any more. */
  settle() {
    this.#sure = null;
  }

  /** @param {string} action */
  confirm(action) {
    this.unconfirmed = action;
    this.#again();
    (this.turning.querySelector('button') ?? this.element.querySelector('button'))?.focus();
  }

  /** Presses the game's own button, such as the pass. */
  press() {
    const own = '[data-action^="do-"]';
    /** @type {HTMLElement | null} */ (this.turning.querySelector(own) ?? this.element.querySelector(own))?.click();
  }

  /** @param {State} state @param {Drawing} drawing @param {Look} look @param {{ looking: boolean, finishing: boolean }} now whether the past is looked at, and whether the rest is left to chance */
  paint(state, drawing, look, now) {
    this.#again = () => this.paint(state, drawing, look, now);
    const seated = state.you.length > 0;
    const turn = this.unconfirmed ? [this.#confirmRow(this.unconfirmed)] : [drawing.panel ? null : this.gestureRow(), ...(seated ? this.#gameButtons(state, drawing, look, now) : [])];
    const rest = seated && !this.unconfirmed ? this.#tableButtons(state, drawing) : [];
    const upright = isUpright();
    refill(this.turning, upright ? turn : null);
    refill(this.element, upright ? null : turn, rest);
  }

  /** @param {string} action */
  #confirmRow(action) {
    const cancel = () => {
      this.unconfirmed = null;
      this.#board.takeBack();
      this.#again();
    };
    return h(
      'div',
      { class: 'row confirmrow' },
      h('button', { class: 'primary', 'data-focus': 'confirm', onclick: () => this.#does.act(action) }, icon('check'), t('action.confirm')),
      h('button', { 'data-focus': 'cancel', onclick: cancel }, t('action.cancel')),
    );
  }

  /** For gestures of several steps: take one back, or be content. */
  gestureRow() {
    if (this.unconfirmed || !this.#board.busy || this.#board.meaning === null) return null;
    return h(
      'div',
      { class: 'row' },
      h('button', { class: 'primary', 'data-focus': 'done', onclick: () => this.#board.confirm() }, icon('check'), t('action.confirm')),
      h('button', { 'data-focus': 'stepback', onclick: () => this.#board.back() }, icon('undo'), t('action.stepback')),
    );
  }

  /** @param {State} state @param {Drawing} drawing @param {Look} look @param {{ looking: boolean, finishing: boolean }} now */
  #gameButtons(state, drawing, look, { looking, finishing }) {
    if (state.phase !== 'playing') return [];
    const buttons = (drawing.buttons?.(state.view, look) ?? []).map((button) => {
      const action = looking ? undefined : state.legal.find(button.match);
      if (button.rare && action === undefined) return null;
      return this.#sureButton(`do-${button.label}`, button.icon, button.label, action === undefined, () => action && this.#board.act(action), button.strong);
    });
    const rest = drawing.chance?.(state.view);
    return [...buttons, rest ? this.#button('finish', 'dice', t(finishing ? 'finish.on' : rest.label), this.#does.finish, finishing) : null];
  }

  /** @param {State} state @param {Drawing} drawing */
  #tableButtons(state, drawing) {
    const can = new Set(state.can);
    const seat = state.you.find((each) => each === state.turn) ?? state.you[0];
    const off = drawing.resigns?.(state.view, seat, state.options) === false;
    const word = t(drawing.drawWord?.(state.options) ?? 'action.draw');
    const buttons = [];
    if (state.hints && state.phase === 'playing') buttons.push(this.#button('hint', 'ask', t('learn.hint'), this.#does.hint, !can.has('hint')));
    if (can.has('takeback') || state.phase === 'playing') buttons.push(this.#button('takeback', 'undo', t('action.takeback'), () => this.#does.offer('takeback'), !can.has('takeback')));
    if (can.has('draw')) buttons.push(this.#sureButton('draw', 'draw', word, false, () => this.#does.offer('draw')));
    const gone = state.you.every((each) => drawing.isOut?.(state.view, each) === true);
    // Before everybody has acted nobody has to lose.
    const young = can.has('abort');
    if (young) buttons.push(this.#sureButton('abort', 'close', t('action.abort'), false, this.#does.abort));
    // Where a computer plays on, one may go at any time.
    const spared = state.stand_in !== undefined && can.has('leave');
    if (can.has('resign') && !young && !spared && !gone) buttons.push(this.#button('resign', 'flag', t('action.resign'), this.#does.resign, off, off ? t('resign.off') : undefined));
    if (can.has('leave') && !young && (spared || !can.has('resign'))) buttons.push(this.#button('leave', 'door', t('action.leave'), this.#does.leave));
    if (can.has('rematch')) buttons.push(this.#button('rematch', 'again', t('action.rematch'), () => this.#does.offer('rematch')));
    return buttons;
  }

  /** @param {string} name @param {IconName} symbol @param {string} label @param {() => void} act @param {boolean} [off] @param {string} [why] */
  #button(name, symbol, label, act, off = false, why = undefined) {
    return h('button', { class: 'tile', disabled: off, title: why, 'data-focus': name, 'data-action': name, onclick: act }, icon(symbol), h('span', null, label));
  }

  /**
   * A button that asks to be pressed twice.
   * @param {string} name @param {IconName} symbol @param {string} label @param {boolean} off @param {() => void} act @param {boolean} [strong]
   */
  #sureButton(name, symbol, label, off, act, strong = false) {
    const sure = this.#sure === name;
    const press = () => {
      this.#sure = sure ? null : name;
      if (sure) act();
      else setTimeout(() => this.#unsure(name), SURE_MS);
      this.#again();
      if (!sure) say(t('action.again', { action: label }));
    };
    const kind = `tile${sure ? ' sure' : ''}${strong ? ' strong' : ''}`;
    return h('button', { class: kind, disabled: off, 'data-focus': name, 'data-action': name, onclick: press }, icon(sure ? 'check' : symbol), h('span', null, sure ? t('action.sure', { action: label }) : label));
  }

  /** @param {string} name */
  #unsure(name) {
    if (this.#sure !== name) return;
    this.#sure = null;
    this.#again();
  }
}
