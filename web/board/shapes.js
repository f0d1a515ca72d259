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
 * small generator, the same each time.
 * @param {number} width @param {number} height @param {number} edge
 * @returns {Shape[]}
 */
export function plank(width, height, edge) {
  const shapes = [
    rect(-edge, -edge + 10, width + 2 * edge, height + 2 * edge, 'slab-shadow', 14),
    rect(-edge, -edge, width + 2 * edge, height + 2 * edge, 'slab', 14),
  ];
  let seed = 7;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let x = -edge + 12; x < width + edge - 8; x += 14 + 26 * chance()) {
    const sway = 10 * (chance() - 0.5);
    const [top, bottom] = [-edge + 4, height + edge - 4];
    const third = (bottom - top) / 3;
    const d = `M${short(x)} ${top}C${short(x + sway)} ${short(top + third)} ${short(x - 1.6 * sway)} ${short(top + 2 * third)} ${short(x + sway / 2)} ${bottom}`;
    shapes.push(path(d, chance() > 0.6 ? 'grain strong' : 'grain'));
  }
  shapes.push(rect(-edge + 5, -edge + 5, width + 2 * edge - 10, height + 2 * edge - 10, 'slab-rim', 10));
  return shapes;
}
