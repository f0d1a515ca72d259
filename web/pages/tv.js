// The best game of a kind that strangers play now, seen as anybody may see it.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { say } from '../lib/live.js';
import { read, write } from '../lib/store.js';
import { DRAWINGS, fetchDrawing, isDrawn } from '../board/games.js';
import { house } from '../net/house.js';
import { GameClock } from '../parts/clock.js';
import { PlayDesk } from '../parts/desk.js';
import { tableKeys } from '../parts/keys.js';
import { resultTitle } from '../parts/result.js';
import { sitterName } from '../parts/sitters.js';

await words('tv', 'reasons');

/** @typedef {import('../net/house.js').Channel} Channel */
/** @typedef {import('../net/house.js').Screen} Screen */

const KINDS = ['janggi', 'nanguk', 'tigers', 'yonin'];

export class TvPage extends HTMLElement {
  #kind;
  /** @type {Channel | null} */
  #shown = null;
  /** The position before the one that is shown, if it was seen. @type {Screen | null} */
  #before = null;
  /** When the clock was told. */
  #told = 0;
  #bottom = 0;
  #desk = new PlayDesk();
  #head = h('header', { class: 'lesson-head' });
  #nav = h('nav', { class: 'filters' });
  #who = h('div', { class: 'tv-who' });
  #dark = h('p', { class: 'card over lonely' });
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} [kind] */
  constructor(kind) {
    super();
    const last = read('tv') ?? '';
    this.#kind = kind ?? (KINDS.includes(last) ? last : KINDS[0]);
  }

  connectedCallback() {
    this.className = `kind-${this.#kind}`;
    this.append(this.#head, this.#nav, h('div', { class: 'tv-table' }, this.#desk, this.#who), this.#dark);
    const look = (/** @type {Event} */ event) => void this.#see(/** @type {CustomEvent<Channel>} */ (event).detail);
    house.addEventListener('tv', look);
    this.#ends = [language.watch(() => this.#paint(true)), tableKeys({ KeyF: () => this.#flip() }), () => house.removeEventListener('tv', look)];
    this.#paint(true);
    if (!isDrawn(this.#kind)) return;
    write('tv', this.#kind);
    this.#ends.push(house.watch(`tv:${this.#kind}`));
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  /** @param {Channel} channel */
  async #see(channel) {
    if (channel.kind !== this.#kind) return;
    await fetchDrawing(this.#kind);
    if (!this.isConnected) return;
    const [former, next] = [this.#shown?.screen ?? null, channel.screen];
    const follows = former !== null && next !== null && former.id === next.id && former.n + 1 === next.n;
    this.#before = follows ? former : null;
    this.#shown = channel;
    this.#told = performance.now() - channel.age_ms;
    if (follows && next.last) say(DRAWINGS[this.#kind].spoken(next.last, former.view));
    else if (next && former?.id !== next.id) say(t('tv.other', { names: this.#names().join(', ') }));
    if (next?.result) say(this.#result(next));
    this.#paint(!follows);
  }

  #names() {
    return (this.#shown?.table?.seats ?? []).map(sitterName);
  }

  /** @param {Screen} screen */
  #result({ result, view }) {
    const state = /** @type {import('../net/link.js').State} */ (/** @type {unknown} */ ({ result, view, you: [], stopped: null }));
    return resultTitle(state, DRAWINGS[this.#kind]);
  }

  #flip() {
    this.#bottom = (this.#bottom + 1) % (DRAWINGS[this.#kind]?.seats.length ?? 1);
    this.#paint(true);
  }

  /** @param {boolean} still */
  #paint(still) {
    const known = isDrawn(this.#kind);
    const title = known ? t('tv.of', { game: t(`game.${this.#kind}`) }) : t('tv.title');
    document.title = `${title} – ${t('site')}`;
    refill(this.#head, h('h1', null, title));
    this.#nav.setAttribute('aria-label', t('tv.channels'));
    refill(this.#nav, KINDS.map((kind) => h('a', { class: 'button', href: `/tv/${kind}`, 'data-route': true, 'data-focus': `tv-${kind}`, 'aria-current': kind === this.#kind ? 'page' : false }, t(`game.${kind}`))));
    const drawing = DRAWINGS[this.#kind];
    const screen = drawing ? (this.#shown?.screen ?? null) : null;
    this.#dark.hidden = screen !== null;
    this.#desk.hidden = this.#who.hidden = screen === null;
    if (!screen) return void (this.#dark.textContent = t(known ? 'tv.dark' : 'refusal.E_KIND'));
    const before = this.#before?.view ?? screen.view;
    this.#desk.show({ drawing, view: screen.view, legal: [], bottom: this.#bottom, own: null, last: this.#before ? screen.last : null, before, still });
    this.#paintWho(drawing, screen);
  }

  /** @param {import('../board/types.js').Drawing<any>} drawing @param {Screen} screen */
  #paintWho(drawing, screen) {
    const names = this.#names();
    const seats = drawing.seats.map((name, seat) => {
      const acting = screen.phase === 'playing' && screen.turn === seat;
      const label = [t(`seat.${drawing.kind}.${name}`), names[seat]].join(', ');
      return h('li', { class: acting ? 'acting' : '', 'data-seat': seat, 'aria-label': acting ? `${label}, ${t('plate.turn')}` : label }, h('span', null, h('b', null, names[seat]), h('small', null, t(`seat.${drawing.kind}.${name}`))), this.#clock(screen, seat));
    });
    refill(
      this.#who,
      screen.result ? h('p', { class: 'said done' }, this.#result(screen)) : null,
      h('ul', null, seats),
      h(
        'div',
        { class: 'row' },
        h('a', { class: 'button', href: `/g/${screen.id}`, 'data-route': true, 'data-focus': 'tv-open' }, icon('eye'), t('tv.open')),
        h('button', { 'data-focus': 'flip', onclick: () => this.#flip() }, icon('flip'), t('tool.flip')),
      ),
    );
  }

  /** @param {Screen} screen @param {number} seat */
  #clock({ clock }, seat) {
    if (!clock) return null;
    const shown = new GameClock();
    shown.className = 'clock';
    shown.setAttribute('role', 'timer');
    shown.set(clock, seat, this.#told);
    return shown;
  }
}

customElements.define('tv-page', TvPage);
