// To tell those who keep order of somebody.

import { h } from '../lib/h.js';
import { t, words } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { REASONS, TEXT_MAX, report } from '../net/talk.js';
import { openSheet } from './sheet.js';

await words('talk');

/** @param {string} name as it is shown @param {import('../net/talk.js').Whom} whom @param {import('../net/talk.js').Reason} [first] */
export function openComplaint(name, whom, first = 'chat') {
  const { body, close } = openSheet(t('report.title', { name }), 'complaint');
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const filled = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const reason = /** @type {import('../net/talk.js').Reason} */ (filled.get('reason'));
    try {
      await report(whom, reason, String(filled.get('said') ?? ''));
      close();
      note(t('report.sent'));
    } catch (error) {
      note(refusalText(error), 'refusal');
    }
  };
  body.append(
    h('p', { class: 'hint' }, t('report.about')),
    h(
      'form',
      { onsubmit: (/** @type {SubmitEvent} */ event) => void send(event) },
      h('fieldset', { class: 'reasons' }, h('legend', null, t('report.reason')), REASONS.map((reason) => h('label', { class: 'check' }, h('input', { type: 'radio', name: 'reason', value: reason, checked: reason === first, 'data-focus': `reason-${reason}` }), h('span', null, t(`report.reason.${reason}`))))),
      h('label', { class: 'field' }, h('span', null, t('report.said')), h('textarea', { name: 'said', rows: 3, maxlength: TEXT_MAX, 'data-focus': 'said' })),
      h('button', { class: 'primary', 'data-focus': 'send' }, icon('flag'), t('report.send')),
    ),
  );
}
