// Whom one does not want to read: remembered in this browser, and nobody is told.

import { read, write } from '../lib/store.js';

/** The most that are remembered; the oldest go first. */
const MOST = 200;

/** @type {Set<string>} */
const muted = new Set(kept());

/** @returns {string[]} */
function kept() {
  try {
    const list = JSON.parse(read('muted') ?? '[]');
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(-MOST) : [];
  } catch {
    return [];
  }
}

/** Under what somebody is remembered: a member by the name, a guest by the seat at one table. @param {import('../net/talk.js').Line} line @param {string} game */
export const muteKey = ({ person, name, seat }, game) => (person === 'member' || person === 'bot' ? `@${name}` : `${game} ${seat ?? name}`);

/** @param {string} key */
export const isMuted = (key) => muted.has(key);

/** @param {string} key @param {boolean} wanted */
export function mute(key, wanted) {
  muted.delete(key);
  if (wanted) muted.add(key);
  write('muted', JSON.stringify([...muted].slice(-MOST)));
}
