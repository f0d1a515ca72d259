// The ground of nanguk: where a square lies on the screen, seen from above a corner or flat, and
// how blocks, water, castles and islands are drawn.

import { closed, path, rect, text } from '../shapes.js';

/** @typedef {import('../types.js').Shape} Shape */
/** @typedef {import('../types.js').Spot} Spot */
/** @typedef {import('../types.js').Look} Look */
/** @typedef {import('../types.js').Solid} Solid */

export const SIZE = 8;
const S = 100;
/** How far the board is turned away from the eye, and how high a block is. */
const ANGLE = (24 * Math.PI) / 180;
const BLOCK = 33;
const SLAB = 30;

/** @param {string} id @returns {[number, number]} file and rank from 0 */
export const parts = (id) => [id.charCodeAt(0) - 97, id.charCodeAt(1) - 49];

/** @param {number} file @param {number} rank */
export const square = (file, rank) => `${String.fromCharCode(97 + file)}${rank + 1}`;

/** @param {string} id */
export const indexOf = (id) => parts(id)[1] * SIZE + parts(id)[0];

/** @param {number} file @param {number} rank */
export const onBoard = (file, rank) => file >= 0 && rank >= 0 && file < SIZE && rank < SIZE;

/** Squares alternate a little, so that they can be counted. @param {number} u @param {number} v */
const tone = (u, v) => ((u + v) % 2 === 0 ? 'even' : 'odd');

/** A way to see the ground. */
export class Camera {
  /** @param {Look} look */
  constructor({ bottom, turn = 0, mode, compact }) {
    this.flat = mode === 'flat';
    this.quarter = (bottom * 2 + turn) % 4;
    this.tilt = this.flat ? 1 : compact ? 0.8 : 0.68;
    this.block = this.flat ? 0 : BLOCK;
    const angle = this.flat ? 0 : ANGLE;
    this.cos = Math.cos(angle);
    this.sin = Math.sin(angle);
  }

  /** Columns from the left and rows from the eye. @param {number} file @param {number} rank @returns {[number, number]} */
  seen(file, rank) {
    const last = SIZE - 1;
    return /** @type {[number, number][]} */ ([[file, rank], [rank, last - file], [last - file, last - rank], [last - rank, file]])[this.quarter];
  }

  /** What `seen` undoes. @param {number} u @param {number} v @returns {[number, number]} file and rank */
  under(u, v) {
    const last = SIZE - 1;
    return /** @type {[number, number][]} */ ([[u, v], [last - v, u], [last - u, last - v], [v, last - u]])[this.quarter];
  }

  /** @param {number} u @param {number} v @param {number} height in blocks @returns {Spot} */
  spot(u, v, height) {
    const across = u * this.cos + v * this.sin;
    const away = v * this.cos - u * this.sin;
    return [across * S, -away * S * this.tilt - height * this.block];
  }

  /** The top of a square, from the left corner toward the eye. @param {number} u @param {number} v @param {number} height @param {number} [inset] @returns {Spot[]} */
  top(u, v, height, inset = 0) {
    const [a, b] = [inset, 1 - inset];
    return [this.spot(u + a, v + a, height), this.spot(u + b, v + a, height), this.spot(u + b, v + b, height), this.spot(u + a, v + b, height)];
  }

  /** @param {number} u @param {number} v @param {number} height */
  center(u, v, height) {
    return this.spot(u + 0.5, v + 0.5, height);
  }

  /** Greater is nearer to the eye. @param {number} u @param {number} v */
  depth(u, v) {
    return u + (SIZE - 1 - v);
  }

  /** The view box for grounds of this height with pieces on them. @param {number} heightMax @param {boolean} labels @returns {[number, number, number, number]} */
  box(heightMax, labels) {
    const side = labels ? 46 : 16;
    const [left] = this.spot(0, 0, 0);
    const [right] = this.spot(SIZE, SIZE, 0);
    const bottom = this.spot(SIZE, 0, 0)[1] + (this.flat ? 0 : SLAB);
    const top = this.spot(0, SIZE, heightMax)[1] - (this.flat ? 0 : 62);
    return [left - 16, top - (this.flat ? 16 : 0), right - left + 16 + side, bottom - top + (this.flat ? 16 + side : 30)];
  }
}

/** The table that the ground stands on, with the names of files and ranks. @param {Camera} camera @param {boolean} labels @param {boolean} sea @returns {Shape[]} */
export function slab(camera, labels, sea) {
  const [a, b, c, d] = [camera.spot(0, 0, 0), camera.spot(SIZE, 0, 0), camera.spot(SIZE, SIZE, 0), camera.spot(0, SIZE, 0)];
  const shapes = [];
  if (camera.flat) {
    shapes.push(rect(a[0] - 12, c[1] - 12, S * SIZE + 24, S * SIZE + 24, 'slab', 12));
  } else {
    const down = (/** @type {Spot} */ [x, y]) => /** @type {Spot} */ ([x, y + SLAB]);
    shapes.push(
      path(closed([[a[0] + 16, a[1] + SLAB + 22], [b[0], b[1] + SLAB + 22], [c[0] + 8, c[1] + SLAB + 10], c, a]), 'slab-shadow'),
      path(closed([a, b, down(b), down(a)]), 'ng-slab near'),
      path(closed([b, c, down(c), down(b)]), 'ng-slab side'),
      path(closed([a, b, c, d]), 'slab'),
    );
  }
  for (let v = SIZE - 1; v >= 0 && !camera.flat; v--) {
    for (let u = 0; u < SIZE; u++) shapes.push(path(closed(camera.top(u, v, 0)), `ng-top ${sea ? 'sea' : 'h0'} ${tone(u, v)}`), ...(sea ? waves(camera, u, v) : []));
  }
  return labels ? [...shapes, ...names(camera)] : shapes;
}

/** @param {Camera} camera @returns {Shape[]} */
function names(camera) {
  const shapes = [];
  for (let index = 0; index < SIZE; index++) {
    for (const edge of /** @type {const} */ (['near', 'right'])) {
      const [u, v] = edge === 'near' ? [index, 0] : [0, index];
      const [file, rank] = camera.under(u, v);
      const isFile = (camera.quarter % 2 === 0) === (edge === 'near');
      const [x, y] = edge === 'near' ? camera.spot(u + 0.5, -0.26, 0) : camera.spot(SIZE + 0.24, v + 0.5, 0);
      const drop = camera.flat ? 0 : SLAB * 0.7;
      shapes.push(text(isFile ? String.fromCharCode(97 + file) : String(rank + 1), x, y + 8 + drop, 23, 'coordinate'));
    }
  }
  return shapes;
}

/** @typedef {{ sea: boolean, castle: string | null, breached: boolean, marked: string }} Soil what kind of square it is */

/**
 * One square with the blocks on it, each a solid of its own so that it can fall.
 * @param {Camera} camera @param {number} u @param {number} v @param {number} height @param {[number, number]} near the heights before it and at its right
 * @param {Soil} soil @param {string} id
 * @returns {Solid[]}
 */
export function column(camera, u, v, height, near, soil, id) {
  const z = camera.depth(u, v);
  const kind = soil.sea && height === 0 ? 'sea' : soil.sea ? 'isle' : `h${Math.min(height, 4)}`;
  if (camera.flat) return [{ z, id: `${id}:${height - 1}`, shapes: [...flatTop(camera, u, v, height, kind), ...soilMarks(camera, u, v, height, soil)] }];
  /** @type {Solid[]} */
  const solids = [];
  for (let level = 0; level < height; level++) {
    const top = level === height - 1;
    const face = top ? [path(closed(camera.top(u, v, height)), `ng-top ${kind} ${tone(u, v)}`), ...digits(camera, u, v, height, soil)] : [];
    solids.push({ z: z + level * 0.01, id: `${id}:${level}`, shapes: [...walls(camera, u, v, level, near, soil.sea), ...face] });
  }
  const marks = soilMarks(camera, u, v, height, soil);
  if (marks.length > 0) solids.push({ z: z + 0.1, id: `soil:${id}`, shapes: marks });
  return solids;
}

/** The two faces of a block that can be seen. @param {Camera} camera @param {number} u @param {number} v @param {number} level @param {[number, number]} near @param {boolean} sea */
function walls(camera, u, v, level, [front, right], sea) {
  const at = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ h) => camera.spot(u + a, v + b, h);
  const shapes = [];
  if (front <= level) shapes.push(path(closed([at(0, 0, level), at(1, 0, level), at(1, 0, level + 1), at(0, 0, level + 1)]), `ng-wall near${sea ? ' rock' : ''}`));
  if (right <= level) shapes.push(path(closed([at(1, 0, level), at(1, 1, level), at(1, 1, level + 1), at(1, 0, level + 1)]), `ng-wall side${sea ? ' rock' : ''}`));
  return shapes;
}

/** The height as a figure in the near corner. @param {Camera} camera @param {number} u @param {number} v @param {number} height @param {Soil} soil @returns {Shape[]} */
function digits(camera, u, v, height, soil) {
  if (soil.sea) return [];
  const [x, y] = camera.spot(u + 0.14, v + 0.2, height);
  return [text(String(height), x, y + 6, 17, 'ng-height')];
}

/** Seen from straight above, a height is a nest of frames and a figure. @param {Camera} camera @param {number} u @param {number} v @param {number} height @param {string} kind @returns {Shape[]} */
function flatTop(camera, u, v, height, kind) {
  const shapes = [path(closed(camera.top(u, v, 0)), `ng-top ${kind} ${tone(u, v)}`)];
  if (kind === 'sea') return [...shapes, ...waves(camera, u, v)];
  for (let level = 1; level <= height; level++) shapes.push(path(closed(camera.top(u, v, 0, 0.035 + 0.065 * (level - 1))), 'ng-contour'));
  const [x, y] = camera.spot(u + 0.12, v + 0.1, 0);
  if (height > 0 && kind !== 'isle') shapes.push(text(String(height), x, y, 18, 'ng-height flat'));
  return shapes;
}

/** @param {Camera} camera @param {number} u @param {number} v @returns {Shape[]} */
function waves(camera, u, v) {
  const wave = (/** @type {number} */ a, /** @type {number} */ b) => {
    const [x, y] = camera.spot(u + a, v + b, 0);
    return `M${Math.round(x) - 18} ${Math.round(y)}q6 -7 12 0t12 0t12 0`;
  };
  return [path(wave(0.36, 0.62) + wave(0.66, 0.34), 'ng-wave')];
}

/** Castles, breaches and the last move, on top of a square. @param {Camera} camera @param {number} u @param {number} v @param {number} height @param {Soil} soil @returns {Shape[]} */
function soilMarks(camera, u, v, height, { castle, breached, marked }) {
  const shapes = [];
  if (castle && !breached) shapes.push(path(closed(camera.top(u, v, height, 0.09)), `ng-castle ${castle}`), path(closed(camera.top(u, v, height, 0.09)), `ng-battlement ${castle}`));
  if (castle && breached) shapes.push(...rubble(camera, u, v, height, castle));
  if (marked) shapes.push(path(closed(camera.top(u, v, height, 0.06)), `ng-last ${marked}`));
  return shapes;
}

/** A wall that was broken: a crack and stones. @param {Camera} camera @param {number} u @param {number} v @param {number} height @param {string} castle @returns {Shape[]} */
function rubble(camera, u, v, height, castle) {
  const at = (/** @type {number} */ a, /** @type {number} */ b) => camera.spot(u + a, v + b, height);
  const crack = [[0.08, 0.2], [0.3, 0.42], [0.42, 0.24], [0.6, 0.62], [0.72, 0.5], [0.92, 0.84]].map(([a, b]) => at(a, b).map(Math.round).join(' '));
  const stone = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ r) => closed([at(a - r, b), at(a, b - r), at(a + r, b - r / 2), at(a + r / 2, b + r)]);
  return [
    path(`M${crack.join('L')}`, `ng-crack ${castle}`),
    path(stone(0.2, 0.8, 0.09) + stone(0.82, 0.2, 0.1) + stone(0.38, 0.88, 0.06) + stone(0.9, 0.42, 0.06) + stone(0.1, 0.5, 0.06), 'ng-stone'),
  ];
}
