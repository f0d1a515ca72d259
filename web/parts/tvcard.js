// On the start page: a small board of the best game that goes on, which leads to where it is seen large.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { chosenSet, pieceSet } from '../lib/settings.js';
import { still } from '../board/board-paint.js';
import { DRAWINGS, fetchDrawing, isDrawn } from '../board/games.js';
import { house } from '../net/house.js';
import { sitterName } from './sitters.js';

await words('tv');

/** @typedef {import('../net/house.js').Channel} Channel */

export class TvCard extends HTMLElement {
  #kind = '';
  /** @type {Channel | null} */
  #shown = null;
  /** @type {(() => void)[]} */
  #ends = [];
  #off = () => {};

  connectedCallback() {
    const tables = () => this.#choose();
    const look = (/** @type {Event} */ event) => void this.#see(/** @type {CustomEvent<Channel>} */ (event).detail);
    house.addEventListener('tables', tables);
    house.addEventListener('tv', look);
    this.#ends = [language, pieceSet].map((setting) => setting.watch(() => this.#paint()));
    this.#ends.push(() => house.removeEventListener('tables', tables), () => house.removeEventListener('tv', look));
    this.#choose();
    this.#paint();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#off();
    this.#kind = '';
  }

  /** The kind of the first game stays on as long as one is played. */
  #choose() {
    const live = house.tables('live').filter(({ kind }) => isDrawn(kind));
    if (live.length === 0 || live.some(({ kind }) => kind === this.#kind)) return;
    this.#off();
    this.#kind = live[0].kind;
    this.#off = house.watch(`tv:${this.#kind}`);
  }

  /** @param {Channel} channel */
  async #see(channel) {
    if (channel.kind !== this.#kind) return;
    this.#shown = channel;
    await fetchDrawing(channel.kind);
    if (this.isConnected && this.#shown === channel) this.#paint();
  }

  #paint() {
    const { kind, table, screen } = this.#shown ?? { kind: '', table: null, screen: null };
    const drawing = DRAWINGS[kind];
    this.hidden = !screen || !drawing;
    if (!screen || !table || !drawing) return refill(this);
    const look = /** @type {import('../board/types.js').Look} */ ({ bottom: 0, set: chosenSet(), compact: true, coordinates: false, language: language.get(), names: false, mode: drawing.modes?.[0], turn: 0 });
    const names = table.seats.map(sitterName).join(', ');
    refill(
      this,
      h(
        'a',
        { class: `card kind-${kind}`, href: `/tv/${kind}`, 'data-route': true, 'data-focus': 'tv', 'aria-label': t('tv.card', { game: t(`game.${kind}`), names }) },
        h('div', { class: 'pictured' }, still(drawing, screen.view, look, `board ${kind}`)),
        h('span', null, h('b', null, icon('eye'), ` ${t('tv.title')}`), h('span', null, t(`game.${kind}`)), h('span', null, names)),
      ),
    );
  }
}

customElements.define('tv-card', TvCard);
