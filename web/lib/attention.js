// Calls back whoever looks elsewhere: the title, a dot on the icon, and a notification if one was asked for.

import { t } from './i18n.js';
import { note } from './live.js';
import { notify } from './settings.js';
import { play } from './sound.js';

/** Whether it is somebody's turn here, and elsewhere. */
const turns = { here: false, elsewhere: false };

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
  turns.here = mine;
  paintIcon();
  if (key === told) return;
  told = key;
  if (!(mine || over) || document.visibilityState === 'visible') return;
  play('turn');
  summon(t(mine ? 'notify.turn' : 'notify.over'), name);
}

/** Nothing waits here any more. */
export function calm() {
  turns.here = false;
  paintIcon();
}

/** Whether games wait elsewhere. @param {boolean} on */
export function dot(on) {
  turns.elsewhere = on;
  paintIcon();
}

function paintIcon() {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', turns.here || turns.elsewhere ? '/style/seal-turn.svg' : '/style/seal.svg');
}

/** A notification, for whoever has asked for them and looks elsewhere. @param {string} words @param {string} name */
export function summon(words, name) {
  if (document.visibilityState === 'visible' || notify.get() === 'off' || globalThis.Notification?.permission !== 'granted') return;
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
