// The puzzles of a game: go on, today's, a streak, a theme.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { isDrawn } from '../board/games.js';
import { nextPuzzle, puzzlesOf } from '../net/puzzles.js';
import { bestStreak, follow, nearOf, newStreak } from '../parts/course.js';
import { lonely } from '../parts/lonely.js';

await words('puzzles', 'learn');

/** @typedef {import('../net/puzzles.js').Overview} Overview */
/** @typedef {import('../parts/course.js').Course} Course */

/** Asks for the next puzzle of a course and goes there. @param {Course} course @param {string} [not] the one that is left */
export async function goOn(course, not) {
  try {
    const { id } = await nextPuzzle(course.kind, { theme: course.theme, near: nearOf(course), not });
    follow(course);
    go(`/puzzle/${id}`);
  } catch (error) {
    note(refusalText(error, course.kind), 'refusal');
  }
}

export class PuzzlesPage extends HTMLElement {
  #kind;
  /** @type {Overview | null} */
  #seen = null;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind */
  constructor(kind) {
    super();
    this.#kind = kind;
  }

  connectedCallback() {
    this.#ends = [language.watch(() => this.#paint())];
    void this.#load();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  async #load() {
    if (!isDrawn(this.#kind)) return refill(this, lonely(t('refusal.E_KIND')));
    this.#paint();
    this.#seen = await puzzlesOf(this.#kind).catch((error) => (note(refusalText(error, this.#kind), 'refusal'), null));
    this.#paint();
  }

  #paint() {
    const game = t(`game.${this.#kind}`);
    document.title = `${t('puzzles.title', { game })} – ${t('site')}`;
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, t('puzzles.title', { game })), h('p', null, t('puzzles.about'))),
      this.#standing(),
      h(
        'ul',
        { class: 'puzzle-ways' },
        this.#wanted(),
        this.#way('go', 'next', 'primary', t('puzzles.go'), t('puzzles.go.about'), () => goOn({ kind: this.#kind, theme: null, streak: null })),
        this.#seen?.daily ? this.#daily(this.#seen.daily) : null,
        this.#way('streak', 'again', '', t('puzzles.streak'), this.#streakWords(), () => goOn(newStreak(this.#kind))),
      ),
      this.#themes(),
      h('p', null, h('a', { class: 'button', href: `/learn/${this.#kind}`, 'data-route': true }, icon('learn'), t('learn.game', { game }))),
    );
  }

  /** The theme that somebody was sent here for. */
  #wanted() {
    const theme = this.#seen?.themes.find(({ id }) => id === new URLSearchParams(location.search).get('theme'));
    if (!theme) return null;
    return this.#way('theme', 'learn', 'primary', t(`theme.${theme.id}`), t('puzzles.count', { count: theme.count }), () => goOn({ kind: this.#kind, theme: theme.id, streak: null }));
  }

  #standing() {
    const you = this.#seen?.you;
    if (!this.#seen) return null;
    const words = you ? t('puzzles.you', { rating: you.rating, solved: you.solved, tries: you.tries }) : t('puzzles.you.none', { count: this.#seen.count });
    return h('p', { class: 'puzzle-standing' }, words);
  }

  #streakWords() {
    const best = bestStreak(this.#kind);
    return best > 0 ? t('puzzles.streak.best', { n: best }) : t('puzzles.streak.about');
  }

  /** @param {import('../net/puzzles.js').Today} today */
  #daily({ id, tried }) {
    const words = tried === null ? t('puzzles.daily.about') : t(tried ? 'puzzles.daily.solved' : 'puzzles.daily.tried');
    return this.#way('daily', 'sun', '', t('puzzles.daily'), words, () => (follow({ kind: this.#kind, theme: null, streak: null }), go(`/puzzle/${id}`)));
  }

  /** @param {string} name @param {import('../lib/icons.js').IconName} symbol @param {string} style @param {string} title @param {string} about @param {() => unknown} act */
  #way(name, symbol, style, title, about, act) {
    return h('li', null, h('button', { class: style, 'data-focus': `puzzle-${name}`, 'data-puzzle': name, onclick: () => void act() }, icon(symbol), h('span', null, h('b', null, title), h('small', null, about))));
  }

  #themes() {
    const themes = this.#seen?.themes ?? [];
    if (themes.length === 0) return null;
    const one = (/** @type {{ id: string, count: number }} */ { id, count }) => h('li', null, h('button', { class: 'quiet', 'data-theme': id, 'data-focus': `theme-${id}`, onclick: () => void goOn({ kind: this.#kind, theme: id, streak: null }) }, t(`theme.${id}`), h('small', null, t('puzzles.count', { count }))));
    return h('section', { class: 'card puzzle-themes', 'aria-labelledby': 'puzzle-themes' }, h('h2', { id: 'puzzle-themes' }, t('puzzles.themes')), h('ul', null, themes.map(one)));
  }
}

customElements.define('puzzles-page', PuzzlesPage);
