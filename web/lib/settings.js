// What a person may set; each is remembered in this browser.

import { remembered } from './store.js';

export const LANGUAGES = /** @type {const} */ (['ko', 'en', 'ja']);
/** @typedef {(typeof LANGUAGES)[number]} Language */

/** @returns {Language} */
function browserLanguage() {
  for (const wish of navigator.languages ?? []) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'ko';
}

export const language = remembered('language', LANGUAGES, browserLanguage());
export const theme = remembered('theme', /** @type {const} */ (['auto', 'light', 'dark']), 'auto');
export const sound = remembered('sound', /** @type {const} */ (['on', 'off']), 'on');
export const calls = remembered('calls', /** @type {const} */ (['on', 'off']), 'on');
export const count = remembered('count', /** @type {const} */ (['auto', 'up', 'down', 'off']), 'auto');
export const notify = remembered('notify', /** @type {const} */ (['off', 'on']), 'off');
export const motion = remembered('motion', /** @type {const} */ (['auto', 'off']), 'auto');
export const coordinates = remembered('coordinates', /** @type {const} */ (['on', 'off']), 'on');
/** Whether janggi's points are counted from Han's side, as the oldest rule text does. */
export const hanFrame = remembered('frame', /** @type {const} */ (['off', 'on']), 'off');
export const confirmMoves = remembered('confirm', /** @type {const} */ (['off', 'on']), 'off');
/** Help in games that were made with it: what threatens, and a question before a blunder. */
export const threats = remembered('threats', /** @type {const} */ (['off', 'on']), 'off');
export const warnings = remembered('warnings', /** @type {const} */ (['off', 'on']), 'off');
export const shortcuts = remembered('shortcuts', /** @type {const} */ (['on', 'off']), 'on');
export const names = remembered('names', /** @type {const} */ (['off', 'on']), 'off');
export const pieceSet = remembered(
  'pieces',
  /** @type {const} */ (['auto', 'hanja', 'hangul', 'picture']),
  'auto',
);

/** Whether things may move on the screen. */
export function mayMove() {
  return motion.get() === 'auto' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The piece set to draw: characters for those who read them, pictures for others. */
export function chosenSet() {
  const set = pieceSet.get();
  if (set !== 'auto') return set;
  if (!hasHanja()) return 'picture';
  return language.get() === 'en' ? 'picture' : 'hanja';
}

/** @type {boolean | undefined} */
let hanja;

/** Whether this machine can draw Chinese characters: a missing one is as wide as any other missing one. */
function hasHanja() {
  if (hanja === undefined) {
    const context = document.createElement('canvas').getContext('2d');
    hanja = context === null || pixels(context, '車') !== pixels(context, '\u{10FFFE}');
  }
  return hanja;
}

/** @param {CanvasRenderingContext2D} context @param {string} character */
function pixels(context, character) {
  context.clearRect(0, 0, 40, 40);
  context.font = '24px serif';
  context.fillText(character, 4, 28);
  return context.getImageData(0, 0, 40, 40).data.join();
}
