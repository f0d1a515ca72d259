// Arrows and circles that a person draws on the board while thinking. They mean nothing to the game
// and are seen by nobody else.

import { svg } from '../lib/h.js';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Spot} Spot */

/** More would hide the board. */
const ARROWS_MAX = 40;

export class Arrows {
  /** Each from a cell to a cell; to itself it is a circle. @type {[string, string][]} */
  #drawn = [];
  /** @type {string | null} */
  #from = null;
  /** @type {SVGGElement} */
  layer = svg('g', { class: 'arrows', 'aria-hidden': 'true' });

  get any() {
    return this.#drawn.length > 0;
  }

  /** @param {string | null} cell */
  begin(cell) {
    this.#from = cell;
  }

  /** The same arrow once more takes it away. @param {string | null} to @param {Map<string, Cell>} cells */
  end(to, cells) {
    const from = this.#from;
    this.#from = null;
    if (!from || !to) return;
    const old = this.#drawn.findIndex(([a, b]) => a === from && b === to);
    if (old >= 0) this.#drawn.splice(old, 1);
    else if (this.#drawn.length < ARROWS_MAX) this.#drawn.push([from, to]);
    this.paint(cells);
  }

  get drawn() {
    return this.#drawn;
  }

  /** Draws these instead. @param {[string, string][]} arrows @param {Map<string, Cell>} cells */
  set(arrows, cells) {
    this.#drawn = arrows.slice(0, ARROWS_MAX);
    this.paint(cells);
  }

  clear() {
    this.#drawn = [];
    this.layer.replaceChildren();
  }

  /** @param {Map<string, Cell>} cells */
  paint(cells) {
    this.layer.replaceChildren(...this.#drawn.flatMap(([a, b]) => {
      const [from, to] = [cells.get(a), cells.get(b)];
      if (!from || !to) return [];
      return [from === to ? circle(from) : arrow(from.center, to)];
    }));
  }
}

/** @param {Cell} cell */
function circle({ center: [cx, cy], radius }) {
  return svg('circle', { cx, cy, r: radius * 1.06, class: 'drawn-circle' });
}

/** @param {Spot} from @param {Cell} to */
function arrow([x, y], { center: [a, b], radius }) {
  const long = Math.hypot(a - x, b - y) || 1;
  const [ux, uy] = [(a - x) / long, (b - y) / long];
  const [tip, neck, wide] = [long - radius * 0.25, long - radius * 0.85, radius * 0.34];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${(x + ux * along - uy * aside).toFixed(1)} ${(y + uy * along + ux * aside).toFixed(1)}`;
  const head = `M${at(tip, 0)}L${at(neck, wide)}L${at(neck, -wide)}Z`;
  return svg('g', { class: 'drawn-arrow' }, svg('path', { d: `M${at(radius * 0.4, 0)}L${at(neck, 0)}`, class: 'shaft' }), svg('path', { d: head, class: 'head' }));
}
