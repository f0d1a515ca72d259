// A whole game gone through turn by turn: at a glance first, so that it is said at once where the game was lost and why,
// and then thoroughly.

import { h, refill } from '../lib/h.js';
import { sentences, t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { say } from '../lib/live.js';
import { Mistakes } from './mistakes.js';
import { report, turningPoint } from './report.js';
import { whyWords } from './why.js';

/** @typedef {import('../net/analysis.js').Analyst} Analyst */
/** @typedef {import('../net/analysis.js').Place} Place */
/** @typedef {import('../net/analysis.js').Turn} Turn */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('./variations.js').Variations} Variations */

/**
 * @typedef {object} Host the page that it happens on
 * @property {() => Variations} tree
 * @property {() => Drawing} drawing
 * @property {(acts: string[]) => Place} place
 * @property {(id: number) => Promise<unknown>} go
 * @property {(words: string, kind?: string) => void} tell
 * @property {(error: unknown) => void} refused
 * @property {(cell: string) => string} nameOf
 * @property {(acts: string[], from: number) => string} words a line in notation
 * @property {(seat: number) => void} face turns the board to a seat
 * @property {(buttons: Node[]) => void} offer
 * @property {() => void} focus leads the keyboard to the board
 * @property {() => void} changed something is to be painted
 * @property {() => void} rest nothing is asked any more
 * @property {(themes: string[]) => void} practice leads to a puzzle of one of these themes
 */

/** What is thought about each question at first. */
const GLANCE_NODES = 4_000;
/** What is thought about a try at a better move, as much as about each turn of a thorough review. */
export const TRY_NODES = 60_000;
/** So much of a better line is told. */
const LINE_MAX = 4;

export class GameReview {
  /** @type {Host} */
  #host;
  /** @type {Analyst} */
  #analyst;
  /** @type {Turn[]} */
  #turns = [];
  /** @type {(number | null)[]} */
  #accuracy = [];
  /** @type {'glance' | 'whole' | null} */
  #stage = null;
  #done = 0;
  #mistakes;
  /** Where it was lost. */
  summary = h('section', { class: 'turning', hidden: true });
  /** All of it. */
  element = h('div');

  /** @param {Analyst} analyst @param {Host} host */
  constructor(analyst, host) {
    [this.#analyst, this.#host] = [analyst, host];
    this.#mistakes = new Mistakes({ ...host, judge: (up, act, found) => this.#judge(up, act, found), ended: () => this.endLesson() });
  }

  /** Whether the analyst is busy with it, or must not tell. */
  get busy() {
    return this.#stage !== null || this.#mistakes.going;
  }

  get learning() {
    return this.#mistakes.going;
  }

  /** Forgets everything. */
  clear() {
    [this.#turns, this.#accuracy, this.#stage, this.#done] = [[], [], null, 0];
    this.#mistakes.end();
  }

  /** Goes through the line that is shown, from its beginning to its end. */
  begin() {
    this.clear();
    this.#host.offer([]);
    this.#ask('glance');
    this.#host.changed();
  }

  /** @param {'glance' | 'whole'} stage */
  #ask(stage) {
    const line = this.#host.tree().line();
    [this.#stage, this.#done] = [stage, 0];
    this.#analyst.ask('review', { ...this.#host.place(line.slice(1).map(({ act }) => act)), ...(stage === 'glance' ? { nodes: GLANCE_NODES } : {}) }, {
      turn: (turn) => {
        this.#put(turn);
        Object.assign(line[turn.n], { turn, w: turn.w });
        this.#done += 1;
        this.#host.tell(t(`analysis.reviewing.${stage}`, { n: this.#done, all: turn.of }));
        this.#host.changed();
      },
      reviewed: (accuracy) => {
        [this.#accuracy, this.#stage] = [accuracy, null];
        if (stage === 'glance') this.#ask('whole');
        else this.#host.rest();
        this.#host.tell(stage === 'glance' ? '' : t('analysis.reviewed'), 'done');
        this.#host.changed();
        say(this.#turningWords());
      },
      refused: (error) => {
        this.#stage = null;
        this.#host.refused(error);
        this.#host.changed();
      },
    });
  }

  /** A later look at a turn takes the place of the first one. @param {Turn} turn */
  #put(turn) {
    const at = this.#turns.findIndex(({ n }) => n >= turn.n);
    if (at < 0) this.#turns.push(turn);
    else this.#turns.splice(at, this.#turns[at].n === turn.n ? 1 : 0, turn);
  }

  /** What a try is worth, with as much thought as a turn of a thorough review. @param {number} up @param {string} act @param {(line: import('../net/analysis.js').Line | undefined) => void} found */
  #judge(up, act, found) {
    this.#analyst.ask('look', { ...this.#host.place(this.#host.tree().acts(up)), lines: 1, only: [act], nodes: TRY_NODES }, {
      lines: (lines) => lines.done && found(lines.lines[0]),
      refused: (error) => this.#host.refused(error),
    });
  }

  /** Something was tried on the board. @param {number} up @param {string} act */
  tried(up, act) {
    this.#mistakes.tried(up, act);
  }

  /** @param {number} seat */
  #learn(seat) {
    this.#host.face(seat);
    this.#analyst.stop();
    this.#stage = null;
    this.#host.offer([]);
    this.#mistakes.begin(this.#turns, seat);
    this.#host.changed();
  }

  endLesson() {
    this.#mistakes.end();
    this.#host.tell('');
    this.#host.rest();
    this.#host.changed();
  }

  /** What was wrong with a turn, and why or what would have been better. @param {Turn} turn */
  turnWords(turn) {
    const { drawing, nameOf } = this.#host;
    const loss = t('analysis.turn', { verdict: t(`analysis.${turn.verdict}`), drop: Math.round(turn.drop) });
    return sentences(loss, whyWords(turn.why, 'analysis.why', drawing(), nameOf) || this.#betterWords(turn));
  }

  /** @param {Turn} turn */
  #betterWords(turn) {
    const line = this.#host.tree().line();
    return t('analysis.solution.is', { line: this.#host.words(turn.best.slice(0, LINE_MAX), line[turn.n].id) });
  }

  /** What was done in a turn. @param {Turn} turn */
  #played(turn) {
    const line = this.#host.tree().line();
    return this.#host.words(line.slice(turn.n + 1, turn.n + 1 + turn.count).map(({ act }) => act), line[turn.n].id);
  }

  #turningWords() {
    const turn = turningPoint(this.#turns);
    if (!turn) return t('analysis.even');
    const drawing = this.#host.drawing();
    const move = this.#played(turn);
    return sentences(t('analysis.turning', { n: turn.n + 1, seat: t(`seat.${drawing.kind}.${drawing.seats[turn.seat]}`), move }), this.turnWords(turn));
  }

  /** The turns as far as they are judged. */
  get turns() {
    return this.#turns;
  }

  paint() {
    this.#paintSummary();
    if (this.#turns.length === 0) {
      return refill(this.element, h('p', { class: 'empty' }, t('analysis.unreviewed')), this.#reviewButton());
    }
    refill(
      this.element,
      report(this.#host.drawing(), this.#turns, this.#accuracy, {
        learn: (seat) => this.#learn(seat),
        practice: (themes) => this.#host.practice(themes),
        go: (turn) => void this.#host.go(this.#host.tree().line()[turn.n].id),
        words: (turn) => this.#played(turn),
      }),
      this.#reviewButton(),
    );
  }

  #reviewButton() {
    if (this.#stage) return null;
    return h('button', { class: 'small', 'data-focus': 'review', onclick: () => this.begin() }, icon('learn'), t('analysis.review'));
  }

  /** Where the game was lost, once all of it was looked at. */
  #paintSummary() {
    const turn = turningPoint(this.#turns);
    const known = this.#accuracy.length > 0;
    this.summary.hidden = !known || this.learning;
    if (this.summary.hidden) return refill(this.summary);
    const button = (/** @type {string} */ name, /** @type {import('../lib/icons.js').IconName} */ symbol, /** @type {() => void} */ act) =>
      h('button', { class: `small${name === 'retry' ? ' primary' : ''}`, 'data-focus': name, onclick: act }, icon(symbol), t(`analysis.${name}`));
    refill(
      this.summary,
      h('p', null, this.#turningWords()),
      turn
        ? h(
            'div',
            { class: 'row' },
            button('retry', 'again', () => this.#learn(turn.seat)),
            button('place', 'eye', () => void this.#host.go(this.#host.tree().line()[turn.n].id)),
            button(turn.themes.length > 0 ? 'similar' : 'puzzle', 'check', () => this.#host.practice(turn.themes)),
          )
        : null,
    );
  }
}
