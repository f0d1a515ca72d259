import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';

const { face, left } = await import('../../parts/clock.js');

const control = (/** @type {object} */ parts) => ({ main_ms: 0, increment_ms: 0, byoyomi_ms: 0, periods: 0, turn_ms: 0, total_ms: 0, ...parts });
const clock = (/** @type {object} */ parts, /** @type {object} */ seat, more = {}) => ({ control: control(parts), seats: [{ main_ms: 0, period_ms: 0, periods: 0, ...seat }], running: 0, turn_ms: null, total_ms: null, ...more });

test('main time runs down and never below zero', () => {
  const one = clock({ main_ms: 600_000 }, { main_ms: 5_000 });
  assert.deepEqual(left(one, 0, 1_000), { ms: 4_000, periods: null });
  assert.deepEqual(left(one, 0, 99_000), { ms: 0, periods: null });
});

test('byoyomi follows, one period after another', () => {
  const one = clock({ main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 }, { main_ms: 1_000, period_ms: 30_000, periods: 3 });
  assert.deepEqual(left(one, 0, 500), { ms: 500, periods: null });
  assert.deepEqual(left(one, 0, 2_000), { ms: 29_000, periods: 3 });
  assert.deepEqual(left(one, 0, 31_500), { ms: 29_500, periods: 2 });
  assert.deepEqual(left(one, 0, 999_000), { ms: 0, periods: 1 });
});

test('a limit on each turn shows that turn', () => {
  const one = clock({ turn_ms: 60_000 }, {}, { turn_ms: 42_000 });
  assert.deepEqual(left(one, 0, 2_000), { ms: 40_000, periods: null });
});

test('tenths are shown below ten seconds', () => {
  assert.deepEqual([9_990, 10_000, 59_001, 60_000, 3_600_000].map(face), ['9.9', '0:10', '1:00', '1:00', '1:00:00']);
});
