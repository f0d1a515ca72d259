// The pictogram sets, drawn for this house around 0,0 in a square of 80 units. `f` is filled with
// the owner's color, `s` stroked with it, `l` is the light of the piece's face.

/** @typedef {import('./types.js').Shape} Shape */

/** @type {Record<string, [('f' | 's' | 'l' | 'sl'), string][]>} */
const PARTS = {
  king: [
    ['f', 'M-27 14L-32 -16L-16 -2L0 -30L16 -2L32 -16L27 14Z'],
    ['f', 'M-27 19H27V28H-27Z'],
    ['l', 'M0 -9L6 1L0 11L-6 1Z'],
  ],
  guard: [
    ['f', 'M0 -31L26 -22V0C26 17 13 27 0 33C-13 27 -26 17 -26 0V-22Z'],
    ['sl', 'M0 -22V24M-17 -5H17'],
  ],
  chariot: [
    ['s', 'M-27 0A27 27 0 1 0 27 0A27 27 0 1 0 -27 0Z'],
    ['s', 'M0 -26V26M-26 0H26M-18 -18L18 18M18 -18L-18 18'],
    ['f', 'M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z'],
  ],
  cannon: [
    ['f', 'M-31 2L16 -27C24 -29 31 -19 27 -11L-17 20C-29 22 -35 11 -31 2Z'],
    ['l', 'M17 -19A5 5 0 1 0 27 -19A5 5 0 1 0 17 -19Z'],
    ['f', 'M-16 18A13 13 0 1 0 10 18A13 13 0 1 0 -16 18Z'],
    ['l', 'M-8 18A5 5 0 1 0 2 18A5 5 0 1 0 -8 18Z'],
  ],
  horse: [
    ['f', 'M-17 32H24C26 8 25 -10 13 -21C8 -26 1 -28 -5 -33L-8 -22C-17 -16 -21 -7 -29 4C-31 9 -27 15 -21 13L-10 6C-5 8 0 6 4 3C2 14 -16 17 -17 32Z'],
    ['l', 'M-10 -10A3 3 0 1 0 -4 -10A3 3 0 1 0 -10 -10Z'],
  ],
  elephant: [
    ['f', 'M-14 -22C-38 -32 -42 6 -22 10L-14 4Z'],
    ['f', 'M14 -22C38 -32 42 6 22 10L14 4Z'],
    ['f', 'M0 -28C18 -28 20 -8 14 4C11 10 9 14 8 20C7 25 12 27 15 22L20 25C17 36 0 36 -3 24C-4 16 -9 12 -14 4C-20 -8 -18 -28 0 -28Z'],
    ['l', 'M-10 -8A3 3 0 1 0 -4 -8A3 3 0 1 0 -10 -8ZM4 -8A3 3 0 1 0 10 -8A3 3 0 1 0 4 -8Z'],
    ['s', 'M-13 10L-18 22'],
  ],
  soldier: [
    ['s', 'M22 34V-18'],
    ['f', 'M22 -36L29 -17H15Z'],
    ['f', 'M-22 -8C-22 -26 6 -26 6 -8Z'],
    ['f', 'M-29 -8H13V-2H-29Z'],
    ['f', 'M-17 2H1V6C1 11 -3 14 -8 14C-13 14 -17 11 -17 6Z'],
    ['f', 'M-26 34C-26 22 -19 17 -8 17C3 17 11 22 11 34Z'],
  ],
  rook: [['f', 'M-23 30V21H-16V-8H-23V-27H-12V-18H-5V-27H5V-18H12V-27H23V-8H16V21H23V30Z']],
  dragon: [
    ['f', 'M-23 30V21H-16V-8H-23V-27H-12V-18H-5V-27H5V-18H12V-27H23V-8H16V21H23V30Z'],
    ['l', 'M0 -9L8 4L0 17L-8 4Z'],
  ],
  gold: [
    ['f', 'M-26 0A26 26 0 1 0 26 0A26 26 0 1 0 -26 0Z'],
    ['l', 'M-8 -8H8V8H-8Z'],
  ],
  silver: [['s', 'M-22 0A22 22 0 1 0 22 0A22 22 0 1 0 -22 0Z'], ['s', 'M-7 -7H7V7H-7Z']],
  pawn: [
    ['f', 'M-12 -15A12 12 0 1 0 12 -15A12 12 0 1 0 -12 -15Z'],
    ['f', 'M-9 0H9L18 24H-18Z'],
  ],
};

/** @param {string} name @param {number} scale @param {number} [y] @returns {Shape} */
export function pictogram(name, scale, y = 0) {
  const inside = (PARTS[name] ?? []).map(([kind, d]) => ({ tag: /** @type {const} */ ('path'), at: { d, class: `pic-${kind}` } }));
  return { tag: 'g', at: { transform: `translate(0 ${y}) scale(${scale})`, class: 'pictogram' }, inside };
}
