// Tabs: one of several panels is shown, the arrow keys go from one to the next.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';

/** @typedef {{ name: string, panel: HTMLElement, label: () => string }} Tab */

export class Tabs {
  element = h('div', { class: 'tabs', role: 'tablist' });
  /** @type {Tab[]} */
  #tabs;
  /** @type {string} */
  #chosen;
  /** What is done when another one is shown. @type {() => void} */
  #changed;

  /** @param {Tab[]} tabs the first is shown @param {() => void} changed */
  constructor(tabs, changed) {
    [this.#tabs, this.#changed, this.#chosen] = [tabs, changed, tabs[0].name];
    for (const { name, panel } of tabs) Object.assign(panel, { id: `panel-${name}`, className: 'tabpanel' }).setAttribute('role', 'tabpanel');
  }

  get chosen() {
    return this.#chosen;
  }

  /** @param {string} name */
  choose(name) {
    this.#chosen = name;
    this.paint();
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  #step = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const count = this.#tabs.length;
    const at = this.#tabs.findIndex(({ name }) => name === this.#chosen);
    this.choose(this.#tabs[(at + by + count) % count].name);
    /** @type {HTMLElement | null} */ (this.element.querySelector('[aria-selected=true]'))?.focus();
  };

  paint() {
    this.element.setAttribute('aria-label', t('explorer.tabs'));
    const button = (/** @type {Tab} */ { name, label }) => {
      const here = name === this.#chosen;
      return h('button', { role: 'tab', 'aria-selected': String(here), 'aria-controls': `panel-${name}`, tabindex: here ? 0 : -1, 'data-focus': `tab-${name}`, onclick: () => this.choose(name), onkeydown: this.#step }, label());
    };
    refill(this.element, this.#tabs.map(button));
    for (const { name, panel, label } of this.#tabs) {
      panel.hidden = name !== this.#chosen;
      panel.setAttribute('aria-label', label());
    }
  }
}
