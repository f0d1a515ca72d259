// Computers answer faster than people see: each foreign action has the board for a while.

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/link.js').Happening} Happening */

const PACE_MS = 380;

export class Pace {
  /** What was heard and is not shown yet. @type {{ state: State, happenings: Happening[] }[]} */
  #heard = [];
  #shownAt = -Infinity;
  #timer = 0;
  #show;

  /** @param {(state: State, happenings: Happening[]) => void} show */
  constructor(show) {
    this.#show = show;
  }

  /** Whether something was heard that is not shown yet. */
  get behind() {
    return this.#heard.length > 0;
  }

  /** @param {State} state @param {Happening[]} happenings none: a whole state, which makes all before it void */
  hear(state, happenings) {
    if (happenings.length === 0) this.#heard = [];
    this.#heard.push({ state, happenings });
    this.#catchUp();
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #catchUp() {
    clearTimeout(this.#timer);
    for (let next = this.#heard[0]; next; next = this.#heard[0]) {
      const { state, happenings } = next;
      const acts = happenings.filter(({ type }) => type === 'act');
      const foreign = acts.some(({ seat }) => seat !== undefined && !state.you.includes(seat));
      const wait = this.#shownAt + PACE_MS - performance.now();
      if (foreign && wait > 0 && document.visibilityState === 'visible') {
        this.#timer = setTimeout(() => this.#catchUp(), wait);
        return;
      }
      if (acts.length > 0) this.#shownAt = performance.now();
      this.#heard.shift();
      this.#show(state, happenings);
    }
  }
}
