// Calls back whoever looks elsewhere: the title, a dot on the icon, and a notification if one was asked for.

import { t } from './i18n.js';
import { note } from './live.js';
import { notify } from './settings.js';
import { play } from './sound.js';

/** The moment that was told last, so that nothing is told twice. */
let told = '';

/**
 * @typedef {object} Moment
 * @property {string} name the game, as the title calls it
 * @property {boolean} mine whether others wait for this person
 * @property {boolean} over
 * @property {string} key differs from moment to moment
 */

/** @param {Moment} moment */
export function attend({ name, mine, over, key }) {
  document.title = `${mine ? `● ${t('plate.yourturn')} – ` : ''}${name ? `${name} – ` : ''}${t('site')}`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', mine ? '/style/seal-turn.svg' : '/style/seal.svg');
  if (key === told) return;
  told = key;
  if (!(mine || over) || document.visibilityState === 'visible') return;
  play('turn');
  show(t(mine ? 'notify.turn' : 'notify.over'), name);
}

/** Nothing waits here any more. */
export function calm() {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/style/seal.svg');
}

/** @param {string} words @param {string} name */
function show(words, name) {
  if (notify.get() === 'off' || globalThis.Notification?.permission !== 'granted') return;
  try {
    const shown = new Notification(words, { body: name, tag: 'daeguk', icon: '/style/seal.svg' });
    shown.onclick = () => {
      globalThis.focus();
      shown.close();
    };
  } catch {
    // Some phones allow notifications only to installed apps; the tone and the dot must do.
  }
}

/** Asks the browser only when a person has asked for notifications. */
export function watchNotify() {
  notify.watch(async (wish) => {
    if (wish === 'off') return;
    const may = await globalThis.Notification?.requestPermission().catch(() => 'denied');
    if (may === 'granted') return;
    notify.set('off');
    note(t('notify.denied'), 'refusal');
  });
}
