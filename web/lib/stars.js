// The stars of the lessons in this browser: they are there before anybody has a name, and are
// merged with the server's whenever it answers.

import { read, write } from './store.js';

/** Stars by game, lesson and place of the stage. @typedef {Record<string, Record<string, number[]>>} Kept */

/** @returns {Kept} */
export function kept() {
  try {
    return JSON.parse(read('stars') ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} kind @param {string} lesson @param {number} count how many stages there are @returns {number[]} */
export function starsOf(kind, lesson, count) {
  const own = kept()[kind]?.[lesson] ?? [];
  return Array.from({ length: count }, (_, index) => Math.min(3, Number(own[index]) || 0));
}

/** Keeps stars where they are more than before. @param {string} kind @param {string} lesson @param {number[]} stars */
export function keep(kind, lesson, stars) {
  const all = kept();
  const old = all[kind]?.[lesson] ?? [];
  const merged = Array.from({ length: Math.max(old.length, stars.length) }, (_, index) => Math.max(Number(old[index]) || 0, stars[index] ?? 0));
  all[kind] = { ...all[kind], [lesson]: merged };
  write('stars', JSON.stringify(all));
}

/** Whether anything is kept here that the server does not have. @param {{ kind: string, lessons: { id: string, stars: number[] }[] }[]} games */
export function ahead(games) {
  const own = kept();
  return games.some(({ kind, lessons }) => lessons.some(({ id, stars }) => stars.some((count, index) => (own[kind]?.[id]?.[index] ?? 0) > count)));
}
