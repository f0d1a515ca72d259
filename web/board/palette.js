// How the men of an editor's palette look: each as it would stand alone on the board.

import { LETTER } from './pieces/nanguk.js';

/** @typedef {import('./types.js').Drawing<any>} Drawing */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Piece} Piece */

const CENTER = 40;

/** A view in which nobody else is on the board, by game. @type {Record<string, (man: string, view: any) => any>} */
const ALONE = {
  janggi: (man, view) => ({ ...view, pieces: [{ at: 'e5', piece: man }] }),
  nanguk: (man, view) => {
    const role = Object.keys(LETTER).find((each) => LETTER[each] === man.toUpperCase());
    const side = man === man.toUpperCase() ? 'blue' : 'red';
    return { ...view, muster: [], pieces: role && man.length === 1 ? [{ square: 'd4', side, role, letter: man, hanja: '' }] : [] };
  },
  tigers: (man, view) => {
    const alone = (/** @type {any} */ general) => (general.code === man ? [{ ...general, tile: 17, partner: null, effects: [], used: '', troops: general.tile === null ? general.cap : general.troops }] : []);
    return { ...view, sides: view.sides.map((/** @type {any} */ side) => ({ ...side, generals: side.generals.flatMap(alone) })) };
  },
  yonin: (man, view) => {
    const [, owner, facing, role] = /^([swnex])([swne]?)(\+?[A-Z])$/.exec(man) ?? ['', 's', '', 'P'];
    const cells = view.cells.map((/** @type {any} */ _, /** @type {number} */ index) => (index === CENTER ? { owner: owner === 'x' ? null : owner, facing: facing || owner, role } : null));
    return { ...view, cells, hands: [], out: [] };
  },
};

/** The box in which a man is drawn, by game. @type {Record<string, [number, number, number, number]>} */
const BOX = { janggi: [-52, -50, 104, 106], nanguk: [-66, -66, 132, 132], tigers: [-60, -60, 120, 120], yonin: [-50, -52, 100, 106] };

/** A man of the palette, if it is one and no tool. @param {Drawing} drawing @param {string} man @param {any} view @param {Look} look @returns {{ piece: Piece, box: [number, number, number, number] } | null} */
export function lone(drawing, man, view, look) {
  // From the front, as pieces lie on a table.
  const [piece] = drawing.pieces(ALONE[drawing.kind](man, view), { ...look, mode: drawing.modes?.includes('flat') ? 'flat' : look.mode });
  return piece ? { piece, box: BOX[drawing.kind] } : null;
}
