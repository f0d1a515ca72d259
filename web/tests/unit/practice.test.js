import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';

const { starsFor } = await import('../../pages/practice.js');

test('the fewer own acts a win takes, the more stars it has', () => {
  const deeds = (/** @type {number} */ own) => Array.from({ length: own * 2 }, (_, n) => ({ seat: n % 2 }));
  assert.equal(starsFor(deeds(6), 0, 12), 3);
  assert.equal(starsFor(deeds(7), 0, 12), 2);
  assert.equal(starsFor(deeds(12), 1, 12), 2);
  assert.equal(starsFor(deeds(13), 0, 12), 1);
  assert.equal(starsFor([{ seat: null }, ...deeds(6)], 0, 12), 3, 'what nobody did costs nothing');
});
