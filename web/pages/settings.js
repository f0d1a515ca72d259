// The settings, each remembered in this browser.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken, t } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import * as settings from '../lib/settings.js';
import { me, rename } from '../net/api.js';

/** @typedef {import('../lib/store.js').Signal<any>} Any */

/** @type {[string, Any, string[]][]} */
const ROWS = [
  ['language', settings.language, ['ko', 'en', 'ja']],
  ['theme', settings.theme, ['auto', 'light', 'dark']],
  ['pieces', settings.pieceSet, ['auto', 'hanja', 'hangul', 'picture']],
  ['names', settings.names, ['off', 'on']],
  ['coordinates', settings.coordinates, ['on', 'off']],
  ['frame', settings.hanFrame, ['off', 'on']],
  ['sound', settings.sound, ['on', 'off']],
  ['calls', settings.calls, ['on', 'off']],
  ['count', settings.count, ['auto', 'up', 'down', 'off']],
  ['notify', settings.notify, ['off', 'on']],
  ['motion', settings.motion, ['auto', 'off']],
  ['confirm', settings.confirmMoves, ['off', 'on']],
  ['shortcuts', settings.shortcuts, ['on', 'off']],
];

export async function openSettings() {
  const form = h('form', { class: 'settings', method: 'dialog' });
  const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'settings-title', onclose: () => (unwatch(), dialog.remove()) }, form);
  let name = '';
  const paint = () =>
    refill(
      form,
      h('header', null, h('h2', { id: 'settings-title' }, t('settings.title')), h('button', { class: 'quiet corner', 'aria-label': t('close'), 'data-focus': 'close' }, icon('close'))),
      nameField(name, (next) => (name = next)),
      ROWS.map(([key, signal, values]) => row(key, signal, values, paint)),
      h('details', null, h('summary', { 'data-focus': 'keys' }, t('settings.keys')), h('dl', { class: 'keys' }, ['board', 'steps', 'mouse', 'typed', 'pass', 'flip'].flatMap((key) => [h('dt', null, t(`keys.${key}`)), h('dd', null, t(`keys.${key}.about`))]))),
    );
  const ends = [spoken.watch(paint), settings.notify.watch(paint)];
  const unwatch = () => ends.forEach((end) => end());
  paint();
  document.body.append(dialog);
  dialog.showModal();
  const known = await me().catch(() => null);
  if (known?.name) {
    name = known.name;
    paint();
  }
}

/** @param {string} name @param {(name: string) => void} kept */
function nameField(name, kept) {
  const save = async (/** @type {Event} */ event) => {
    const wanted = /** @type {HTMLInputElement} */ (event.target).value.trim();
    if (!wanted) return;
    try {
      kept((await rename(wanted)).name);
      note(t('settings.named'));
    } catch (error) {
      note(refusalText(error), 'refusal');
    }
  };
  return h('label', { class: 'option' }, h('span', null, h('b', null, t('settings.name')), h('small', null, t('settings.name.about'))), h('input', { value: name, maxlength: 20, autocomplete: 'nickname', 'data-focus': 'name', onchange: save }));
}

/** @param {string} key @param {Any} signal @param {string[]} values @param {() => void} paint */
function row(key, signal, values, paint) {
  return h(
    'fieldset',
    { class: 'segments inline' },
    h('legend', null, t(`settings.${key}`)),
    h(
      'div',
      { class: 'segmentrow' },
      values.map((value) =>
        h('label', { class: signal.get() === value ? 'on' : '', lang: key === 'language' ? value : null },
          h('input', { type: 'radio', name: key, value, checked: signal.get() === value, 'data-focus': `${key}-${value}`, onchange: () => (signal.set(value), paint()) }),
          h('span', null, t(`settings.${key}.${value}`))),
      ),
    ),
  );
}
