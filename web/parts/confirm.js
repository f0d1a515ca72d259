// Nothing is lost by one slip: a question before what cannot be undone.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';

/** @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { class: 'sheet question', onclose: () => (dialog.remove(), resolve(dialog.returnValue === 'yes')), 'aria-label': question },
      h(
        'form',
        { method: 'dialog' },
        h('p', null, question),
        h('div', { class: 'row end' }, h('button', { value: 'no', class: 'quiet' }, t('no')), h('button', { value: 'yes', class: 'primary danger' }, yes)),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
