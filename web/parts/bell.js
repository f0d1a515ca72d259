// Somebody is called: to a challenge, or to a game that has begun elsewhere.

import { summon } from '../lib/attention.js';
import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/i18n.js';
import { note, urge } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { play } from '../lib/sound.js';
import { ask, message } from '../net/api.js';
import { house } from '../net/house.js';

/** @typedef {import('../net/house.js').Call} Call */

const banner = h('div', { class: 'bell', 'aria-live': 'assertive', hidden: true });

/** Listens from now on, on every page. */
export function hang() {
  document.body.append(banner);
  house.addEventListener('call', (event) => ring(/** @type {CustomEvent<Call>} */ (event).detail));
  house.watch('me');
  // Whoever has gone there is called no longer.
  document.addEventListener('page', () => location.pathname === `/g/${banner.dataset.game}` && hide());
  void import('./waiting.js').then(({ watchTurns }) => watchTurns());
}

/** @param {Call} call */
function ring({ e, d }) {
  const there = location.pathname === `/g/${d.game}`;
  if (there || e === 'over') return;
  const words = t(`bell.${e}`, { name: d.from || t('plate.guest') });
  banner.hidden = false;
  banner.dataset.game = d.game;
  play('turn');
  urge(words);
  summon(words, '');
  refill(banner, h('p', null, words), h('div', { class: 'row' }, e === 'challenge' ? answers(d.game) : visit(d.game), h('button', { type: 'button', class: 'quiet', 'aria-label': t('close'), 'data-focus': 'bell-close', onclick: hide }, icon('close'))));
}

function hide() {
  banner.hidden = true;
}

/** @param {string} game */
function visit(game) {
  const act = () => (hide(), go(`/g/${game}`));
  return h('button', { type: 'button', class: 'primary', 'data-focus': 'bell-go', onclick: act }, icon('door'), t('bell.go'));
}

/** @param {string} game */
function answers(game) {
  const accept = async () => {
    const state = await ask('GET', `/api/games/${game}`);
    const seat = state.seats.findIndex((/** @type {{ type: string, you: boolean }} */ each) => each.type === 'invited' && each.you);
    await message(game, { t: 'sit', seat });
    go(`/g/${game}`);
  };
  const say = (/** @type {() => Promise<unknown>} */ act) => () => (hide(), void act().catch((error) => note(refusalText(error), 'refusal')));
  return [
    h('button', { type: 'button', class: 'primary', 'data-focus': 'bell-accept', onclick: say(accept) }, icon('check'), t('bell.accept')),
    h('button', { type: 'button', 'data-focus': 'bell-decline', onclick: say(() => message(game, { t: 'turn_down' })) }, t('action.turndown')),
  ];
}
