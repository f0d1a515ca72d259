// Cho's characters in a running hand. Each stroke is the way of the brush and how hard it presses:
// x, y and width in a box of 100. No font is needed for them.

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {[number, number, number]} Press */

/** @type {Record<string, string[]>} */
const WRITING = {
  士: ['12 40 6,40 36 8,88 30 10', '51 6 9,50 40 10,48 82 8', '24 86 6,50 82 9,78 80 7'],
  車: [
    '27 17 6,50 14 8,73 11 9', '29 31 5,50 28 7,72 27 9,69 60 7', '29 31 7,31 48 6,33 63 6', '33 47 4,66 44 5', '33 63 5,68 59 6',
    '7 79 6,50 73 9,93 69 9', '51 3 8,50 50 9,48 98 4',
  ],
  包: [
    '38 4 9,29 24 8,11 44 2', '30 23 5,60 18 8,85 21 10,83 50 9,76 68 8,60 60 2', '30 41 5,60 37 8,58 54 6', '32 56 4,58 54 5',
    '30 41 7,28 70 8,35 89 9,60 93 9,86 88 8,89 70 2',
  ],
  馬: [
    '29 9 8,27 34 8,26 55 7', '29 12 5,50 9 6,74 8 8', '28 26 4,64 23 6', '28 40 4,64 37 6', '49 11 6,48 52 6',
    '25 54 5,60 49 8,88 51 11,85 74 9,74 95 8,56 85 2', '14 70 9,26 80 5,35 72 4,45 80 5,54 72 4,66 79 8',
  ],
  象: [
    '43 3 9,33 16 6,16 28 2', '37 14 4,62 11 8,54 24 4', '26 27 7,27 43 5', '26 27 4,50 24 6,75 23 9,70 40 6', '49 25 5,47 41 5', '28 42 4,70 39 6',
    '54 43 6,40 54 5,14 66 2', '40 52 4,56 66 8,57 84 9,46 97 7,34 90 2', '50 62 5,34 73 5,12 82 2', '55 74 5,38 85 5,16 94 2',
    '78 49 8,66 58 5,57 63 3', '60 62 4,74 78 9,93 90 12',
  ],
  卒: [
    '48 3 6,56 14 11', '17 26 6,50 22 8,85 18 9', '37 29 8,30 41 5,16 52 2', '33 39 3,44 50 8', '67 27 8,60 39 5,49 49 2', '64 37 3,81 51 9',
    '6 66 6,50 60 9,95 57 9', '51 51 8,50 75 9,47 99 4',
  ],
  楚: [
    '9 19 6,44 15 8', '28 4 8,27 48 6', '27 23 5,18 35 4,7 43 2', '29 23 3,43 37 8', '54 16 6,93 12 8', '74 2 8,72 48 6', '72 21 5,62 33 4,51 41 2',
    '74 20 3,84 32 7,95 39 9', '21 57 5,50 54 7,79 54 10,70 66 3', '50 56 7,50 87 6', '51 71 4,73 68 7', '34 65 6,29 81 6,11 99 2', '26 83 3,50 93 8,93 95 13',
  ],
};

/** @type {Map<string, string>} */
const drawn = new Map();

/** A character in Cho's hand. @param {string} character @param {number} size @returns {Shape} */
export function brushed(character, size) {
  const d = drawn.get(character) ?? (WRITING[character] ?? []).map((stroke) => outline(parse(stroke))).join('');
  drawn.set(character, d);
  const scale = Math.round((size / 100) * 1000) / 1000;
  return { tag: 'path', at: { d, class: 'brush', transform: `scale(${scale}) translate(-50 -50) rotate(-1.5)` } };
}

/** @param {string} stroke @returns {Press[]} */
function parse(stroke) {
  return stroke.split(',').map((press) => /** @type {Press} */ (press.split(' ').map(Number)));
}

const STEPS = 6;

/** The outline of a stroke: the brush's way, smoothed, with its width on both sides. @param {Press[]} presses */
function outline(presses) {
  const way = smooth(presses);
  const left = [];
  const right = [];
  for (const [index, [x, y, width]] of way.entries()) {
    const [ax, ay] = way[Math.max(0, index - 1)];
    const [bx, by] = way[Math.min(way.length - 1, index + 1)];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [nx, ny] = [(-(by - ay) / length) * (width / 2), ((bx - ax) / length) * (width / 2)];
    left.push(`${(x + nx).toFixed(1)} ${(y + ny).toFixed(1)}`);
    right.unshift(`${(x - nx).toFixed(1)} ${(y - ny).toFixed(1)}`);
  }
  const end = (way[way.length - 1][2] / 2).toFixed(1);
  const start = (way[0][2] / 2).toFixed(1);
  return `M${left.join('L')}A${end} ${end} 0 0 0 ${right[0]}L${right.slice(1).join('L')}A${start} ${start} 0 0 0 ${left[0]}Z`;
}

/** A Catmull-Rom curve through the presses. @param {Press[]} presses @returns {Press[]} */
function smooth(presses) {
  /** @type {Press[]} */
  const way = [];
  for (let index = 0; index + 1 < presses.length; index++) {
    const [a, b, c, d] = [presses[Math.max(0, index - 1)], presses[index], presses[index + 1], presses[Math.min(presses.length - 1, index + 2)]];
    for (let step = 0; step < STEPS; step++) way.push(between(a, b, c, d, step / STEPS));
  }
  way.push(presses[presses.length - 1]);
  return way;
}

/** @param {Press} a @param {Press} b @param {Press} c @param {Press} d @param {number} u @returns {Press} */
function between(a, b, c, d, u) {
  const at = (/** @type {0 | 1 | 2} */ i) =>
    0.5 * (2 * b[i] + (c[i] - a[i]) * u + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * u * u + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * u * u * u);
  return [at(0), at(1), Math.max(1, at(2))];
}
