// Whoever waits for a stranger: after a while the computer is there to play with meanwhile, and the bell calls back.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { house } from '../net/house.js';

/** So long one waits before the computer is offered. */
const OFFER_MS = 20_000;

export class SeekingCard extends HTMLElement {
  #kind;
  #timer = 0;
  #offered = false;

  #days;

  /** @param {string} kind the game @param {boolean} days whether it is played over days */
  constructor(kind, days) {
    super();
    this.#kind = kind;
    this.#days = days;
  }

  connectedCallback() {
    house.known();
    this.#timer = setTimeout(() => ((this.#offered = true), this.#paint()), OFFER_MS);
    this.#paint();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #paint() {
    const meanwhile = () => void import('../pages/newgame.js').then(({ playNow }) => playNow(this.#kind));
    refill(
      this,
      h('h2', null, t('lobby.seeking')),
      h('p', { class: 'hint', role: 'status' }, this.#days ? t('inbox.seeking') : this.#offered ? t('lobby.seeking.long') : t('invite.waiting')),
      this.#offered ? h('button', { type: 'button', class: 'primary', 'data-focus': 'meanwhile', onclick: meanwhile }, icon('machine'), t('lobby.meanwhile')) : null,
    );
  }
}

customElements.define('seeking-card', SeekingCard);
