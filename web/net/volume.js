// A game of one's library as a table shows it: nobody plays there, everything is known from the beginning.

import { Refused } from './api.js';
import { position } from './learn.js';
import { openVolume } from './library.js';

/** @typedef {import('./link.js').State} State */
/** @typedef {import('./types.js').GameLink} GameLink */

/** @implements {GameLink} */
export class VolumeLink extends EventTarget {
  /** @type {State | null} */
  state = null;
  told = 0;
  online = true;
  #id;
  /** The views before each deed, and the last. @type {any[]} */
  #views = [];
  #closed = false;

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    void this.#open();
  }

  close() {
    this.#closed = true;
  }

  async #open() {
    try {
      const { kind, rules, state, acts, names, outcome } = await openVolume(this.#id);
      const end = await position({ kind, rules, state, acts, trail: true });
      if (this.#closed) return;
      this.#views = [...(end.trail ?? []).map(({ view }) => view), end.view];
      // Nobody is asked how strong they are, and nobody is called.
      const seats = names.map((name) => ({ type: /** @type {const} */ ('person'), name: name || '?', you: true, here: true }));
      const deeds = end.told.map(({ seat, text }) => ({ seat, text }));
      this.state = { v: 1, id: this.#id, volume: this.#id, kind, rules, options: {}, seats, you: [], as: null, phase: 'over', turn: null, legal: [], view: end.view, deeds, clock: null, offers: [], opening: null, result: outcome, can: [], rematch: null, watchers: 0 };
      this.dispatchEvent(new CustomEvent('state', { detail: [] }));
    } catch {
      if (!this.#closed) this.dispatchEvent(new Event('gone'));
    }
  }

  /** @returns {Promise<void>} */
  async send() {
    throw new Refused('E_OVER', 'a record is not played');
  }

  /** @returns {Promise<any>} */
  ask() {
    return this.send();
  }

  /** @returns {Promise<Refused | null>} */
  async explain() {
    return null;
  }

  /** @param {number} from @param {number} to */
  async positions(from, to) {
    return { positions: this.#views.slice(from, to + 1).map((view, index) => ({ n: from + index, view })) };
  }

  /** @param {string} format @returns {Promise<Blob>} */
  async record(format) {
    const answer = await fetch(`/api/library/${this.#id}/record.${format}`);
    if (answer.ok) return answer.blob();
    const said = await answer.json().catch(() => ({}));
    throw new Refused(said.code ?? 'E_BROKEN', said.detail ?? '');
  }
}
