// Turns the plain data of a drawing into SVG. Only the files of the board component do that.

import { svg } from '../lib/h.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Ground} Ground */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Drawing<any>} Drawing */

/** @param {Shape} shape @returns {SVGElement} */
export function draw(shape) {
  const element = svg(shape.tag, shape.at ?? {}, shape.text ?? null, (shape.inside ?? []).map(draw));
  if (shape.lang) element.setAttribute('lang', shape.lang);
  if (shape.title) element.append(svg('title', null, shape.title));
  return element;
}

/**
 * A small picture outside the board, such as a captured piece; it says nothing to listeners
 * unless it has a label.
 * @param {Shape[]} shapes @param {[number, number, number, number]} box @param {string} kind @param {string} [label]
 */
export function picture(shapes, box, kind, label) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
  return svg('svg', { viewBox: box.join(' '), class: kind, ...spoken }, shapes.map(draw));
}

/** A whole position as a picture, without any life in it. @param {Drawing} drawing @param {any} view @param {Look} look @param {string} kind */
export function still(drawing, view, look, kind) {
  const ground = drawing.ground(view, look);
  const layers = [
    svg('g', null, ground.shapes.map(draw)),
    things(ground, drawing.pieces(view, look)).layer,
  ];
  return svg('svg', { viewBox: ground.box.join(' '), class: kind, 'aria-hidden': 'true' }, layers);
}

/**
 * Pieces and solids in one layer, the nearer over the farther.
 * @param {Ground} ground @param {Piece[]} pieces
 */
export function things(ground, pieces) {
  const centers = new Map(ground.cells.map((cell) => [cell.id, cell.center]));
  /** @type {Map<string, SVGElement>} */
  const byCell = new Map();
  const solids = (ground.solids ?? []).map((solid) => ({ z: solid.z, element: svg('g', solid.id ? { 'data-thing': `solid:${solid.id}` } : null, solid.shapes.map(draw)) }));
  const standing = pieces.map((piece) => {
    const element = drawPiece(piece, centers.get(piece.at) ?? [0, 0]);
    byCell.set(piece.at, element);
    return { z: piece.z ?? 0, element };
  });
  const all = [...solids, ...standing].sort((a, b) => a.z - b.z);
  return { layer: svg('g', { class: 'pieces' }, all.map((thing) => thing.element)), byCell, all };
}

/** @param {Piece} piece @param {Spot} center */
function drawPiece(piece, [x, y]) {
  const [dx, dy] = piece.shift ?? [0, 0];
  const turned = piece.turn ? ` rotate(${piece.turn})` : '';
  const body = svg('g', { transform: `translate(${x + dx} ${y + dy})${turned}` }, piece.shapes.map(draw));
  return svg('g', { class: `piece ${piece.kind}`, 'data-thing': `piece:${piece.at}` }, body);
}
