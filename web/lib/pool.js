// What a pool of ratings is called: `janggi/std/slow` is 장기 · 느린 대국.

import { t, tOr } from './i18n.js';

/** @param {string} pool */
export function poolName(pool) {
  const [kind, family, tempo] = pool.split('/');
  return `${tOr(`people.family.${kind}.${family}`, `${kind} ${family}`)} · ${t(`people.tempo.${tempo}`)}`;
}

/** A rating as it is shown; a question mark where it is still a guess. @param {{ rating: number, provisional: boolean }} score */
export const points = ({ rating, provisional }) => `${rating}${provisional ? '?' : ''}`;
