// What one is solving outlasts a page; a streak follows its rules.

import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';
import { after, bestStreak, courseOf, follow, nearOf, newStreak, skipped } from '../../parts/course.js';
import { themesOf, turningPoint } from '../../parts/report.js';

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

test('mistakes lead to puzzles of their themes, the worst turn of the seat first', () => {
  const turn = (/** @type {number} */ seat, /** @type {number} */ drop, /** @type {string[]} */ ...themes) => /** @type {any} */ ({ seat, drop, themes });
  const turns = [turn(0, 12, 'gain', 'fork'), turn(1, 90, 'mate1'), turn(0, 40, 'mate2', 'gain'), turn(0, 5, 'quiet')];
  assert.deepEqual(themesOf(turns, 0), ['mate2', 'gain', 'fork']);
  assert.deepEqual(themesOf(turns, 2), []);
  assert.equal(turningPoint(turns)?.drop, 90);
  assert.equal(turningPoint([turn(0, 9)]), undefined, 'too little was lost');
});
