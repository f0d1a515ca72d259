// The map of all lessons, with stars.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { chosenSet, pieceSet } from '../lib/settings.js';
import { ahead, keep, kept, starsOf } from '../lib/stars.js';
import { allLessons, bringStars } from '../net/learn.js';
import { cardArt } from '../parts/art.js';
import { openSteps } from '../parts/steps.js';
import { LessonPage } from './lesson.js';

await words('learn');

/** @typedef {import('../net/learn.js').GameLine} GameLine */
/** @typedef {import('../net/learn.js').LessonLine} LessonLine */

/** The page of an address below `/learn`. @param {string | undefined} kind @param {string | undefined} lesson @returns {HTMLElement} */
export function learnPage(kind, lesson) {
  return kind && lesson ? new LessonPage(kind, lesson) : new LearnPage(kind ?? null);
}

export class LearnPage extends HTMLElement {
  /** @type {GameLine[]} */
  #games = [];
  #wanted;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string | null} kind the game to begin with */
  constructor(kind) {
    super();
    this.#wanted = kind;
  }

  connectedCallback() {
    this.#ends = [language.watch(() => void this.#load()), pieceSet.watch(() => this.#paint())];
    this.#paint();
    void this.#load();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  async #load() {
    const told = await allLessons(language.get()).catch(() => null);
    if (!told) return;
    const merged = ahead(told.games) ? await bringStars(kept(), language.get()).catch(() => told) : told;
    for (const { kind, lessons } of merged.games) for (const { id, stars } of lessons) keep(kind, id, stars);
    this.#games = merged.games;
    this.#paint();
    const section = this.#wanted ? this.querySelector(`#learn-${CSS.escape(this.#wanted)}`) : null;
    this.#wanted = null;
    section?.scrollIntoView({ block: 'start' });
  }

  #paint() {
    document.title = `${t('learn.title')} – ${t('site')}`;
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, t('learn.title')), h('p', null, t('learn.about'))),
      this.#games.map((game) => gameMap(game)),
    );
  }
}

/** @param {GameLine} game */
function gameMap({ kind, lessons }) {
  const stars = lessons.map(({ id, stages }) => starsOf(kind, id, stages));
  const got = stars.flat().reduce((sum, each) => sum + each, 0);
  const all = stars.flat().length * 3;
  const next = lessons.find((_, index) => stars[index].some((each) => each === 0));
  return h(
    'section',
    { class: `learn-game game ${kind}`, id: `learn-${kind}`, 'aria-labelledby': `learn-title-${kind}` },
    h('div', { class: 'art', 'aria-hidden': 'true' }, cardArt(kind, chosenSet())),
    h(
      'div',
      { class: 'words' },
      h('h2', { id: `learn-title-${kind}` }, t(`game.${kind}`), h('small', null, t('learn.of', { got, all }))),
      h('progress', { max: all, value: got, 'aria-label': t('learn.of', { got, all }) }),
      h(
        'div',
        { class: 'row' },
        next ? h('a', { class: 'button primary', href: `/learn/${kind}/${next.id}`, 'data-route': true }, t(got === 0 ? 'learn.start' : 'learn.goon')) : null,
        h('button', { class: 'quiet', 'data-steps': kind, onclick: () => void openSteps(kind) }, icon('ask'), t('steps.open')),
        h('a', { class: 'button quiet', href: `/practice/${kind}`, 'data-route': true, 'data-focus': `practice-${kind}` }, icon('again'), t('practice.title', { game: t(`game.${kind}`) })),
        h('a', { class: 'button quiet', href: `/puzzles/${kind}`, 'data-route': true, 'data-focus': `puzzles-${kind}` }, icon('check'), t('puzzles.title', { game: t(`game.${kind}`) })),
        h('a', { class: 'button quiet', href: `/rules/${kind}`, 'data-route': true }, t('rules.title', { game: t(`game.${kind}`) })),
      ),
      h('ol', { class: 'lessons' }, lessons.map((lesson, index) => h('li', null, lessonLink(kind, lesson, stars[index])))),
    ),
  );
}

/** @param {string} kind @param {LessonLine} lesson @param {number[]} stars */
function lessonLink(kind, { id, title }, stars) {
  const got = stars.reduce((sum, each) => sum + each, 0);
  return h(
    'a',
    { href: `/learn/${kind}/${id}`, 'data-route': true, 'data-lesson': id, class: got === stars.length * 3 ? 'whole' : '' },
    h('b', null, title),
    h('span', { class: 'dots', 'aria-hidden': 'true' }, stars.map((count) => h('i', { class: `dot-${count}` }))),
    h('span', { class: 'count' }, got === 0 ? t('learn.stars.none') : t('learn.of', { got, all: stars.length * 3 })),
    icon('next'),
  );
}

customElements.define('learn-page', LearnPage);
