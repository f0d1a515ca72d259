// Lines of play as a tree: what was done, and what else could have been done. It knows no rules: a
// position is asked for by the acts that lead there.

/** @typedef {import('../net/learn.js').Sight} Sight */
/** @typedef {import('../net/analysis.js').Turn} Turn */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} up the node before it
 * @property {string} act what leads here; empty for the beginning
 * @property {number[]} next the main line first
 * @property {Sight | null} sight the position, once it is known
 * @property {import('../net/learn.js').Step | null} seen how it looks, perhaps before more is known of it
 * @property {string} note
 * @property {string} sign
 * @property {[string, string][]} arrows what is drawn upon the board
 * @property {number[] | null} w what every seat can expect here
 * @property {Turn | null} turn what is thought of the turn that begins here
 */

/** What a person may think of a move. */
export const SIGNS = ['', '!!', '!', '!?', '?!', '?', '??'];

/** More would be no tree to look at. */
const NODES_MAX = 2000;

export class Variations {
  /** @type {Node[]} */
  nodes = [leaf(0, null, '')];
  at = 0;

  /** A game: its acts become the main line. @param {string[]} acts */
  constructor(acts) {
    let at = 0;
    for (const act of acts) at = this.add(at, act).id;
  }

  /** @returns {Node} */
  get current() {
    return this.nodes[this.at];
  }

  /** The node that an act leads to; a new one if it is new. @param {number} up @param {string} act @returns {Node} */
  add(up, act) {
    const known = this.nodes[up].next.map((id) => this.nodes[id]).find((node) => node.act === act);
    if (known) return known;
    if (this.nodes.length >= NODES_MAX) return this.nodes[up];
    const node = leaf(this.nodes.length, up, act);
    this.nodes.push(node);
    this.nodes[up].next.push(node.id);
    return node;
  }

  /** The nodes from the beginning to one. @param {number} id @returns {Node[]} */
  path(id) {
    const path = [];
    for (let node = this.nodes[id]; node; node = this.nodes[/** @type {number} */ (node.up)]) {
      path.unshift(node);
      if (node.up === null) break;
    }
    return path;
  }

  /** @param {number} id @returns {string[]} */
  acts(id) {
    return this.path(id).slice(1).map(({ act }) => act);
  }

  /** The line that goes through a node, to its end. @param {number} [through] @returns {Node[]} */
  line(through = 0) {
    const line = this.path(through);
    for (let node = line[line.length - 1]; node.next.length > 0; line.push(node)) node = this.nodes[node.next[0]];
    return line;
  }

  /** Steps along the line that is shown. @param {number} by @returns {number} the node there */
  step(by) {
    const line = this.line(this.at);
    const index = line.findIndex(({ id }) => id === this.at) + by;
    return line[Math.max(0, Math.min(line.length - 1, index))].id;
  }

  /** Takes a branch away, never the beginning. @param {number} id @returns {number} where it hung */
  cut(id) {
    const { up } = this.nodes[id];
    if (up === null) return id;
    this.nodes[up].next = this.nodes[up].next.filter((other) => other !== id);
    return up;
  }
}

/** @param {number} id @param {number | null} up @param {string} act @returns {Node} */
function leaf(id, up, act) {
  return { id, up, act, next: [], sight: null, seen: null, note: '', sign: '', arrows: [], w: null, turn: null };
}
