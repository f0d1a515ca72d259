// Says everything in the chosen language. Only that one is loaded, and of it what the pages need.

import { signal } from './store.js';
import { language } from './settings.js';

/** @typedef {keyof typeof import('../i18n/ko.js').default} Key */

/** The texts that are here, by language. @type {Record<string, Record<string, string>>} */
const TEXTS = {};

/** The files that were asked for. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** What is spoken of beyond the first page, as in `i18n/analysis.ko.js`. @type {Set<string>} */
const areas = new Set();

/** The language that is spoken: the chosen one, once its texts are here. */
export const spoken = signal(language.get());

/** @param {string} wanted a language @param {string} file */
function read(wanted, file) {
  const known = asked.get(file);
  if (known) return known;
  const reading = import(`../i18n/${file}.js`).then(({ default: texts }) => void Object.assign((TEXTS[wanted] ??= {}), texts));
  asked.set(file, reading);
  // Who comes next may have a network again.
  reading.catch(() => asked.delete(file));
  return reading;
}

/** Everything that this language has to say so far. @param {string} wanted */
function learn(wanted) {
  return Promise.all([read(wanted, wanted), ...[...areas].map((area) => read(wanted, `${area}.${wanted}`))]);
}

/** Loads the chosen language, now and whenever it changes. */
export async function speak() {
  const wanted = language.get();
  await learn(wanted);
  if (wanted !== language.get()) return;
  document.documentElement.lang = wanted;
  spoken.set(wanted);
}

/**
 * Brings the words of some areas, in the spoken language and in whichever follows. A module that is not part of the first page
 * waits for its own at its top.
 * @param {...string} names
 */
export async function words(...names) {
  for (const name of names) areas.add(name);
  // One that was just chosen may be on its way already, without these.
  await Promise.all([learn(spoken.get()), learn(language.get())]);
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

/** Sentences one after another. @param {...string} parts those that are not said are empty */
export const sentences = (...parts) => parts.filter((part) => part !== '').join(spoken.get() === 'ja' ? '' : ' ');

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
  if (last >= 0x30 && last <= 0x39) return (closed === '으로' ? '036' : '013678').includes(heard.slice(-1)) ? closed : open;
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
