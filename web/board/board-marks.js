// The marks on the board: the last move, what is laid ready, what is picked up and where it may go,
// and what a game shows besides. Each usual mark has a shape of its own, so that color is never
// needed to tell them apart.

import { svg } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { draw } from './board-paint.js';
import { closed } from './shapes.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Mark} Mark */
/** @typedef {import('./board.js').Scene} Scene */

/**
 * @typedef {object} Moment what is to be marked
 * @property {Scene} scene
 * @property {string[]} taken the steps of the gesture so far
 * @property {string[]} begins where a gesture may begin
 * @property {Set<string>} reach the steps that may follow
 * @property {Map<string, Cell>} cells
 * @property {Map<string, Piece>} pieces
 * @property {{ z: number, element: SVGElement }[]} things pieces and solids, the farther first
 */

export class Markings {
  /** @type {SVGGElement} */
  under = svg('g', { class: 'marks under', 'aria-hidden': 'true' });
  /** @type {SVGGElement} */
  over = svg('g', { class: 'marks over', 'aria-hidden': 'true' });
  /** What listeners are told about a cell. @type {Map<string, string[]>} */
  told = new Map();
  /** Marks that lie among the things. @type {SVGElement[]} */
  #inlaid = [];

  /** @param {Moment} moment */
  paint(moment) {
    const { scene } = moment;
    this.told = new Map();
    for (const element of this.#inlaid) element.remove();
    this.#inlaid = [];
    const under = this.#last(moment);
    /** @type {(SVGElement | null)[]} */
    const over = [];
    for (const mark of scene.drawing.marks(scene.view, scene.look)) {
      if (mark.name) this.#tell(mark.at, mark.name);
      (mark.kind.startsWith('last') ? under : over).push(this.#draw(moment, mark));
    }
    this.under.replaceChildren(...present(under));
    this.over.replaceChildren(...present([...over, ...this.#ready(moment), ...this.#gesture(moment)]));
  }

  /** @param {string} id @param {string} words */
  #tell(id, words) {
    this.told.set(id, [...(this.told.get(id) ?? []), words]);
  }

  /** @param {Moment} moment @returns {(SVGElement | null)[]} */
  #last({ scene, cells }) {
    if (!scene.last) return [];
    const { from, to } = scene.drawing.travel(scene.last, scene.before ?? scene.view);
    if (to) this.#tell(to, t('cell.last'));
    if (scene.drawing.ownLast) return [];
    return [from && from !== to ? usual(cells, from, 'last-from') : null, to ? usual(cells, to, 'last-to') : null];
  }

  /** @param {Moment} moment @returns {(SVGElement | null)[]} */
  #ready({ scene: { drawing, view, ready, own }, cells }) {
    if (own === null) return [];
    return (ready ?? []).flatMap((action) => {
      const { from, to } = (drawing.aims ?? drawing.travel)(action, { ...view, turn: drawing.seats[own] });
      for (const id of [from, to]) if (id) this.#tell(id, t('cell.ready'));
      return [from ? usual(cells, from, 'ready') : null, to ? usual(cells, to, 'ready') : null];
    });
  }

  /** @param {Moment} moment @returns {(SVGElement | null)[]} */
  #gesture(moment) {
    const { scene, taken, reach, cells, pieces } = moment;
    if (taken.length === 0) return this.#beginnings(moment);
    const steps = taken.filter((step) => cells.has(step));
    const trace = scene.drawing.trace?.(taken, scene.view, scene.look).map((mark) => this.#draw(moment, mark));
    const selected = trace ?? steps.map((id, index) => usual(cells, id, index === 0 ? 'selected' : 'step'));
    const targets = [...reach].filter((id) => cells.has(id));
    if (scene.drawing.target) return [...selected, ...targets.map((id) => this.#ownTarget(moment, id))];
    for (const id of targets) this.#tell(id, t(pieces.has(id) ? 'cell.capture' : 'cell.target'));
    return [...selected, ...targets.map((id) => usual(cells, id, pieces.has(id) ? 'take' : 'go'))];
  }

  /** Where a gesture may begin, if the game shows that. @param {Moment} moment @returns {(SVGElement | null)[]} */
  #beginnings(moment) {
    const { scene, begins, cells } = moment;
    const { beginning } = scene.drawing;
    if (!beginning) return [];
    return begins.filter((id) => cells.has(id)).flatMap((id) => beginning(id, scene.view, scene.look).map((mark) => this.#draw(moment, mark)));
  }

  /** @param {Moment} moment @param {string} id */
  #ownTarget(moment, id) {
    const { scene: { drawing, view, look }, taken } = moment;
    const mark = drawing.target?.(taken, id, view, look);
    if (!mark) return null;
    this.#tell(id, mark.name);
    return this.#draw(moment, { ...mark, at: id });
  }

  /** @param {Moment} moment @param {Mark} mark */
  #draw({ cells, things }, { at, kind, shapes, floor, z }) {
    const cell = cells.get(at);
    if (!cell) return null;
    if (floor) this.#inlay(things, around(cell, `mark ${kind}`, floor), z ?? 0);
    if (shapes) return around(cell, `mark ${kind}`, shapes);
    return floor ? null : usualMark(cell, kind);
  }

  /** Lays a mark on the ground, under whatever is nearer to the eye. @param {Moment['things']} things @param {SVGElement} element @param {number} z */
  #inlay(things, element, z) {
    const nearer = things.find((thing) => thing.z > z)?.element;
    if (nearer) nearer.before(element);
    else things.at(-1)?.element.after(element);
    this.#inlaid.push(element);
  }
}

/** @param {Cell} cell @param {string} kind @param {Shape[]} shapes */
function around({ center }, kind, shapes) {
  return svg('g', { class: kind, transform: `translate(${center.join(' ')})` }, shapes.map(draw));
}

/** @param {Cell} cell @param {string} kind */
export function usualMark(cell, kind) {
  return around(cell, `mark ${kind}`, markShapes(kind, cell.radius));
}

/** @param {Map<string, Cell>} cells @param {string} id @param {string} kind */
function usual(cells, id, kind) {
  const cell = cells.get(id);
  return cell ? usualMark(cell, kind) : null;
}

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
