import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';

const { wilson } = await import('../../lib/wilson.js');

test('an interval is as wide as the games are few', () => {
  const near = (/** @type {number[]} */ got, /** @type {number[]} */ wanted) => assert.ok(got.every((each, index) => Math.abs(each - wanted[index]) < 0.001), String(got));
  // Wilson 1927, by hand and by R's prop.test without correction.
  near(wilson(5, 10), [0.2366, 0.7634]);
  near(wilson(0, 10), [0, 0.2775]);
  near(wilson(10, 10), [0.7225, 1]);
  near(wilson(520, 1000), [0.489, 0.5508]);
  assert.deepEqual(wilson(0, 0), [0, 1]);
});
