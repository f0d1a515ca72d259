// One screen for people with secrets: who alone may look at it now.

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

export class Handover {
  /** To whom the board was opened. @type {number | null} */
  #openTo = null;

  /** Whoever must uncover the board first; nobody if it lies open. @param {State} state @param {Drawing} drawing @returns {number | null} */
  covered(state, drawing) {
    if (state.you.length < 2) return null;
    const holder = holderOf(state, drawing);
    // Where nothing is hidden, the board is open to whoever plays; so is the first of the sealed choices.
    const chosen = Object.values(state.opening?.choices ?? {}).some(Boolean);
    if (holder === null) this.#openTo = state.as;
    else if (state.phase === 'opening' && !chosen) this.#openTo = holder;
    return holder !== null && holder !== this.#openTo ? holder : null;
  }

  /** @param {number} seat */
  open(seat) {
    this.#openTo = seat;
  }
}

/** @param {State} state @param {Drawing} drawing @returns {number | null} */
function holderOf(state, drawing) {
  const { opening } = state;
  if (state.phase === 'opening' && opening?.order === 'sealed') return opening.pending.find((seat) => state.you.includes(seat)) ?? null;
  return state.phase === 'playing' && drawing.secret?.(state.view) ? state.as : null;
}
