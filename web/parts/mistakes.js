// Learning from mistakes: a turn that went wrong is tried again until something better is found. What
// answers a bad try is played on the board.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note, urge } from '../lib/live.js';
import { lessonsOf } from './report.js';

/** @typedef {import('../net/analysis.js').Turn} Turn */
/** @typedef {import('../net/analysis.js').Line} Line */
/** @typedef {import('./variations.js').Variations} Variations */

/**
 * @typedef {object} Host the page that it happens on
 * @property {() => Variations} tree
 * @property {(id: number) => Promise<unknown>} go
 * @property {(words: string, kind?: string) => void} tell
 * @property {(up: number, act: string, found: (line: Line | undefined) => void) => void} judge what a try is worth
 * @property {(acts: string[], from: number) => string} words a line in notation
 * @property {(buttons: Node[]) => void} offer
 * @property {() => void} focus leads the keyboard to the board
 * @property {() => void} ended
 */

/** A try this much below the best is good enough. */
const NEAR = 3;

export class Mistakes {
  #host;
  /** @type {Turn[]} */
  #left = [];

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  get going() {
    return this.#left.length > 0;
  }

  /** @param {Turn[]} turns @param {number} seat */
  begin(turns, seat) {
    this.#left = lessonsOf(turns, seat);
    void this.#ask();
  }

  end() {
    this.#left = [];
  }

  async #ask() {
    const [turn] = this.#left;
    this.#host.offer([]);
    if (!turn) {
      this.#host.ended();
      return this.#host.tell(t('analysis.learned'), 'done');
    }
    const line = this.#host.tree().line();
    await this.#host.go(line[turn.n].id);
    const done = line.slice(turn.n + 1, turn.n + 1 + turn.count).map(({ act }) => act);
    const words = t('analysis.find', { move: this.#host.words(done, line[turn.n].id) });
    this.#host.tell(words);
    urge(words);
    this.#host.focus();
  }

  /** Something was tried. A turn of several actions is judged by its last one, as that which was played. @param {number} up @param {string} act */
  tried(up, act) {
    const [turn] = this.#left;
    if (!turn || !this.#isWithin(turn, up) || this.#host.tree().current.sight?.turn === turn.seat) return;
    const enough = turn.w[turn.seat] - NEAR;
    this.#host.judge(up, act, (line) => void (line && line.w >= enough ? this.#accept() : this.#refute(line?.acts.slice(1, 3) ?? [])));
  }

  /** Whether nobody else has acted between the beginning of a turn and a place in the tree. @param {Turn} turn @param {number} id */
  #isWithin(turn, id) {
    const path = this.#host.tree().path(id);
    const first = path.findIndex((node) => node.turn === turn);
    return first >= 0 && path.slice(first).every(({ seen }) => seen?.turn === turn.seat);
  }

  async #accept() {
    this.#left.shift();
    note(t('analysis.better'));
    await this.#ask();
  }

  /** Plays what answers a try, and lets try again. @param {string[]} acts */
  async #refute(acts) {
    const tree = this.#host.tree();
    const words = t('analysis.worse', { move: this.#host.words(acts, tree.at) });
    if (acts.length > 0) await this.#host.go(tree.add(tree.at, acts[0]).id);
    this.#host.tell(words, 'again');
    urge(words);
    const again = h('button', { 'data-focus': 'tryagain', class: 'primary', onclick: () => void this.#ask() }, icon('again'), t('analysis.again'));
    this.#host.offer([again, h('button', { 'data-focus': 'solution', onclick: () => void this.#solve() }, icon('eye'), t('analysis.solution'))]);
    again.focus({ preventScroll: true });
  }

  async #solve() {
    const turn = this.#left.shift();
    if (!turn) return;
    const words = this.#host.words(turn.best, this.#host.tree().line()[turn.n].id);
    await this.#ask();
    note(t('analysis.solution.is', { line: words }));
  }
}
