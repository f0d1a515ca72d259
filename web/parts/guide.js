// What help draws on a board: stars on cells, the piece to move, and the way that it goes.

import { t } from '../lib/i18n.js';

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').Mark} Mark */
/** @typedef {import('../board/types.js').Cell} Cell */

/** A star of five points. @param {number} r @param {number} x @param {number} y */
function star(r, x, y) {
  const spots = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? r : r * 0.42;
    const angle = (index / 5) * Math.PI;
    return `${(x + radius * Math.sin(angle)).toFixed(1)} ${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${spots.join('L')}Z`;
}

/**
 * Stars on cells; on an occupied one it stands in the corner.
 * @param {string[]} cells @param {Set<string>} got @param {Drawing} drawing @param {any} view @param {Look} look @returns {Mark[]}
 */
export function starMarks(cells, got, drawing, view, look) {
  const known = new Map(drawing.ground(view, look).cells.map((cell) => [cell.id, cell]));
  const taken = new Set(drawing.pieces(view, look).map(({ at }) => at));
  return cells.flatMap((at) => {
    const cell = known.get(at);
    if (!cell) return [];
    const r = cell.radius;
    const d = taken.has(at) ? star(r * 0.42, r * 0.68, -r * 0.68) : star(r * 0.62, 0, 0);
    const has = got.has(at);
    return [{ at, kind: `star${has ? ' got' : ''}`, name: t(has ? 'learn.star.got' : 'learn.star'), shapes: [{ tag: 'path', at: { d } }] }];
  });
}

/**
 * Rings around the men that help points at.
 * @param {string[]} cells @param {Drawing} drawing @param {any} view @param {Look} look @returns {Mark[]}
 */
export function pieceMarks(cells, drawing, view, look) {
  const known = new Map(drawing.ground(view, look).cells.map((cell) => [cell.id, cell]));
  return cells.flatMap((at) => {
    const r = known.get(at)?.radius;
    return r === undefined ? [] : [{ at, kind: 'help', name: t('learn.star.piece'), shapes: [{ tag: 'circle', at: { r: r * 1.12 } }, { tag: 'circle', at: { r: r * 1.3 } }] }];
  });
}

/**
 * The piece of an action, and from the third step of help on its way.
 * @param {string} action @param {boolean} whole @param {Drawing} drawing @param {any} view @param {Look} look @returns {Mark[]}
 */
export function wayMarks(action, whole, drawing, view, look) {
  if (drawing.isButton?.(action)) return [];
  const known = new Map(drawing.ground(view, look).cells.map((cell) => [cell.id, cell]));
  const cells = /** @type {Cell[]} */ (drawing.steps(action, view).map((step) => known.get(step)).filter(Boolean));
  const [first, ...rest] = cells;
  if (!first) return [];
  const marks = pieceMarks([first.id], drawing, view, look);
  if (!whole || rest.length === 0) return marks;
  const [x, y] = first.center;
  const line = cells.map(({ center }) => `${center[0] - x} ${center[1] - y}`).join('L');
  const end = rest[rest.length - 1];
  marks.push({ at: first.id, kind: 'help-line', shapes: [{ tag: 'path', at: { d: `M${line}` } }] });
  marks.push({ at: end.id, kind: 'help', name: t('learn.star.to'), shapes: [{ tag: 'circle', at: { r: end.radius * 0.5 } }] });
  return marks;
}
