import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';
import { qr } from '../../lib/qr.js';

const BLOCKS = [[[1, 16]], [[1, 28]], [[1, 44]], [[2, 32]], [[2, 43]], [[4, 27]], [[4, 31]], [[2, 38], [2, 39]], [[3, 36], [2, 37]], [[4, 43], [1, 44]]];
const CENTERS = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Reads a code as a scanner would, but for the repair of errors. */
function scan({ size: full, path }) {
  const size = full - 8;
  const version = (size - 17) / 4;
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => (Number(y) - 4) * size + Number(x) - 4));
  const at = (x, y) => (dark.has(y * size + x) ? 1 : 0);
  let format = 0;
  for (const [x, y] of [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]]) format = format * 2 + at(x, y);
  format ^= 0x5412;
  assert.equal(format >> 13, 0, 'level M');
  const mask = MASKS[(format >> 10) & 7];
  const fixed = (x, y) => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9)) return true;
    if (version >= 7 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) return true;
    const centers = CENTERS[version - 1];
    return centers.some((cx) => centers.some((cy) => {
      const corner = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6);
      return !corner && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }));
  };
  const bits = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!fixed(x, y)) bits.push(at(x, y) ^ (mask(x, y) ? 1 : 0));
    }
    up = !up;
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, index) => parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2));
  const sizes = BLOCKS[version - 1].flatMap(([count, length]) => new Array(count).fill(length));
  const blocks = sizes.map(() => []);
  let next = 0;
  for (let index = 0; index < Math.max(...sizes); index++) sizes.forEach((length, block) => index < length && blocks[block].push(words[next++]));
  const data = blocks.flat().map((word) => word.toString(2).padStart(8, '0')).join('');
  assert.equal(data.slice(0, 4), '0100', 'bytes');
  const wide = version < 10 ? 8 : 16;
  const length = parseInt(data.slice(4, 4 + wide), 2);
  const bytes = Array.from({ length }, (_, index) => parseInt(data.slice(4 + wide + index * 8, 12 + wide + index * 8), 2));
  return { version, text: new TextDecoder().decode(new Uint8Array(bytes)) };
}

test('codes of every version are read back', () => {
  const versions = new Set();
  for (let length = 1; length <= 213; length += 4) {
    const words = 'https://daeguk.example/g/4kXw9ZsQp2Lm?'.repeat(6).slice(0, length);
    const read = scan(qr(words));
    assert.equal(read.text, words);
    versions.add(read.version);
  }
  assert.equal(versions.size, 10);
  assert.equal(scan(qr('대국')).text, '대국');
});

test('a text that is too long has no code', () => {
  assert.equal(qr('x'.repeat(214)), null);
});
