// The pictures on the cards of the start page: a corner of each board, drawn with its own pieces.

import { picture } from '../board/board.js';
import { DRAWINGS } from '../board/games.js';
import { closed, path, text } from '../board/shapes.js';

/** @typedef {import('../board/types.js').Shape} Shape */
/** @typedef {import('../board/types.js').Spot} Spot */
/** @typedef {import('../board/types.js').Look} Look */

/** @param {string} kind @param {Look['set']} set */
export function cardArt(kind, set) {
  const look = /** @type {Look} */ ({ bottom: 0, set, compact: false, coordinates: false, language: 'ko', names: false });
  const shapes = kind === 'janggi' ? janggiArt(look) : kind === 'yonin' ? yoninArt(look) : kind === 'nanguk' ? nangukArt() : tigersArt();
  const art = picture(shapes, [0, 0, 480, 270], `art-picture board ${kind}`);
  art.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  return art;
}

/** @param {string} kind @param {any} view @param {Look} look @param {string} transform @returns {Shape[]} */
function corner(kind, view, look, transform) {
  const drawing = DRAWINGS[kind];
  const ground = drawing.ground(view, look);
  const centers = new Map(ground.cells.map((cell) => [cell.id, cell.center]));
  const men = drawing.pieces(view, look).map((piece) => {
    const [x, y] = centers.get(piece.at) ?? [0, 0];
    const at = { class: `piece ${piece.kind}`, transform: `translate(${x} ${y}) rotate(${piece.turn ?? 0})` };
    return /** @type {Shape} */ ({ tag: 'g', at, inside: piece.shapes });
  });
  return [{ tag: 'g', at: { transform }, inside: [...ground.shapes.filter((shape) => !String(shape.at?.class).startsWith('tray')), ...men] }];
}

/** @param {Look} look */
function janggiArt(look) {
  const line = 'e2K d1A f1A e4P c5P g4P e6C d3N g3B a4P h7R e9k f10a d10a f8n e7p c7p h8c d6r b1N c1B';
  const pieces = line.split(' ').map((each) => ({ at: each.slice(0, -1), piece: /** @type {string} */ (each.at(-1)) }));
  const view = { pieces, turn: 'cho', checked: [], facing: false, bikjang: false, half_points: [0, 0], dum_half_points: 0, leader: 'cho', lost: ['', ''] };
  return corner('janggi', view, look, 'translate(30 -150) rotate(-9) scale(.56)');
}

/** @param {Look} look */
function yoninArt(look) {
  const men = '5iKs 4iGs 6iGs 5hRs 5gPs 6gPs 7gSs 9eKw 9dGw 8eRw 7ePw 8fPw 8dPw 5aKn 5cPn 4bPn 1eKe 2eRe 3ePe 5eSs 2dPe 6dGw 4f+Pe';
  const cells = /** @type {any[]} */ (new Array(81).fill(null));
  for (const man of men.split(' ')) {
    const seat = man.at(-1);
    cells[(man.charCodeAt(1) - 97) * 9 + 9 - Number(man[0])] = { owner: seat, facing: seat, role: man.slice(2, -1) };
  }
  const hands = ['s', 'w', 'n', 'e'].map((seat) => ({ seat, usable: true, rook: 0, gold: 0, silver: 0, pawn: 0 }));
  const view = { cells, hands, turn: 's', checks: [], skipped: [], out: [], ply: 1, points: [], last: null, result: null };
  return corner('yonin', view, look, 'translate(10 -86) rotate(5) scale(.5)');
}

const HEIGHTS = ['00112332', '01122321', '11223210', '12232101', '01221012', '00110123', '00011233', '10001122'];

const PEGS = /** @type {Record<string, string>} */ ({ '1,5': 'blue', '3,2': 'red', '5,5': 'blue', '6,1': 'red', '4,6': 'blue' });

/** Blocks seen from above a corner; the nearer hide the farther. @returns {Shape[]} */
function nangukArt() {
  const [w, h, up] = [34, 19, 21];
  const shapes = [];
  for (let sum = 0; sum <= 14; sum++) {
    for (let y = Math.max(0, sum - 7); y <= Math.min(7, sum); y++) {
      const x = sum - y;
      const high = Number(HEIGHTS[y][x]);
      const [cx, cy] = [240 + (x - y) * w, 46 + sum * h - high * up];
      shapes.push(...block(cx, cy, w, h, up * high + 14, high));
      const man = PEGS[`${x},${y}`];
      if (man) shapes.push(...peg(cx, cy, man));
    }
  }
  return shapes;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} deep @param {number} high @returns {Shape[]} */
function block(x, y, w, h, deep, high) {
  return [
    path(closed([[x - w, y], [x, y + h], [x, y + h + deep], [x - w, y + deep]]), 'block-left'),
    path(closed([[x + w, y], [x, y + h], [x, y + h + deep], [x + w, y + deep]]), 'block-right'),
    path(closed([[x, y - h], [x + w, y], [x, y + h], [x - w, y]]), `block-top h${high}`),
  ];
}

/** @param {number} x @param {number} y @param {string} side @returns {Shape[]} */
function peg(x, y, side) {
  const inside = [path(`M${x - 13} ${y - 1}v-22a13 8 0 0 1 26 0v22a13 8 0 0 1 -26 0z`, 'peg'), { tag: /** @type {const} */ ('ellipse'), at: { cx: x, cy: y - 23, rx: 13, ry: 8, class: 'peg-top' } }];
  return [{ tag: 'g', at: { class: side }, inside }];
}

/** @returns {Shape[]} */
function tigersArt() {
  const side = 96;
  const tall = side * 0.866;
  const shapes = [];
  for (let row = 0; row < 4; row++) {
    for (let column = -1; column < 11; column++) {
      const x = column * (side / 2) - (row % 2 ? 0 : side / 2) + 10;
      const y = row * tall - 40;
      const points = (column + row) % 2 === 0;
      /** @type {Spot[]} */
      const spots = points ? [[x, y + tall], [x + side / 2, y], [x + side, y + tall]] : [[x, y], [x + side, y], [x + side / 2, y + tall]];
      shapes.push(path(closed(spots), `triangle zone-${row}`));
    }
  }
  const generals = /** @type {[string, number, number, string][]} */ ([['關', 112, 196, 'A'], ['張', 208, 182, 'A'], ['趙', 304, 190, 'A'], ['馬', 160, 98, 'A'], ['黃', 400, 184, 'A'], ['許', 256, 96, 'B'], ['典', 352, 16, 'B'], ['徐', 160, 18, 'B']]);
  for (const [name, x, y, team] of generals) {
    const inside = [
      { tag: /** @type {const} */ ('circle'), at: { cx: x, cy: y + 4, r: 26, class: 'token-side' } },
      { tag: /** @type {const} */ ('circle'), at: { cx: x, cy: y, r: 26, class: 'token' } },
      { tag: /** @type {const} */ ('circle'), at: { cx: x, cy: y, r: 22, class: 'token-rim' } },
      text(name, x, y + 11, 31, 'glyph', undefined, 'ko'),
    ];
    shapes.push({ tag: /** @type {const} */ ('g'), at: { class: `team-${team}` }, inside });
  }
  return shapes;
}
