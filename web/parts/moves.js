// The list of what was done, in the game's notation, to step through with keys and clicks.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';

/** @typedef {{ n: number, first: number, text: string, seat: string, spoken: string }} Line n is the number of deeds after it; a line of several deeds begins with `first` */

export class MoveList extends HTMLElement {
  #current = 0;
  #count = 0;
  /** @type {((n: number) => void) | null} */
  onstep = null;
  #list = h('ol', { class: 'moves' });
  #bar = h('div', { class: 'stepper', role: 'group' });

  connectedCallback() {
    if (!this.contains(this.#list)) this.append(this.#bar, this.#list);
  }

  /** @param {Line[]} lines @param {number} current how many deeds are shown on the board @param {number} count how many there are @param {number} seats */
  show(lines, current, count, seats) {
    this.#current = current;
    this.#count = count;
    this.#list.setAttribute('aria-label', t('moves.title'));
    this.#list.style.setProperty('--seats', String(seats));
    refill(this.#list, lines.length ? lines.map((line) => this.#line(line)) : h('li', { class: 'empty' }, t('moves.none')));
    this.#paintBar();
    this.#scroll();
  }

  /** @param {Line} line */
  #line({ n, first, text, seat, spoken }) {
    const current = first <= this.#current && this.#current <= n;
    const button = h(
      'button',
      { class: current ? 'current' : '', 'aria-current': current ? 'step' : null, 'aria-label': `${n}. ${spoken}`, 'data-focus': `move-${n}`, onclick: () => this.onstep?.(n) },
      text,
    );
    return h('li', { class: `move seat-${seat}${first < n ? ' joined' : ''}` }, h('span', { class: 'number', 'aria-hidden': 'true' }, first), button);
  }

  #paintBar() {
    const step = (/** @type {import('../lib/icons.js').IconName} */ name, /** @type {number} */ to, /** @type {boolean} */ off) =>
      h('button', { class: 'quiet', disabled: off, 'aria-label': t(`moves.${name}`), title: t(`moves.${name}`), 'data-focus': `step-${name}`, onclick: () => this.onstep?.(to) }, icon(name));
    const [at, end] = [this.#current, this.#count];
    this.#bar.setAttribute('aria-label', t('moves.step'));
    refill(
      this.#bar,
      step('first', 0, at === 0), step('previous', at - 1, at === 0),
      h('span', { class: 'at' }, `${at} / ${end}`),
      step('next', at + 1, at === end), step('last', end, at === end),
    );
  }

  #scroll() {
    const current = this.#list.querySelector('.current');
    if (!(current instanceof HTMLElement)) return void (this.#list.scrollTop = 0);
    // Not scrollIntoView: that would move the page as well.
    const list = this.#list.getBoundingClientRect();
    const own = current.getBoundingClientRect();
    this.#list.scrollTop += own.top - list.top - (list.height - own.height) / 2;
    this.#list.scrollLeft += own.left - list.left - (list.width - own.width) / 2;
  }
}

customElements.define('move-list', MoveList);
