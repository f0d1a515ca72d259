// What moves on the board for a while: the piece that travels, and a game's own effects.

import { svg } from '../lib/h.js';
import { mayMove } from '../lib/settings.js';
import { draw } from './board-paint.js';

/** @typedef {import('./types.js').Effect} Effect */
/** @typedef {import('./types.js').Cell} Cell */

const SLIDE_MS = 200;
/** No motion of an action lasts longer. */
const MOTION_MS = 1000;

/**
 * @typedef {object} Stage what the motion of a scene needs of the board
 * @property {SVGSVGElement} root
 * @property {Map<string, SVGElement>} standing the pieces by their cells
 * @property {Map<string, Cell>} cells
 * @property {boolean} layered whether the order of the pieces means nearness, so that none may be lifted above all
 */

export class Motion {
  /** @type {Animation[]} */
  #playing = [];
  /** When the last motion began; the server's word often comes before it has ended. */
  #began = -Infinity;

  /** How much of the last motion has been seen. */
  get elapsed() {
    return performance.now() - this.#began;
  }

  /**
   * @param {Stage} stage @param {import('./board.js').Scene} scene
   * @param {any} view the view that it leads to, as far as it is foreseen @param {number} elapsed how much has been seen already
   */
  animate(stage, scene, view, elapsed) {
    if (!scene.last || elapsed >= MOTION_MS || !mayMove()) return;
    const before = scene.before ?? scene.view;
    const effects = scene.drawing.effects?.(scene.last, before, view, scene.look) ?? [];
    if (elapsed >= Math.max(SLIDE_MS, ...effects.map(({ ms, delay }) => ms + (delay ?? 0)))) return;
    this.#began = performance.now() - elapsed;
    void this.perform(stage.root, effects, elapsed);
    const { from, to } = scene.drawing.travel(scene.last, before);
    if (effects.some(({ thing }) => thing === `piece:${to}`)) return;
    slide(stage, from, to, elapsed);
  }

  /**
   * Moves things for a while; what was drawn only for that is gone afterwards.
   * @param {SVGSVGElement} root @param {Effect[]} effects @param {number} [elapsed] how much has been seen already
   */
  async perform(root, effects, elapsed = 0) {
    if (!mayMove()) return;
    const playing = (this.#playing = effects.flatMap((effect) => begin(root, effect, elapsed)));
    await Promise.allSettled(playing.map((motion) => motion.finished));
  }

  /** Brings what moves to its end. */
  hurry() {
    for (const motion of this.#playing) motion.finish();
  }
}

/** @param {SVGSVGElement} root @param {Effect} effect @param {number} elapsed @returns {Animation[]} */
function begin(root, { thing, shapes, frames, ms, delay }, elapsed) {
  const passing = shapes ? svg('g', { class: 'effect', 'aria-hidden': 'true' }, shapes.map(draw)) : null;
  if (passing) root.append(passing);
  const element = passing ?? root.querySelector(`[data-thing="${thing}"]`);
  const motion = element?.animate(frames, { duration: ms, delay: delay ?? 0, easing: 'cubic-bezier(.3,.6,.4,1)', fill: 'both' });
  if (motion && elapsed > 0) motion.currentTime = elapsed;
  void motion?.finished.catch(() => null).then(() => passing?.remove());
  return motion ? [motion] : [];
}

/** @param {Stage} stage @param {string | null} from @param {string | null} to @param {number} elapsed */
function slide({ standing, cells, layered }, from, to, elapsed) {
  const piece = to ? standing.get(to) : undefined;
  const target = to ? cells.get(to) : undefined;
  if (!piece || !target) return;
  const origin = from ? cells.get(from) : undefined;
  const [dx, dy] = origin ? [origin.center[0] - target.center[0], origin.center[1] - target.center[1]] : [0, 0];
  const start = origin ? `translate(${dx}px, ${dy}px)` : 'scale(1.25)';
  if (!layered) piece.parentElement?.append(piece);
  piece.style.transformOrigin = `${target.center[0]}px ${target.center[1]}px`;
  const motion = piece.animate([{ transform: start, opacity: origin ? 1 : 0 }, { transform: 'none', opacity: 1 }], {
    duration: SLIDE_MS,
    easing: 'cubic-bezier(.2,.7,.3,1)',
  });
  motion.currentTime = elapsed;
}
