// Shapes that several drawings share, as data.

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** @param {Spot[]} spots */
export function closed(spots) {
  return `M${spots.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;
}

/** @param {Spot[]} spots */
export function line(spots) {
  return `M${spots.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`;
}

/** A regular polygon with flat top and bottom. @param {number} sides @param {number} radius @returns {Spot[]} */
export function regular(sides, radius) {
  return Array.from({ length: sides }, (_, index) => {
    const angle = ((index + 0.5) / sides) * 2 * Math.PI + Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** @param {string} d @param {string} kind @param {Record<string, string | number>} [more] @returns {Shape} */
export function path(d, kind, more) {
  return { tag: 'path', at: { d, class: kind, ...more } };
}

/**
 * @param {string} text @param {number} x @param {number} y @param {number} size @param {string} kind
 * @param {Record<string, string | number>} [more] @param {string} [lang]
 * @returns {Shape}
 */
export function text(text, x, y, size, kind, more, lang) {
  return { tag: 'text', text, lang, at: { x: short(x), y: short(y), 'font-size': size, class: kind, ...more } };
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} kind @param {number} [round] @returns {Shape} */
export function rect(x, y, width, height, kind, round = 0) {
  return { tag: 'rect', at: { x, y, width, height, rx: round, class: kind } };
}

/** A square cell around a spot. @param {Spot} center @param {number} width @param {number} height @returns {Spot[]} */
export function around([x, y], width, height) {
  const [w, h] = [width / 2, height / 2];
  return [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
}

/**
 * A board of wood: a slab with an edge, a face and the grain of one plank. The grain is drawn by a
 * small generator, the same each time; its lines bend together, as they do in a tree.
 * @param {number} width @param {number} height @param {number} edge
 * @returns {Shape[]}
 */
export function plank(width, height, edge) {
  const [wide, tall] = [width + 2 * edge, height + 2 * edge];
  return [
    rect(-edge, -edge + 10, wide, tall, 'slab-shadow', 14),
    rect(-edge, -edge, wide, tall, 'slab', 14),
    ...grain(-edge + 6, width + edge - 6, -edge + 5, height + edge - 5),
    rect(-edge + 5, -edge + 5, wide - 10, tall - 10, 'slab-rim', 10),
    path(`M${-edge + 10} ${height + edge - 12}V${-edge + 16}Q${-edge + 10} ${-edge + 10} ${-edge + 16} ${-edge + 10}H${width + edge - 12}`, 'slab-light'),
  ];
}

/** @param {number} left @param {number} right @param {number} top @param {number} bottom @returns {Shape[]} */
function grain(left, right, top, bottom) {
  let seed = 7;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const ways = /** @type {Record<string, string[]>} */ ({ 'grain fine': [], grain: [], 'grain strong': [] });
  const bend = (/** @type {number} */ x, /** @type {number} */ y) => 13 * Math.sin(y / 310 + x / 240) + 5 * Math.sin(y / 120 + x / 90);
  for (let x = left + 6; x < right; x += 5 + 13 * chance()) {
    const spots = Array.from({ length: 9 }, (_, index) => /** @type {Spot} */ ([0, top + ((bottom - top) * index) / 8]));
    for (const spot of spots) spot[0] = Math.min(right, Math.max(left, x + bend(x, spot[1])));
    const luck = chance();
    ways[luck > 0.93 ? 'grain strong' : luck > 0.6 ? 'grain' : 'grain fine'].push(flowing(spots));
  }
  return Object.entries(ways).map(([kind, lines]) => path(lines.join(''), kind));
}

/** A line that bends softly through its spots. @param {Spot[]} spots */
function flowing(spots) {
  const middle = (/** @type {number} */ at) => `${short((spots[at][0] + spots[at + 1][0]) / 2)} ${short((spots[at][1] + spots[at + 1][1]) / 2)}`;
  const bends = spots.slice(1, -1).map(([x, y], index) => `Q${short(x)} ${short(y)} ${middle(index + 1)}`);
  const [[x, y], [a, b]] = [spots[0], spots[spots.length - 1]];
  return `M${short(x)} ${short(y)}${bends.join('')}L${short(a)} ${short(b)}`;
}
