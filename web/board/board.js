// The board: one component for every game. It draws what a drawing describes, and turns clicks,
// drags, touches and keys into actions. It is the only writer of SVG boards, and knows no rules.

import { svg, set } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { mayMove } from '../lib/settings.js';
import { Gesture } from './gesture.js';
import { closed } from './shapes.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
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
 * @property {string | null} [ready] the action that was laid ready
 * @property {boolean} [still] whether to change without animation
 */

const DRAG_FROM_PX = 4;
const SLIDE_MS = 200;
/** No motion of an action lasts longer. */
const MOTION_MS = 450;
const KEYS = /** @type {Record<string, Way>} */ ({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' });

/** @param {Shape} shape @returns {SVGElement} */
export function draw(shape) {
  const element = svg(shape.tag, shape.at ?? {}, shape.text ?? null, (shape.inside ?? []).map(draw));
  if (shape.lang) element.setAttribute('lang', shape.lang);
  return element;
}

/**
 * A small picture outside the board, such as a captured piece; it says nothing to listeners
 * unless it has a label.
 * @param {Shape[]} shapes @param {[number, number, number, number]} box @param {string} kind @param {string} [label]
 */
export function picture(shapes, box, kind, label) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
  return svg('svg', { viewBox: box.join(' '), class: kind, ...spoken }, shapes.map(draw));
}

/** A whole position as a picture, without any life in it. @param {Drawing} drawing @param {any} view @param {Look} look @param {string} kind */
export function still(drawing, view, look, kind) {
  const ground = drawing.ground(view, look);
  const layers = [
    svg('g', null, ground.shapes.map(draw)),
    things(ground, drawing.pieces(view, look)).layer,
  ];
  return svg('svg', { viewBox: ground.box.join(' '), class: kind, 'aria-hidden': 'true' }, layers);
}

/**
 * Pieces and solids in one layer, the nearer over the farther.
 * @param {Ground} ground @param {Piece[]} pieces
 */
function things(ground, pieces) {
  const centers = new Map(ground.cells.map((cell) => [cell.id, cell.center]));
  /** @type {Map<string, SVGElement>} */
  const byCell = new Map();
  const solids = (ground.solids ?? []).map((solid) => ({ z: solid.z, element: svg('g', solid.id ? { 'data-thing': `solid:${solid.id}` } : null, solid.shapes.map(draw)) }));
  const standing = pieces.map((piece) => {
    const element = drawPiece(piece, centers.get(piece.at) ?? [0, 0]);
    byCell.set(piece.at, element);
    return { z: piece.z ?? 0, element };
  });
  const all = [...solids, ...standing].sort((a, b) => a.z - b.z);
  return { layer: svg('g', { class: 'pieces' }, all.map((thing) => thing.element)), byCell, all };
}

/** @param {Piece} piece @param {Spot} center */
function drawPiece(piece, [x, y]) {
  const [dx, dy] = piece.shift ?? [0, 0];
  const turned = piece.turn ? ` rotate(${piece.turn})` : '';
  const body = svg('g', { transform: `translate(${x + dx} ${y + dy})${turned}` }, piece.shapes.map(draw));
  return svg('g', { class: `piece ${piece.kind}`, 'data-thing': `piece:${piece.at}` }, body);
}

export class GameBoard extends HTMLElement {
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Ground | null} */
  #ground = null;
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  /** @type {Map<string, SVGElement>} */
  #hits = new Map();
  /** @type {Map<string, SVGElement>} */
  #standing = new Map();
  /** @type {Map<string, Piece>} */
  #pieces = new Map();
  /** @type {Map<string, string[]>} */
  #told = new Map();
  #gesture = new Gesture([]);
  /** @type {SVGSVGElement | null} */
  #root = null;
  /** @type {SVGGElement} */
  #under = svg('g', { class: 'marks under', 'aria-hidden': 'true' });
  /** @type {SVGGElement} */
  #over = svg('g', { class: 'marks over', 'aria-hidden': 'true' });
  /** @type {{ pointer: number, from: string, x: number, y: number, moved: boolean, fresh: boolean } | null} */
  #drag = null;
  /** Pieces and solids, the farther first. @type {{ z: number, element: SVGElement }[]} */
  #things = [];
  /** Marks that lie among them. @type {SVGElement[]} */
  #inlaid = [];
  /** @type {Animation[]} */
  #playing = [];
  /** @type {string | null} */
  #focused = null;
  /** When the last motion began; the server's word often comes before it has ended. */
  #motionBegan = -Infinity;
  /** What was shown before an action was sent; shown again if it is refused. @type {Scene | null} */
  #held = null;

  connectedCallback() {
    this.addEventListener('pointerdown', this.#down);
    this.addEventListener('pointermove', this.#move);
    this.addEventListener('pointerup', this.#up);
    this.addEventListener('pointercancel', this.#cancel);
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
    this.#scene = scene;
    const { drawing, view, legal } = scene;
    const offered = legal.filter((text) => !drawing.isButton?.(text));
    this.#gesture = new Gesture(drawing.spell?.(offered, view) ?? offered.map((text) => ({ text, steps: drawing.steps(text, view) })));
    this.#build();
    if (known) this.#follow(scene, old.view);
    else if (!scene.still && old && old.drawing === drawing) this.#animate(scene, scene.view, 0);
    this.#tellGesture();
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
    this.#drag = null;
    this.#closeChoice();
    this.#refresh();
  }

  /** Sends an action that has no gesture, or one that was typed. @param {string} action */
  act(action) {
    this.#act(action);
  }

  focusBoard() {
    const id = this.#focused ?? this.#ground?.cells[0]?.id;
    if (id) /** @type {SVGElement | undefined} */ (this.#hits.get(id))?.focus();
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
      this.#under,
      svg('g', { 'aria-hidden': 'true' }, layer),
      this.#over,
      this.#drawHits(ground),
    );
    this.style.setProperty('--ratio', String(ground.box[2] / ground.box[3]));
    this.replaceChildren(this.#root);
    this.#refresh();
    if (hadFocus) this.focusBoard();
  }

  /** @param {Ground} ground */
  #drawHits(ground) {
    this.#hits = new Map();
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    for (const cell of ground.cells) {
      const row = rows.get(cell.row) ?? svg('g', { role: 'row' });
      rows.set(cell.row, row);
      const hit = svg('path', { d: closed(cell.polygon), class: cell.kind ? `hit ${cell.kind}` : 'hit', role: 'gridcell', 'data-cell': cell.id, tabindex: -1 });
      row.append(hit);
      this.#hits.set(cell.id, hit);
    }
    return svg('g', { class: 'hits' }, [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row));
  }

  /** Draws marks and labels anew; pieces stay. */
  #refresh() {
    const scene = this.#scene;
    if (!scene || !this.#ground) return;
    this.#told = new Map();
    for (const element of this.#inlaid) element.remove();
    this.#inlaid = [];
    const under = this.#lastMarks(scene);
    /** @type {(SVGElement | null)[]} */
    const over = [];
    for (const mark of scene.drawing.marks(scene.view, scene.look)) {
      if (mark.name) this.#tell(mark.at, mark.name);
      const drawn = this.#drawMark(mark);
      (mark.kind.startsWith('last') ? under : over).push(drawn);
    }
    this.#under.replaceChildren(...present(under));
    this.#over.replaceChildren(...present([...over, ...this.#readyMarks(scene), ...this.#gestureMarks()]));
    this.#label();
    this.#tellGesture();
  }

  /** @param {Scene} scene @returns {(SVGElement | null)[]} */
  #lastMarks(scene) {
    if (!scene.last) return [];
    const { from, to } = scene.drawing.travel(scene.last, scene.before ?? scene.view);
    if (to) this.#tell(to, t('cell.last'));
    if (scene.drawing.ownLast) return [];
    return [from && from !== to ? this.#mark(from, 'last-from') : null, to ? this.#mark(to, 'last-to') : null];
  }

  /** @param {Scene} scene @returns {(SVGElement | null)[]} */
  #readyMarks({ drawing, view, ready, own }) {
    if (!ready || own === null) return [];
    const { from, to } = drawing.travel(ready, { ...view, turn: drawing.seats[own] });
    for (const id of [from, to]) if (id) this.#tell(id, t('cell.ready'));
    return [from ? this.#mark(from, 'ready') : null, to ? this.#mark(to, 'ready') : null];
  }

  /** @returns {(SVGElement | null)[]} */
  #gestureMarks() {
    const { taken } = this.#gesture;
    for (const [id, element] of this.#standing) element.classList.toggle('lifted', taken.includes(id));
    if (taken.length === 0) return this.#beginnings();
    const scene = this.#scene;
    const steps = taken.filter((step) => this.#cells.has(step));
    const trace = scene?.drawing.trace?.(taken, scene.view, scene.look).map((mark) => this.#drawMark(mark));
    const selected = trace ?? steps.map((id, index) => this.#mark(id, index === 0 ? 'selected' : 'step'));
    const targets = [...this.#reach()].filter((id) => this.#cells.has(id));
    if (scene?.drawing.target) return [...selected, ...targets.map((id) => this.#ownTarget(scene, id))];
    for (const id of targets) this.#tell(id, t(this.#pieces.has(id) ? 'cell.capture' : 'cell.target'));
    return [...selected, ...targets.map((id) => this.#mark(id, this.#pieces.has(id) ? 'take' : 'go'))];
  }

  /** Where a gesture may begin, if the game shows that. @returns {(SVGElement | null)[]} */
  #beginnings() {
    const scene = this.#scene;
    const beginning = scene?.drawing.beginning;
    if (!scene || !beginning) return [];
    const starts = [...new Set(this.#gesture.actions.map(({ steps }) => steps[0]))].filter((id) => this.#cells.has(id));
    return starts.flatMap((id) => beginning(id, scene.view, scene.look).map((mark) => this.#drawMark(mark)));
  }

  /** @param {Scene} scene @param {string} id */
  #ownTarget({ drawing, view, look }, id) {
    const mark = drawing.target?.(this.#gesture.taken, id, view, look);
    if (!mark) return null;
    this.#tell(id, mark.name);
    return this.#drawMark({ ...mark, at: id });
  }

  /** @param {import('./types.js').Mark} mark */
  #drawMark({ at, kind, shapes, floor, z }) {
    if (floor) this.#inlay(this.#at(at, `mark ${kind}`, floor), z ?? 0);
    if (shapes) return this.#at(at, `mark ${kind}`, shapes);
    return floor ? null : this.#mark(at, kind);
  }

  /** Lays a mark on the ground, under whatever is nearer to the eye. @param {SVGElement | null} element @param {number} z */
  #inlay(element, z) {
    if (!element) return;
    const nearer = this.#things.find((thing) => thing.z > z)?.element;
    if (nearer) nearer.before(element);
    else this.#things.at(-1)?.element.after(element);
    this.#inlaid.push(element);
  }

  /** @param {string} id @param {string} words */
  #tell(id, words) {
    this.#told.set(id, [...(this.#told.get(id) ?? []), words]);
  }

  /** @param {string} id @param {string} kind @param {Shape[]} shapes */
  #at(id, kind, shapes) {
    const cell = this.#cells.get(id);
    return cell ? svg('g', { class: kind, transform: `translate(${cell.center.join(' ')})` }, shapes.map(draw)) : null;
  }

  /** The usual marks; each has a shape of its own, so that color is never needed to tell them apart.
   * @param {string} id @param {string} kind */
  #mark(id, kind) {
    const cell = this.#cells.get(id);
    if (!cell) return null;
    const r = cell.radius;
    return this.#at(id, `mark ${kind}`, markShapes(kind, r));
  }

  #label() {
    const reach = this.#reach();
    const tab = this.#focused && this.#hits.has(this.#focused) ? this.#focused : this.#firstStop();
    for (const [id, hit] of this.#hits) {
      const cell = this.#cells.get(id);
      const piece = this.#pieces.get(id);
      const words = [cell?.name, piece?.name, ...(this.#told.get(id) ?? [])];
      set(hit, 'aria-label', words.filter(Boolean).join(', '));
      set(hit, 'aria-selected', this.#gesture.taken.includes(id) ? 'true' : 'false');
      set(hit, 'tabindex', id === tab ? 0 : -1);
      hit.classList.toggle('can', this.#gesture.taken.length === 0 ? this.#gesture.begins(id) : reach.has(id));
    }
  }

  /** The steps that may be chosen now, where a game allows it over others. */
  #reach() {
    const far = this.#scene?.drawing.far;
    return far ? this.#gesture.later(far) : this.#gesture.next();
  }

  #firstStop() {
    const cells = this.#ground?.cells ?? [];
    return (cells.find((cell) => this.#gesture.begins(cell.id)) ?? cells[0])?.id ?? null;
  }

  /** One more step, by whatever means. @param {string} id @param {boolean} dragged */
  #point(id, dragged) {
    if (this.#scene?.ready) this.dispatchEvent(new CustomEvent('ready', { detail: null }));
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
    } else if (gesture.taken.length > 0) {
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
    this.#shake(id);
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
    const box = document.createElement('div');
    box.className = 'choice';
    box.setAttribute('role', 'dialog');
    box.setAttribute('aria-label', t('choice.title'));
    box.style.setProperty('--x', `${((cell.center[0] - left) / width) * 100}%`);
    box.style.setProperty('--y', `${((cell.center[1] - top) / height) * 100}%`);
    for (const step of steps) box.append(this.#choiceButton(scene, step));
    this.append(box);
    box.querySelector('button')?.focus();
  }

  /** @param {Scene} scene @param {string} step */
  #choiceButton(scene, step) {
    const option = scene.drawing.choice?.(step, scene.view, this.#gesture.taken);
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.choice = step;
    if (option) button.append(picture(option.shapes, option.box, 'choice-picture'));
    button.append(option?.label ?? step);
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      this.#gesture.take(step);
      this.#closeChoice();
      this.#progress(false);
    });
    return button;
  }

  #closeChoice() {
    this.querySelector('.choice')?.remove();
  }

  // Pointer: a click is a press and a release on one cell, a drag ends on another.

  /** @param {PointerEvent} event */
  #cellAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]');
    return found && this.contains(found) ? found.getAttribute('data-cell') : null;
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    if (event.target instanceof Element && event.target.closest('.choice')) return;
    const id = this.#cellAt(event);
    if (!id) return this.clear();
    event.preventDefault();
    this.#setFocus(id, false);
    const first = this.#gesture.taken.length === 0 || !this.#gesture.next().has(id);
    const liftable = first && (this.#gesture.leads(id) || this.#mine(id)) && this.#gesture.taken[0] !== id;
    if (liftable) this.#point(id, false);
    this.#drag = { pointer: event.pointerId, from: id, x: event.clientX, y: event.clientY, moved: false, fresh: liftable };
    try {
      this.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already cannot be captured; the click still counts.
    }
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId || !this.#root || !this.#ground) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_FROM_PX) return;
    if (this.#gesture.taken[0] !== drag.from) return;
    const piece = this.#standing.get(drag.from);
    if (!piece) return;
    if (!drag.moved) piece.parentElement?.append(piece);
    drag.moved = true;
    const scale = this.#ground.box[2] / this.#root.getBoundingClientRect().width;
    piece.classList.add('dragged');
    piece.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
    this.#hover(this.#cellAt(event));
  };

  /** @param {string | null} id */
  #hover(id) {
    for (const [cell, hit] of this.#hits) hit.classList.toggle('over', cell === id && this.#gesture.next().has(cell));
  }

  /** @param {PointerEvent} event */
  #up = (event) => {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.#drag = null;
    const id = this.#cellAt(event);
    if (drag.moved) return this.#drop(drag.from, id);
    if (id !== drag.from) return;
    if (!drag.fresh) this.#point(id, false);
  };

  /** @param {string} from @param {string | null} to */
  #drop(from, to) {
    const piece = this.#standing.get(from);
    if (to && to !== from && this.#reach().has(to)) return this.#point(to, true);
    if (piece) {
      piece.classList.remove('dragged');
      piece.classList.add('returning');
      piece.style.transform = '';
    }
    if (to && to !== from) this.#point(to, true);
  }

  #cancel = () => {
    const piece = this.#drag && this.#standing.get(this.#drag.from);
    if (piece) piece.style.transform = '';
    this.clear();
  };

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
    if (way && this.#focused) {
      this.#setFocus(this.#cells.get(this.#focused)?.near[way] ?? this.#focused, true);
    } else if ((event.key === 'Enter' || event.key === ' ') && this.#focused) {
      this.#point(this.#focused, false);
    } else if (event.key === 'Escape' && (this.busy || this.#scene?.ready)) {
      this.clear();
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
    if (id) this.#setFocus(id, false);
  };

  /** @param {string} id @param {boolean} go */
  #setFocus(id, go) {
    if (this.#focused && this.#focused !== id) this.#hits.get(this.#focused)?.setAttribute('tabindex', '-1');
    this.#focused = id;
    const hit = this.#hits.get(id);
    hit?.setAttribute('tabindex', '0');
    if (go) hit?.focus();
  }

  // Motion.

  /** An own action was shown when it was made: what moves goes on, and what came otherwise is added. @param {Scene} scene @param {any} foreseen */
  #follow(scene, foreseen) {
    this.#animate(scene, foreseen, performance.now() - this.#motionBegan);
    if (!scene.still) void this.perform(scene.drawing.aftermath?.(foreseen, scene.view, scene.look) ?? []);
  }

  /** @param {Scene} scene @param {any} view the view that it leads to, as far as it is foreseen @param {number} elapsed how much has been seen already */
  #animate(scene, view, elapsed) {
    if (!scene.last || elapsed >= MOTION_MS || !mayMove()) return;
    this.#motionBegan = performance.now() - elapsed;
    const effects = scene.drawing.effects?.(scene.last, scene.before ?? scene.view, view, scene.look) ?? [];
    void this.perform(effects, elapsed);
    const { from, to } = scene.drawing.travel(scene.last, scene.before ?? scene.view);
    if (effects.some(({ thing }) => thing === `piece:${to}`)) return;
    const piece = to ? this.#standing.get(to) : undefined;
    const target = to ? this.#cells.get(to) : undefined;
    if (!piece || !target) return;
    const origin = from ? this.#cells.get(from) : undefined;
    const [dx, dy] = origin ? [origin.center[0] - target.center[0], origin.center[1] - target.center[1]] : [0, 0];
    const start = origin ? `translate(${dx}px, ${dy}px)` : 'scale(1.25)';
    if (!this.#ground?.solids) piece.parentElement?.append(piece);
    piece.style.transformOrigin = `${target.center[0]}px ${target.center[1]}px`;
    const slide = piece.animate([{ transform: start, opacity: origin ? 1 : 0 }, { transform: 'none', opacity: 1 }], {
      duration: SLIDE_MS,
      easing: 'cubic-bezier(.2,.7,.3,1)',
    });
    slide.currentTime = elapsed;
  }

  /**
   * Moves things for a while; what was drawn only for that is gone afterwards.
   * @param {import('./types.js').Effect[]} effects @param {number} [elapsed] how much has been seen already
   */
  async perform(effects, elapsed = 0) {
    const root = this.#root;
    if (!root || !mayMove()) return;
    const playing = (this.#playing = effects.flatMap(({ thing, shapes, frames, ms, delay }) => {
      const passing = shapes ? svg('g', { class: 'effect', 'aria-hidden': 'true' }, shapes.map(draw)) : null;
      if (passing) root.append(passing);
      const element = passing ?? root.querySelector(`[data-thing="${thing}"]`);
      const motion = element?.animate(frames, { duration: ms, delay: delay ?? 0, easing: 'cubic-bezier(.3,.6,.4,1)', fill: 'both' });
      if (motion && elapsed > 0) motion.currentTime = elapsed;
      void motion?.finished.catch(() => null).then(() => passing?.remove());
      return motion ? [motion] : [];
    }));
    await Promise.allSettled(playing.map((motion) => motion.finished));
  }

  /** Brings what moves to its end. */
  hurry() {
    for (const motion of this.#playing) motion.finish();
  }

  /** @param {string} id */
  #shake(id) {
    const mark = this.#mark(id, 'refused');
    if (!mark) return;
    this.#root?.append(mark);
    setTimeout(() => mark.remove(), 900);
  }
}

const never = () => false;

/** @param {(SVGElement | null)[]} list @returns {SVGElement[]} */
function present(list) {
  return /** @type {SVGElement[]} */ (list.filter(Boolean));
}

/**
 * @param {string} kind @param {number} r
 * @returns {Shape[]}
 */
function markShapes(kind, r) {
  const corners = /** @type {[number, number][]} */ ([[-1, -1], [1, -1], [1, 1], [-1, 1]]);
  switch (kind) {
    case 'go':
      return [{ tag: 'circle', at: { r: r * 0.27 } }];
    case 'take':
      return [{ tag: 'circle', at: { r: r * 1.02 } }, ...corners.map(([a, b]) => tick(a * r * 0.72, b * r * 0.72, a * r * 0.98, b * r * 0.98))];
    case 'last-from':
      return [{ tag: 'circle', at: { r: r * 0.62, class: 'from-ring' } }, { tag: 'circle', at: { r: r * 0.13, class: 'from-dot' } }];
    case 'last-to':
      return [{ tag: 'path', at: { d: corners.map(([a, b]) => `M${a * r * 1.06} ${b * r * 0.6}V${b * r * 1.06}H${a * r * 0.6}`).join('') } }];
    case 'check':
      return [{ tag: 'path', at: { d: star(r * 1.18, r * 0.98, 16) } }];
    case 'refused':
      return [tick(-r * 0.4, -r * 0.4, r * 0.4, r * 0.4), tick(r * 0.4, -r * 0.4, -r * 0.4, r * 0.4)];
    case 'ready':
      return [{ tag: 'path', at: { d: `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z` } }];
    case 'step':
      return [{ tag: 'circle', at: { r: r * 0.5 } }];
    default:
      return [{ tag: 'circle', at: { r: r * 1.02 } }];
  }
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @returns {Shape} */
function tick(x1, y1, x2, y2) {
  return { tag: 'line', at: { x1, y1, x2, y2 } };
}

/** @param {number} outer @param {number} inner @param {number} points */
function star(outer, inner, points) {
  const spots = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = (index / points) * Math.PI;
    return /** @type {Spot} */ ([radius * Math.sin(angle), -radius * Math.cos(angle)]);
  });
  return closed(spots);
}

customElements.define('game-board', GameBoard);
