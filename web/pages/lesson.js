// One lesson: a board, one sentence, a hint in three steps. Nothing moves on by itself.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { say, urge } from '../lib/live.js';
import { go } from '../lib/router.js';
import { refusalText } from '../lib/refusal.js';
import { mayMove, shortcuts } from '../lib/settings.js';
import { play } from '../lib/sound.js';
import { keep, starsOf } from '../lib/stars.js';
import { DRAWINGS, fetchDrawing } from '../board/games.js';
import { lessonBook, tryStage } from '../net/learn.js';
import { PlayDesk, marked } from '../parts/desk.js';
import { starMarks, wayMarks } from '../parts/guide.js';
import { lonely } from '../parts/lonely.js';
import { playNow } from './newgame.js';

await words('learn');

/** @typedef {import('../net/learn.js').Answer} Answer */
/** @typedef {import('../net/learn.js').Book} Book */
/** @typedef {import('../net/learn.js').Told} Told */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../lib/icons.js').IconName} IconName */

/** A reply has the board for so long. */
const PACE_MS = 420;
/** What is said has a sign besides its color. @type {Record<string, IconName>} */
const SIGNS = { refusal: 'close', again: 'again', done: 'check', hint: 'eye' };
/** Words, the piece, the line. */
const HINT_STEPS = 3;

export class LessonPage extends HTMLElement {
  #kind;
  #lesson;
  #desk = new PlayDesk();
  #head = h('header', { class: 'lesson-head' });
  #words = h('div', { class: 'lesson-words' });
  #buttons = h('div', { class: 'lesson-buttons' });
  /** @type {Book | null} */
  #book = null;
  /** @type {Drawing | null} */
  #drawing = null;
  #at = 0;
  /** @type {string[]} */
  #acts = [];
  #hints = 0;
  #fails = 0;
  /** How far the help for this position goes. */
  #step = 0;
  /** @type {Answer | null} */
  #answer = null;
  /** What is shown: while replies are played it is behind the answer. @type {any} */
  #view = null;
  /** Cells whose star was collected. @type {Set<string>} */
  #got = new Set();
  /** The act that help points at. @type {string | null} */
  #shown = null;
  /** What was just said about an act. @type {{ text: string, kind: 'refusal' | 'again' | 'done' | 'hint', article?: string } | null} */
  #said = null;
  #asked = 0;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind @param {string} lesson */
  constructor(kind, lesson) {
    super();
    this.#kind = kind;
    this.#lesson = lesson;
  }

  connectedCallback() {
    const side = h('aside', { class: 'lesson-side' }, this.#words, this.#buttons, this.#desk.tools);
    this.append(this.#head, h('div', { class: 'lesson-table' }, this.#desk, side));
    this.#desk.board.addEventListener('act', (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    this.#desk.board.addEventListener('attempt', (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    document.addEventListener('keydown', this.#key);
    this.#ends = [language.watch(() => void this.#read())];
    void this.#open();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#asked++;
    document.removeEventListener('keydown', this.#key);
  }

  get #stages() {
    return this.#book?.lessons.find(({ id }) => id === this.#lesson)?.stages ?? [];
  }

  get #stage() {
    return this.#stages[this.#at];
  }

  get #seat() {
    return Math.max(0, this.#drawing?.seats.indexOf(this.#stage?.seat ?? '') ?? 0);
  }

  async #open() {
    await this.#read();
    if (!this.#book || this.#stages.length === 0) return this.#paintAbsent();
    await fetchDrawing(this.#kind);
    const stars = starsOf(this.#kind, this.#lesson, this.#stages.length);
    const wanted = this.#stages.findIndex(({ id }) => `#${id}` === location.hash);
    const fresh = stars.findIndex((count) => count === 0);
    await this.#begin(wanted >= 0 ? wanted : Math.max(0, fresh));
  }

  /** The book in the language that is spoken now. */
  async #read() {
    this.#book = await lessonBook(this.#kind, language.get()).catch(() => null);
    if (this.#drawing) {
      this.#said = null;
      this.#paint();
    }
  }

  /** @param {number} at */
  async #begin(at) {
    if (at !== this.#at) [this.#hints, this.#fails] = [0, 0];
    this.#at = at;
    this.#acts = [];
    this.#said = null;
    this.#got = new Set();
    this.#helpless();
    const base = DRAWINGS[this.#kind];
    this.#drawing = marked(base, (view, look) => [
      ...starMarks(this.#stage?.marks ?? [], this.#got, base, view, look),
      ...(this.#shown && this.#step >= 2 ? wayMarks(this.#shown, this.#step >= 3, base, view, look) : []),
    ]);
    const answer = await this.#ask([]);
    if (!answer) return;
    this.#answer = answer;
    this.#show(answer.view, null, null, true);
    this.#paint();
    say(`${t('learn.stage', { n: at + 1, count: this.#stages.length })}. ${this.#named(this.#stage.text)}`);
    this.#desk.focusStart();
  }

  /** @param {string[]} acts @returns {Promise<Answer | null>} */
  async #ask(acts) {
    const own = ++this.#asked;
    try {
      const answer = await tryStage(this.#kind, this.#lesson, this.#stage.id, { acts, hints: this.#hints, fails: this.#fails });
      return own === this.#asked ? answer : null;
    } catch (error) {
      if (own === this.#asked) this.#refuse(error);
      return null;
    }
  }

  /** @param {string} act */
  async #act(act) {
    const answer = await this.#ask([...this.#acts, act]);
    if (!answer) return;
    this.#acts.push(act);
    this.#said = null;
    this.#helpless();
    await this.#tell(answer);
  }

  #helpless() {
    this.#step = 0;
    this.#shown = null;
    this.#desk.point(null);
  }

  /** Shows the own act and then each reply, and tells listeners. @param {Answer} answer */
  async #tell(answer) {
    const own = this.#asked;
    this.#answer = { ...answer, legal: [] };
    for (const [index, told] of answer.told.entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, mayMove() ? PACE_MS : 0));
      if (own !== this.#asked) return;
      this.#tellOne(told, index === 0);
    }
    this.#answer = answer;
    this.#show(answer.view, answer.told.at(-1)?.text ?? null, this.#before, true);
    this.#conclude(answer);
    this.#paint();
    this.#settle(answer);
  }

  /** The view before the last act. @type {any} */
  #before = null;

  /** @param {Told} told @param {boolean} own */
  #tellOne(told, own) {
    const drawing = this.#drawing;
    if (!drawing) return;
    const before = this.#view;
    const { to } = drawing.travel(told.text, before);
    play(to && drawing.pieces(before, this.#desk.look).some(({ at }) => at === to) ? 'take' : 'move');
    if (!own) say(`${t(`seat.${this.#kind}.${drawing.seats[told.seat]}`)}: ${drawing.spoken(told.text, before)}`);
    this.#before = before;
    for (const piece of drawing.pieces(told.view, this.#desk.look)) if (piece.seat === this.#seat) this.#got.add(piece.at);
    this.#show(told.view, told.text, before, false);
  }

  /** @param {any} view @param {string | null} last @param {any} before @param {boolean} still */
  #show(view, last, before, still) {
    const drawing = this.#drawing;
    if (!drawing) return;
    this.#view = view;
    const going = this.#answer?.state === 'going';
    const legal = going ? (this.#answer?.legal ?? []) : [];
    this.#desk.show({ drawing, view, legal, bottom: this.#seat, own: going ? this.#seat : null, last, before, still });
    // The column beside the board is told how wide that is.
    this.style.setProperty('--ratio', this.#desk.board.style.getPropertyValue('--ratio'));
  }

  /** What is said of where the stage stands now. @param {Answer} answer */
  #conclude(answer) {
    const stage = this.#stage;
    const [what, number] = (answer.say ?? '').split(':');
    if (answer.state === 'done') {
      const stars = this.#stages.map((_, index) => (index === this.#at ? answer.stars : 0));
      keep(this.#kind, this.#lesson, stars);
      this.#said = { kind: 'done', text: this.#named(stage.done) };
      play('end');
      say(`${t('learn.done')} ${t('learn.stars', { count: answer.stars })}. ${this.#said.text}`);
    } else if (what === 'wrong') {
      this.#said = { kind: 'again', text: this.#named(stage.wrong?.[Number(number)] ?? t('learn.say.limit')) };
    } else if (answer.state === 'again') {
      this.#said = { kind: 'again', text: t(what === 'avoid' ? 'learn.say.avoid' : 'learn.say.limit') };
    }
    if (this.#said?.kind === 'again') urge(this.#said.text);
  }

  /** The keyboard goes on where the person must. @param {Answer} answer */
  #settle(answer) {
    const name = answer.state === 'done' ? 'next' : answer.state === 'again' ? 'again' : null;
    if (name) /** @type {HTMLElement | null} */ (this.#buttons.querySelector(`[data-focus="${name}"]`))?.focus({ preventScroll: true });
    else this.#desk.focusStart();
  }

  /** @param {unknown} error */
  #refuse(error) {
    const { code, say: own } = /** @type {{ code?: string, say?: string | null }} */ (error ?? {});
    const stage = this.#stage;
    const text = own?.startsWith('refuse:') ? stage.refuse?.[Number(own.slice(7))] : null;
    this.#said = { kind: 'refusal', text: text ? this.#named(text) : code === 'E_OFFLINE' ? t('learn.lost') : refusalText(error, this.#kind), article: stage.article };
    this.#desk.board.takeBack();
    play('refused');
    urge(this.#said.text);
    this.#paint();
  }

  /** `{e6}` in the reader's coordinates. @param {string} text */
  #named(text) {
    return text.replace(/\{([^}]+)\}/g, (_, id) => this.#desk.nameOf(id));
  }

  async #hint() {
    const stage = this.#stage;
    if (!stage || this.#answer?.state !== 'going') return;
    if (this.#step >= HINT_STEPS) return say(t('learn.hint.none'));
    this.#step++;
    this.#hints++;
    if (this.#step === 1) this.#said = { kind: 'hint', text: this.#named(stage.hint) };
    else await this.#hintMore();
    say(this.#said?.text ?? '');
    this.#desk.repaint();
    this.#paint();
  }

  /** The piece, then the line; where the act is a button, the button. */
  async #hintMore() {
    const hints = this.#hints;
    this.#hints = Math.max(hints, 2);
    const answer = this.#shown ? null : await this.#ask(this.#acts);
    this.#hints = hints;
    this.#shown = answer?.show ?? this.#shown;
    const drawing = this.#drawing;
    if (!this.#shown || !drawing) return void (this.#said = { kind: 'hint', text: t('learn.hint.astray') });
    const label = this.#desk.point(this.#shown);
    const where = drawing.steps(this.#shown, this.#view)[0] ?? '';
    const words = label ? t('learn.hint.button', { label }) : this.#step === 2 ? t('learn.hint.piece', { where: this.#desk.nameOf(where) }) : t('learn.hint.line', { move: drawing.spoken(this.#shown, this.#view) });
    this.#said = { kind: 'hint', text: words };
  }

  async #again() {
    if (this.#acts.length === 0 && this.#answer?.state === 'going') return this.#desk.board.clear();
    if (this.#answer?.state !== 'done') this.#fails++;
    else [this.#hints, this.#fails] = [0, 0];
    await this.#begin(this.#at);
  }

  async #next() {
    if (this.#at + 1 < this.#stages.length) return this.#begin(this.#at + 1);
    const following = this.#following();
    if (following) go(`/learn/${this.#kind}/${following.id}`);
    else go(`/learn/${this.#kind}`);
  }

  #following() {
    const lessons = this.#book?.lessons ?? [];
    return lessons[lessons.findIndex(({ id }) => id === this.#lesson) + 1];
  }

  #paintAbsent() {
    refill(this, lonely(t('refusal.E_LESSON'), { href: '/learn', label: t('learn.map') }));
  }

  #paint() {
    const lesson = this.#book?.lessons.find(({ id }) => id === this.#lesson);
    if (!lesson || !this.#stage) return;
    document.title = `${lesson.title} – ${t('site')}`;
    const stars = starsOf(this.#kind, this.#lesson, this.#stages.length);
    refill(
      this.#head,
      h('a', { class: 'button quiet', href: `/learn/${this.#kind}`, 'data-route': true, 'data-focus': 'map' }, icon('back'), h('span', null, t('learn.map'))),
      h('h1', null, lesson.title),
      h('ol', { class: 'stages', 'aria-label': t('learn.stage', { n: this.#at + 1, count: stars.length }) }, stars.map((count, index) => this.#stageDot(count, index))),
    );
    this.#paintWords(lesson);
    this.#paintButtons();
  }

  /** @param {number} count @param {number} index */
  #stageDot(count, index) {
    const words = `${index + 1}, ${count > 0 ? t('learn.stars', { count }) : t('learn.stars.none')}`;
    return h('li', null, h('button', { class: `quiet dot dot-${count}`, 'aria-label': words, 'aria-current': index === this.#at ? 'step' : false, 'data-focus': `stage-${index}`, onclick: () => void this.#begin(index) }, String(index + 1)));
  }

  /** @param {{ about: string }} lesson */
  #paintWords({ about }) {
    const stage = this.#stage;
    const said = this.#said;
    const done = this.#answer?.state === 'done';
    refill(
      this.#words,
      this.#at === 0 && this.#acts.length === 0 ? h('p', { class: 'about' }, about) : null,
      h('p', { class: 'task' }, this.#named(stage.text)),
      done ? h('p', { class: 'won', role: 'img', 'aria-label': t('learn.stars', { count: this.#answer?.stars ?? 0 }) }, [1, 2, 3].map((each) => h('i', { class: each <= (this.#answer?.stars ?? 0) ? 'full' : '' }, '★'))) : null,
      said ? h('p', { class: `said ${said.kind}` }, icon(SIGNS[said.kind]), h('span', null, said.text)) : null,
      said?.kind === 'refusal' && said.article ? h('a', { class: 'article', href: `/rules/${this.#kind}#${said.article.replace('§', '')}`, 'data-route': true, 'data-focus': 'article' }, t('learn.article', { article: said.article })) : null,
      done && this.#at + 1 === this.#stages.length ? h('p', { class: 'finished' }, t('learn.finished')) : null,
    );
  }

  #paintButtons() {
    const state = this.#answer?.state;
    const done = state === 'done';
    const last = this.#at + 1 === this.#stages.length;
    const following = last ? this.#following() : null;
    const nextWord = following ? t('learn.next.lesson', { title: following.title }) : t(last ? 'learn.map' : 'learn.next');
    refill(
      this.#buttons,
      h('button', { 'data-focus': 'hint', disabled: state !== 'going', 'aria-keyshortcuts': 'H', onclick: () => void this.#hint() }, icon('eye'), t(this.#step > 0 ? 'learn.hint.more' : 'learn.hint')),
      h('button', { 'data-focus': 'again', class: state === 'again' ? 'primary' : '', 'aria-keyshortcuts': 'R', onclick: () => void this.#again() }, icon('again'), t('learn.again')),
      h('button', { 'data-focus': 'next', class: done ? 'primary' : 'quiet', 'aria-keyshortcuts': 'N', onclick: () => void this.#next() }, nextWord, icon('next')),
      done && last ? h('button', { 'data-focus': 'play', onclick: () => void playNow(this.#kind) }, icon('machine'), t('learn.play')) : null,
      h('p', { class: 'keys' }, t('learn.keys')),
    );
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (shortcuts.get() === 'off' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, .choice')) return;
    const act = { KeyH: () => void this.#hint(), KeyR: () => void this.#again(), KeyN: () => void this.#next() }[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

customElements.define('lesson-page', LessonPage);
