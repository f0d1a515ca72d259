// The cells as pointers, keyboards and listeners meet them: an ARIA grid with one tab stop.

import { set, svg } from '../lib/h.js';
import { closed } from './shapes.js';

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Ground} Ground */

/**
 * @typedef {object} Labels what is true of the cells now
 * @property {Map<string, Cell>} cells
 * @property {Map<string, Piece>} pieces
 * @property {Map<string, string[]>} told what the marks say
 * @property {(id: string) => boolean} selected
 * @property {(id: string) => boolean} can whether pressing it leads on
 * @property {(id: string) => boolean} first whether the keyboard may well begin there
 */

export class Stops {
  /** Where the keyboard is, or would be. @type {string | null} */
  focused = null;
  /** @type {Map<string, SVGElement>} */
  #hits = new Map();

  /** @param {Ground} ground */
  draw(ground) {
    this.#hits = new Map();
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    for (const cell of ground.cells) {
      const row = rows.get(cell.row) ?? svg('g', { role: 'row' });
      rows.set(cell.row, row);
      const hit = svg('path', { d: closed(cell.polygon), class: cell.kind ? `hit ${cell.kind}` : 'hit', role: 'gridcell', 'data-cell': cell.id, tabindex: -1 });
      if (cell.title) hit.append(svg('title', null, cell.title));
      row.append(hit);
      this.#hits.set(cell.id, hit);
    }
    return svg('g', { class: 'hits', 'data-hits': true }, [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row));
  }

  /** @param {Labels} labels */
  label({ cells, pieces, told, selected, can, first }) {
    const ids = [...this.#hits.keys()];
    const tab = this.focused && this.#hits.has(this.focused) ? this.focused : (ids.find(first) ?? ids[0]);
    for (const [id, hit] of this.#hits) {
      const words = [cells.get(id)?.name, pieces.get(id)?.name, ...(told.get(id) ?? [])];
      set(hit, 'aria-label', words.filter(Boolean).join(', '));
      set(hit, 'aria-selected', selected(id) ? 'true' : 'false');
      set(hit, 'tabindex', id === tab ? 0 : -1);
      hit.classList.toggle('can', can(id));
    }
  }

  /** Shows where a dragged piece would come down. @param {string | null} id */
  hover(id) {
    for (const [cell, hit] of this.#hits) hit.classList.toggle('over', cell === id);
  }

  /** @param {string} id @param {boolean} go whether the keyboard goes there now */
  set(id, go) {
    if (this.focused && this.focused !== id) this.#hits.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = id;
    const hit = this.#hits.get(id);
    hit?.setAttribute('tabindex', '0');
    if (go) hit?.focus();
  }

  focus() {
    const id = this.focused ?? this.#hits.keys().next().value;
    if (id) this.#hits.get(id)?.focus();
  }
}
