// A board that the players have made: how fair the house finds it, and who sits where on it.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { say } from '../lib/live.js';
import { groundOf } from '../net/api.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../net/api.js').Ground} Ground */

export class GroundNote {
  element = h('div', { class: 'fairness' });
  /** The game that was asked about. */
  #of = '';
  /** @type {Ground | null} */
  #judged = null;
  #send;

  /** @param {(message: Record<string, unknown>) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {State} state @param {Drawing} drawing */
  paint(state, drawing) {
    if (state.phase !== 'playing' || !drawing.isLaid?.(state.view)) return refill(this.element);
    void this.#ask(state, drawing);
    refill(this.element, this.#words(drawing), this.#choice(state, drawing));
  }

  /** @param {State} state @param {Drawing} drawing */
  async #ask(state, drawing) {
    if (this.#of === state.id) return;
    [this.#of, this.#judged] = [state.id, null];
    const judged = await groundOf(state.id).catch(() => null);
    if (!judged || this.#of !== state.id) return;
    this.#judged = judged;
    refill(this.element, this.#words(drawing), this.#choice(state, drawing));
    say(this.element.querySelector('p')?.textContent ?? '');
  }

  /** @param {Drawing} drawing */
  #words(drawing) {
    if (!this.#judged) return null;
    const { judged, w } = this.#judged;
    const seat = w[0] >= w[1] ? 0 : 1;
    return h('p', { class: `judged ${judged}` }, icon('eye'), h('span', null, t(`ground.${drawing.kind}.${judged}`, { seat: t(`seat.${drawing.kind}.${drawing.seats[seat]}`), share: Math.round(w[seat]) })));
  }

  /** Whoever may sit where the other sits is asked, and nobody moves before. @param {State} state @param {Drawing} drawing */
  #choice(state, drawing) {
    if (state.sides === undefined || state.sides === null) return null;
    const seat = t(`seat.${drawing.kind}.${drawing.seats[state.sides]}`);
    if (!state.can.includes('sides')) return h('p', null, t('sides.waits', { seat }));
    const other = t(`seat.${drawing.kind}.${drawing.seats[1 - state.sides]}`);
    return h(
      'div',
      { class: 'offer', role: 'group', 'aria-label': t('sides.ask', { seat: other }) },
      h('span', null, t('sides.ask', { seat: other })),
      h('button', { class: 'primary small', 'data-focus': 'sides-exchange', onclick: () => this.#send({ t: 'sides', d: 'exchange' }) }, icon('flip'), t('sides.exchange')),
      h('button', { class: 'small', 'data-focus': 'sides-keep', onclick: () => this.#send({ t: 'sides', d: 'keep' }) }, t('sides.keep')),
    );
  }
}
