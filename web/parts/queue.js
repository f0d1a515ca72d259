// Actions laid ready before their turn: one, or as many as a turn of the game has.

export class Queue {
  /** @type {string[]} */
  #laid = [];

  get all() {
    return [...this.#laid];
  }

  /** Lays one more ready, or takes all back. @param {string | null} action @param {number} most @returns {boolean} whether that changed anything */
  lay(action, most) {
    if (action === null) {
      const any = this.#laid.length > 0;
      this.#laid = [];
      return any;
    }
    if (this.#laid.includes(action)) return false;
    // Where only one fits, the newer one counts; a queue that is full stays as it is.
    if (most === 1) this.#laid = [];
    if (this.#laid.length >= most) return false;
    this.#laid.push(action);
    return true;
  }

  /** The first; it is not laid ready any more. */
  take() {
    return this.#laid.shift() ?? '';
  }

  clear() {
    this.#laid = [];
  }
}
