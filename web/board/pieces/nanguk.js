// Nanguk's pieces: wooden tablets that stand upright on the ground. Blue's have a round head, Red's
// a pointed one, so that color is never needed; at sea the tablet is the sail of a ship.

import { pictogram } from '../pictures.js';
import { closed, path, text } from '../shapes.js';

/** @typedef {import('../types.js').Shape} Shape */
/** @typedef {import('../types.js').Look} Look */
/** @typedef {'blue' | 'red'} Side */

/** How large the tablets are: the king, then officers, then the ranks. */
const SCALE = /** @type {Record<string, number>} */ ({ king: 1.2, general: 1.12, infantry: 0.88, spy: 0.88, swordsman: 0.96, archer: 0.96 });

const HANGUL = /** @type {Record<string, string>} */ ({
  king: '왕', general: '장', colonel: '총', musketeer: '포', horse: '마', archer: '사', swordsman: '살', infantry: '보', ram: '충', ladder: '제',
  turtle_ship: '귀', gunship: '판', spy: '첩', mortar: '완', rocket_cart: '화', empty_cart: '화',
});

const HANJA = /** @type {Record<string, string>} */ ({
  king: '王', general: '將', colonel: '摠', musketeer: '砲', horse: '馬', archer: '射', swordsman: '殺', infantry: '步', ram: '衝', ladder: '梯',
  turtle_ship: '龜', gunship: '板', spy: '諜', mortar: '碗', rocket_cart: '火', empty_cart: '火',
});

/** Japan writes its own forms. */
const JAPANESE = /** @type {Record<string, string>} */ ({ general: '将', colonel: '総', infantry: '歩', turtle_ship: '亀' });
/** @param {string} role @param {Look['language']} language */
export const hanja = (role, language) => (language === 'ja' ? (JAPANESE[role] ?? HANJA[role]) : HANJA[role]);

export const LETTER = /** @type {Record<string, string>} */ ({
  king: 'K', general: 'G', colonel: 'C', musketeer: 'P', horse: 'M', archer: 'A', swordsman: 'S', infantry: 'B', ram: 'R', ladder: 'L',
  turtle_ship: 'T', gunship: 'O', spy: 'Y', mortar: 'W', rocket_cart: 'H', empty_cart: 'E',
});

export const hangul = (/** @type {string} */ role) => HANGUL[role] ?? '';

/** Pictures drawn for this house around 0,0 in a square of 80; letters as in `pictures.js`. @type {Record<string, [('f' | 's' | 'l' | 'sl'), string][]>} */
const PARTS = {
  general: [
    ['s', 'M-16 34V-34'],
    ['f', 'M-16 -34C2 -42 14 -26 32 -34L25 -16L32 2C14 10 2 -6 -16 2Z'],
    ['sl', 'M-6 -18C2 -20 12 -14 20 -17'],
  ],
  colonel: [
    ['f', 'M-26 -14H26V16H-26Z'],
    ['l', 'M-20 -8H20V10H-20Z'],
    ['f', 'M0 -7L8 1L0 9L-8 1Z'],
    ['s', 'M-22 -30L-10 -15M22 -30L10 -15M-18 17V32M18 17V32'],
  ],
  musketeer: [
    ['f', 'M-34 26L-26 10L-12 6L28 -32L33 -27L-4 12L-10 20L-22 22L-26 32Z'],
    ['s', 'M2 4L8 14'],
    ['f', 'M26 -36L38 -38L36 -26Z'],
  ],
  archer: [
    ['s', 'M-8 -34C26 -24 26 24 -8 34'],
    ['s', 'M-8 -34L-20 0L-8 34'],
    ['s', 'M-28 0H28'],
    ['f', 'M24 -9L38 0L24 9Z'],
  ],
  swordsman: [
    ['f', 'M24 -36L32 -28L-4 12L-12 4Z'],
    ['s', 'M-20 -2L2 20'],
    ['s', 'M-12 12L-28 28'],
  ],
  infantry: [
    ['s', 'M16 34V-20'],
    ['f', 'M16 -38L24 -18H8Z'],
    ['f', 'M-28 -12H4V10C4 22 -6 28 -12 31C-18 28 -28 22 -28 10Z'],
    ['sl', 'M-12 -8V24'],
  ],
  ram: [
    ['f', 'M-34 -4H20L34 4L20 12H-34Z'],
    ['s', 'M-26 -24H18M-20 -24V-4M12 -24V-4'],
    ['f', 'M-26 24A9 9 0 1 0 -8 24A9 9 0 1 0 -26 24ZM2 24A9 9 0 1 0 20 24A9 9 0 1 0 2 24Z'],
  ],
  ladder: [['s', 'M-16 34L0 -34M12 34L26 -34M-11 18H15M-6 2H18M-2 -14H22']],
  turtle_ship: [
    ['f', 'M-34 12C-26 -22 22 -22 28 12Z'],
    ['f', 'M-36 16H30L22 30H-26Z'],
    ['f', 'M24 8L30 -14L40 -18L38 -6L32 -4Z'],
    ['s', 'M-20 -10V-22M-6 -17V-29M8 -14V-26'],
  ],
  gunship: [
    ['f', 'M-36 10H36L26 30H-26Z'],
    ['f', 'M-22 -8H22V6H-22Z'],
    ['s', 'M0 -8V-34'],
    ['f', 'M4 -34H26V-14H4Z'],
    ['l', 'M-14 -3H-8V3H-14ZM8 -3H14V3H8Z'],
  ],
  spy: [
    ['f', 'M-30 -8C-20 -24 20 -24 30 -8C22 -2 20 -2 14 4C4 8 -4 8 -14 4C-20 -2 -22 -2 -30 -8Z'],
    ['l', 'M-17 -9A6 5 0 1 0 -5 -9A6 5 0 1 0 -17 -9ZM5 -9A6 5 0 1 0 17 -9A6 5 0 1 0 5 -9Z'],
    ['f', 'M-20 12C-8 18 8 18 20 12L26 34H-26Z'],
  ],
  mortar: [
    ['f', 'M-22 -20L14 -32L28 -6L-6 14Z'],
    ['l', 'M10 -26A10 6 60 1 0 24 -6A10 6 60 1 0 10 -26Z'],
    ['f', 'M-30 16H26L32 30H-34Z'],
    ['f', 'M-14 2L4 0L10 18H-22Z'],
  ],
  rocket_cart: [
    ['f', 'M-30 -22H30V6H-30Z'],
    ['l', 'M-24 -16H-16V-8H-24ZM-10 -16H-2V-8H-10ZM4 -16H12V-8H4ZM18 -16H26V-8H18ZM-24 -4H-16V2H-24ZM-10 -4H-2V2H-10ZM4 -4H12V2H4ZM18 -4H26V2H18Z'],
    ['s', 'M-14 20A10 10 0 1 0 6 20A10 10 0 1 0 -14 20ZM8 8L34 26'],
    ['f', 'M-20 -34L-16 -24H-24ZM0 -34L4 -24H-4ZM20 -34L24 -24H16Z'],
  ],
  empty_cart: [
    ['s', 'M-28 -20H28V4H-28Z'],
    ['s', 'M-14 20A10 10 0 1 0 6 20A10 10 0 1 0 -14 20ZM8 8L34 26'],
  ],
};

/** @param {string} role @param {number} scale @param {number} y @returns {Shape} */
export function emblem(role, scale, y) {
  const own = PARTS[role];
  if (!own) return pictogram(role, scale, y);
  const inside = own.map(([kind, d]) => ({ tag: /** @type {const} */ ('path'), at: { d, class: `pic-${kind}` } }));
  return { tag: 'g', at: { transform: `translate(0 ${y}) scale(${scale})`, class: 'pictogram' }, inside };
}

/** Half the width and the height of a tablet. @param {string} role @returns {[number, number]} */
export function measure(role) {
  const scale = SCALE[role] ?? 1.04;
  return [29 * scale, 74 * scale];
}

/** The outline of a tablet that stands on 0,0. @param {Side} side @param {number} w @param {number} h */
function outline(side, w, h) {
  if (side === 'blue') return `M${-w} 0V${-h + w * 0.8}C${-w} ${-h - w * 0.22} ${w} ${-h - w * 0.22} ${w} ${-h + w * 0.8}V0Z`;
  return closed([[-w, 0], [-w * 0.9, -h + w * 0.62], [0, -h - w * 0.06], [w * 0.9, -h + w * 0.62], [w, 0]]);
}

/**
 * A piece, standing with its foot at 0,0.
 * @param {string} role @param {Side} side @param {Look['set']} set @param {{ afloat?: boolean, name?: string, language?: Look['language'] }} [more]
 * @returns {Shape[]}
 */
export function tablet(role, side, set, { afloat = false, name = '', language = 'ko' } = {}) {
  const [w, h] = measure(role);
  const lift = afloat ? 12 : 4;
  const middle = -lift - h * (side === 'blue' ? 0.47 : 0.43);
  const face = outline(side, w, h);
  return [
    { tag: 'ellipse', at: { cx: 5, cy: 1, rx: w * 1.25, ry: w * 0.42, class: 'piece-shadow' } },
    ...(afloat ? hull(w, role) : []),
    path(face, 'tablet-side', { transform: `translate(${w * 0.2} ${-lift - 3})` }),
    path(face, 'tablet-face', { transform: `translate(0 ${-lift})` }),
    path(outline(side, w * 0.86, h * 0.88), 'tablet-rim', { transform: `translate(0 ${-lift - h * 0.045})` }),
    sign(role, w, middle, set, language),
    ...(name ? [text(name, 0, -lift - 3, 17, 'piece-name')] : []),
  ];
}

/** @param {string} role @param {number} w @param {number} y @param {Look['set']} set @param {Look['language']} language @returns {Shape} */
function sign(role, w, y, set, language) {
  if (set === 'picture') return emblem(role, w / 44, y);
  const size = w * 1.52;
  const letter = set === 'hangul' ? HANGUL[role] : hanja(role, language);
  return text(letter ?? '?', 0, y + size * 0.36, size, `glyph ${set}`, undefined, set === 'hanja' && language === 'ja' ? 'ja' : 'ko');
}

/** The hull under a sail; the turtle ship has a roof of spikes. @param {number} w @param {string} role @returns {Shape[]} */
function hull(w, role) {
  const [a, b] = [w * 1.55, w * 1.05];
  const shapes = [path(closed([[-a, -16], [a, -16], [b, 7], [-b, 7]]), 'hull'), path(`M${-a} -16H${a}`, 'hull-rim')];
  if (role === 'turtle_ship') shapes.push(path(`M${-a} -17L${-w * 1.2} -30L${-w} -17L${-w * 0.8} -30M${w * 0.8} -30L${w} -17L${w * 1.2} -30L${a} -17`, 'hull-rim'));
  return shapes;
}

/** A bomb with a burning fuse. @param {number} y @returns {Shape[]} */
export function bomb(y) {
  return [
    { tag: 'ellipse', at: { cx: 3, cy: y + 17, rx: 20, ry: 7, class: 'piece-shadow' } },
    { tag: 'circle', at: { cy: y, r: 18, class: 'bomb' } },
    path(`M8 ${y - 15}C14 ${y - 30} 24 ${y - 18} 27 ${y - 32}`, 'bomb-fuse'),
    path(spark(27, y - 34), 'bomb-spark'),
  ];
}

/** @param {number} x @param {number} y */
function spark(x, y) {
  const spots = Array.from({ length: 16 }, (_, index) => {
    const radius = index % 2 === 0 ? 13 : 5;
    const angle = (index / 16) * 2 * Math.PI;
    return /** @type {import('../types.js').Spot} */ ([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  });
  return closed(spots);
}
