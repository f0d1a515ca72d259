import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';
import { Variations } from '../../parts/variations.js';
import { lessonsOf } from '../../parts/report.js';

test('a game is the main line, and another move hangs beside it', () => {
  const tree = new Variations(['a', 'b', 'c']);
  assert.deepEqual(tree.acts(3), ['a', 'b', 'c']);
  const other = tree.add(1, 'x');
  assert.equal(tree.add(1, 'x'), other, 'the same move is the same node');
  assert.deepEqual(tree.line().map(({ act }) => act), ['', 'a', 'b', 'c']);
  assert.deepEqual(tree.line(other.id).map(({ act }) => act), ['', 'a', 'x']);
});

test('steps follow the line that is shown and stop at its ends', () => {
  const tree = new Variations(['a', 'b']);
  tree.at = tree.add(1, 'x').id;
  assert.equal(tree.step(1), tree.at);
  assert.equal(tree.step(-1), 1);
  tree.at = 0;
  assert.equal(tree.step(-1), 0);
  assert.equal(tree.step(1), 1);
});

test('a branch is cut where it hangs, the beginning never', () => {
  const tree = new Variations(['a', 'b']);
  const other = tree.add(0, 'x');
  assert.equal(tree.cut(other.id), 0);
  assert.deepEqual(tree.nodes[0].next, [1]);
  assert.equal(tree.cut(0), 0);
});

test('mistakes come worst first, at most ten, of one seat', () => {
  const turns = Array.from({ length: 40 }, (_, n) => ({ n, count: 1, of: 40, seat: n % 2, w: [50, 50], best: [], refutation: [], drop: n, verdict: null, why: null }));
  const lessons = lessonsOf(turns, 1);
  assert.equal(lessons.length, 10);
  assert.deepEqual(lessons.slice(0, 2).map(({ n }) => n), [39, 37]);
  assert.ok(lessons.every(({ seat, drop }) => seat === 1 && drop >= 10));
});
