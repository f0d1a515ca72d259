// How this person looks at the board: from which seat, turned how far, in which of a game's ways.

import { spoken as language } from '../lib/i18n.js';
import { chosenSet, coordinates, hanFrame, names } from '../lib/settings.js';
import { read, write } from '../lib/store.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

const COMPACT_PX = 560;

export class Seeing {
  #turned = 0;
  /** Quarter turns, where a game has them. */
  #quarter = 0;

  /** @param {State} state @param {Drawing} drawing @param {number} width of the board on the screen @returns {Look} */
  look(state, drawing, width) {
    return {
      bottom: ((state.you[0] ?? 0) + this.#turned) % drawing.seats.length,
      set: chosenSet(),
      compact: width > 0 && width < COMPACT_PX,
      coordinates: coordinates.get() === 'on',
      language: language.get(),
      names: names.get() === 'on',
      mode: modeOf(drawing),
      turn: this.#quarter,
      frame: hanFrame.get() === 'on' ? 'han' : 'cho',
    };
  }

  /** One turn on. @param {Drawing} drawing */
  turn(drawing) {
    if (drawing.turns) this.#quarter = (this.#quarter + 1) % drawing.turns;
    else this.#turned = (this.#turned + 1) % drawing.seats.length;
  }

  /** The way of seeing that the button leads to, if the game has several. @param {Drawing} drawing */
  next(drawing) {
    const modes = drawing.modes ?? [];
    return modes.length > 1 ? modes[(modes.indexOf(modeOf(drawing) ?? '') + 1) % modes.length] : null;
  }

  /** @param {Drawing} drawing @param {string} mode */
  choose(drawing, mode) {
    write(`mode.${drawing.kind}`, mode);
  }
}

/** The chosen way of seeing, remembered for each game; on small screens the plainest is the first. @param {Drawing} drawing */
export function modeOf(drawing) {
  const modes = drawing.modes ?? [];
  const kept = read(`mode.${drawing.kind}`);
  const small = matchMedia('(max-width: 620px), (max-height: 540px)').matches;
  return modes.find((mode) => mode === kept) ?? (small ? drawing.smallMode : undefined) ?? modes[0];
}
