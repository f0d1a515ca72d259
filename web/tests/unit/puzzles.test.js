// What one is solving outlasts a page; a streak follows its rules.

import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';
import { after, bestStreak, courseOf, follow, nearOf, newStreak, skipped } from '../../parts/course.js';
import { themeOf } from '../../parts/report.js';

/** @type {Map<string, string>} */
const kept = new Map();
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) }, configurable: true });

test('a streak begins at 700, grows by 40, skips once and ends with the first mistake', () => {
  let course = newStreak('janggi');
  assert.equal(nearOf(course), 700);
  course = after(course, true);
  assert.equal(nearOf(course), 740);
  const left = skipped(course);
  assert.ok(left?.streak?.skipped && left.streak.n === 1);
  assert.equal(skipped(left), null, 'once');
  const over = after(left, false);
  assert.ok(over.streak?.over && over.streak.n === 1);
  assert.deepEqual(after(over, true), over, 'what is over does not go on');
  assert.equal(skipped(over), null);
  assert.equal(nearOf({ kind: 'janggi', theme: null, streak: null }), null);
});

test('the course of a game is kept, and the best streak too', () => {
  follow({ kind: 'yonin', theme: 'drop', streak: null });
  assert.equal(courseOf('yonin').theme, 'drop');
  assert.deepEqual(courseOf('janggi'), { kind: 'janggi', theme: null, streak: null });
  localStorage.setItem('daeguk.puzzle.course', '{nonsense');
  assert.equal(courseOf('yonin').theme, null);
  assert.equal(bestStreak('nanguk', 7), 7);
  assert.equal(bestStreak('nanguk', 3), 7);
  assert.equal(bestStreak('nanguk'), 7);
});

test('mistakes lead to puzzles of their theme', () => {
  const turn = (/** @type {any} */ why) => /** @type {any} */ ({ seat: 0, drop: 40, why });
  assert.equal(themeOf('janggi', [turn({ reason: 'misses', plies: 3 })], 0), 'mate2');
  assert.equal(themeOf('janggi', [turn({ reason: 'ends', plies: 40 })], 0), 'mate3');
  assert.equal(themeOf('yonin', [turn({ reason: 'misses', plies: 1 })], 0), 'mate');
  assert.equal(themeOf('nanguk', [turn({ reason: 'misses', plies: 3 })], 0), 'two');
  assert.equal(themeOf('janggi', [turn({ reason: 'hangs', at: 'a1', by: 'a2' })], 0), 'fork');
  assert.equal(themeOf('nanguk', [turn(null)], 0), null);
  assert.equal(themeOf('janggi', [turn({ reason: 'misses', plies: 3 })], 1), null, 'of that seat only');
});
