// The account: two fields to sign up and in, the recovery code, and what a member may do with the account.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, t, words } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { me, myGames } from '../net/api.js';
import * as people from '../net/people.js';

await words('programs');

/** @typedef {'signin' | 'signup' | 'recover'} Way */

/** Fills a place with what fits whoever asks: the way in, or the account. @param {HTMLElement} body @param {() => void} close */
export async function showAccount(body, close) {
  body.classList.add('account');
  const known = await me().catch(() => null);
  if (known && known.kind !== 'guest') return void showMember(known, body, close);
  const games = await myGames().catch(() => ({ games: [] }));
  showDoor(body, close, games.games.length);
}

/** @param {string} name @param {string} label @param {Record<string, unknown>} props @param {string} [about] */
export const field = (name, label, props, about) => h('label', { class: 'field' }, h('span', null, label), h('input', { name, required: true, 'data-focus': name, ...props }), about ? h('small', null, about) : null);

/** @param {string} name @param {string} label */
export const newPassword = (name, label) => field(name, label, { type: 'password', autocomplete: 'new-password', minlength: 10, maxlength: 128 }, t('people.password.about'));

/** @param {SubmitEvent} event */
export function filled(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  return (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
}

/** @param {unknown} error */
export const refused = (error) => note(refusalText(error), 'refusal');

/** To come in: two fields, and the way to the other forms. @param {HTMLElement} body @param {() => void} close @param {number} games how many the guest has */
function showDoor(body, close, games) {
  const paint = (/** @type {Way} */ way) => {
    const other = (/** @type {Way} */ next, /** @type {string} */ words) => h('button', { type: 'button', class: 'quiet', 'data-focus': `to-${next}`, onclick: () => paint(next) }, words);
    const doors = { signup: other('signup', t('people.tomember')), signin: other('signin', t('people.tosignin')), recover: other('recover', t('people.torecover')) };
    const { [way]: _, ...others } = doors;
    refill(body, h('h3', null, t(`people.${way}`)), h('p', null, t(`people.${way}.about`)), h('form', { onsubmit: (/** @type {SubmitEvent} */ event) => void enter(way, filled(event), body, close) }, fields(way, games), h('button', { class: 'primary', 'data-focus': 'enter' }, t(`people.${way}`))), h('div', { class: 'others' }, Object.values(others)));
    /** @type {HTMLElement | null} */ (body.querySelector('input'))?.focus();
  };
  paint('signin');
}

/** @param {Way} way @param {number} games */
function fields(way, games) {
  const name = field('name', t('people.name'), { maxlength: 20, autocomplete: 'username' });
  if (way === 'signup') return [name, newPassword('password', t('people.password'))];
  if (way === 'recover') return [name, field('code', t('people.code'), { autocomplete: 'off', maxlength: 40 }), newPassword('next', t('people.password.next'))];
  const bring = h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'bring', checked: true, 'data-focus': 'bring' }), h('span', null, t('people.bring')));
  return [name, field('password', t('people.password'), { type: 'password', autocomplete: 'current-password', maxlength: 128 }), games > 0 ? bring : null];
}

/** @param {Way} way @param {(name: string) => string} value @param {HTMLElement} body @param {() => void} close */
async function enter(way, value, body, close) {
  const name = value('name');
  try {
    let brought = 0;
    if (way === 'signin') {
      ({ brought } = await people.signIn(name, value('password'), value('bring') === 'on'));
    } else {
      const { recovery } = await (way === 'signup' ? people.signUp(name, value('password')) : people.recover(name, value('code'), value('next')));
      await showRecovery(recovery, body);
    }
    close();
    note(brought ? t('people.brought', { name, count: brought }) : t('people.welcome', { name }));
    // Whoever just signed up goes on with the same game; another person sees what is theirs.
    if (way !== 'signup') go(location.pathname + location.search + location.hash);
  } catch (error) {
    refused(error);
  }
}

/** The code is seen once: the way on opens when it was copied, printed, or is said to be kept. @param {string} recovery @param {HTMLElement} body @returns {Promise<void>} */
export function showRecovery(recovery, body) {
  return new Promise((kept) => {
    const dialog = body.closest('dialog');
    const stay = (/** @type {Event} */ event) => event.preventDefault();
    dialog?.classList.add('kept');
    dialog?.addEventListener('cancel', stay);
    const done = () => (dialog?.removeEventListener('cancel', stay), dialog?.classList.remove('kept'), kept());
    const copy = () => void navigator.clipboard?.writeText(recovery).then(() => note(t('people.copied')), () => undefined);
    refill(
      body,
      h('h3', null, t('people.recovery.title')),
      h('p', null, t('people.recovery.about')),
      h('output', { class: 'recovery' }, recovery),
      h('div', { class: 'others' }, h('button', { type: 'button', 'data-focus': 'copy', onclick: copy }, icon('copy'), t('people.recovery.copy')), h('button', { type: 'button', 'data-focus': 'print', onclick: () => print() }, t('people.recovery.print'))),
      h('button', { type: 'button', class: 'primary', 'data-focus': 'kept', onclick: done }, icon('check'), t('people.recovery.kept')),
    );
    /** @type {HTMLElement | null} */ (body.querySelector('[data-focus=copy]'))?.focus();
  });
}

/** What a member may do, or a bot in a browser. @param {{ name: string, role: string, kind: string }} known @param {HTMLElement} body @param {() => void} close */
async function showMember(known, body, close) {
  const { name, role, kind } = known;
  const paint = () => showMember(known, body, close);
  const [{ sessions }, { relations }] = await Promise.all([people.sessions().catch(() => ({ sessions: [] })), people.relations().catch(() => ({ relations: [] }))]);
  refill(
    body,
    h('h3', null, name, kind === 'bot' ? h('small', { class: 'empty' }, ` ${t('people.bot')}`) : null),
    h('div', { class: 'others' }, h('a', { class: 'button', href: `/@/${encodeURIComponent(name)}`, 'data-route': true, 'data-focus': 'profile', onclick: close }, t('people.profile')), role ? h('a', { class: 'button', href: '/host', 'data-route': true, 'data-focus': 'host', onclick: close }, t('people.host')) : null, h('button', { type: 'button', 'data-focus': 'signout', onclick: () => void leave(close, people.signOut) }, icon('door'), t('people.signout'))),
    h('section', null, h('h4', null, t('people.devices')), h('ul', { class: 'devices' }, sessions.map((session) => device(session, paint)))),
    relations.length ? h('section', null, h('h4', null, t('people.relations')), h('ul', { class: 'devices' }, relations.map((relation) => related(relation, paint)))) : null,
    role === 'host' ? h('details', null, h('summary', { 'data-focus': 'invite' }, t('people.invite')), h('p', null, t('people.invite.about')), invitation()) : null,
    programs(known, () => void showAccount(body, close)),
    h('details', null, h('summary', { 'data-focus': 'password' }, t('people.password.change')), passwordForm(paint)),
    h('details', null, h('summary', { 'data-focus': 'recovery' }, t('people.recovery.new')), sudoForm(t('people.recovery.new'), async () => (await showRecovery((await people.newRecovery()).recovery, body), paint()))),
    h('a', { class: 'button', href: '/api/me/export', download: 'daeguk.ndjson', 'data-focus': 'export' }, icon('save'), t('people.export')),
    h('details', null, h('summary', { 'data-focus': 'leave' }, t('people.leave')), h('p', null, t('people.leave.about')), sudoForm(t('people.leave'), async () => (await leave(close, people.closeAccount), note(t('people.left'))))),
  );
}

/** Few have programs: what there is to say of them comes when it is opened. @param {{ kind: string, role: string }} known @param {() => void} changed */
function programs({ kind, role }, changed) {
  const place = h('div', { class: 'programs' });
  const fill = () => void import('./programs.js').then(({ showPrograms }) => showPrograms(place, kind, role === 'host', changed));
  return h('details', { ontoggle: (/** @type {Event} */ { target }) => /** @type {HTMLDetailsElement} */ (target).open && fill() }, h('summary', { 'data-focus': 'programs' }, t('programs.title')), place);
}

/** @param {people.Session} session @param {() => Promise<void>} paint */
function device({ n, browser, seen_ms, here }, paint) {
  const end = () => people.endSession(n).then(paint, refused);
  return h('li', null, h('span', null, h('b', null, browser || '–'), h('small', null, here ? t('people.devices.here') : ago(seen_ms))), here ? null : h('button', { type: 'button', class: 'small', 'data-focus': `end-${n}`, onclick: () => void end() }, t('people.devices.end')));
}

/** @param {people.Relation} relation @param {() => Promise<void>} paint */
function related({ name, kind }, paint) {
  const end = () => people.relate(name, kind, false).then(paint, refused);
  return h('li', null, h('span', null, h('b', null, name), h('small', null, t(`people.${kind}.is`))), h('button', { type: 'button', class: 'small', 'data-focus': `un-${name}`, onclick: () => void end() }, t(`people.un${kind}`)));
}

/** @param {() => Promise<void>} paint */
function passwordForm(paint) {
  const change = (/** @type {SubmitEvent} */ event) => {
    const value = filled(event);
    void people.changePassword(value('password'), value('next')).then(() => (note(t('people.changed')), paint()), refused);
  };
  return h('form', { onsubmit: change }, field('password', t('people.password.now'), { type: 'password', autocomplete: 'current-password' }), newPassword('next', t('people.password.next')), h('button', { class: 'primary' }, t('people.password.change')));
}

/** Asks for the password again before something that cannot be undone. @param {string} label @param {(value: (name: string) => string) => Promise<unknown>} then @param {...import('../lib/h.js').Child} fields */
export function sudoForm(label, then, ...fields) {
  const confirm = (/** @type {SubmitEvent} */ event) => {
    const value = filled(event);
    void people.sudo(value('password')).then(() => then(value)).catch(refused);
  };
  return h('form', { onsubmit: confirm }, fields, field('password', t('people.password.now'), { type: 'password', autocomplete: 'current-password' }), h('button', { class: 'primary' }, label));
}

/** A host makes addresses, each for one person. */
function invitation() {
  const place = h('output', { class: 'recovery', hidden: true });
  const make = async () => {
    place.textContent = `${location.origin}/ticket#${(await people.invite()).ticket}`;
    place.hidden = false;
    await navigator.clipboard?.writeText(place.textContent).then(() => note(t('people.copied')), () => undefined);
  };
  return [sudoForm(t('people.invite.make'), make), place];
}

/** @param {() => void} close @param {() => Promise<unknown>} how */
async function leave(close, how) {
  await how().catch(refused);
  close();
  go('/');
}
