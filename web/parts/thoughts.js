// The lines that the computer sees, each a button that plays its first move; and what a person writes at a move.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/i18n.js';
import { worthWords } from './chances.js';
import { SIGNS } from './variations.js';

/** @typedef {import('../net/analysis.js').Lines} Lines */
/** @typedef {import('./variations.js').Node} Node */

/** @param {Element} place @param {Lines} lines @param {(acts: string[]) => string} words @param {(rank: number) => void} play */
export function paintLines(place, lines, words, play) {
  const line = (/** @type {import('../net/analysis.js').Line} */ each, /** @type {number} */ rank) =>
    h('li', null, h('button', { class: 'quiet line', 'data-focus': `line-${rank}`, 'data-act': each.acts[0], onclick: () => play(rank) }, h('b', null, worthWords(each)), ` ${words(each.acts)}`));
  refill(place, h('p', { class: 'depth' }, t('analysis.depth', { depth: lines.depth }), lines.done ? '' : ' …'), h('ol', null, lines.lines.map(line)));
}

/** @param {Element} place @param {Node} node @param {{ change(key: 'note' | 'sign', value: string): void, cut(): void }} on */
export function paintNotes(place, node, on) {
  const change = (/** @type {'note' | 'sign'} */ key) => (/** @type {Event} */ event) => on.change(key, /** @type {HTMLInputElement} */ (event.target).value);
  const isMove = node.up !== null;
  refill(
    place,
    isMove ? h('label', null, h('span', null, t('analysis.sign')), h('select', { 'data-focus': 'sign', onchange: change('sign') }, SIGNS.map((sign) => h('option', { value: sign, selected: sign === node.sign }, sign || '–')))) : null,
    h('label', { class: 'wide' }, h('span', null, t('analysis.comment')), h('textarea', { rows: 1, maxlength: 500, 'data-focus': 'comment', value: node.note, oninput: change('note') })),
    isMove ? h('button', { class: 'small quiet', 'data-focus': 'cut', onclick: () => on.cut() }, icon('close'), t('analysis.cut')) : null,
  );
}
