import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';

const { countKey } = await import('../../lib/sound.js');
const { isRank, levelAbout, levelName } = await import('../../lib/level.js');
const { language } = await import('../../lib/settings.js');
const { speak } = await import('../../lib/i18n.js');

test('the last seconds are counted up in Korean and Japanese, down in English, or as one wishes', () => {
  const told = (/** @type {string} */ way, /** @type {string} */ tongue) => [12, 10, 9, 8, 1, 0].map((left) => countKey(left, way, tongue));
  assert.deepEqual(told('auto', 'ko'), [null, 'count.ten', 'count.1', 'count.2', 'count.9', null]);
  assert.deepEqual(told('auto', 'ja'), told('auto', 'ko'));
  assert.deepEqual(told('auto', 'en'), [null, 'count.ten', 'count.9', 'count.8', 'count.1', null]);
  assert.deepEqual(told('down', 'ko'), told('auto', 'en'));
  assert.deepEqual(told('up', 'en'), told('auto', 'ko'));
  assert.deepEqual(told('off', 'ko').filter(Boolean), []);
});

test('levels and ranks have names in every language', async () => {
  const names = /** @type {Record<string, string[]>} */ ({ ko: ['쉬움', '18급', '9단'], en: ['easy', '18 gup', '9 dan'], ja: ['やさしい', '18級', '9段'] });
  for (const [tongue, wanted] of Object.entries(names)) {
    language.set(/** @type {'ko' | 'en' | 'ja'} */ (tongue));
    await speak();
    assert.deepEqual(['easy', '18k', '9d'].map(levelName), wanted);
  }
  assert.deepEqual(['easy', '1k', '9d', 'd9'].map(isRank), [false, true, true, false]);
});

test('eight levels have names of their own and a sentence each, in every language', async () => {
  const levels = ['newcomer', 'beginner', 'gentle', 'easy', 'casual', 'normal', 'skilled', 'hard'];
  for (const tongue of /** @type {const} */ (['ko', 'en', 'ja'])) {
    language.set(tongue);
    await speak();
    assert.equal(new Set(levels.map(levelName)).size, 8, tongue);
    assert.equal(new Set(levels.map(levelAbout)).size, 8, tongue);
    for (const level of levels) assert.match(levelAbout(level), /^[^{]{10,}[.。]$/, `${tongue} ${level}`);
  }
});
