// What waits for whoever sits here: turns in games over days, openings, challenges, and live games that were left.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { span } from '../lib/span.js';
import { rivals } from '../parts/rivals.js';
import { lookForTurns, waiting } from '../net/inbox.js';
import { openNewGame } from './newgame.js';

await words('days');

/** @typedef {import('../net/inbox.js').Waiting} Waiting */

/** How often the words of what is left are made anew. */
const PAINT_MS = 30_000;
/** The game for which the form opens. */
const GAME = 'janggi';

export class InboxPage extends HTMLElement {
  #known = false;
  #timer = 0;
  /** @type {(() => void)[]} */
  #ends = [];

  connectedCallback() {
    this.#ends = [waiting.watch(() => this.#paint()), language.watch(() => this.#paint())];
    this.#timer = setInterval(() => this.#paint(), PAINT_MS);
    this.#paint();
    void lookForTurns().then(() => ((this.#known = true), this.#paint()));
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    for (const end of this.#ends) end();
  }

  #paint() {
    document.title = `${t('inbox.title')} – ${t('site')}`;
    const games = waiting.get();
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, t('inbox.title')), h('p', { role: 'status' }, games.length > 0 ? t('inbox.count', { count: games.length }) : this.#known ? t('inbox.none') : t('inbox.loading'))),
      games.length > 0 ? h('section', { class: 'recent inbox', 'aria-label': t('inbox.title') }, h('ul', null, games.map((game) => h('li', null, row(game))))) : null,
      h('div', { class: 'row' }, h('button', { type: 'button', 'data-focus': 'new-days', onclick: () => void openNewGame(GAME, '', 'days') }, icon('plus'), t('inbox.new')), h('a', { class: 'button', href: '/', 'data-route': true }, icon('back'), t('result.menu'))),
    );
  }
}

/** @param {Waiting} game */
function row(game) {
  const soon = game.due_ms !== null && game.due_ms - Date.now() < SOON_MS;
  return h(
    'a',
    { href: `/g/${game.id}`, 'data-route': true, class: `mine${soon ? ' soon' : ''}`, 'data-game': game.id, 'data-focus': `game-${game.id}` },
    h('b', null, t(`game.${game.kind}`)),
    h('span', null, rivals(game)),
    h('span', { class: 'what' }, t(`inbox.${game.phase}`)),
    h('span', { class: 'when' }, game.due_ms === null ? t('inbox.undue') : due(game.due_ms)),
  );
}

/** Less than this is left: it stands out. */
const SOON_MS = 6 * 60 * 60 * 1000;

/** @param {number} ms */
function due(ms) {
  const until = new Intl.DateTimeFormat(language.get(), { month: 'short', day: 'numeric', weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(ms);
  return h('time', { datetime: new Date(ms).toISOString() }, t('inbox.due', { left: span(ms - Date.now()), until }));
}

customElements.define('inbox-page', InboxPage);
