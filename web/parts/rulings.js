// What guides and hosts do about somebody: each asks for a reason first, and a host for the password if it was given long ago.

import { h } from '../lib/h.js';
import { t, words } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { rule } from '../net/host.js';
import { sudo } from '../net/people.js';
import { TEXT_MAX } from '../net/talk.js';
import { openSheet } from './sheet.js';

await words('host', 'talk');

/** @typedef {Parameters<typeof rule>[0]} Office */
/** @typedef {Record<string, unknown>} Wish */

/** @param {unknown} error */
const refused = (error) => note(refusalText(error), 'refusal');

/** Does something; if the password is wanted again, asks for it and does it then. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
async function trusted(act) {
  try {
    return await act();
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'E_SUDO') throw error;
  }
  await password();
  return act();
}

/** @returns {Promise<void>} when it was right */
function password() {
  return new Promise((given) => {
    const { body, close } = openSheet(t('host.password'), 'ruling');
    const field = h('input', { name: 'password', type: 'password', required: true, autocomplete: 'current-password', 'aria-label': t('host.password'), 'data-focus': 'password' });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void sudo(field.value).then(() => (close(), given()), refused);
    };
    body.append(h('form', { onsubmit: submit }, field, h('button', { class: 'primary', 'data-focus': 'go' }, t('host.password.go'))));
    field.focus();
  });
}

/** @param {string} name @param {string} label @param {string[]} values @param {(value: string) => string} say */
const choice = (name, label, values, say) => h('label', { class: 'field' }, h('span', null, label), h('select', { name, 'data-focus': name }, values.map((value) => h('option', { value }, say(value)))));

const HOURS = ['1', '24', '72', '168'];
const DAYS = ['1', '7', '30', 'ever'];
const ROLES = ['', 'guide', 'host'];

/** What more is asked of each, and what is sent. @type {Record<string, { office: Office, fields?: (current: string) => HTMLElement, wish?: (value: (name: string) => string) => Wish, grave?: boolean }>} */
const RULINGS = {
  mute: { office: 'mutes', fields: () => choice('hours', t('host.hours'), HOURS, (value) => t(`host.hours.${value}`)), wish: (value) => ({ hours: Number(value('hours')) }) },
  unmute: { office: 'mutes', wish: () => ({ hours: 0 }) },
  hide: { office: 'lines', wish: () => ({ hidden: true }) },
  unhide: { office: 'lines', wish: () => ({ hidden: false }) },
  unrate: { office: 'unrated', grave: true },
  ban: { office: 'bans', fields: () => choice('days', t('host.days'), DAYS, (value) => t(`host.days.${value}`)), wish: (value) => ({ days: value('days') === 'ever' ? null : Number(value('days')) }) },
  unban: { office: 'bans', wish: () => ({ days: 0 }) },
  close: { office: 'closings', grave: true },
  rename: { office: 'names', fields: (name) => h('label', { class: 'field' }, h('span', null, t('host.next')), h('input', { name: 'next', value: name, required: true, maxlength: 20, 'data-focus': 'next' })), wish: (value) => ({ next: value('next') }) },
  role: { office: 'roles', fields: () => choice('role', t('host.role'), ROLES, (value) => t(`host.role.${value}`)), wish: (value) => ({ role: value('role') }) },
  refund: { office: 'refunds', grave: true },
  reset: { office: 'tickets', wish: () => ({ kind: 'reset' }) },
};

/**
 * A button that does one of these.
 * @param {string} what @param {Wish} whom whom or what it is about, as it is sent @param {string} name the same in a word @param {(answer: any) => void} done
 */
export function rulingButton(what, whom, name, done) {
  return h('button', { type: 'button', class: 'small', 'data-rule': what, 'data-focus': `rule-${what}`, onclick: () => openRuling(what, whom, name, done) }, t(`host.act.${what}`));
}

/** @param {string} what @param {Wish} whom @param {string} name @param {(answer: any) => void} done */
function openRuling(what, whom, name, done) {
  const { office, fields, wish, grave } = RULINGS[what];
  const { body, close } = openSheet(`${t(`host.act.${what}`)}: ${name}`, 'ruling');
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const filled = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const value = (/** @type {string} */ field) => String(filled.get(field) ?? '').trim();
    try {
      const answer = await trusted(() => rule(office, { ...whom, ...wish?.(value), why: value('why') }));
      close();
      note(what === 'refund' ? t('host.refunded', { count: answer.people }) : t('host.did'));
      done(answer);
    } catch (error) {
      refused(error);
    }
  };
  body.append(
    h(
      'form',
      { onsubmit: (/** @type {SubmitEvent} */ event) => void submit(event) },
      grave ? h('p', null, t('host.sure')) : null,
      fields?.(name) ?? null,
      h('label', { class: 'field' }, h('span', null, t('host.why')), h('textarea', { name: 'why', rows: 2, required: true, maxlength: TEXT_MAX, 'data-focus': 'why' }), h('small', null, t('host.why.about'))),
      h('button', { class: `primary${grave ? ' danger' : ''}`, 'data-focus': 'do' }, icon('check'), t('host.do')),
    ),
  );
}

/** An address that is seen once. @param {string} ticket */
export function showTicket(ticket) {
  const address = `${location.origin}/ticket#${ticket}`;
  const { body } = openSheet(t('host.act.reset'), 'ruling');
  const copy = () => void navigator.clipboard?.writeText(address).then(() => note(t('host.copied')), () => undefined);
  body.append(h('p', null, t('host.ticket')), h('output', { class: 'recovery' }, address), h('button', { type: 'button', class: 'primary', 'data-focus': 'copy', onclick: copy }, icon('copy'), t('host.copy')));
}
