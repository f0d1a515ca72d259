// What can be set besides men on cells: the side to move, hands, troops and the like.

import { h } from '../lib/h.js';
import { has, t, tOr } from '../lib/i18n.js';

/** @typedef {import('../net/edit.js').Dial} Dial */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** Its own name, and whose or where. @param {string} dial @returns {[string, string, string]} */
export function partsOf(dial) {
  const [name, whose = ''] = dial.split(':');
  const [who, what = ''] = whose.split('.');
  return [name, who, what];
}

/** Whether a dial is about one man on the board. @param {Dial} dial */
export const isOfMan = ({ dial }) => ['owner', 'troops', 'lives', 'effect'].includes(partsOf(dial)[0]);

/** @param {string} kind @param {string} name @param {string} value */
function valueWords(kind, name, value) {
  if (name === 'turn' || name === 'owner') return value === 'x' || value === '-' ? t(`dial.nobody.${name}`) : t(`seat.${kind}.${value}`);
  if (name === 'variant') return t(`preset.${kind}.${value}`);
  return tOr(`val.${value}`, value);
}

/** @param {string} kind @param {string} dial */
function label(kind, dial) {
  const [name, who, what] = partsOf(dial);
  if (name === 'effect') return t(`tigers.effect.${what}`);
  if (name === 'hand') return t(`${kind}.${what}`);
  const seat = has(`seat.${kind}.${who}`) ? t(`seat.${kind}.${who}`) : '';
  return t(`dial.${name}`, { seat });
}

/** A dial as a field. @param {string} kind @param {Dial} dial @param {(to: string) => void} set */
export function dialField(kind, { dial, value, values }, set) {
  const [name] = partsOf(dial);
  const known = values.includes(value) ? values : [value, ...values];
  const change = (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    'label',
    { class: `dial dial-${name}` },
    h('span', null, label(kind, dial)),
    h('select', { 'data-focus': `dial-${dial}`, 'data-dial': dial, onchange: change }, known.map((each) => h('option', { value: each, selected: each === value }, valueWords(kind, name, each)))),
  );
}

/** The hands, a row for each seat. @param {Drawing} drawing @param {Dial[]} dials @param {(dial: string, to: string) => void} set */
export function hands(drawing, dials, set) {
  return drawing.seats.map((seat) => {
    const own = dials.filter(({ dial }) => partsOf(dial)[0] === 'hand' && partsOf(dial)[1] === seat);
    return own.length > 0 ? h('fieldset', { class: 'dials' }, h('legend', null, t('dial.hand', { seat: t(`seat.${drawing.kind}.${seat}`) })), own.map((dial) => dialField(drawing.kind, dial, (to) => set(dial.dial, to)))) : null;
  });
}
