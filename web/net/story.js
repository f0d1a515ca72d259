// The views of a game before and after each deed: foretold by the drawing at once, as the server drew
// them once it was asked.

/** @typedef {import('./link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** So many positions on either side come along when one is asked for. */
const AROUND = 20;

export class Story {
  /** Views before each deed, as foretold, and the newest. @type {any[]} */
  #told = [];
  /** The newest state. @type {State | null} */
  #state = null;
  /** Views of the past as the server drew them. @type {Map<number, any>} */
  #past = new Map();
  #fetch;
  #found;

  /**
   * @param {import('./types.js').GameLink['positions']} fetch
   * @param {() => void} found is called when the first position of a game in progress has come
   */
  constructor(fetch, found) {
    this.#fetch = fetch;
    this.#found = found;
  }

  get #deeds() {
    return this.#state?.deeds ?? [];
  }

  /** How many deeds it tells of. */
  get length() {
    return this.#deeds.length;
  }

  /** @param {State} state @param {Drawing} drawing */
  follow(state, drawing) {
    const known = this.#deeds;
    let same = 0;
    while (same < known.length && known[same].text === state.deeds[same]?.text) same++;
    this.#state = state;
    if (this.#told.length > 0) this.#tellOn(state, drawing, same);
    else if (state.deeds.length === 0) this.#told = [state.view];
    else void this.#fetchStart(drawing);
  }

  /** Tells the game anew from the last view that is still right. @param {State} state @param {Drawing} drawing @param {number} same */
  #tellOn(state, drawing, same) {
    this.#told.length = Math.max(1, Math.min(this.#told.length, same + 1));
    for (let n = this.#told.length; n <= state.deeds.length; n++) this.#told.push(drawing.after(this.before(n - 1, drawing), state.deeds[n - 1].text));
    // The newest is known exactly.
    this.#told[state.deeds.length] = state.view;
  }

  /** @param {Drawing} drawing */
  async #fetchStart(drawing) {
    const { positions: got } = await this.#fetch(0, 0).catch(() => ({ positions: [] }));
    if (!got[0] || this.#told.length > 0 || !this.#state) return;
    this.#told = [got[0].view];
    this.#tellOn(this.#state, drawing, 0);
    this.#found();
  }

  /** The view before a deed, with its doer's turn; `undefined` while it is not known. @param {number} n @param {Drawing} drawing */
  before(n, drawing) {
    const known = this.#told[n];
    const seat = this.#deeds[n]?.seat ?? null;
    return known && seat !== null ? { ...known, turn: drawing.seats[seat] } : known;
  }

  /** The view after so many deeds. @param {number} count */
  after(count) {
    return this.#past.get(count) ?? this.#told[count];
  }

  /** Forgets what the server drew: something was taken back. */
  forget() {
    this.#past.clear();
  }

  /** Asks the server for the view after so many deeds and for those around it. @param {number} count */
  async recall(count) {
    if (this.#past.has(count) || count === this.#deeds.length) return;
    const got = await this.#fetch(Math.max(0, count - AROUND), Math.min(this.#deeds.length, count + AROUND)).catch(() => ({ positions: [] }));
    for (const position of got.positions) this.#past.set(position.n, position.view);
  }
}
