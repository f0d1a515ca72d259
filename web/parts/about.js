// What a game is about, for strangers to it: its rules beside the board, and how a picked piece moves.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { t, tOr } from '../lib/i18n.js';
import { catalog } from '../net/api.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/board.js').GameBoard} GameBoard */

export class About {
  element = h('aside', { class: 'info' });
  /** The first preset of each game, once it is needed. @type {Map<string, string>} */
  #presets = new Map();
  #found;

  /** @param {() => void} found is called when the catalog has come */
  constructor(found) {
    this.#found = found;
  }

  /** @param {State} state @param {Drawing} drawing */
  paint(state, drawing) {
    const preset = state.rules.split(';')[0] || this.#usual(state.kind);
    this.element.setAttribute('aria-label', t('table.about'));
    refill(
      this.element,
      h('h1', null, t(`game.${drawing.kind}`)),
      h('p', { class: 'rules' }, tOr(`preset.${drawing.kind}.${preset}`, preset)),
      h('p', { class: 'about' }, tOr(`preset.${drawing.kind}.${preset}.about`, '')),
      // Advice that fits the variant, where it has some of its own.
      h('p', { class: 'about how' }, tOr(`game.${drawing.kind}.how.${preset}`, t(`game.${drawing.kind}.how`))),
      h(
        'p',
        { class: 'about helps' },
        h('button', { class: 'quiet fits', 'data-focus': 'steps', onclick: () => void import('./steps.js').then(({ openSteps }) => openSteps(state.kind)) }, icon('ask'), t('steps.open')),
        h('a', { class: 'fits', href: `/rules/${drawing.kind}`, target: '_blank', 'data-focus': 'rules' }, t('rules.link')),
      ),
      state.watchers > 0 ? h('p', { class: 'watchers' }, icon('eye'), t('table.watchers', { count: state.watchers })) : null,
      state.you.length === 0 && state.phase !== 'waiting' && !state.volume ? h('p', { class: 'watching' }, t('table.watching')) : null,
    );
  }

  /** The preset of a game that was made without naming one. @param {string} kind */
  #usual(kind) {
    if (this.#presets.size === 0) {
      void catalog().then(({ games }) => {
        this.#presets = new Map(games.map((game) => [game.kind, game.presets[0].name]));
        this.#found();
      }, () => {});
    }
    return this.#presets.get(kind) ?? '';
  }
}

/** @param {HTMLElement} place @param {GameBoard} board @param {Drawing} drawing @param {any} view @param {Look} look */
export function paintLesson(place, board, drawing, view, look) {
  const step = board.steps[0];
  const lesson = step ? (drawing.lesson?.(view, step) ?? drawing.brief?.(view, board.steps, board.offered, look)) : null;
  const next = drawing.panel || board.ahead ? '' : ` ${t(board.offered.size > 0 ? 'hint.put' : 'hint.none')}`;
  refill(place, lesson ? [h('b', null, lesson.name), h('p', null, lesson.how + next)] : null);
}
