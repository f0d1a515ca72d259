// What an address leads to where there is nothing: what is missing, and a way on.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';

/** @param {string} what a sentence @param {{ about?: string, href?: string, label?: string }} [way] where to go from there */
export function lonely(what, { about = '', href = '/', label = t('table.home') } = {}) {
  return h('div', { class: 'card over lonely' }, h('h1', null, what), about ? h('p', null, about) : null, h('a', { class: 'button', href, 'data-route': true, 'data-focus': 'home' }, label));
}
