// A sheet over the page, with a title and a cross.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';

/**
 * Opens one; it is gone when it is closed.
 * @param {string} title @param {string} kind its class @param {() => void} [closed]
 * @returns {{ body: HTMLElement, close: () => void }}
 */
export function openSheet(title, kind, closed) {
  const body = h('div', { class: 'account' });
  const dialog = h(
    'dialog',
    { class: `sheet ${kind}`, 'aria-label': title, onclose: () => (dialog.remove(), closed?.()) },
    h('header', null, h('h2', null, h('bdi', null, title)), h('button', { type: 'button', class: 'quiet corner', 'aria-label': t('close'), 'data-focus': 'close', onclick: () => dialog.close() }, icon('close'))),
    body,
  );
  document.body.append(dialog);
  dialog.showModal();
  return { body, close: () => dialog.close() };
}
