// What one is solving: puzzles as they come, those of a theme, or a streak. It outlasts a page.

import { read, write } from '../lib/store.js';

/** @typedef {{ n: number, skipped: boolean, over: boolean }} Streak */
/** @typedef {{ kind: string, theme: string | null, streak: Streak | null }} Course */

/** A streak begins easily and grows harder with every puzzle. */
const STREAK_FROM = 700;
const STREAK_STEP = 40;

/** The course of a game; another game's is forgotten. @param {string} kind @returns {Course} */
export function courseOf(kind) {
  try {
    const kept = JSON.parse(read('puzzle.course') ?? 'null');
    if (kept?.kind === kind) return kept;
  } catch {
    // What cannot be read is as good as nothing.
  }
  return { kind, theme: null, streak: null };
}

/** @param {Course} course */
export function follow(course) {
  write('puzzle.course', JSON.stringify(course));
}

/** @param {string} kind @returns {Course} */
export const newStreak = (kind) => ({ kind, theme: null, streak: { n: 0, skipped: false, over: false } });

/** How hard the next puzzle shall be; nothing if that is left to the house. @param {Course} course */
export function nearOf({ streak }) {
  return streak ? STREAK_FROM + STREAK_STEP * streak.n : null;
}

/** The course after a puzzle. @param {Course} course @param {boolean} solved @returns {Course} */
export function after(course, solved) {
  const { streak } = course;
  if (!streak || streak.over) return course;
  return { ...course, streak: solved ? { ...streak, n: streak.n + 1 } : { ...streak, over: true } };
}

/** The course after leaving a puzzle out; once is allowed. @param {Course} course @returns {Course | null} */
export function skipped(course) {
  const { streak } = course;
  return streak && !streak.skipped && !streak.over ? { ...course, streak: { ...streak, skipped: true } } : null;
}

/** The longest streak so far. @param {string} kind @param {number} [n] a new one @returns {number} */
export function bestStreak(kind, n = 0) {
  const best = Math.max(n, Number(read(`puzzle.streak.${kind}`)) || 0);
  if (n > 0) write(`puzzle.streak.${kind}`, String(best));
  return best;
}
