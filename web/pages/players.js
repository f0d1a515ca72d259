// Who leads, in every pool, and how strong the computers are.

import { h, refill } from '../lib/h.js';
import { spoken as language, t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { points, poolName } from '../lib/pool.js';
import { catalog } from '../net/api.js';
import { leaders } from '../net/people.js';

/** @typedef {import('../net/people.js').Score} Score */

const TEMPI = ['fast', 'slow', 'days'];

export class PlayersPage extends HTMLElement {
  /** @type {string[]} */
  #families = [];
  #family = '';
  #tempo = 'slow';
  /** @type {{ leaders: Score[], bots: Score[], computers: Score[] } | null} */
  #lists = null;
  #asked = 0;
  /** @type {(() => void) | null} */
  #end = null;

  connectedCallback() {
    this.#end = language.watch(() => this.#paint());
    this.#paint();
    void this.#begin();
  }

  disconnectedCallback() {
    this.#end?.();
  }

  async #begin() {
    const known = await catalog().catch(() => null);
    this.#families = known?.games.flatMap(({ kind, families }) => families.map(({ name }) => `${kind}/${name}`)) ?? [];
    this.#family = this.#families[0] ?? '';
    await this.#load();
  }

  async #load() {
    const own = ++this.#asked;
    this.#paint();
    const lists = await leaders(`${this.#family}/${this.#tempo}`).catch(() => null);
    if (own !== this.#asked) return;
    this.#lists = lists;
    this.#paint();
  }

  #paint() {
    document.title = `${t('people.players')} – ${t('site')}`;
    const lists = this.#lists;
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, t('people.players')), h('p', null, t('people.players.about'))),
      h(
        'div',
        { class: 'filters' },
        h('select', { 'aria-label': t('people.pool'), 'data-focus': 'family', onchange: (/** @type {Event} */ event) => ((this.#family = /** @type {HTMLSelectElement} */ (event.target).value), void this.#load()) }, this.#families.map((family) => h('option', { value: family, selected: family === this.#family }, t(`people.family.${family.replace('/', '.')}`)))),
        TEMPI.map((tempo) => h('button', { 'aria-pressed': String(tempo === this.#tempo), 'data-focus': `tempo-${tempo}`, onclick: () => ((this.#tempo = tempo), void this.#load()) }, t(`people.tempo.${tempo}`))),
      ),
      lists ? [list(lists.leaders, poolName(`${this.#family}/${this.#tempo}`)), bots(lists.bots), computers(lists.computers)] : null,
    );
  }
}

/** @param {Score[]} scores @param {string} caption */
function list(scores, caption) {
  if (scores.length === 0) return h('p', { class: 'empty' }, t('people.players.none'));
  return board(scores, caption, t('people.name'), linked);
}

/** @param {Score} score */
const linked = ({ name }) => h('a', { href: `/@/${encodeURIComponent(name ?? '')}`, 'data-route': true }, name);

/** @param {Score[]} scores */
function bots(scores) {
  return scores.length ? board(scores, t('people.bot'), t('people.name'), linked) : null;
}

/** @param {Score[]} scores */
function computers(scores) {
  return scores.length ? board(scores, t('people.players.computers'), t('people.level'), (score) => levelName(score.level)) : null;
}

/** @param {Score[]} scores @param {string} caption @param {string} who @param {(score: Score) => import('../lib/h.js').Child} name */
function board(scores, caption, who, name) {
  const heads = [t('people.place'), who, t('people.rank'), t('people.points'), t('people.count')];
  return h(
    'table',
    { class: 'scores' },
    h('caption', null, caption),
    h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', null, scores.map((score, index) => h('tr', null, h('td', null, index + 1), h('th', { scope: 'row' }, name(score)), h('td', null, levelName(score.rank)), h('td', null, points(score)), h('td', null, score.games)))),
  );
}

customElements.define('players-page', PlayersPage);
