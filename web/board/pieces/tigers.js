// Five Tigers' pieces: round shields for A, pointed ones for B, each with its troops; the signs of
// Sun, Moon and frontline; and what is built on tiles.

import { closed, path, rect, regular, text } from '../shapes.js';

/** @typedef {import('../types.js').Shape} Shape */
/** @typedef {import('../types.js').Spot} Spot */
/** @typedef {import('../types.js').Look} Look */
/** @typedef {import('../tigers-view.js').General} General */
/** @typedef {import('../tigers-view.js').Seat} Seat */
/** @typedef {import('../tigers-view.js').Site} Site */

/** Characters that Japan writes otherwise. */
const JAPANESE = /** @type {Record<string, string>} */ ({ 關: '関', 黃: '黄', 權: '権' });

/** The general as it is written in a language. @param {{ ko: string, en: string, hanja: string }} general @param {Look['language']} language */
export function nameOf(general, language) {
  if (language === 'ja') return [...general.hanja].map((character) => JAPANESE[character] ?? character).join('');
  return language === 'ko' ? general.ko : general.en;
}

/** Arms of the five tigers, drawn for this house in a square of 80. @type {Record<string, [('f' | 's'), string][]>} */
const ARMS = {
  GY: [['s', 'M-22 34L8 -12'], ['f', 'M4 -8C-2 -30 14 -42 34 -38C24 -30 30 -14 14 -2Z'], ['s', 'M-2 -14L14 -2']],
  ZF: [['s', 'M-24 34L-2 2'], ['s', 'M-2 2C10 -2 -4 -14 10 -16C22 -18 10 -30 26 -36'], ['f', 'M20 -36L34 -40L30 -26Z']],
  ZY: [['s', 'M-26 34L14 -18'], ['f', 'M8 -22L34 -40L22 -12Z'], ['s', 'M4 -14C12 -6 2 -2 10 4']],
  HZ: [['s', 'M-10 -34C28 -22 28 22 -10 34'], ['s', 'M-10 -34V34'], ['s', 'M-32 0H26'], ['f', 'M22 -9L38 0L22 9Z']],
  MC: [['f', 'M-26 22C-28 -18 28 -18 26 22Z'], ['f', 'M-34 22H34V32H-34Z'], ['s', 'M0 -8C-6 -28 12 -30 6 -40'], ['f', 'M-6 -12H6V22H-6Z']],
};

const RADIUS = 45;

/** The outline of a general's shield. @param {Seat} side @param {number} r */
function shield(side, r) {
  if (side === 'A') return `M${-r} 0A${r} ${r} 0 1 0 ${r} 0A${r} ${r} 0 1 0 ${-r} 0Z`;
  return closed(regular(6, r * 1.12).map(([x, y]) => [y, x]));
}

/**
 * A general with its troops, around 0,0.
 * @param {General} general @param {Seat} side @param {Look} look @param {{ bare?: boolean }} [more]
 * @returns {Shape[]}
 */
export function token(general, side, look, { bare = false } = {}) {
  const shapes = [
    path(shield(side, RADIUS), 'piece-shadow', { transform: 'translate(3 7)' }),
    path(shield(side, RADIUS), 'token-side', { transform: 'translate(0 5)' }),
    path(shield(side, RADIUS), 'token-face'),
    path(shield(side, RADIUS - 5), 'token-ring'),
    ...face(general, look, bare ? 0 : -6),
  ];
  if (bare) return shapes;
  shapes.push(...troops(general, 0, 33, 66), ...badges(general));
  return shapes;
}

/** @param {General} general @param {Look} look @param {number} y @returns {Shape[]} */
function face(general, look, y) {
  const code = general.code.toUpperCase();
  const arms = ARMS[code];
  if (look.set === 'picture' && arms) {
    const inside = arms.map(([kind, d]) => ({ tag: /** @type {const} */ ('path'), at: { d, class: `pic-${kind}` } }));
    return [{ tag: 'g', at: { transform: `translate(0 ${y - 8}) scale(.62)`, class: 'pictogram' }, inside }, text(code, 0, y + 29, 18, 'token-code')];
  }
  const name = look.set === 'picture' ? code : look.set === 'hangul' ? general.ko : look.language === 'ja' ? nameOf(general, 'ja') : general.hanja;
  const size = name.length > 2 ? 27 : 37;
  return [text(name, 0, y + size * 0.36, size, `glyph ${look.set}`, undefined, look.language === 'ja' && look.set === 'hanja' ? 'ja' : 'ko')];
}

/** The troops: a figure and a bar of as many fields as the general can lead. @param {General} general @param {number} x @param {number} y @param {number} width @returns {Shape[]} */
export function troops(general, x, y, width) {
  const { troops: count, cap } = general;
  const state = count === 0 ? 'none' : count >= cap ? 'full' : count * 2 >= cap ? 'half' : 'low';
  const shapes = [rect(x - width / 2 - 3, y - 3, width + 6, 25, 'troop-plate', 6), text(String(count), x - width / 2 + 12, y + 17, 22, 'troop-count')];
  const [left, room] = [x - width / 2 + 25, width - 27];
  const shown = Math.max(cap, count);
  for (let index = 0; index < shown; index++) {
    const field = room / shown;
    shapes.push(rect(Math.round((left + index * field) * 10) / 10, y + 3, Math.max(1.6, field - 1.6), 13, `troop ${index < count ? state : 'gone'}${index >= cap ? ' over' : ''}`));
  }
  return shapes;
}

/** Stalemate and effects, above the shield. @param {General} general @returns {Shape[]} */
function badges(general) {
  const shapes = [];
  if (general.partner) shapes.push(at(-34, -36, [{ tag: 'circle', at: { r: 17, class: 'badge-stalemate' } }, path(SWORDS, 'badge-swords')]));
  general.effects.forEach((effect, index) => {
    const code = effect.slice(0, 2);
    shapes.push(at(36 - index * 6, -38 + index * 26, [rect(-17, -13, 34, 26, `badge-effect ${HARMS.has(code) ? 'harm' : 'help'}`, HARMS.has(code) ? 2 : 13), path(SIGNS[code] ?? '', 'badge-sign')]));
  });
  if (general.lives === 1) shapes.push(at(-38, 18, [path('M0 -9L9 0L0 9L-9 0Z', 'badge-life')]));
  return shapes;
}

const HARMS = new Set(['DS', 'SN', 'PV']);
export const SWORDS = 'M-9 -9L9 9M9 -9L-9 9M-11 3L-3 11M11 3L3 11';
const SIGNS = /** @type {Record<string, string>} */ ({
  UB: 'M0 -8L8 -5V1C8 6 4 8 0 10C-4 8 -8 6 -8 1V-5Z', IM: 'M-8 3L0 -6L8 3M-8 9L0 0L8 9', CA: 'M8 6A9 9 0 1 1 7 -6M8 -10V-4H2', BT: 'M-9 -7L-1 0L-9 7M1 -7L9 0L1 7',
  DS: 'M-7 -7L7 7M7 -7L-7 7', SN: 'M-9 -6L-5 2L-1 -6L3 2L7 -6M-9 7H9', PV: 'M0 -9V2M0 7V8',
});

/** @param {number} x @param {number} y @param {Shape[]} inside @param {string} [kind] @returns {Shape} */
export function at(x, y, inside, kind) {
  return { tag: 'g', at: { transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`, ...(kind ? { class: kind } : {}) }, inside };
}

/** The sign of a line: a sun, a crescent, or a front. @param {'sun' | 'moon' | 'front'} line @returns {Shape[]} */
export function lineSign(line) {
  if (line === 'sun') {
    const rays = Array.from({ length: 8 }, (_, index) => {
      const [c, s] = [Math.cos((index * Math.PI) / 4), Math.sin((index * Math.PI) / 4)];
      return `M${(9 * c).toFixed(1)} ${(9 * s).toFixed(1)}L${(13.500 * c).toFixed(1)} ${(13.500 * s).toFixed(1)}`;
    });
    return [{ tag: 'circle', at: { r: 16, class: 'line-disc sun' } }, { tag: 'circle', at: { r: 6, class: 'line-sun' } }, path(rays.join(''), 'line-rays')];
  }
  if (line === 'moon') return [{ tag: 'circle', at: { r: 16, class: 'line-disc moon' } }, path('M4 -10A11 11 0 1 0 4 10A8.500 8.500 0 1 1 4 -10Z', 'line-moon')];
  return [{ tag: 'circle', at: { r: 16, class: 'line-disc front' } }, path('M-11 3L-6 -4L-1 3L4 -4L9 3L11 0', 'line-front')];
}

/** A wall, a tower or a marker on a tile. @param {Site} site @returns {Shape[]} */
export function siteShapes(site) {
  const kind = `site team-${site.owner}${site.revealed === false ? ' hidden-marker' : ''}`;
  return [{ tag: 'g', at: { class: kind }, inside: siteParts(site) }];
}

/** @param {Site} site @returns {Shape[]} */
function siteParts({ code, durability, shots }) {
  const pips = (/** @type {number} */ count, /** @type {number} */ y) => Array.from({ length: count }, (_, index) => /** @type {Shape} */ ({ tag: 'circle', at: { cx: (index - (count - 1) / 2) * 15, cy: y, r: 5, class: 'site-pip' } }));
  switch (code) {
    case 'WA':
      return [path('M-44 22V-12H-32V-20H-20V-12H-6V-20H6V-12H20V-20H32V-12H44V22Z', 'site-body'), path('M-44 5H44M-22 -12V5M0 5V22M22 -12V5M-30 5V22M30 5V22', 'site-seam'), ...pips(durability ?? 0, 34)];
    case 'TO':
      return [path('M-20 26L-15 -14H15L20 26Z', 'site-body'), path('M-26 -14H26L18 -32H-18Z', 'site-body'), path('M-18 6H18M0 -14V26', 'site-seam'), ...pips(shots ?? 0, 38)];
    case 'AM':
      return [tag(), path('M-12 10L8 -12M8 -12L-2 -10M8 -12L7 -2M12 10L-8 -12M-8 -12L2 -10M-8 -12L-7 -2', 'site-sign')];
    case 'TR':
      return [tag(), path('M-16 10L-11 -4L-6 8L0 -8L6 8L11 -4L16 10', 'site-sign')];
    case 'DC':
      return [tag(), path('M-12 12V-4A12 12 0 0 1 12 -4V12L6 6L0 12L-6 6Z', 'site-sign')];
    default:
      return [tag(), text('?', 0, 11, 32, 'site-unknown')];
  }
}

/** @returns {Shape} */
const tag = () => path('M0 -30L26 -15V15L0 30L-26 15V-15Z', 'site-tag');

/** A ring on a door: a knock that was made, or is still to make. @param {boolean} done @returns {Shape[]} */
export function knocker(done) {
  return [{ tag: 'circle', at: { cy: -10, r: 6, class: done ? 'knock done' : 'knock' } }, { tag: 'circle', at: { cy: 7, r: 13, class: done ? 'knock done ring' : 'knock ring' } }];
}
