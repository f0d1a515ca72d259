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

test('days are said in words, with at most two units', async () => {
  const { span } = await import('../../lib/span.js');
  const { language } = await import('../../lib/settings.js');
  const { speak } = await import('../../lib/i18n.js');
  const [hour, day] = [3_600_000, 86_400_000];
  const told = async (/** @type {'ko' | 'en' | 'ja'} */ tongue) => {
    language.set(tongue);
    await speak();
    return [3 * day, 2 * day + 5 * hour, day, 90 * 60_000, 1].map((ms) => span(ms));
  };
  assert.deepEqual(await told('en'), ['3 days', '2 days 5 hours', '1 day', '1 hour 30 minutes', '1 minute']);
  assert.deepEqual([3 * day, day - 1].map(face), ['3d', '24:00:00']);
  assert.deepEqual(await told('ja'), ['3日', '2日 5時間', '1日', '1時間 30分', '1分']);
  assert.deepEqual(await told('ko'), ['3일', '2일 5시간', '1일', '1시간 30분', '1분']);
  assert.equal(face(2 * day + hour), '2일 1시간');
});
