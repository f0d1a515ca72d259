// Nanguk's view and actions as the server writes them, and what a view becomes by an action.

import { has, t } from '../lib/i18n.js';
import { SIZE, indexOf, onBoard, parts, square } from './pieces/ground.js';
import { measure, tablet } from './pieces/nanguk.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {'blue' | 'red'} Side */
/** @typedef {{ square: string, side: Side, role: string, letter: string, hanja: string }} Man */

/**
 * @typedef {object} View
 * @property {'base' | 'siege' | 'sea' | 'firearms'} variant
 * @property {'terrain' | 'inspection' | 'battle' | 'over'} phase
 * @property {Side} turn
 * @property {string | null} result
 * @property {number[]} heights from a1, rank by rank
 * @property {number} height_max
 * @property {Man[]} pieces
 * @property {Man[]} [muster] the armies that will stand on the ground, while it is built
 * @property {[number, number]} hands blocks in hand
 * @property {number} left_in_turn
 * @property {[boolean, boolean]} danger
 * @property {[number, number]} killed
 * @property {[number, number]} quiet
 * @property {number} number
 * @property {[string[], string[]] | null} castles
 * @property {string[]} breached
 * @property {[number, number] | null} bombs
 * @property {string | null} fuse
 * @property {{ action: string, squares: string[] } | null} last
 */

export const SEATS = /** @type {const} */ (['blue', 'red']);

/** @typedef {{ kind: 'place' | 'move' | 'take' | 'shoot' | 'charge' | 'lob' | 'volley' | 'reload' | 'shift' | 'pass', from: string, to: string }} Deed */

const SIGNS = /** @type {Record<string, Deed['kind']>} */ ({ '-': 'move', x: 'take', '*': 'shoot', '!': 'charge', '@': 'lob' });

/** @param {string} action @returns {Deed | null} */
export function parse(action) {
  if (action === '--') return { kind: 'pass', from: '', to: '' };
  const block = /^\+([a-h][1-8])$/.exec(action);
  if (block) return { kind: 'place', from: '', to: block[1] };
  const moved = /^~([a-h][1-8])-([a-h][1-8])$/.exec(action);
  if (moved) return { kind: 'shift', from: moved[1], to: moved[2] };
  const cart = /^([a-h][1-8])(\*\*|\^)$/.exec(action);
  if (cart) return { kind: cart[2] === '^' ? 'reload' : 'volley', from: cart[1], to: cart[1] };
  const plain = /^([a-h][1-8])([-x*!@])([a-h][1-8])$/.exec(action);
  return plain && { kind: SIGNS[plain[2]], from: plain[1], to: plain[3] };
}

/** @param {View} view @param {string} id */
export const heightAt = (view, id) => view.heights[indexOf(id)] ?? 0;

/** @param {View} view @param {string} id */
export const manAt = (view, id) => view.pieces.find((man) => man.square === id);

/** @param {string} role @param {View} view */
export const plainName = (role, view) => t(has(`nanguk.${view.variant}.${role}`) ? `nanguk.${view.variant}.${role}` : `nanguk.${role}`);

/** The three squares two ranks ahead of a cart. @param {string} from @param {Side} side */
export function fan(from, side) {
  const [file, rank] = parts(from);
  const ahead = rank + (side === 'blue' ? 2 : -2);
  return [-1, 0, 1].filter((aside) => onBoard(file + aside, ahead)).map((aside) => square(file + aside, ahead));
}

/** Where a ram stops that charges a wall. @param {string} from @param {string} to */
export function beforeWall(from, to) {
  const [[a, b], [c, d]] = [parts(from), parts(to)];
  return square(c - Math.sign(c - a), d - Math.sign(d - b));
}

/** How a piece is drawn: a tablet on the ground, or in the middle of a flat square. @param {Man} man @param {View} view @param {Look} look @returns {Shape[]} */
export function drawn(man, view, look) {
  const [, tall] = measure(man.role);
  const shapes = tablet(man.role, man.side, look.set, { afloat: view.variant === 'sea' && man.role !== 'spy', name: look.names && !(look.set === 'hangul' && look.language === 'ko') ? plainName(man.role, view) : '', language: look.language });
  return look.mode === 'flat' ? [{ tag: 'g', at: { transform: `translate(0 ${tall * 0.52})` }, inside: shapes }] : [{ tag: 'g', at: { transform: 'translate(0 9)' }, inside: shapes }];
}

/** The view as it will look after an action. @param {View} view @param {string} action @returns {View} */
export function foretold(view, action) {
  const deed = parse(action);
  if (!deed) return view;
  const next = { ...view, last: { action, squares: [deed.from, deed.to].filter(Boolean) } };
  if (deed.kind === 'place' || deed.kind === 'shift') return built(next, deed);
  return burstAfter(fought(next, deed), view);
}

/** @param {View} view @param {Deed} deed @returns {View} */
function built(view, deed) {
  const heights = [...view.heights];
  heights[indexOf(deed.to)] += 1;
  if (deed.kind === 'shift') {
    heights[indexOf(deed.from)] -= 1;
    return { ...view, heights };
  }
  const hands = /** @type {[number, number]} */ (view.hands.map((count, seat) => count - Number(SEATS[seat] === view.turn)));
  // After the last block the armies stand on the ground.
  const mustered = hands.every((count) => count === 0) && view.muster ? { phase: /** @type {const} */ ('battle'), pieces: view.muster, muster: [] } : {};
  return { ...view, heights, hands, left_in_turn: view.left_in_turn - 1, ...mustered };
}

/** @param {View} view @param {Deed} deed @returns {View} */
function fought(view, deed) {
  const turn = view.turn === 'blue' ? 'red' : 'blue';
  const man = manAt(view, deed.from);
  if (!man) return { ...view, turn };
  const without = (/** @type {string[]} */ ids) => view.pieces.filter((each) => !ids.includes(each.square));
  const next = { ...view, turn: /** @type {Side} */ (turn), danger: /** @type {[boolean, boolean]} */ ([false, false]) };
  switch (deed.kind) {
    case 'move':
    case 'take':
      return { ...next, pieces: [...without([deed.from, deed.to]), { ...man, square: deed.to }] };
    case 'shoot':
      return { ...next, pieces: without([deed.to]) };
    case 'charge':
      return { ...next, breached: [...view.breached, deed.to], pieces: [...without([deed.from, deed.to]), { ...man, square: beforeWall(deed.from, deed.to) }] };
    case 'lob':
      return { ...next, fuse: deed.to };
    case 'volley':
      return { ...next, pieces: [...without([deed.from, ...fan(deed.from, man.side)]), { ...man, role: 'empty_cart' }] };
    case 'reload':
      return { ...next, pieces: [...without([deed.from]), { ...man, role: 'rocket_cart' }] };
    default:
      return next;
  }
}

/** A fuse that burned before an action bursts after it. @param {View} view @param {View} before @returns {View} */
function burstAfter(view, before) {
  const { fuse } = before;
  if (!fuse) return view;
  const [file, rank] = parts(fuse);
  const heights = view.heights.map((height, index) => Math.min(height, Math.abs((index % SIZE) - file) + Math.abs(Math.floor(index / SIZE) - rank)));
  return { ...view, heights, fuse: view.fuse === fuse ? null : view.fuse, pieces: view.pieces.filter((man) => man.square !== fuse) };
}
