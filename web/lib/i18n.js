// Says everything in the chosen language. Only that one is loaded.

import { signal } from './store.js';
import { language } from './settings.js';

/** @typedef {keyof typeof import('../i18n/ko.js').default} Key */

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {};

/** The language that is spoken: the chosen one, once its texts are here. */
export const spoken = signal(language.get());

/** Loads the chosen language, now and whenever it changes. */
export async function speak() {
  const wanted = language.get();
  TEXTS[wanted] ??= (await import(`../i18n/${wanted}.js`)).default;
  if (wanted !== language.get()) return;
  document.documentElement.lang = wanted;
  spoken.set(wanted);
}

language.watch(() => void speak());

/**
 * The text of a key. `{name}` is replaced by a parameter, and in Korean `{name:이/가}` adds the
 * particle that fits the sound before it.
 * @param {Key | string} key
 * @param {Record<string, string | number>} [parameters]
 */
export function t(key, parameters) {
  const text = TEXTS[spoken.get()]?.[key];
  if (text === undefined) return key;
  if (!parameters) return text;
  return text.replace(/\{(\w+)(?::([^}]+))?\}/g, (_, name, particles) => {
    const value = String(parameters[name] ?? '');
    return particles ? value + particle(value, particles) : value;
  });
}

/** Whether there is such a text. @param {string} key */
export function has(key) {
  return TEXTS[spoken.get()]?.[key] !== undefined;
}

/**
 * The text of a key, or another text where the key is not known, such as an option of a game that
 * is newer than this page.
 * @param {string} key @param {string} fallback
 */
export function tOr(key, fallback) {
  return TEXTS[spoken.get()]?.[key] ?? fallback;
}

/** @param {string} word @param {string} pair such as `이/가`: after a consonant, after a vowel */
function particle(word, pair) {
  const [closed, open] = pair.split('/');
  // What stands in brackets is not read aloud.
  const heard = word.replace(/\s*\([^)]*\)$/, '');
  const last = heard.codePointAt(heard.length - 1) ?? 0;
  if (last >= 0x30 && last <= 0x39) return '013678'.includes(heard.slice(-1)) ? closed : open;
  if (last < 0xac00 || last > 0xd7a3) return `${closed}(${open})`;
  const final = (last - 0xac00) % 28;
  // 로/으로 follows ㄹ as it follows a vowel.
  return final === 0 || (closed === '으로' && final === 8) ? open : closed;
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  return new Intl.NumberFormat(spoken.get(), options).format(value);
}

/** @param {number} ms */
export function ago(ms) {
  const format = new Intl.RelativeTimeFormat(spoken.get(), { numeric: 'auto' });
  const minutes = Math.round((ms - Date.now()) / 60000);
  if (minutes === 0) return t('time.now');
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 24) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 1440), 'day');
}
