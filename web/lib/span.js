// Lengths of time in words: days and hours, hours and minutes, or minutes.

import { spoken } from './i18n.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** @param {number} count @param {'day' | 'hour' | 'minute'} unit @param {'long' | 'narrow'} width */
function unitWords(count, unit, width) {
  const language = spoken.get();
  const unitDisplay = language === 'en' ? width : 'short';
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);
  // Japanese sets no space before its counters.
  return language === 'ja' ? words.replaceAll(' ', '') : words;
}

/** At most the two greatest units; what is begun counts as a minute. @param {number} ms @param {'long' | 'narrow'} [width] of English words */
export function span(ms, width = 'long') {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts = /** @type {[number, 'day' | 'hour' | 'minute'][]} */ (days > 0 ? [[days, 'day'], [hours, 'hour']] : [[hours, 'hour'], [rest, 'minute']]);
  return parts.filter(([count]) => count > 0).map(([count, unit]) => unitWords(count, unit, width)).join(' ');
}
