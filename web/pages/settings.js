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

/** @typedef {'house' | 'account'} Tab */

/** @type {Tab[]} */
const TABS = ['house', 'account'];

/** Opens the sheet with the settings of this browser and the account. @param {Tab} [first] */
export async function openSettings(first = 'house') {
  let [tab, name] = [first, ''];
  const [bar, panel] = [h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('settings.title') }), h('div', { role: 'tabpanel' })];
  const dialog = h('dialog', { class: 'sheet', 'aria-label': t('settings.title'), onclose: () => (unwatch(), dialog.remove()) }, h('header', null, bar, h('button', { type: 'button', class: 'quiet corner', 'aria-label': t('close'), 'data-focus': 'close', onclick: () => dialog.close() }, icon('close'))), panel);
  const paint = () => {
    refill(bar, TABS.map((each) => tabButton(each, each === tab, choose)));
    panel.setAttribute('aria-label', t(tab === 'house' ? 'settings.title' : 'people.account'));
    if (tab === 'house') return refill(panel, house(name, (next) => (name = next), paint));
    const body = h('div', null);
    refill(panel, body);
    void import('./account.js').then(({ showAccount }) => showAccount(body, () => dialog.close()));
  };
  const choose = (/** @type {Tab} */ next) => ((tab = next), paint());
  const ends = [spoken.watch(paint), settings.notify.watch(() => tab === 'house' && paint())];
  const unwatch = () => ends.forEach((end) => end());
  paint();
  document.body.append(dialog);
  dialog.showModal();
  const known = await me().catch(() => null);
  if (known?.name) {
    name = known.name;
    if (tab === 'house') paint();
  }
}

/** @param {Tab} tab @param {boolean} chosen @param {(tab: Tab) => void} choose */
function tabButton(tab, chosen, choose) {
  const other = TABS[1 - TABS.indexOf(tab)];
  // With one tab stop for both, as arrows lead from one to the other.
  const turn = (/** @type {KeyboardEvent} */ { key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    choose(other);
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-focus="tab-${other}"]`))?.focus();
  };
  return h('button', { type: 'button', role: 'tab', 'aria-selected': String(chosen), tabindex: chosen ? 0 : -1, 'data-focus': `tab-${tab}`, onclick: () => choose(tab), onkeydown: turn }, icon(tab === 'house' ? 'gear' : 'person'), t(tab === 'house' ? 'settings.title' : 'people.account'));
}

/** The settings of this browser. @param {string} name @param {(name: string) => void} kept @param {() => void} paint */
function house(name, kept, paint) {
  return h(
    'form',
    { class: 'settings', method: 'dialog' },
    nameField(name, kept),
    ROWS.map(([key, signal, values]) => row(key, signal, values, paint)),
    h('details', null, h('summary', { 'data-focus': 'keys' }, t('settings.keys')), h('dl', { class: 'keys' }, ['board', 'steps', 'mouse', 'typed', 'pass', 'flip'].flatMap((key) => [h('dt', null, t(`keys.${key}`)), h('dd', null, t(`keys.${key}.about`))]))),
  );
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
