// The pictures on the cards of the start page: a corner of each board, drawn with its own pieces.

import { picture } from '../board/board-paint.js';
import { DRAWINGS } from '../board/games.js';
import { Camera, SIZE, column, onBoard, parts, slab, square } from '../board/pieces/ground.js';
import { tablet } from '../board/pieces/nanguk.js';
import { token } from '../board/pieces/tigers.js';
import { closed, path } from '../board/shapes.js';

/** @typedef {import('../board/types.js').Shape} Shape */
/** @typedef {import('../board/types.js').Spot} Spot */
/** @typedef {import('../board/types.js').Look} Look */

/** @param {string} kind @param {Look['set']} set */
export function cardArt(kind, set) {
  const look = /** @type {Look} */ ({ bottom: 0, set, compact: false, coordinates: false, language: 'ko', names: false });
  const shapes = kind === 'janggi' ? janggiArt(look) : kind === 'yonin' ? yoninArt(look) : kind === 'nanguk' ? nangukArt(look) : tigersArt(look);
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

const HEIGHTS = ['01100022', '12210123', '01121221', '00012332', '11001221', '23210010', '12221001', '00122100'];
const MEN = 'd1king c1musketeer e2general b2archer f3infantry c3swordsman g2horse d4infantry e7king f6general d6archer g5infantry b5swordsman c7musketeer e5infantry h6horse a4infantry';

/** A battle on blocks, seen as the table shows it; the nearer hide the farther. @param {Look} look @returns {Shape[]} */
function nangukArt(look) {
  const camera = new Camera({ ...look, mode: 'tilted' });
  const height = (/** @type {number} */ u, /** @type {number} */ v) => (onBoard(u, v) ? Number(HEIGHTS[v][u]) : 0);
  const things = [];
  for (let v = 0; v < SIZE; v++) {
    for (let u = 0; u < SIZE; u++) {
      things.push(...column(camera, u, v, height(u, v), [height(u, v - 1), height(u + 1, v)], { sea: false, castle: null, breached: false, marked: '' }, square(u, v)));
    }
  }
  for (const [index, man] of MEN.split(' ').entries()) {
    const [u, v] = parts(man);
    const side = index < 8 ? 'blue' : 'red';
    const [x, y] = camera.center(u, v, height(u, v));
    things.push({ z: camera.depth(u, v) + 0.5, shapes: [group(`translate(${x} ${y + 9})`, tablet(man.slice(2), side, look.set, { afloat: false, name: '' }), `piece tablet ${side}`)] });
  }
  const standing = things.sort((a, b) => a.z - b.z).flatMap(({ shapes }) => shapes);
  return [group('translate(14 238) scale(.47)', [...slab(camera, false, false), ...standing])];
}

/** @param {string} transform @param {Shape[]} inside @param {string} [kind] @returns {Shape} */
function group(transform, inside, kind) {
  return { tag: 'g', at: kind ? { transform, class: kind } : { transform }, inside };
}

const GENERALS = /** @type {[string, string, string, string, number, number, number, number][]} */ ([
  ['GY', 'A', '관우', '關羽', 2, 3, 8, 10], ['ZF', 'A', '장비', '張飛', 4, 3, 6, 6], ['ZY', 'A', '조운', '趙雲', 3, 2, 7, 8], ['HZ', 'A', '황충', '黃忠', 7, 3, 4, 6], ['MC', 'A', '마초', '馬超', 6, 2, 4, 4],
  ['zf', 'B', '장비', '張飛', 4, 1, 5, 6], ['gy', 'B', '관우', '關羽', 7, 1, 10, 10], ['zy', 'B', '조운', '趙雲', 2, 0, 8, 8], ['hz', 'B', '황충', '黃忠', 5, 0, 3, 6],
]);

/** @param {Look} look @returns {Shape[]} */
function tigersArt(look) {
  const [half, tall] = [110, 158];
  const shapes = [];
  const zones = ['B-end', 'B-camp', 'neutral', 'A-camp', 'A-end'];
  for (let row = 0; row < zones.length; row++) {
    for (let column = -1; column < 11; column++) {
      const [x, y] = [column * half, row * tall];
      const up = (column + row) % 2 !== 0;
      const spots = /** @type {Spot[]} */ (up ? [[x, y + tall], [x + half, y], [x + 2 * half, y + tall]] : [[x, y], [x + 2 * half, y], [x + half, y + tall]]);
      shapes.push(path(closed(spots), `tg-tile ${zones[row]} ${up ? 'up' : 'down'}`));
    }
  }
  for (const [code, side, ko, hanja, column, row, troops, cap] of GENERALS) {
    const up = (column + row) % 2 !== 0;
    const general = /** @type {any} */ ({ code, ko, hanja, troops, cap, partner: null, effects: [], used: '', tile: 0 });
    shapes.push(group(`translate(${(column + 1) * half} ${row * tall + tall * (up ? 0.62 : 0.36)})`, token(general, /** @type {'A' | 'B'} */ (side), look), `piece tg-general team-${side}`));
  }
  return [group('translate(-70 -60) scale(.5)', shapes)];
}
