// The start page: four games, each an invitation.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, spoken as language, t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { chosenSet, pieceSet } from '../lib/settings.js';
import { read, write } from '../lib/store.js';
import { QUICK, isDrawn } from '../board/games.js';
import { catalog, myGames } from '../net/api.js';
import { cardArt } from '../parts/art.js';
import { rivals } from '../parts/rivals.js';
import { like, liking, openNewGame, playNow } from './newgame.js';

/** @typedef {import('../net/api.js').Summary} Summary */

const GAMES = ['janggi', 'nanguk', 'tigers', 'yonin'];
const RECENT_MAX = 6;
/** The game whose rule book has a game with comments. */
const SAMPLED = 'nanguk';
/** The levels that every game has, until the catalog has come. */
const LEVELS = ['beginner', 'easy', 'normal', 'hard'];
const LEVEL = 'easy';

export class StartPage extends HTMLElement {
  /** @type {Set<string>} */
  #offered = new Set(GAMES);
  /** @type {Map<string, import('../net/api.js').Kind>} */
  #kinds = new Map();
  /** @type {Summary[]} */
  #mine = remembered();
  /** The lobby, once it has been fetched. @type {HTMLElement | null} */
  #strip = null;
  /** @type {(() => void)[]} */
  #ends = [];

  connectedCallback() {
    this.#ends = [language, pieceSet].map((setting) => setting.watch(() => this.#paint()));
    document.addEventListener('turns', this.#recall);
    this.#ends.push(() => document.removeEventListener('turns', this.#recall));
    this.#paint();
    void this.#load();
    void import('../parts/strip.js').then(({ LobbyStrip }) => ((this.#strip = new LobbyStrip()), this.#paint()));
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  async #load() {
    const known = await catalog().catch(() => null);
    if (known) this.#kinds = new Map(known.games.map((game) => [game.kind, game]));
    if (known) this.#offered = new Set(this.#kinds.keys());
    await this.#recall();
  }

  /** One's own games, as they are now. */
  #recall = async () => {
    const { games } = await myGames().catch(() => ({ games: [] }));
    this.#mine = games.slice(0, RECENT_MAX);
    write('recent', JSON.stringify(this.#mine));
    this.#paint();
  };

  #paint() {
    document.title = `${t('site')} – ${t('site.line')}`;
    refill(
      this,
      h(
        'section',
        { class: 'hero' },
        h('h1', null, h('span', { class: 'hangul' }, t('site')), h('span', { class: 'hanja', lang: 'ko', 'aria-hidden': 'true' }, '對局')),
        h('p', null, t('site.about')),
        h('a', { class: 'newcomer', href: '/learn', 'data-route': true, 'data-focus': 'learn' }, icon('learn'), h('span', null, h('b', null, t('learn.newcomer')), h('small', null, t('learn.newcomer.about')))),
        h('a', { class: 'button', href: '/players', 'data-route': true, 'data-focus': 'players' }, icon('people'), t('people.players')),
        h('a', { class: 'button', href: '/library', 'data-route': true, 'data-focus': 'library' }, icon('learn'), t('people.library')),
      ),
      this.#mine.length > 0 ? this.#recent() : null,
      this.#strip,
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
        h('h2', null, t(`game.${kind}`), h('small', { lang: language.get() === 'ja' ? 'ja' : 'ko' }, t(`game.${kind}.hanja`))),
        h('p', null, t(`game.${kind}.about`)),
        h('p', { class: 'facts' }, t(`game.${kind}.facts`)),
        ready
          ? [
              this.#liked(kind),
              h(
                'div',
                { class: 'ways' },
                this.#button(kind, 'play', 'start.play', 'machine', () => void playNow(kind), 'primary'),
                this.#button(kind, 'find', 'lobby.find', 'people', () => void import('../parts/strip.js').then(({ findGame }) => findGame(kind))),
                QUICK[kind]?.other ? this.#button(kind, 'other', QUICK[kind].other.label, 'machine', () => void playNow(kind, true)) : null,
                kind === SAMPLED ? this.#button(kind, 'sample', 'start.sample', 'eye', () => void showSample()) : null,
                this.#button(kind, 'new', 'start.new', 'plus', () => void openNewGame(kind)),
                h('a', { class: 'button', href: `/learn/${kind}`, 'data-route': true, 'data-focus': `learn-${kind}`, 'aria-label': t('learn.game', { game: t(`game.${kind}`) }) }, icon('learn'), t('learn.title')),
                h('a', { class: 'button', href: `/puzzles/${kind}`, 'data-route': true, 'data-focus': `puzzles-${kind}`, 'aria-label': t('puzzles.title', { game: t(`game.${kind}`) }) }, icon('check'), t('puzzles.button')),
                h('a', { class: 'button', href: `/analysis/${kind}`, 'data-route': true, 'data-focus': `analysis-${kind}`, 'aria-label': t('analysis.title', { game: t(`game.${kind}`) }) }, icon('eye'), t('analysis.button')),
              ),
            ]
          : h('p', { class: 'soon' }, t('start.absent')),
      ),
    );
  }

  /** Each game's buttons have names of their own. @param {string} kind @param {string} name @param {string} label @param {import('../lib/icons.js').IconName} symbol @param {() => void} act @param {string} [style] */
  #button(kind, name, label, symbol, act, style = '') {
    const spoken = t('start.play.named', { game: t(`game.${kind}`), action: t(label) });
    return h('button', { class: style, 'aria-label': spoken, 'data-focus': `${name}-${kind}`, [`data-${name}`]: kind, onclick: act }, icon(symbol), t(label));
  }

  /** What quick play begins with; it is remembered. @param {string} kind */
  #liked(kind) {
    const { level = LEVEL, choice } = liking(kind);
    const known = this.#kinds.get(kind);
    const levels = (known?.levels ?? LEVELS).map((each) => /** @type {[string, string]} */ ([each, levelName(each)]));
    const key = QUICK[kind]?.choice;
    const values = known?.starts.find((start) => start.key === key)?.values ?? (key ? ['inner'] : []);
    return h(
      'div',
      { class: 'liked' },
      picked(kind, 'level', t('start.quick.level'), levels, level, (value) => like(kind, { level: value })),
      key ? picked(kind, 'choice', t('start.quick.lineup'), values.filter((value) => value !== 'mobile').map((value) => [value, t(`val.${kind}.lineup.${value}`)]), choice ?? values[0] ?? '', (value) => like(kind, { choice: value })) : null,
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

async function showSample() {
  const { openSample } = await import('./sample.js');
  await openSample().catch((error) => note(refusalText(error, SAMPLED), 'refusal'));
}

/** @param {string} kind @param {string} name @param {string} label @param {[string, string][]} values @param {string} current @param {(value: string) => void} choose */
function picked(kind, name, label, values, current, choose) {
  const change = (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return h('label', null, h('span', null, label), h('select', { 'data-focus': `${name}-${kind}`, 'data-liked': name, 'aria-label': `${t(`game.${kind}`)}: ${label}`, onchange: change }, values.map(([value, words]) => h('option', { value, selected: value === current }, words))));
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
  const state = mine ? t('plate.yourturn') : t(`phase.${game.phase}`);
  return h(
    'a',
    { href: `/g/${game.id}`, 'data-route': true, class: mine ? 'mine' : '' },
    h('b', null, t(`game.${game.kind}`)),
    h('span', null, rivals(game)),
    h('span', { class: 'when' }, `${state} · ${t('start.deeds', { count: game.deeds })} · ${ago(game.changed_ms)}`),
  );
}

customElements.define('start-page', StartPage);
