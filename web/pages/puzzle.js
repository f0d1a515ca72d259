// One puzzle: the mistake is shown first, then it is the solver's turn. Nothing moves on by itself.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { number, spoken as language, t, words } from '../lib/i18n.js';
import { note, say, urge } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { mayMove, shortcuts } from '../lib/settings.js';
import { play } from '../lib/sound.js';
import { DRAWINGS, fetchDrawing } from '../board/games.js';
import { puzzle, reportPuzzle, tryPuzzle, votePuzzle } from '../net/puzzles.js';
import { after, bestStreak, courseOf, follow, newStreak, skipped } from '../parts/course.js';
import { PlayDesk, marked } from '../parts/desk.js';
import { pieceMarks, wayMarks } from '../parts/guide.js';
import { lonely } from '../parts/lonely.js';
import { address } from './analysis-source.js';
import { goOn } from './puzzles.js';

await words('puzzles', 'learn');

/** @typedef {import('../net/puzzles.js').Answer} Answer */
/** @typedef {import('../net/puzzles.js').Puzzle} Puzzle */
/** @typedef {import('../net/puzzles.js').Step} Step */
/** @typedef {import('../net/learn.js').Told} Told */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../lib/icons.js').IconName} IconName */

/** An action of others has the board for so long. */
const PACE_MS = 520;
/** What is said has a sign besides its color. @type {Record<string, IconName>} */
const SIGNS = { refusal: 'close', again: 'again', done: 'check', hint: 'eye' };
/** The piece, then the action. */
const HINT_STEPS = 2;

export class PuzzlePage extends HTMLElement {
  #id;
  #desk = new PlayDesk();
  #head = h('header', { class: 'lesson-head' });
  #words = h('div', { class: 'lesson-words' });
  #buttons = h('div', { class: 'lesson-buttons' });
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** @type {import('../parts/course.js').Course | null} */
  #course = null;
  /** @type {Drawing | null} */
  #drawing = null;
  /** @type {string[]} */
  #acts = [];
  /** How many of them belong to turns that were right. */
  #firm = 0;
  #hints = 0;
  /** @type {Step | null} */
  #step = null;
  /** The last answer to something that was tried. @type {Answer | null} */
  #answer = null;
  /** Where the solver's present turn began. @type {Step | null} */
  #turn = null;
  /** @type {any} */
  #view = null;
  /** @type {any} */
  #before = null;
  /** What help points at. @type {{ cells: string[], act: string | null }} */
  #help = { cells: [], act: null };
  /** @type {{ text: string, kind: 'refusal' | 'again' | 'done' | 'hint' } | null} */
  #said = null;
  /** What the first try did. @type {Answer['rated'] | null} */
  #rated = null;
  #vote = 0;
  #reported = false;
  #asked = 0;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
  }

  connectedCallback() {
    const side = h('aside', { class: 'lesson-side' }, this.#words, this.#buttons, this.#desk.tools);
    this.append(this.#head, h('div', { class: 'lesson-table' }, this.#desk, side));
    for (const name of ['act', 'attempt']) this.#desk.board.addEventListener(name, (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    document.addEventListener('keydown', this.#key);
    this.#ends = [language.watch(() => this.#paint())];
    void this.#open();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#asked++;
    document.removeEventListener('keydown', this.#key);
  }

  async #open() {
    this.#puzzle = await puzzle(this.#id).catch(() => null);
    const found = this.#puzzle;
    if (!found) return refill(this, lonely(t('refusal.E_PUZZLE'), { href: '/learn', label: t('learn.map') }));
    this.#course = courseOf(found.kind);
    await fetchDrawing(found.kind);
    const base = DRAWINGS[found.kind];
    this.#drawing = marked(base, (view, look) => (this.#help.act ? wayMarks(this.#help.act, true, base, view, look) : pieceMarks(this.#help.cells, base, view, look)));
    await this.#begin();
  }

  get #seatWord() {
    const { kind = '', seat = 0 } = this.#puzzle ?? {};
    return t(`seat.${kind}.${this.#drawing?.seats[seat]}`);
  }

  /** Shows the mistake, and whose turn it is then. */
  async #begin() {
    const found = this.#puzzle;
    if (!found) return;
    const own = ++this.#asked;
    [this.#acts, this.#firm, this.#said, this.#answer] = [[], 0, null, null];
    this.#helpless();
    this.#step = { ...found, legal: [] };
    this.#show(found.origin, null, null, true);
    this.#paint();
    await this.#playOut(found.told, own, true);
    if (own !== this.#asked) return;
    this.#step = this.#turn = found;
    this.#show(found.view, found.told.at(-1)?.text ?? null, this.#before, true);
    this.#paint();
    say(`${t('puzzles.turn', { seat: this.#seatWord })} ${t(`puzzles.goal.${found.goal}`)}`);
    this.#desk.focusStart();
  }

  /** Plays steps on the board, one after another. @param {Told[]} steps @param {number} own @param {boolean} late whether the first one waits as well */
  async #playOut(steps, own, late) {
    for (const [index, told] of steps.entries()) {
      if (index > 0 || late) await new Promise((resolve) => setTimeout(resolve, mayMove() ? PACE_MS : 0));
      if (own !== this.#asked) return;
      this.#playOne(told);
    }
  }

  /** @param {Told} told */
  #playOne(told) {
    const [drawing, before, found] = [this.#drawing, this.#view, this.#puzzle];
    if (!drawing || !found) return;
    const { to } = drawing.travel(told.text, before);
    play(to && drawing.pieces(before, this.#desk.look).some(({ at }) => at === to) ? 'take' : 'move');
    if (told.seat !== found.seat) say(`${t(`seat.${found.kind}.${drawing.seats[told.seat]}`)}: ${drawing.spoken(told.text, before)}`);
    this.#before = before;
    this.#show(told.view, told.text, before, false);
  }

  /** @param {any} view @param {string | null} last @param {any} before @param {boolean} still */
  #show(view, last, before, still) {
    const [drawing, found] = [this.#drawing, this.#puzzle];
    if (!drawing || !found) return;
    this.#view = view;
    const legal = this.#step?.legal ?? [];
    this.#desk.show({ drawing, view, legal, bottom: found.seat, own: legal.length > 0 ? found.seat : null, last, before, still });
    // The column beside the board is told how wide that is.
    this.style.setProperty('--ratio', this.#desk.board.style.getPropertyValue('--ratio'));
  }

  #helpless() {
    this.#help = { cells: [], act: null };
    this.#desk.point(null);
  }

  /** @param {{ show?: boolean, hints?: number }} [more] @param {string[]} [acts] @returns {Promise<Answer | null>} */
  async #ask(more = {}, acts = this.#acts) {
    const own = ++this.#asked;
    try {
      const answer = await tryPuzzle(this.#id, { acts, theme: this.#course?.theme ?? null, ...more });
      this.#settle(answer);
      return own === this.#asked ? answer : null;
    } catch (error) {
      if (own === this.#asked) this.#refuse(error);
      return null;
    }
  }

  /** The first try has come to something. @param {Answer} answer */
  #settle({ rated }) {
    if (!rated || !this.#course) return;
    this.#rated = rated;
    this.#course = after(this.#course, rated.solved);
    if (this.#course.streak) bestStreak(this.#course.kind, this.#course.streak.n);
    follow(this.#course);
  }

  /** @param {string} act */
  async #act(act) {
    const answer = await this.#ask({}, [...this.#acts, act]);
    if (!answer) return;
    this.#acts.push(act);
    this.#said = null;
    this.#helpless();
    this.#answer = answer;
    this.#step = { ...answer, legal: [] };
    await this.#playOut(answer.told, this.#asked, false);
    this.#step = answer;
    this.#show(answer.view, answer.told.at(-1)?.text ?? null, this.#before, true);
    // Whoever else has acted ends the solver's turn.
    if (answer.ok && answer.told.some(({ seat }) => seat !== this.#puzzle?.seat)) [this.#firm, this.#turn] = [this.#acts.length, answer];
    this.#conclude(answer);
    this.#paint();
    this.#lead(answer);
  }

  /** @param {Answer} answer */
  #conclude(answer) {
    if (answer.done) {
      this.#vote = answer.about?.vote ?? 0;
      this.#said = { kind: 'done', text: t('puzzles.solved') };
      play('end');
      say([this.#said.text, this.#ratedWords()].filter(Boolean).join(' '));
    } else if (!answer.ok) {
      this.#said = { kind: 'again', text: t('puzzles.wrong') };
      play('refused');
      urge(this.#said.text);
    }
  }

  #ratedWords() {
    const rated = this.#rated;
    return rated ? t('puzzles.rated', { after: rated.after, change: number(rated.after - rated.before, { signDisplay: 'always' }) }) : '';
  }

  /** The keyboard goes on where the person must. @param {Answer} answer */
  #lead(answer) {
    const name = answer.done ? 'next' : answer.ok ? null : 'again';
    if (name) /** @type {HTMLElement | null} */ (this.#buttons.querySelector(`[data-focus="${name}"]`))?.focus({ preventScroll: true });
    else this.#desk.focusStart();
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.#said = { kind: 'refusal', text: refusalText(error, this.#puzzle?.kind) };
    this.#desk.board.takeBack();
    play('refused');
    urge(this.#said.text);
    this.#paint();
  }

  /** Back to the beginning of the turn that went wrong; when all is done, to the beginning. */
  async #again() {
    if (!this.#turn || this.#answer?.done) return this.#begin();
    this.#asked++;
    this.#acts = this.#acts.slice(0, this.#firm);
    [this.#said, this.#answer, this.#step] = [null, null, this.#turn];
    this.#helpless();
    this.#show(this.#turn.view, null, null, true);
    this.#paint();
    this.#desk.focusStart();
  }

  /** How others answer what was wrong. */
  async #refute() {
    const answer = await this.#ask({ show: true });
    const line = answer?.refutation ?? [];
    if (!answer || line.length === 0) return;
    const own = this.#asked;
    await this.#playOut(line, own, true);
    this.#said = { kind: 'again', text: t('puzzles.refuted') };
    this.#paint();
    this.#lead(answer);
  }

  async #hint() {
    if (!this.#step || this.#step.legal.length === 0) return;
    this.#hints = Math.min(this.#hints + 1, HINT_STEPS);
    const first = await this.#ask({ hints: this.#help.cells.length > 0 || this.#help.act ? HINT_STEPS : this.#hints });
    // A man that comes from a hand stands nowhere: what it does is the first thing that can be shown.
    const answer = first && !first.act && !first.cells?.length ? await this.#ask({ hints: HINT_STEPS }) : first;
    const drawing = this.#drawing;
    if (!answer || !drawing) return;
    this.#help = { cells: answer.cells ?? [], act: answer.act ?? null };
    const where = this.#help.cells.map((cell) => this.#desk.nameOf(cell)).join(' ');
    const label = this.#help.act ? this.#desk.point(this.#help.act) : null;
    const text = label ? t('learn.hint.button', { label }) : this.#help.act ? t('learn.hint.line', { move: drawing.spoken(this.#help.act, this.#view) }) : t('learn.hint.piece', { where });
    this.#said = { kind: 'hint', text };
    say(text);
    this.#desk.repaint();
    this.#paint();
  }

  async #next() {
    const course = this.#course;
    if (!course) return;
    await goOn(course.streak?.over ? newStreak(course.kind) : course, this.#id);
  }

  async #skip() {
    const course = this.#course && skipped(this.#course);
    if (course) await goOn(course, this.#id);
  }

  /** @param {number} vote */
  async #like(vote) {
    this.#vote = this.#vote === vote ? 0 : vote;
    await votePuzzle(this.#id, this.#vote).catch((error) => note(refusalText(error), 'refusal'));
    this.#paint();
  }

  async #report() {
    await reportPuzzle(this.#id).catch((error) => note(refusalText(error), 'refusal'));
    this.#reported = true;
    note(t('puzzles.reported'));
    this.#paint();
  }

  #paint() {
    const found = this.#puzzle;
    if (!found || !this.#drawing) return;
    const title = t('puzzles.one', { game: t(`game.${found.kind}`) });
    document.title = `${title} – ${t('site')}`;
    const streak = this.#course?.streak;
    refill(
      this.#head,
      h('a', { class: 'button quiet', href: `/puzzles/${found.kind}`, 'data-route': true, 'data-focus': 'map' }, icon('back'), h('span', null, t('puzzles.all'))),
      h('h1', null, title),
      streak ? h('p', { class: 'puzzle-streak' }, t('puzzles.streak.at', { n: streak.n })) : null,
      h('p', { class: 'puzzle-rating' }, t('puzzles.rating', { rating: found.rating })),
    );
    this.#paintWords(found);
    this.#paintButtons();
  }

  /** @param {Puzzle} found */
  #paintWords(found) {
    const [said, about] = [this.#said, this.#answer?.about];
    const streak = this.#course?.streak;
    refill(
      this.#words,
      h('p', { class: 'about' }, t('puzzles.turn', { seat: this.#seatWord })),
      h('p', { class: 'task' }, t(`puzzles.goal.${found.goal}`)),
      found.tried !== null && !this.#rated ? h('p', { class: 'about' }, t('puzzles.known')) : null,
      said ? h('p', { class: `said ${said.kind}` }, icon(SIGNS[said.kind]), h('span', null, said.text)) : null,
      this.#rated ? h('p', { class: 'rated' }, this.#ratedWords()) : null,
      streak?.over ? h('p', { class: 'finished' }, t('puzzles.streak.over', { n: streak.n, best: bestStreak(found.kind) })) : null,
      about ? this.#aboutRow(found, about) : null,
    );
  }

  /** What is told once it is solved. @param {Puzzle} found @param {import('../net/puzzles.js').About} about */
  #aboutRow({ kind, rules }, { themes, tries, solved, state, acts }) {
    const theme = (/** @type {string} */ id) => h('li', null, h('button', { class: 'quiet', 'data-theme': id, 'data-focus': `theme-${id}`, onclick: () => void goOn({ kind, theme: id, streak: null }, this.#id) }, t(`theme.${id}`)));
    const vote = (/** @type {number} */ value, /** @type {string} */ word) => h('button', { class: 'quiet', 'aria-pressed': String(this.#vote === value), 'data-focus': `vote-${value}`, onclick: () => void this.#like(value) }, t(word));
    return h(
      'div',
      { class: 'puzzle-about' },
      h('ul', { class: 'puzzle-tags', 'aria-label': t('puzzles.themes') }, themes.map(theme)),
      h('p', { class: 'about' }, t('puzzles.tries', { tries, solved })),
      h(
        'div',
        { class: 'row' },
        vote(1, 'puzzles.like'),
        vote(-1, 'puzzles.dislike'),
        h('button', { class: 'quiet', disabled: this.#reported, 'data-focus': 'report', onclick: () => void this.#report() }, icon('flag'), t('puzzles.report')),
        h('a', { class: 'button quiet', 'data-focus': 'analysis', href: address(kind, { rules, state, acts }), 'data-route': true }, icon('eye'), t('analysis.button')),
      ),
    );
  }

  #paintButtons() {
    const [answer, step, streak] = [this.#answer, this.#step, this.#course?.streak];
    const wrong = answer !== null && !answer.ok;
    const over = streak?.over ?? false;
    refill(
      this.#buttons,
      wrong ? h('button', { 'data-focus': 'refute', 'aria-keyshortcuts': 'W', onclick: () => void this.#refute() }, icon('eye'), t('puzzles.refute')) : h('button', { 'data-focus': 'hint', disabled: !step || step.legal.length === 0, 'aria-keyshortcuts': 'H', onclick: () => void this.#hint() }, icon('eye'), t(this.#help.cells.length > 0 ? 'learn.hint.more' : 'learn.hint')),
      h('button', { 'data-focus': 'again', class: wrong ? 'primary' : '', 'aria-keyshortcuts': 'R', onclick: () => void this.#again() }, icon('again'), t('learn.again')),
      streak && !streak.skipped && !over && !answer?.done ? h('button', { 'data-focus': 'skip', onclick: () => void this.#skip() }, t('puzzles.skip')) : null,
      // A streak goes on only with what was solved.
      !streak || answer?.done || over ? h('button', { 'data-focus': 'next', class: answer?.done ? 'primary' : 'quiet', 'aria-keyshortcuts': 'N', onclick: () => void this.#next() }, t(over ? 'puzzles.streak.new' : 'learn.next'), icon('next')) : null,
      h('p', { class: 'keys' }, t('puzzles.keys')),
    );
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (shortcuts.get() === 'off' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, .choice')) return;
    const name = { KeyH: 'hint', KeyR: 'again', KeyN: 'next', KeyW: 'refute' }[event.code];
    const button = name && /** @type {HTMLButtonElement | null} */ (this.#buttons.querySelector(`[data-focus="${name}"]`));
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  };
}

customElements.define('puzzle-page', PuzzlePage);
