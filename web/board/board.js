// The board: one component for every game. It draws what a drawing describes, and turns clicks,
// drags, touches and keys into actions. It is the only writer of SVG boards, and knows no rules.

import { svg } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { Arrows } from './board-arrows.js';
import { choiceBox } from './board-choice.js';
import { Markings, usualMark } from './board-marks.js';
import { Motion } from './board-motion.js';
import { draw, things } from './board-paint.js';
import { Pointer } from './board-pointer.js';
import { Stops } from './board-stops.js';
import { Gesture } from './gesture.js';

export { draw, picture, still } from './board-paint.js';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Ground} Ground */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Way} Way */
/** @typedef {import('./types.js').Drawing<any>} Drawing */

/**
 * @typedef {object} Scene
 * @property {Drawing} drawing
 * @property {any} view
 * @property {string[]} legal the actions that may be done now; empty for onlookers
 * @property {Look} look
 * @property {string | null} last the action that led here
 * @property {any} [before] the view before it, so that its way can be found
 * @property {number | null} own the seat whose pieces may be picked up now
 * @property {boolean} [ahead] whether it is not yet that seat's turn: an action is then only laid ready
 * @property {string[]} [ready] the actions that were laid ready
 * @property {boolean} [still] whether to change without animation
 */

const REFUSED_MS = 900;
const BLAME_MS = 2600;
const KEYS = /** @type {Record<string, Way>} */ ({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' });

export class GameBoard extends HTMLElement {
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Ground | null} */
  #ground = null;
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  #stops = new Stops();
  /** @type {Map<string, SVGElement>} */
  #standing = new Map();
  /** @type {Map<string, Piece>} */
  #pieces = new Map();
  #gesture = new Gesture([]);
  /** @type {SVGSVGElement | null} */
  #root = null;
  #markings = new Markings();
  /** Pieces and solids, the farther first. @type {{ z: number, element: SVGElement }[]} */
  #things = [];
  #motion = new Motion();
  #arrows = new Arrows();
  /** @type {Pointer | null} */
  #pointer = null;
  /** What was shown before an action was sent; shown again if it is refused. @type {Scene | null} */
  #held = null;

  connectedCallback() {
    this.#pointer ??= new Pointer(this, {
      root: () => this.#root,
      cells: () => this.#cells.values(),
      byId: () => this.#cells,
      standing: (id) => this.#standing.get(id),
      matters: (id) => this.#reach().has(id) || this.#gesture.begins(id) || this.#mine(id) || this.#gesture.taken.includes(id),
      lifts: (id) => this.#lifts(id),
      reaches: (id) => this.#reach().has(id),
      held: () => this.#gesture.taken[0],
      point: (id, dragged) => this.#point(id, dragged),
      hover: (id) => this.#stops.hover(id !== null && this.#gesture.next().has(id) ? id : null),
      stop: (id) => this.#stops.set(id, false),
      clear: () => this.clear(),
      arrows: this.#arrows,
      drawn: (id) => {
        this.#arrows.end(id, this.#cells);
        this.dispatchEvent(new Event('arrows'));
      },
    });
    this.addEventListener('click', this.#assistedClick);
    this.addEventListener('keydown', this.#key);
    this.addEventListener('focusin', this.#focus);
  }

  /** Shows a position. @param {Scene} scene */
  show(scene) {
    const old = this.#scene;
    // An own move was shown when it was made; the server's word only makes it firm.
    const known = this.#held !== null && old !== null && old.last === scene.last;
    this.#held = null;
    const kept = this.#kept(old, scene);
    this.#scene = scene;
    const { drawing, view, legal } = scene;
    const offered = legal.filter((text) => !drawing.isButton?.(text));
    this.#gesture = new Gesture(drawing.spell?.(offered, view) ?? offered.map((text) => ({ text, steps: drawing.steps(text, view) })));
    for (const [index, step] of kept.entries()) if (index === 0 || this.#gesture.next().has(step)) this.#gesture.take(step);
    if (kept.length === 0) this.#pointer?.drop();
    if (old && old.last !== scene.last) this.#arrows.clear();
    this.#build();
    if (known) this.#follow(scene, old.view);
    else if (!scene.still && old && old.drawing.kind === drawing.kind) this.#animate(scene, scene.view, 0);
    this.#tellGesture();
  }

  /** What was picked up stays picked up while others act, unless it was taken away. @param {Scene | null} old @param {Scene} scene @returns {string[]} */
  #kept(old, scene) {
    const { taken } = this.#gesture;
    if (taken.length === 0 || !old || old.drawing.kind !== scene.drawing.kind || scene.own === null || old.own !== scene.own) return [];
    const was = this.#pieces.get(taken[0]);
    const is = scene.drawing.pieces(scene.view, scene.look).find(({ at }) => at === taken[0]);
    return was && is && was.id === is.id && was.seat === is.seat ? [...taken] : [];
  }

  /** Shows the position again after it was refused. */
  takeBack() {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    this.show({ ...held, still: true });
  }

  get busy() {
    return this.#gesture.taken.length > 0;
  }

  /** Whether what is done now is only laid ready. */
  get ahead() {
    return this.#scene?.ahead === true;
  }

  /** The action that the steps so far mean, for a confirm button. */
  get meaning() {
    return this.#gesture.meaning();
  }

  /** The steps taken so far. */
  get steps() {
    return [...this.#gesture.taken];
  }

  /** The steps that may follow the first, whatever came after it. */
  get offered() {
    return this.#gesture.offered();
  }

  /** A step that is no cell, from a button beside the board; it replaces what came after the first. @param {string} step */
  take(step) {
    if (!this.#gesture.offered().has(step)) return;
    while (this.#gesture.taken.length > 1) this.#gesture.back();
    this.#closeChoice();
    this.#gesture.take(step);
    this.#progress(false);
    this.#refresh();
  }

  confirm() {
    const action = this.#gesture.meaning();
    if (action) this.#act(action);
  }

  back() {
    this.#gesture.back();
    this.#refresh();
  }

  clear() {
    this.#gesture.clear();
    this.#pointer?.drop();
    this.#closeChoice();
    this.#refresh();
  }

  /** Wipes the arrows off. @returns {boolean} whether there were any */
  wipe() {
    const any = this.#arrows.any;
    this.#arrows.clear();
    return any;
  }

  /** The arrows that a person has drawn. @returns {[string, string][]} */
  get arrows() {
    return [...this.#arrows.drawn];
  }

  set arrows(arrows) {
    this.#arrows.set(arrows, this.#cells);
  }

  /** Sends an action that has no gesture, or one that was typed. @param {string} action */
  act(action) {
    this.#act(action);
  }

  focusBoard() {
    this.#stops.focus();
  }

  #build() {
    const scene = this.#scene;
    if (!scene) return;
    const { drawing, view, look } = scene;
    const hadFocus = this.contains(document.activeElement);
    const ground = (this.#ground = drawing.ground(view, look));
    const pieces = drawing.pieces(view, look);
    const { layer, byCell, all } = things(ground, pieces);
    this.#standing = byCell;
    this.#things = all;
    this.#pieces = new Map(pieces.map((piece) => [piece.at, piece]));
    this.#cells = new Map(ground.cells.map((cell) => [cell.id, cell]));
    this.#root = svg(
      'svg',
      { viewBox: ground.box.join(' '), class: `board ${drawing.kind}`, role: 'grid', 'aria-label': t(`game.${drawing.kind}`) },
      svg('g', { class: 'ground', 'aria-hidden': 'true' }, ground.shapes.map(draw)),
      this.#markings.under,
      svg('g', { 'aria-hidden': 'true' }, layer),
      this.#markings.over,
      this.#arrows.layer,
      this.#stops.draw(ground),
    );
    this.#arrows.paint(this.#cells);
    this.style.setProperty('--ratio', String(ground.box[2] / ground.box[3]));
    this.replaceChildren(this.#root);
    this.#refresh();
    if (hadFocus) this.focusBoard();
  }

  /** Draws marks and labels anew; pieces stay. */
  #refresh() {
    const scene = this.#scene;
    if (!scene || !this.#ground) return;
    const { taken } = this.#gesture;
    for (const [id, element] of this.#standing) element.classList.toggle('lifted', taken.includes(id));
    const begins = [...new Set(this.#gesture.actions.map(({ steps }) => steps[0]))];
    this.#markings.paint({ scene, taken, begins, reach: this.#reach(), cells: this.#cells, pieces: this.#pieces, things: this.#things });
    this.#label();
    this.#tellGesture();
  }

  #label() {
    const { taken } = this.#gesture;
    const reach = this.#reach();
    this.#stops.label({
      cells: this.#cells,
      pieces: this.#pieces,
      told: this.#markings.told,
      selected: (id) => taken.includes(id),
      can: (id) => (taken.length === 0 ? this.#gesture.begins(id) : reach.has(id)),
      first: (id) => this.#gesture.begins(id),
    });
  }

  /** The steps that may be chosen now, where a game allows it over others. */
  #reach() {
    const far = this.#scene?.drawing.far;
    return far ? this.#gesture.later(far) : this.#gesture.next();
  }

  /** One more step, by whatever means. @param {string} id @param {boolean} dragged */
  #point(id, dragged) {
    const scene = this.#scene;
    // Where only one action can be laid ready, any press takes it back.
    if (scene?.ready?.length && (scene.drawing.queue ?? 1) === 1) this.dispatchEvent(new CustomEvent('ready', { detail: null }));
    this.#closeChoice();
    const gesture = this.#gesture;
    const last = gesture.taken.at(-1);
    if (gesture.next().has(id)) {
      gesture.take(id);
      this.#progress(dragged);
    } else if (gesture.taken.length > 0 && this.#reach().has(id)) {
      for (const step of gesture.way(id, this.#scene?.drawing.far ?? never) ?? []) gesture.take(step);
      this.#progress(dragged);
    } else if (last === id) {
      if (gesture.meaning() !== null && (gesture.taken.length > 1 || this.#waits())) this.confirm();
      else gesture.back();
    } else if (gesture.begins(id) || this.#mine(id)) {
      gesture.clear();
      gesture.take(id);
      this.#progress(dragged);
    } else {
      this.#refuse(id);
    }
    this.#refresh();
  }

  /** An own piece may be picked up even where it cannot go, to be told why. @param {string} id */
  #mine(id) {
    const own = this.#scene?.own ?? null;
    return own !== null && this.#pieces.get(id)?.seat === own;
  }

  /** @param {boolean} dragged */
  #progress(dragged) {
    const gesture = this.#gesture;
    const action = gesture.meaning();
    if (action && gesture.complete()) return this.#waits() ? undefined : this.#act(action, dragged);
    const next = [...gesture.next()];
    const aside = this.#scene?.drawing.aside ?? never;
    if (next.length === 0 || next.some((step) => this.#cells.has(step) || aside(step))) return;
    if (next.length > 1 || action) return this.#openChoice(next);
    // A choice between one thing is none.
    gesture.take(next[0]);
    this.#progress(dragged);
  }

  /** Whether the action that the gesture means is not done before it is chosen once more. */
  #waits() {
    const action = this.#gesture.meaning();
    return action !== null && this.#scene?.drawing.waits?.(action, this.#scene.view) === true;
  }

  /** Asks which rule forbids a step. @param {string} id */
  #refuse(id) {
    const scene = this.#scene;
    if (!scene) return;
    const attempt = scene.drawing.attempt([...this.#gesture.taken, id], scene.view);
    this.#gesture.clear();
    if (!attempt) return;
    if (scene.ahead) return void this.dispatchEvent(new CustomEvent('ready', { detail: attempt }));
    this.#flash(id, 'refused', REFUSED_MS);
    this.dispatchEvent(new CustomEvent('attempt', { detail: attempt }));
  }

  /** Shows an action at once and tells the table about it. @param {string} action @param {boolean} [dragged] */
  #act(action, dragged = false) {
    const scene = this.#scene;
    if (!scene) return;
    this.#gesture.clear();
    this.#closeChoice();
    const foreseen = {
      ...scene,
      view: scene.drawing.after(scene.view, action),
      before: scene.view,
      last: action,
      legal: [],
      own: null,
      still: dragged,
    };
    this.show(foreseen);
    this.#held = scene;
    this.dispatchEvent(new CustomEvent('act', { detail: action }));
  }

  #tellGesture() {
    this.dispatchEvent(new CustomEvent('gesture', { detail: { steps: this.#gesture.taken.length, meaning: this.#gesture.meaning() } }));
  }

  // Choices, such as promotion, open beside the cell.

  /** @param {string[]} steps */
  #openChoice(steps) {
    const scene = this.#scene;
    const cell = this.#cells.get(this.#gesture.taken.at(-1) ?? '');
    if (!scene || !cell || !this.#ground) return;
    const [left, top, width, height] = this.#ground.box;
    const place = { x: (cell.center[0] - left) / width, y: (cell.center[1] - top) / height };
    const choices = steps.map((step) => ({ step, option: scene.drawing.choice?.(step, scene.view, this.#gesture.taken) }));
    const box = choiceBox(place, choices, (step) => {
      this.#gesture.take(step);
      this.#closeChoice();
      this.#progress(false);
    });
    this.append(box);
    box.querySelector('button')?.focus();
  }

  #closeChoice() {
    this.querySelector('.choice')?.remove();
  }

  /** Whether a mere press picks up what stands on a cell. @param {string} id */
  #lifts(id) {
    const { taken } = this.#gesture;
    const first = taken.length === 0 || !this.#gesture.next().has(id);
    return first && (this.#gesture.leads(id) || this.#mine(id)) && taken[0] !== id;
  }

  /** Clicks that no pointer made: assistive programs press cells directly. @param {MouseEvent} event */
  #assistedClick = (event) => {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const id = event.target.getAttribute('data-cell');
    if (id) this.#point(id, false);
  };

  // Keyboard.

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('.choice') && event.key !== 'Escape') return;
    const way = KEYS[event.key];
    const { focused } = this.#stops;
    if (way && focused) {
      this.#stops.set(this.#cells.get(focused)?.near[way] ?? focused, true);
    } else if ((event.key === 'Enter' || event.key === ' ') && focused) {
      this.#point(focused, false);
    } else if (event.key === 'Escape' && (this.busy || this.#scene?.ready?.length || this.#arrows.any)) {
      this.clear();
      this.wipe();
      this.dispatchEvent(new CustomEvent('ready', { detail: null }));
      this.focusBoard();
    } else if (event.key === 'Backspace' && this.busy) {
      this.back();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** @param {FocusEvent} event */
  #focus = (event) => {
    const id = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
    if (id) this.#stops.set(id, false);
  };

  // Motion.

  /** An own action was shown when it was made: what moves goes on, and what came otherwise is added. @param {Scene} scene @param {any} foreseen */
  #follow(scene, foreseen) {
    this.#animate(scene, foreseen, this.#motion.elapsed);
    if (!scene.still) void this.perform(scene.drawing.aftermath?.(foreseen, scene.view, scene.look) ?? []);
  }

  /** @param {Scene} scene @param {any} view the view that it leads to, as far as it is foreseen @param {number} elapsed how much has been seen already */
  #animate(scene, view, elapsed) {
    if (!this.#root) return;
    const stage = { root: this.#root, standing: this.#standing, cells: this.#cells, layered: this.#ground?.solids !== undefined };
    this.#motion.animate(stage, scene, view, elapsed);
  }

  /** Moves things for a while. @param {import('./types.js').Effect[]} effects */
  async perform(effects) {
    if (this.#root) await this.#motion.perform(this.#root, effects);
  }

  /** Brings what moves to its end. */
  hurry() {
    this.#motion.hurry();
  }

  /** Shows for a while which cells a refusal is about. @param {string[]} ids */
  blame(ids) {
    for (const id of ids) this.#flash(id, 'culprit', BLAME_MS);
  }

  /** The board as it is seen, as a picture. @param {() => SVGSVGElement | null} [below] what stands under it then @returns {Promise<Blob | null>} */
  async portrait(below = () => null) {
    const { portrait } = await import('./board-portrait.js');
    return this.#root ? portrait(this.#root, getComputedStyle(document.documentElement).getPropertyValue('--paper'), below()) : null;
  }

  /** @param {string} id @param {string} kind @param {number} ms */
  #flash(id, kind, ms) {
    const cell = this.#cells.get(id);
    if (!cell) return;
    const mark = usualMark(cell, kind);
    this.#root?.append(mark);
    setTimeout(() => mark.remove(), ms);
  }
}

const never = () => false;

customElements.define('game-board', GameBoard);
