// The start page: four games, each an invitation.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, spoken as language, t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { chosenSet, pieceSet } from '../lib/settings.js';
import { read, write } from '../lib/store.js';
import { isDrawn } from '../board/games.js';
import { catalog, myGames } from '../net/api.js';
import { cardArt } from '../parts/art.js';
import { openNewGame, playNow } from './newgame.js';

/** @typedef {import('../net/api.js').Summary} Summary */

const GAMES = ['janggi', 'nanguk', 'tigers', 'yonin'];
const RECENT_MAX = 6;

export class StartPage extends HTMLElement {
  /** @type {Set<string>} */
  #offered = new Set(GAMES);
  /** @type {Summary[]} */
  #mine = remembered();
  /** @type {(() => void)[]} */
  #ends = [];

  connectedCallback() {
    this.#ends = [language, pieceSet].map((setting) => setting.watch(() => this.#paint()));
    this.#paint();
    void this.#load();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  async #load() {
    const known = await catalog().catch(() => null);
    if (known) this.#offered = new Set(known.games.map(({ kind }) => kind));
    const { games } = await myGames().catch(() => ({ games: [] }));
    this.#mine = games.slice(0, RECENT_MAX);
    write('recent', JSON.stringify(this.#mine));
    this.#paint();
  }

  #paint() {
    document.title = `${t('site')} – ${t('site.line')}`;
    refill(
      this,
      h(
        'section',
        { class: 'hero' },
        h('h1', null, h('span', { class: 'hangul' }, t('site')), h('span', { class: 'hanja', lang: 'ko', 'aria-hidden': 'true' }, '對局')),
        h('p', null, t('site.about')),
      ),
      this.#mine.length > 0 ? this.#recent() : null,
      h('section', { class: 'cards', 'aria-label': t('start.games') }, GAMES.map((kind) => this.#card(kind))),
    );
  }

  /** @param {string} kind */
  #card(kind) {
    const ready = this.#offered.has(kind) && isDrawn(kind);
    return h(
      'article',
      { class: `game ${kind}` },
      h('div', { class: 'art' }, cardArt(kind, chosenSet())),
      h(
        'div',
        { class: 'words' },
        h('h2', null, t(`game.${kind}`), h('small', { lang: 'ko' }, t(`game.${kind}.hanja`))),
        h('p', null, t(`game.${kind}.about`)),
        h('p', { class: 'facts' }, t(`game.${kind}.facts`)),
        ready
          ? h(
              'div',
              { class: 'row' },
              h('button', { class: 'primary', 'data-focus': `play-${kind}`, 'data-play': kind, onclick: () => void playNow(kind) }, icon('machine'), t('start.play')),
              h('button', { 'data-focus': `new-${kind}`, 'data-new': kind, onclick: () => void openNewGame(kind) }, icon('plus'), t('start.new')),
            )
          : h('p', { class: 'soon' }, t('start.absent')),
      ),
    );
  }

  #recent() {
    return h(
      'section',
      { class: 'recent', 'aria-labelledby': 'recent-title' },
      h('h2', { id: 'recent-title' }, t('start.recent')),
      h('ul', null, this.#mine.map((game) => h('li', null, recentGame(game)))),
    );
  }
}

/** The games of the last visit, so that nothing jumps when the newer ones arrive. @returns {Summary[]} */
function remembered() {
  try {
    return JSON.parse(read('recent') ?? '[]');
  } catch {
    return [];
  }
}

/** @param {Summary} game */
function recentGame(game) {
  const mine = game.phase === 'playing' && game.turn !== null && game.you.includes(game.turn);
  const others = game.seats
    .filter((_, seat) => !game.you.includes(seat))
    .map(({ type, name, level }) => (type === 'computer' ? t('plate.computer', { level: levelName(level) }) : name || t(type === 'open' ? 'plate.open' : 'plate.guest')));
  const opponent = others[0] ? `${others[0]}${others.length > 1 ? ` +${others.length - 1}` : ''}` : t('start.onescreen');
  const state = mine ? t('plate.yourturn') : t(`phase.${game.phase}`);
  return h(
    'a',
    { href: `/g/${game.id}`, 'data-route': true, class: mine ? 'mine' : '' },
    h('b', null, t(`game.${game.kind}`)),
    h('span', null, opponent),
    h('span', { class: 'when' }, `${state} · ${t('start.deeds', { count: game.deeds })} · ${ago(game.changed_ms)}`),
  );
}

customElements.define('start-page', StartPage);
