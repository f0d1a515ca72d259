import './stub.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { HAND, RUBBER, editOf, possible } from '../../parts/easel.js';
import { yonin } from '../../board/yonin.js';

const LOOK = /** @type {any} */ ({ bottom: 0, set: 'hanja', compact: false, coordinates: false, language: 'ko', names: false });
const cells = Array.from({ length: 81 }, (_, index) => (index === 40 ? { owner: 's', facing: 's', role: 'P' } : null));
const view = { cells, hands: ['s', 'w', 'n', 'e'].map((seat) => ({ seat, usable: true, rook: 0, gold: 0, silver: 0, pawn: 0 })), turn: 's', checks: [], skipped: [], out: [], ply: 1, points: [0, 0, 0, 0], last: null, result: null };
const sketch = /** @type {any} */ ({ view, men: [{ man: 'sP', seat: 0 }], dials: [{ dial: 'hand:s.P', value: '0', values: ['0', '1'] }] });

test('what is in the hand says what can be done', () => {
  assert.equal(possible(yonin, sketch, LOOK, HAND).length, 80, 'one man to every other square');
  assert.ok(possible(yonin, sketch, LOOK, 'sP').includes('put sP 9a'));
  assert.deepEqual(editOf('put sP 9a', sketch), { do: 'put', man: 'sP', at: '9a' });
  assert.deepEqual(editOf('move 5e 5d', sketch), { do: 'move', from: '5e', to: '5d' });
  assert.deepEqual(editOf('more s:P', sketch), { do: 'set', dial: 'hand:s.P', to: '1' });
  assert.equal(editOf('less s:P', sketch), null, 'there is none to take');
  assert.ok(possible(yonin, sketch, LOOK, RUBBER).every((action) => /^(take|less) /.test(action)));
});
