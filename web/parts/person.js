// A member in short: rank, and what one may do. It opens from a name.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';
import { note } from '../lib/live.js';
import { points, poolName } from '../lib/pool.js';
import { refusalText } from '../lib/refusal.js';
import { me } from '../net/api.js';
import { profile, relate } from '../net/people.js';

/** How many ratings are shown. */
const RANKS = 3;

/** A name that opens the card. @param {string} name @param {string} words @param {string} kind the game to challenge to @param {string} [game] at which table */
export function personName(name, words, kind, game) {
  return h('button', { type: 'button', class: 'person', 'aria-haspopup': 'dialog', 'data-focus': `person-${name}`, 'data-person': name, onclick: () => void openPerson(name, kind, game) }, h('bdi', null, words));
}

/** @param {string} name @param {string} kind @param {string} [game] */
export async function openPerson(name, kind, game) {
  const body = h('div', { class: 'account' });
  const dialog = h('dialog', { class: 'sheet person-card', 'aria-label': name, onclose: () => dialog.remove() }, body);
  const close = () => dialog.close();
  document.body.append(dialog);
  dialog.showModal();
  const paint = async () => {
    const [known, own] = await Promise.all([profile(name), me().catch(() => null)]);
    refill(body, head(known.name, close), known.kind === 'bot' ? h('p', { class: 'empty' }, t('people.bot')) : null, ranks(known), actions(known, own, kind, close, () => void paint()), complaint(known.name, own, close, game));
  };
  refill(body, head(name, close));
  await paint().catch((error) => (close(), note(refusalText(error), 'refusal')));
}

/** @param {string} name @param {() => void} close */
const head = (name, close) => h('header', null, h('h2', null, h('bdi', null, name)), h('button', { type: 'button', class: 'quiet corner', 'aria-label': t('close'), 'data-focus': 'close', onclick: close }, icon('close')));

/** @param {import('../net/people.js').Profile} known */
function ranks({ ratings }) {
  if (ratings.length === 0) return h('p', { class: 'empty' }, t('people.unrated.short'));
  return h('ul', { class: 'devices' }, ratings.slice(0, RANKS).map((score) => h('li', null, h('span', null, poolName(score.pool ?? '')), h('b', null, `${levelName(score.rank)} · ${points(score)}`))));
}

/** @param {string} name @param {Awaited<ReturnType<typeof me>> | null} own @param {() => void} close @param {string} [game] */
function complaint(name, own, close, game) {
  if (own?.name === name) return null;
  const open = async () => {
    close();
    (await import('./complain.js')).openComplaint(name, game ? { name, game } : { name }, 'name');
  };
  return h('button', { type: 'button', class: 'quiet small', 'data-focus': 'report', onclick: () => void open() }, icon('flag'), t('people.report'));
}

/**
 * @param {import('../net/people.js').Profile} known @param {Awaited<ReturnType<typeof me>> | null} own @param {string} kind
 * @param {() => void} close @param {() => void} paint
 */
function actions({ name, relation }, own, kind, close, paint) {
  const member = own !== null && own.kind !== 'guest';
  const self = member && own.name === name;
  const turn = (/** @type {import('../net/people.js').RelationKind} */ what) => {
    const wanted = relation !== what;
    const act = () => void relate(name, what, wanted).then(paint, (error) => note(refusalText(error), 'refusal'));
    return h('button', { type: 'button', 'aria-pressed': String(!wanted), 'data-focus': what, onclick: act }, t(wanted ? `people.${what}` : `people.un${what}`));
  };
  const challenge = () => {
    close();
    void import('../pages/newgame.js').then(({ openNewGame }) => openNewGame(kind, name));
  };
  return h(
    'div',
    { class: 'others' },
    // The game goes on in its own page.
    h('a', { class: 'button', href: `/@/${encodeURIComponent(name)}`, target: '_blank', rel: 'noopener', 'data-focus': 'profile' }, icon('person'), t('people.profile')),
    self || relation === 'block' ? null : h('button', { type: 'button', class: 'primary', 'data-focus': 'challenge', onclick: challenge }, icon('flag'), t('people.challenge')),
    member && !self ? [turn('follow'), turn('block')] : null,
  );
}
