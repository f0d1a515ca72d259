// Programs of a member: tokens with which they come in, and an account that is a program itself.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, spoken, t } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import * as people from '../net/people.js';
import { field, refused, sudoForm } from './account.js';

/** @type {people.Scope[]} */
const SCOPES = ['read', 'play', 'challenge', 'chat'];
/** What a host's may do besides. @type {people.Scope[]} */
const HOSTS = [...SCOPES, 'worker'];
/** What most bots need. @type {people.Scope[]} */
const USUAL = ['read', 'play', 'challenge'];
const DAYS = [30, 90, 365];

/** Fills a place with the tokens and the way to new ones. @param {HTMLElement} place @param {string} kind of the account @param {boolean} isHost @param {() => void} changed the account is another one */
export async function showPrograms(place, kind, isHost, changed) {
  const paint = () => showPrograms(place, kind, isHost, changed);
  const scopes = isHost ? HOSTS : SCOPES;
  const { tokens } = await people.tokens().catch(() => ({ tokens: [] }));
  const secret = h('div', { class: 'programs', 'aria-live': 'polite' });
  refill(
    place,
    h('p', null, t('programs.about')),
    tokens.length ? h('ul', { class: 'devices' }, tokens.map((token) => line(token, paint))) : h('p', { class: 'empty' }, t('programs.none')),
    secret,
    sudoForm(t('programs.make'), (value) => make(value, place, scopes, paint), nameField(), scopeFields(scopes), daysField()),
    kind === 'member' ? botForm(changed) : h('p', null, t('programs.bot.is')),
  );
}

/** @param {people.Token} token @param {() => Promise<void>} paint */
function line({ id, label, scopes, used_ms, expires_ms }, paint) {
  const revoke = () => people.revokeToken(id).then(() => (note(t('programs.revoked')), paint()), refused);
  const until = new Intl.DateTimeFormat(spoken.get(), { dateStyle: 'medium' }).format(expires_ms);
  const told = [scopes.map((scope) => t(`programs.scope.${scope}`)).join(', '), used_ms ? t('programs.used', { when: ago(used_ms) }) : t('programs.unused'), t('programs.until', { date: until })];
  return h('li', null, h('span', null, h('b', null, label), h('small', null, told.join(' · '))), h('button', { type: 'button', class: 'small', 'data-focus': `revoke-${id}`, 'aria-label': `${t('programs.revoke')}: ${label}`, onclick: () => void revoke() }, t('programs.revoke')));
}

const nameField = () => field('label', t('programs.label'), { maxlength: 40, autocomplete: 'off', placeholder: t('programs.label.example') });

/** @param {people.Scope[]} scopes */
function scopeFields(scopes) {
  const box = (/** @type {people.Scope} */ scope) => h('label', { class: 'check' }, h('input', { type: 'checkbox', name: scope, checked: USUAL.includes(scope), 'data-focus': `scope-${scope}` }), h('span', null, t(`programs.scope.${scope}`)));
  return h('fieldset', { class: 'scopes' }, h('legend', null, t('programs.scopes')), scopes.map(box));
}

function daysField() {
  return h('label', { class: 'field' }, h('span', null, t('programs.days')), h('select', { name: 'days', 'data-focus': 'days' }, DAYS.map((days) => h('option', { value: days, selected: days === 90 }, t('programs.days.of', { count: days })))));
}

/** @param {(name: string) => string} value @param {HTMLElement} place @param {people.Scope[]} offered @param {() => Promise<void>} paint */
async function make(value, place, offered, paint) {
  const scopes = offered.filter((scope) => value(scope) === 'on');
  if (scopes.length === 0) return note(t('programs.scopes.none'), 'refusal');
  const { token } = await people.makeToken(value('label'), scopes, Number(value('days')));
  await paint();
  const copy = () => void navigator.clipboard?.writeText(token).then(() => note(t('people.copied')), () => undefined);
  const shown = /** @type {HTMLElement} */ (place.querySelector('[aria-live]'));
  refill(shown, h('p', null, t('programs.once')), h('output', { class: 'recovery' }, token), h('div', { class: 'others' }, h('button', { type: 'button', 'data-focus': 'copy-token', onclick: copy }, icon('copy'), t('people.recovery.copy'))));
  /** @type {HTMLElement | null} */ (shown.querySelector('[data-focus=copy-token]'))?.focus();
}

/** @param {() => void} changed */
function botForm(changed) {
  const become = () => people.becomeBot().then(() => (note(t('programs.bot.done')), changed()));
  const sure = h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'sure', required: true, 'data-focus': 'sure' }), h('span', null, t('programs.bot.sure')));
  return h('details', null, h('summary', { 'data-focus': 'bot' }, t('programs.bot')), h('p', null, t('programs.bot.about')), sudoForm(t('programs.bot.make'), become, sure));
}
