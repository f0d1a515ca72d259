// A board on which anything may be put: the drawing of a game, with gestures of an editor instead of its own.

import { t } from '../lib/i18n.js';

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').Mark} Mark */
/** @typedef {import('../net/edit.js').Sketch} Sketch */
/** @typedef {import('../net/edit.js').Edit} Edit */

/** What is in one's hand: a man or tool of the palette by its name, or one of these. */
export const HAND = 'hand:';
export const RUBBER = 'rubber:';

/** Places where men stand, and not those beside the board. @param {Drawing} drawing @param {any} view @param {Look} look */
function boardCells(drawing, view, look) {
  return drawing.ground(view, look).cells.filter(({ id, kind }) => kind !== 'portrait' && !id.includes(':')).map(({ id }) => id);
}

/** The dial of a man in hand that lies beside the board. @param {Sketch} sketch @param {string} id */
const handDial = ({ dials }, id) => dials.find(({ dial }) => dial === `hand:${id.replace(':', '.')}`);

/** Everything that can be done with what is in one's hand. @param {Drawing} drawing @param {Sketch} sketch @param {Look} look @param {string} brush @returns {string[]} */
export function possible(drawing, sketch, look, brush) {
  const { view } = sketch;
  const cells = boardCells(drawing, view, look);
  if (brush === HAND) {
    const men = drawing.pieces(view, look).filter(({ at }) => cells.includes(at));
    const aside = sketch.men.filter(({ man }) => drawing.ground(view, look).cells.some(({ id }) => id === man) && !men.some(({ id }) => id === man));
    return [...men.flatMap(({ at }) => cells.filter((to) => to !== at).map((to) => `move ${at} ${to}`)), ...aside.flatMap(({ man }) => cells.map((to) => `bring ${man} ${to}`))];
  }
  const trays = drawing.ground(view, look).cells.filter(({ id }) => handDial(sketch, id)).map(({ id }) => `${brush === RUBBER ? 'less' : 'more'} ${id}`);
  return [...cells.map((at) => (brush === RUBBER ? `take ${at}` : `put ${brush} ${at}`)), ...trays];
}

/** What an action of this board means. @param {string} action @param {Sketch} sketch @returns {Edit | null} */
export function editOf(action, sketch) {
  const [verb, one, other] = action.split(' ');
  if (verb === 'put' || verb === 'bring') return { do: 'put', man: one, at: other };
  if (verb === 'take') return { do: 'take', at: one };
  if (verb === 'move') return { do: 'move', from: one, to: other };
  const dial = handDial(sketch, one);
  const at = dial ? dial.values.indexOf(dial.value) + (verb === 'more' ? 1 : -1) : -1;
  return dial && dial.values[at] !== undefined ? { do: 'set', dial: dial.dial, to: dial.values[at] } : null;
}

/** @param {string} action */
function steps(action) {
  const [verb, one, other] = action.split(' ');
  return verb === 'move' || verb === 'bring' ? [one, other] : [verb === 'put' ? other : one];
}

/** @param {Drawing} drawing @param {(view: any, look: Look) => Mark[]} marks what is wrong, at its cells @returns {Drawing} */
export function easel(drawing, marks) {
  const { kind, seats, modes, smallMode, turns, ground, pieces, plate } = drawing;
  const words = (/** @type {string} */ action) => action;
  return {
    kind, seats, modes, smallMode, turns, ground, pieces, plate, steps,
    marks: (view, look) => [...drawing.marks(view, look).filter((mark) => !mark.kind.startsWith('last')), ...marks(view, look)],
    ownLast: true,
    attempt: () => null,
    travel: () => ({ from: null, to: null }),
    after: (view) => view,
    notation: words,
    spoken: words,
    // Every cell would bear one.
    target: () => ({ kind: 'easel', name: t('editor.here'), shapes: [] }),
  };
}
