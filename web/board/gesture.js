// A gesture builds an action step by step: cells, men in hand, choices. The legal actions, taken
// apart into steps, are all it knows.

/** @typedef {{ text: string, steps: string[] }} Spelled */

export class Gesture {
  /** @param {Spelled[]} actions */
  constructor(actions) {
    /** @type {Spelled[]} */
    this.actions = actions;
    /** @type {string[]} */
    this.taken = [];
  }

  /** The actions that begin as the gesture does. @returns {Spelled[]} */
  open() {
    return this.actions.filter((action) => this.taken.every((step, index) => action.steps[index] === step));
  }

  /** The steps that may come next. @returns {Set<string>} */
  next() {
    const at = this.taken.length;
    return new Set(this.open().filter((action) => action.steps.length > at).map((action) => action.steps[at]));
  }

  /**
   * The steps that lead to a cell, the fewest, beginning with the next one.
   * @param {string} step @param {(step: string) => boolean} passes which steps may be passed over @returns {string[] | null}
   */
  way(step, passes) {
    const at = this.taken.length;
    let best = null;
    for (const { steps } of this.open()) {
      const end = steps.indexOf(step, at);
      if (end < 0 || !steps.slice(at, end).every(passes)) continue;
      if (best === null || end - at + 1 < best.length) best = steps.slice(at, end + 1);
    }
    return best;
  }

  /** Every step that may be chosen now, also over others. @param {(step: string) => boolean} passes @returns {Set<string>} */
  later(passes) {
    const found = new Set(this.next());
    for (const { steps } of this.open()) {
      for (let at = this.taken.length; at < steps.length && passes(steps[at]); at++) found.add(steps[at]);
    }
    return found;
  }

  /** The steps that could follow the first one. @returns {Set<string>} */
  offered() {
    const [first] = this.taken;
    return new Set(this.actions.filter(({ steps }) => first !== undefined && steps[0] === first && steps.length > 1).map(({ steps }) => steps[1]));
  }

  /** The action that the gesture means if it ends here. @returns {string | null} */
  meaning() {
    if (this.taken.length === 0) return null;
    return this.open().find((action) => action.steps.length === this.taken.length)?.text ?? null;
  }

  /** Whether it means an action and nothing longer. */
  complete() {
    return this.meaning() !== null && this.next().size === 0;
  }

  /** Whether a gesture may begin here. @param {string} step */
  begins(step) {
    return this.actions.some((action) => action.steps[0] === step);
  }

  /** Whether more must follow a first step here, so that a mere press does nothing that cannot be taken back. @param {string} step */
  leads(step) {
    return this.begins(step) && this.actions.every((action) => action.steps[0] !== step || action.steps.length > 1);
  }

  /** @param {string} step */
  take(step) {
    this.taken.push(step);
  }

  back() {
    this.taken.pop();
  }

  clear() {
    this.taken = [];
  }
}
