// The account: a sheet to sign up and in, the recovery code, and what a member may do with the account.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, t } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { me } from '../net/api.js';
import * as people from '../net/people.js';

/** @typedef {'signin' | 'signup' | 'recover'} Way */

/** Opens the sheet that fits whoever asks: to come in, or the account. */
export async function openAccount() {
  const known = await me().catch(() => null);
  if (known?.kind === 'member') return openMember(known.name);
  openDoor('signin');
}

/** @param {string} title @param {() => void} [closed] */
function sheet(title, closed) {
  const body = h('div', { class: 'account' });
  const dialog = h('dialog', { class: 'sheet', 'aria-label': title, onclose: () => (dialog.remove(), closed?.()) }, body);
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body };
}

/** @param {string} title @param {() => void} close */
const head = (title, close) => h('header', null, h('h2', null, title), h('button', { type: 'button', class: 'quiet corner', 'aria-label': t('close'), 'data-focus': 'close', onclick: close }, icon('close')));

/** @param {string} name @param {string} label @param {Record<string, unknown>} props @param {string} [about] */
const field = (name, label, props, about) => h('label', { class: 'field' }, h('span', null, label), h('input', { name, required: true, 'data-focus': name, ...props }), about ? h('small', null, about) : null);

/** @param {SubmitEvent} event */
function filled(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  return (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
}

/** @param {unknown} error */
const refused = (error) => note(refusalText(error), 'refusal');

/** To come in: two fields, and the way to the other forms. @param {Way} first */
function openDoor(first) {
  const { dialog, body } = sheet(t('people.account'));
  const close = () => dialog.close();
  const paint = (/** @type {Way} */ way) => {
    const other = (/** @type {Way} */ next, /** @type {string} */ words) => h('button', { type: 'button', class: 'quiet', 'data-focus': `to-${next}`, onclick: () => paint(next) }, words);
    const doors = { signup: other('signup', t('people.tomember')), signin: other('signin', t('people.tosignin')), recover: other('recover', t('people.torecover')) };
    const { [way]: _, ...others } = doors;
    refill(body, head(t(`people.${way}`), close), h('p', null, t(`people.${way}.about`)), h('form', { onsubmit: (/** @type {SubmitEvent} */ event) => void enter(way, filled(event), dialog, body) }, fields(way), h('button', { class: 'primary', 'data-focus': 'enter' }, t(`people.${way}`))), h('div', { class: 'others' }, Object.values(others)));
    /** @type {HTMLElement | null} */ (body.querySelector('input'))?.focus();
  };
  paint(first);
}

/** @param {Way} way */
function fields(way) {
  const name = field('name', t('people.name'), { maxlength: 20, autocomplete: 'username' });
  const next = { type: 'password', autocomplete: 'new-password', minlength: 10, maxlength: 128 };
  if (way === 'signup') return [name, field('password', t('people.password'), next, t('people.password.about'))];
  if (way === 'recover') return [name, field('code', t('people.code'), { autocomplete: 'off', maxlength: 40 }), field('next', t('people.password.next'), next, t('people.password.about'))];
  return [name, field('password', t('people.password'), { type: 'password', autocomplete: 'current-password', maxlength: 128 })];
}

/** @param {Way} way @param {(name: string) => string} value @param {HTMLDialogElement} dialog @param {HTMLElement} body */
async function enter(way, value, dialog, body) {
  const name = value('name');
  try {
    if (way === 'signin') {
      await people.signIn(name, value('password'));
      dialog.close();
    } else {
      const { recovery } = await (way === 'signup' ? people.signUp(name, value('password')) : people.recover(name, value('code'), value('next')));
      await showRecovery(recovery, body);
      dialog.close();
    }
    note(t('people.welcome', { name }));
    // Whoever just signed up goes on with the same game; another person sees what is theirs.
    if (way !== 'signup') go(location.pathname + location.search + location.hash);
  } catch (error) {
    refused(error);
  }
}

/** The code is seen once: the way on opens when it was copied, printed, or is said to be kept. @param {string} recovery @param {HTMLElement} body @returns {Promise<void>} */
function showRecovery(recovery, body) {
  return new Promise((kept) => {
    const dialog = body.closest('dialog');
    const stay = (/** @type {Event} */ event) => event.preventDefault();
    dialog?.addEventListener('cancel', stay);
    const done = () => (dialog?.removeEventListener('cancel', stay), kept());
    const copy = () => void navigator.clipboard?.writeText(recovery).then(() => note(t('people.copied')), () => undefined);
    refill(
      body,
      h('h2', null, t('people.recovery.title')),
      h('p', null, t('people.recovery.about')),
      h('output', { class: 'recovery' }, recovery),
      h('div', { class: 'others' }, h('button', { type: 'button', 'data-focus': 'copy', onclick: copy }, icon('copy'), t('people.recovery.copy')), h('button', { type: 'button', 'data-focus': 'print', onclick: () => print() }, t('people.recovery.print'))),
      h('button', { type: 'button', class: 'primary', 'data-focus': 'kept', onclick: done }, icon('check'), t('people.recovery.kept')),
    );
    /** @type {HTMLElement | null} */ (body.querySelector('[data-focus=copy]'))?.focus();
  });
}

/** What a member may do. @param {string} name */
function openMember(name) {
  const { dialog, body } = sheet(t('people.account'));
  const paint = async () => {
    const { sessions } = await people.sessions().catch(() => ({ sessions: [] }));
    refill(
      body,
      head(name, () => dialog.close()),
      h('div', { class: 'others' }, h('a', { class: 'button', href: `/@/${encodeURIComponent(name)}`, 'data-route': true, 'data-focus': 'profile', onclick: () => dialog.close() }, t('people.profile')), h('button', { type: 'button', 'data-focus': 'signout', onclick: () => void leave(dialog, people.signOut) }, icon('door'), t('people.signout'))),
      h('section', null, h('h3', null, t('people.devices')), h('ul', { class: 'devices' }, sessions.map((session) => device(session, paint)))),
      h('details', null, h('summary', { 'data-focus': 'password' }, t('people.password.change')), passwordForm(paint)),
      h('details', null, h('summary', { 'data-focus': 'recovery' }, t('people.recovery.new')), sudoForm(t('people.recovery.new'), async () => (await showRecovery((await people.newRecovery()).recovery, body), paint()))),
      h('a', { class: 'button', href: '/api/me/export', download: 'daeguk.ndjson', 'data-focus': 'export' }, icon('save'), t('people.export')),
      h('details', null, h('summary', { 'data-focus': 'leave' }, t('people.leave')), h('p', null, t('people.leave.about')), sudoForm(t('people.leave'), async () => (await leave(dialog, people.closeAccount), note(t('people.left'))))),
    );
  };
  void paint();
}

/** @param {people.Session} session @param {() => Promise<void>} paint */
function device({ n, browser, seen_ms, here }, paint) {
  const end = () => people.endSession(n).then(paint, refused);
  return h('li', null, h('span', null, h('b', null, browser || '–'), h('small', null, here ? t('people.devices.here') : ago(seen_ms))), here ? null : h('button', { type: 'button', class: 'small', 'data-focus': `end-${n}`, onclick: () => void end() }, t('people.devices.end')));
}

/** @param {() => Promise<void>} paint */
function passwordForm(paint) {
  const change = (/** @type {SubmitEvent} */ event) => {
    const value = filled(event);
    void people.changePassword(value('password'), value('next')).then(() => (note(t('people.changed')), paint()), refused);
  };
  return h('form', { onsubmit: change }, field('password', t('people.password.now'), { type: 'password', autocomplete: 'current-password' }), field('next', t('people.password.next'), { type: 'password', autocomplete: 'new-password', minlength: 10, maxlength: 128 }, t('people.password.about')), h('button', { class: 'primary' }, t('people.password.change')));
}

/** Asks for the password again before something that cannot be undone. @param {string} label @param {() => Promise<unknown>} then */
function sudoForm(label, then) {
  const confirm = (/** @type {SubmitEvent} */ event) => void people.sudo(filled(event)('password')).then(then).catch(refused);
  return h('form', { onsubmit: confirm }, field('password', t('people.password.now'), { type: 'password', autocomplete: 'current-password' }), h('button', { class: 'primary' }, label));
}

/** @param {HTMLDialogElement} dialog @param {() => Promise<unknown>} how */
async function leave(dialog, how) {
  await how().catch(refused);
  dialog.close();
  go('/');
}
