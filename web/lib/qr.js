// A QR encoder: bytes, error correction level M, versions 1 to 10 (up to 213 bytes), enough for any
// link of ours. After ISO/IEC 18004.

/** For each version: error-correction bytes a block, then [blocks, data bytes] groups. @type {[number, [number, number][]][]} */
const BLOCKS = [
  [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
  [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// The field of 256 elements in which the error correction counts.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** @param {number[]} data @param {number} length */
function correction(data, length) {
  let generator = [1];
  for (let power = 0; power < length; power++) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((factor, index) => {
      next[index] ^= factor;
      next[index + 1] ^= times(factor, EXP[power]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(length).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = rest[index];
    if (factor) generator.forEach((value, offset) => (rest[index + offset] ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** @param {Uint8Array} bytes @param {number} version @param {number} capacity */
function codewords(bytes, version, capacity) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let index = 0; index < bits.length; index += 8) data.push(bits.slice(index, index + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0; data.length < capacity; pad++) data.push(pad % 2 ? 0x11 : 0xec);
  return data;
}

/** @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [length, groups] = BLOCKS[version - 1];
  const blocks = [];
  let at = 0;
  for (const [count, size] of groups) for (let block = 0; block < count; block++) blocks.push(data.slice(at, (at += size)));
  const checks = blocks.map((block) => correction(block, length));
  const longest = Math.max(...blocks.map((block) => block.length));
  const all = [];
  for (let index = 0; index < longest; index++) for (const block of blocks) if (index < block.length) all.push(block[index]);
  for (let index = 0; index < length; index++) for (const check of checks) all.push(check[index]);
  return all;
}

/** @typedef {{ size: number, dark: Uint8Array, fixed: Uint8Array }} Grid */

/** @param {number} version @returns {Grid} */
function frame(version) {
  const size = 17 + 4 * version;
  const grid = { size, dark: new Uint8Array(size * size), fixed: new Uint8Array(size * size) };
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid.dark[y * size + x] = dark ? 1 : 0;
    grid.fixed[y * size + x] = 1;
  };
  const ring = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) put(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let index = 0; index < size; index++) {
    put(6, index, index % 2 === 0);
    put(index, 6, index % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) ring(x, y, 4, [2, 4]);
  const spots = ALIGNMENT[version - 1];
  for (const x of spots)
    for (const y of spots) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!corner) ring(x, y, 2, [1]);
    }
  if (version >= 7) putVersion(version, size, put);
  for (let index = 0; index < 9; index++) {
    // Room for the format; it is written once the mask is known.
    if (index !== 6) {
      put(8, index, false);
      put(index, 8, false);
    }
    if (index < 8) {
      put(size - 1 - index, 8, false);
      put(8, size - 1 - index, false);
    }
  }
  put(8, size - 8, true);
  return grid;
}

/** @param {number} version @param {number} size @param {(x: number, y: number, dark: boolean) => void} put */
function putVersion(version, size, put) {
  const bits = (version << 12) | remainder(version << 12, 0x1f25, 12);
  for (let index = 0; index < 18; index++) {
    const dark = ((bits >> index) & 1) === 1;
    const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)];
    put(a, b, dark);
    put(b, a, dark);
  }
}

/** @param {number} value @param {number} divisor @param {number} degree */
function remainder(value, divisor, degree) {
  for (let bit = 31; bit >= degree; bit--) if ((value >> bit) & 1) value ^= divisor << (bit - degree);
  return value;
}

/** @param {Grid} grid @param {number[]} words */
function lay(grid, words) {
  const { size } = grid;
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid.fixed[y * size + x]) continue;
        grid.dark[y * size + x] = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit++;
      }
    }
    up = !up;
  }
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @param {Grid} grid @param {number} mask @returns {Grid} */
function masked(grid, mask) {
  const { size, fixed } = grid;
  const dark = grid.dark.map((value, index) => value ^ (!fixed[index] && MASKS[mask](index % size, Math.floor(index / size)) ? 1 : 0));
  // Level M is written 00.
  const bits = ((mask << 10) | remainder(mask << 10, 0x537, 10)) ^ 0x5412;
  for (let index = 0; index < 15; index++) {
    const value = (bits >> index) & 1;
    const near = index < 6 ? index : index < 8 ? index + 1 : 0;
    if (index < 8) dark[near * size + 8] = value;
    else dark[8 * size + (index === 8 ? 7 : 14 - index)] = value;
    if (index < 8) dark[8 * size + size - 1 - index] = value;
    else dark[(size - 15 + index) * size + 8] = value;
  }
  return { size, dark, fixed };
}

/** How hard a pattern is to read: long runs, blocks, false finders, imbalance. @param {Grid} grid */
function penalty({ size, dark }) {
  let sum = 0;
  const lines = [];
  for (let index = 0; index < size; index++) {
    lines.push(Array.from({ length: size }, (_, other) => dark[index * size + other]).join(''));
    lines.push(Array.from({ length: size }, (_, other) => dark[other * size + index]).join(''));
  }
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at + 11 <= size; at++) if (/^(00001011101|10111010000)/.test(line.slice(at, at + 11))) sum += 40;
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const at = y * size + x;
      if (dark[at] === dark[at + 1] && dark[at] === dark[at + size] && dark[at] === dark[at + size + 1]) sum += 3;
    }
  const share = (dark.reduce((count, value) => count + value, 0) * 100) / (size * size);
  return sum + Math.floor(Math.abs(share - 50) / 5) * 10;
}

/**
 * The dark modules of a text as one SVG path, in a box of `size` with the quiet zone included.
 * @param {string} text
 * @returns {{ size: number, path: string } | null} nothing if the text is too long
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= BLOCKS.length; version++) {
    const capacity = BLOCKS[version - 1][1].reduce((sum, [count, size]) => sum + count * size, 0);
    if (bytes.length + (version < 10 ? 2 : 3) > capacity) continue;
    const grid = frame(version);
    lay(grid, interleaved(codewords(bytes, version, capacity), version));
    const best = MASKS.map((_, mask) => masked(grid, mask)).sort((a, b) => penalty(a) - penalty(b))[0];
    return { size: best.size + 8, path: modules(best) };
  }
  return null;
}

/** @param {Grid} grid */
function modules({ size, dark }) {
  let path = '';
  dark.forEach((value, index) => {
    if (value) path += `M${(index % size) + 4} ${Math.floor(index / size) + 4}h1v1h-1z`;
  });
  return path;
}
