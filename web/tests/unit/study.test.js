import './stub.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { isRich, packed, studyOf, treeOf, unpacked } from '../../parts/study.js';
import { Variations } from '../../parts/variations.js';

const FROM = { rules: 'kja', state: null };

function tree() {
  const tree = new Variations(['a4b4', 'a7b7', 'a1a3']);
  const other = tree.add(0, 'c4d4');
  Object.assign(other, { note: '다른 길', sign: '!?', w: [51.26, 48.74] });
  tree.add(other.id, 'a7b7').arrows = [['a7', 'b7']];
  tree.cut(tree.add(1, 'e7d7').id);
  tree.nodes[0].note = '처음';
  return tree;
}

test('a tree becomes a study and a tree again, without what was cut away', () => {
  const study = studyOf(tree(), 'janggi', FROM, '제목');
  assert.deepEqual(study.nodes.map(({ up, act }) => [up, act]), [[0, 'a4b4'], [0, 'c4d4'], [1, 'a7b7'], [3, 'a1a3'], [2, 'a7b7']]);
  assert.deepEqual([study.note, study.nodes[1].note, study.nodes[1].w], ['처음', '다른 길', [51.3, 48.7]]);
  const again = treeOf(study);
  assert.deepEqual(studyOf(again, 'janggi', FROM, '제목'), study);
  assert.deepEqual(again.line().slice(1).map(({ act }) => act), ['a4b4', 'a7b7', 'a1a3'], 'the main line is the same');
  assert.ok(isRich(again) && !isRich(new Variations(['a4b4'])));
});

test('a small study fits into an address, a large one does not', async () => {
  const study = studyOf(tree(), 'janggi', FROM, '');
  const text = await packed(study);
  assert.ok(text && text.length < 400 && /^[\w-]+$/.test(text), String(text?.length));
  assert.deepEqual(studyOf(treeOf(/** @type {any} */ (await unpacked(text))), 'janggi', FROM, ''), study);
  const noise = Array.from({ length: 400 }, (_, index) => String.fromCharCode(0x4e00 + ((index * 7919) % 20000))).join('');
  const large = { ...study, nodes: Array.from({ length: 30 }, (_, index) => ({ up: index, act: 'x', note: [...noise].map((letter) => String.fromCharCode(letter.charCodeAt(0) + index * 31)).join('') })) };
  assert.equal(await packed(large), null);
});

test('whatever stands in an address, nothing worse than nothing comes of it', async () => {
  const bomb = await packed({ kind: 'janggi', rules: '', state: null, title: 'x'.repeat(200_000), nodes: [] });
  assert.equal(await unpacked(bomb ?? ''), null, 'more than a study may have');
  for (const text of ['', 'AAAA', '!', '%00', 'é', 'x'.repeat(7000)]) assert.equal(await unpacked(text), null, text.slice(0, 9));
  const odd = [null, 7, [], {}, { kind: 'janggi' }, { kind: 'janggi', rules: '', state: 3, title: '', nodes: [] }, { kind: 'janggi', rules: '', state: null, title: '', nodes: [{ up: 1, act: 'a' }] }, { kind: 'janggi', rules: '', state: null, title: '', nodes: [{ up: 0, act: 'a', note: {} }] }];
  for (const each of odd) assert.equal(await unpacked((await packed(/** @type {any} */ (each))) ?? ''), null, JSON.stringify(each));
});
