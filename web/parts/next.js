// After one's move in a game over days: the next game that waits.

import { h, refill } from '../lib/h.js';
import { t, words } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { house } from '../net/house.js';
import { elsewhere, lookForTurns, waiting } from '../net/inbox.js';

await words('days');

/** @typedef {import('../net/link.js').State} State */

export class NextGame {
  element = h('div', { class: 'nextgame' });
  /** For which moment the house was asked. */
  #asked = '';
  #shown = false;
  #end = waiting.watch(() => this.#paint());

  /** @param {State} state */
  follow(state) {
    // Whoever has a seat is known to the house by now, and is called.
    if (state.you.length > 0) house.known();
    const seated = state.you.length > 0 && state.tempo === 'days';
    const mine = state.phase === 'playing' && state.turn !== null && state.you.includes(state.turn);
    const choosing = state.opening?.pending.some((seat) => state.you.includes(seat)) === true;
    this.#shown = seated && !mine && !choosing && state.phase !== 'waiting';
    const moment = `${state.v} ${this.#shown}`;
    if (seated && moment !== this.#asked) {
      this.#asked = moment;
      void lookForTurns();
    }
    this.#paint();
  }

  close() {
    this.#end();
  }

  #paint() {
    const [next] = this.#shown ? elsewhere() : [];
    refill(this.element, next ? h('a', { class: 'button primary', href: `/g/${next.id}`, 'data-route': true, 'data-focus': 'nextgame' }, icon('next'), t('inbox.next')) : null);
  }
}
