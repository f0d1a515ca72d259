// The pointer on the board: a click is a press and a release on one cell, a drag ends on another.
// The right button draws arrows.

/** @typedef {import('./types.js').Cell} Cell */

const DRAG_FROM_PX = 4;
/** A finger that misses a cell means the nearest one, if it is no farther away. */
const FINGER_PX = 24;

/**
 * @typedef {object} Hand what the pointer may ask of the board and do to it
 * @property {() => SVGSVGElement | null} root
 * @property {() => Iterable<Cell>} cells
 * @property {(id: string) => SVGElement | undefined} standing the piece on a cell
 * @property {(id: string) => boolean} matters whether pressing the cell would do something now
 * @property {(id: string) => boolean} lifts whether a press picks up what stands there
 * @property {(id: string) => boolean} reaches whether a piece may be put down there
 * @property {() => string | undefined} held where the piece that is picked up stands
 * @property {(id: string, dragged: boolean) => void} point
 * @property {(id: string | null) => void} hover
 * @property {(id: string) => void} stop where the keyboard would go on
 * @property {() => void} clear
 * @property {import('./board-arrows.js').Arrows} arrows
 * @property {(id: string | null) => void} drawn an arrow ends
 * @property {() => Map<string, Cell>} byId
 */

export class Pointer {
  /** @type {{ pointer: number, from: string, x: number, y: number, moved: boolean, fresh: boolean } | null} */
  #drag = null;
  #board;
  #hand;

  /** @param {HTMLElement} board @param {Hand} hand */
  constructor(board, hand) {
    this.#board = board;
    this.#hand = hand;
    board.addEventListener('pointerdown', this.#down);
    board.addEventListener('pointermove', this.#move);
    board.addEventListener('pointerup', this.#up);
    board.addEventListener('pointercancel', this.#cancel);
    board.addEventListener('contextmenu', (event) => event.preventDefault());
    // A press of the mouse leaves the keyboard where it is, so that its keys still mean what they meant.
    board.addEventListener('mousedown', (event) => event.target instanceof Element && event.target.closest('[data-cell]') && event.preventDefault());
  }

  /** Lets go of whatever is dragged. */
  drop() {
    this.#drag = null;
  }

  /** @param {PointerEvent} event */
  #cellAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]');
    const exact = found && this.#board.contains(found) ? found.getAttribute('data-cell') : null;
    if (event.pointerType !== 'touch' || (exact && this.#hand.matters(exact))) return exact;
    return this.#nearest(event.clientX, event.clientY) ?? exact;
  }

  /** The nearest cell under a finger that would do something. @param {number} x @param {number} y */
  #nearest(x, y) {
    const matrix = this.#hand.root()?.getScreenCTM();
    if (!matrix) return null;
    let best = /** @type {string | null} */ (null);
    let least = FINGER_PX;
    for (const { id, center } of this.#hand.cells()) {
      const far = Math.hypot(center[0] * matrix.a + matrix.e - x, center[1] * matrix.d + matrix.f - y);
      if (far < least && this.#hand.matters(id)) [best, least] = [id, far];
    }
    return best;
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    if (event.target instanceof Element && event.target.closest('.choice, button')) return;
    if (event.button === 2) return this.#hand.arrows.begin(this.#cellAt(event));
    if (event.button !== 0 || !event.isPrimary) return;
    const id = this.#cellAt(event);
    if (!id) return this.#hand.clear();
    event.preventDefault();
    this.#hand.stop(id);
    const fresh = this.#hand.lifts(id);
    if (fresh) this.#hand.point(id, false);
    this.#drag = { pointer: event.pointerId, from: id, x: event.clientX, y: event.clientY, moved: false, fresh };
    try {
      this.#board.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already cannot be captured; the click still counts.
    }
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const drag = this.#drag;
    const root = this.#hand.root();
    if (!drag || drag.pointer !== event.pointerId || !root) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_FROM_PX) return;
    if (this.#hand.held() !== drag.from) return;
    const piece = this.#hand.standing(drag.from);
    if (!piece) return;
    if (!drag.moved) piece.parentElement?.append(piece);
    drag.moved = true;
    const scale = root.viewBox.baseVal.width / root.getBoundingClientRect().width;
    piece.classList.add('dragged');
    piece.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
    this.#hand.hover(this.#cellAt(event));
  };

  /** @param {PointerEvent} event */
  #up = (event) => {
    if (event.button === 2) return this.#hand.drawn(this.#cellAt(event));
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.#drag = null;
    const id = this.#cellAt(event);
    if (drag.moved) return this.#drop(drag.from, id);
    if (id === drag.from && !drag.fresh) this.#hand.point(id, false);
  };

  /** @param {string} from @param {string | null} to */
  #drop(from, to) {
    const piece = this.#hand.standing(from);
    if (to && to !== from && this.#hand.reaches(to)) return this.#hand.point(to, true);
    if (piece) {
      piece.classList.remove('dragged');
      piece.classList.add('returning');
      piece.style.transform = '';
    }
    if (to && to !== from && this.#hand.held() === from) this.#hand.point(to, true);
  }

  #cancel = () => {
    const piece = this.#drag && this.#hand.standing(this.#drag.from);
    if (piece) piece.style.transform = '';
    this.#hand.clear();
  };
}
