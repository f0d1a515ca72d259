// What moves in nanguk besides a piece that travels: blocks fall, arrows fly, the ground settles,
// and at the end everything is put away in the order of the rule book.

import { drawn, fan, heightAt, manAt } from './nanguk-view.js';
import { SIZE, parts, square } from './pieces/ground.js';
import { bomb } from './pieces/nanguk.js';
import { closed, path } from './shapes.js';

/** @typedef {import('./types.js').Effect} Effect */
/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./nanguk-view.js').View} View */
/** @typedef {import('./nanguk-view.js').Deed} Deed */
/** @typedef {import('./pieces/ground.js').Camera} Camera */

const FLIGHT_MS = 220;
const FALL_MS = 200;

/** The middle of the tablet that stands on a square. @param {View} view @param {Camera} camera @param {string} id @returns {Spot} */
function chest(view, camera, id) {
  const [x, y] = camera.center(...camera.seen(...parts(id)), heightAt(view, id));
  return [x, y - (camera.flat ? 0 : 34)];
}

/** @param {Spot} spot */
const moved = ([x, y]) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** @param {Spot} from @param {Spot} to @param {number} rise @param {(angle: number) => string} [turn] @returns {Keyframe[]} */
function arc(from, to, rise, turn) {
  const spots = Array.from({ length: 9 }, (_, index) => {
    const part = index / 8;
    return /** @type {Spot} */ ([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part - rise * 4 * part * (1 - part)]);
  });
  return spots.map((spot, index) => {
    const [a, b] = [spots[Math.max(0, index - 1)], spots[Math.min(8, index + 1)]];
    const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
    return { transform: `${moved(spot)} ${turn ? turn(angle) : ''}`, opacity: index === 8 ? 0.2 : 1 };
  });
}

const ARROW = () => [path('M-34 0H26', 'ng-arrow'), path('M22 -8L40 0L22 8Z', 'ng-arrow-head'), path('M-34 0l-8 -7M-34 0l-8 7M-28 0l-8 -7M-28 0l-8 7', 'ng-arrow')];
const BALL = () => [{ tag: /** @type {const} */ ('circle'), at: { r: 9, class: 'bomb' } }];

/** @param {Shape[]} shapes @param {View} view @param {Camera} camera @param {string} from @param {string} to @param {number} rise @param {number} [ms] @returns {Effect} */
function flight(shapes, view, camera, from, to, rise, ms = FLIGHT_MS) {
  const turn = (/** @type {number} */ angle) => `rotate(${angle.toFixed(1)}deg)`;
  return { shapes, frames: arc(chest(view, camera, from), chest(view, camera, to), rise, turn), ms };
}

/** A piece that is no more, for a moment. @param {View} before @param {Look} look @param {Camera} camera @param {string} id @param {number} delay @returns {Effect[]} */
function fallen(before, look, camera, id, delay) {
  const man = manAt(before, id);
  if (!man) return [];
  const [x, y] = camera.center(...camera.seen(...parts(id)), heightAt(before, id));
  const inside = [{ tag: /** @type {const} */ ('g'), at: { class: `piece tablet ${man.side} role-${man.role}`, transform: `translate(${x} ${y})` }, inside: drawn(man, before, look) }];
  return [{ shapes: inside, frames: [{ opacity: 1 }, { opacity: 0, transform: 'translate(0px, 14px)' }], ms: 240, delay }];
}

/** @param {View} view @param {Camera} camera @param {string} id @param {number} delay @param {number} size @returns {Effect} */
function flash(view, camera, id, delay, size) {
  const [x, y] = chest(view, camera, id);
  const star = Array.from({ length: 20 }, (_, index) => {
    const radius = (index % 2 === 0 ? 1 : 0.5) * size;
    return /** @type {Spot} */ ([radius * Math.cos((index * Math.PI) / 10), radius * Math.sin((index * Math.PI) / 10) * 0.8]);
  });
  const shapes = [{ tag: /** @type {const} */ ('g'), at: { transform: `translate(${x} ${y + 20})` }, inside: [path(closed(star), 'ng-flash')] }];
  return { shapes, frames: [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], ms: 250, delay };
}

/** @param {Deed} deed @param {View} before @param {View} view @param {Look} look @param {Camera} camera @returns {Effect[]} */
export function deedEffects(deed, before, view, look, camera) {
  const drop = [{ transform: 'translate(0px, -130px)', opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: 'none', opacity: 1 }];
  switch (deed.kind) {
    case 'place':
    case 'shift':
      return [{ thing: `solid:${deed.to}:${heightAt(view, deed.to) - 1}`, frames: drop, ms: FALL_MS }];
    case 'take':
      return fallen(before, look, camera, deed.to, 120);
    case 'shoot':
      return [...fallen(before, look, camera, deed.to, FLIGHT_MS - 20), flight(manAt(before, deed.from)?.role === 'gunship' ? BALL() : ARROW(), before, camera, deed.from, deed.to, 46)];
    case 'lob':
      return [flight(bomb(0), before, camera, deed.from, deed.to, 130, 250)];
    case 'charge':
      return [flash(before, camera, deed.to, 160, 60), ...fallen(before, look, camera, deed.to, 180)];
    case 'volley': {
      const hit = fan(deed.from, manAt(before, deed.from)?.side ?? 'blue');
      return [...hit.flatMap((id) => fallen(before, look, camera, id, FLIGHT_MS)), ...hit.map((id) => flight(ARROW(), before, camera, deed.from, id, 60))];
    }
    default:
      return [];
  }
}

/** The burst of a bomb, and the ground that slides after it. @param {View} before @param {View} view @param {Look} look @param {Camera} camera @returns {Effect[]} */
export function burstEffects(before, view, look, camera) {
  const lower = before.heights.map((height, index) => height - view.heights[index]);
  if (!before.fuse || view.fuse === before.fuse) return [];
  const effects = [flash(before, camera, before.fuse, 150, 110), ...fallen(before, look, camera, before.fuse, 200)];
  for (const [index, by] of lower.entries()) {
    if (by <= 0) continue;
    const id = square(index % SIZE, Math.floor(index / SIZE));
    const sink = [{ transform: `translate(0px, ${-by * camera.block}px)` }, { transform: 'none' }];
    if (manAt(view, id)) effects.push({ thing: `piece:${id}`, frames: sink, ms: 250, delay: 150 });
    effects.push(sinking(before, view, camera, id));
  }
  return effects;
}

/** The blocks that slide away. @param {View} before @param {View} view @param {Camera} camera @param {string} id @returns {Effect} */
function sinking(before, view, camera, id) {
  const [u, v] = camera.seen(...parts(id));
  const [from, to] = [heightAt(view, id), heightAt(before, id)];
  const [left, near, right] = camera.top(u, v, to);
  const down = (/** @type {Spot} */ [x, y]) => /** @type {Spot} */ ([x, y + (to - from) * camera.block]);
  const shapes = [path(closed([left, near, down(near), down(left)]), 'ng-wall near'), path(closed([near, right, down(right), down(near)]), 'ng-wall side'), path(closed(camera.top(u, v, to)), 'ng-top h1')];
  return { shapes, frames: [{ opacity: 1 }, { opacity: 0, transform: `translate(0px, ${(to - from) * camera.block}px)` }], ms: 250, delay: 150 };
}

/** The armies take their places. @param {View} view @param {Camera} camera @returns {Effect[]} */
export function musterEffects(view, camera) {
  return view.pieces.map((man) => {
    const [u, v] = camera.seen(...parts(man.square));
    const frames = [{ transform: 'translate(0px, -70px)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    return { thing: `piece:${man.square}`, frames, ms: 220, delay: 150 + 12 * (u + (SIZE - 1 - v)) };
  });
}

const LIFT_MS = 1300;
const STRIP_MS = 1500;
const FOLD_MS = 700;

/** Clearing up: the pieces, then the blocks from the top, then the floor; at most four seconds. @param {View} view @param {Camera} camera @returns {Effect[]} */
export function finaleEffects(view, camera) {
  const away = [{ transform: 'none', opacity: 1 }, { transform: 'translate(0px, -160px)', opacity: 0 }];
  const [blue, red] = ['blue', 'red'].map((side) => view.pieces.filter((man) => man.side === side));
  const order = Array.from({ length: Math.max(blue.length, red.length) }, (_, index) => [blue[index], red[index]]).flat().filter(Boolean);
  const beat = LIFT_MS / Math.max(1, order.length);
  const pieces = order.map((man, index) => ({ thing: `piece:${man.square}`, frames: away, ms: 220, delay: index * beat }));
  const marks = view.heights.map((_, index) => ({ thing: `solid:soil:${square(index % SIZE, Math.floor(index / SIZE))}`, frames: [{ opacity: 1 }, { opacity: 0 }], ms: 200 }));
  return [...marks, ...pieces, ...stripped(view, camera, LIFT_MS + 250), { thing: 'solid:floor', frames: [{ opacity: 1 }, { opacity: 0 }], ms: FOLD_MS, delay: LIFT_MS + STRIP_MS + 450 }];
}

/** Blocks go to the two boxes in turn. @param {View} view @param {Camera} camera @param {number} start @returns {Effect[]} */
function stripped(view, camera, start) {
  const blocks = view.heights.flatMap((height, index) => Array.from({ length: height }, (_, level) => ({ level, id: square(index % SIZE, Math.floor(index / SIZE)) })));
  blocks.sort((a, b) => b.level - a.level);
  const beat = STRIP_MS / Math.max(1, blocks.length);
  return blocks.map(({ level, id }, index) => {
    const [x] = camera.center(...camera.seen(...parts(id)), 0);
    const aside = index % 2 === 0 ? -x - 300 : 1400 - x;
    const frames = [{ transform: 'none', opacity: 1 }, { transform: `translate(${aside * 0.4}px, -90px)`, opacity: 0 }];
    return { thing: `solid:${id}:${level}`, frames, ms: 240, delay: start + index * beat };
  });
}
