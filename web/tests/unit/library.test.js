import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';

const { packed, whereIs } = await import('../../net/library.js');
const { textOf } = await import('../../lib/decode.js');

test('files travel together by their sort, and every line is found again', () => {
  const files = [
    { name: 'a.gib', text: 'one\ntwo' },
    { name: 'b.jgn', text: 'x' },
    { name: 'c.GIB', text: 'three\nfour\nfive\n' },
    { name: 'no ending', text: 'y' },
  ];
  const parcels = packed(files);
  assert.deepEqual(parcels.map(({ parts }) => parts.map(({ name }) => name)), [['a.gib', 'c.GIB'], ['b.jgn'], ['no ending']]);
  const lines = parcels[0].text.split('\n');
  for (const [word, name, line] of /** @type {const} */ ([['one', 'a.gib', 1], ['two', 'a.gib', 2], ['three', 'c.GIB', 1], ['five', 'c.GIB', 3]])) {
    assert.deepEqual(whereIs(parcels[0], lines.indexOf(word) + 1), { name, line }, word);
  }
});

test('no parcel is larger than the server takes, or has more games than it reads', () => {
  const many = packed(Array.from({ length: 1000 }, (_, n) => ({ name: `${n}.gib`, text: 'game' })));
  assert.deepEqual(many.map(({ parts }) => parts.length), [400, 400, 200]);
  const large = packed(Array.from({ length: 5 }, (_, n) => ({ name: `${n}.gib`, text: '가'.repeat(130_000) })));
  assert.deepEqual(large.map(({ parts }) => parts.length), [2, 2, 1]);
  assert.ok(large.every(({ text }) => new Blob([text]).size <= 1_000_000));
  assert.deepEqual(packed([]), []);
});

test('CP949 and UTF-8 are read', async () => {
  assert.equal(await textOf(new Blob(['민수'])), '민수');
  assert.equal(await textOf(new Blob([new Uint8Array([0xb9, 0xce, 0xbc, 0xf6])])), '민수');
});
