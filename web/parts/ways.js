// The lines of an analysis, in the reader's notation and as arrows on the board.

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').Mark} Mark */
/** @typedef {import('../board/types.js').Cell} Cell */

/** So many acts of a line are told. */
const ACTS_MAX = 8;

/**
 * A line in notation, or as sentences. The views on the way are the drawing's guesses; where it has none, the plain text stands.
 * @param {string[]} acts @param {Drawing} drawing @param {any} view @param {Look | null} look without it the line is spoken @returns {string[]}
 */
export function lineWords(acts, drawing, view, look) {
  let at = view;
  return acts.slice(0, ACTS_MAX).map((act) => {
    try {
      const word = look ? drawing.notation(act, at, look) : drawing.spoken(act, at);
      at = drawing.after(at, act);
      return word;
    } catch {
      return act;
    }
  });
}

/** A line in notation as one text; where words have blanks of their own, commas part them. @param {string[]} acts @param {Drawing} drawing @param {any} view @param {Look} look */
export function lineText(acts, drawing, view, look) {
  const said = lineWords(acts, drawing, view, look);
  if (!said.some((word) => word.includes(' '))) return said.join(' ');
  return said.join(look.language === 'ja' ? '、' : ', ');
}

/**
 * The first acts of lines as arrows: the best is the thickest, the others are dashed.
 * @param {string[]} acts @param {string} kind @param {Drawing} drawing @param {any} view @param {Look} look @returns {Mark[]}
 */
export function arrowMarks(acts, kind, drawing, view, look) {
  const known = new Map(drawing.ground(view, look).cells.map((cell) => [cell.id, cell]));
  return acts.flatMap((act, rank) => {
    if (drawing.isButton?.(act)) return [];
    const cells = /** @type {Cell[]} */ (drawing.steps(act, view).map((step) => known.get(step)).filter(Boolean));
    return cells.length > 1 ? [arrow(cells, `${kind} rank-${rank}`)] : [];
  });
}

/** @param {Cell[]} cells @param {string} kind @returns {Mark} */
function arrow(cells, kind) {
  const [first] = cells;
  const [x, y] = first.center;
  const spots = cells.map(({ center }) => [center[0] - x, center[1] - y]);
  const [tx, ty] = spots[spots.length - 1];
  const [px, py] = spots[spots.length - 2];
  const long = Math.hypot(tx - px, ty - py) || 1;
  const [ux, uy] = [(tx - px) / long, (ty - py) / long];
  const r = first.radius * 0.5;
  const at = (/** @type {number} */ back, /** @type {number} */ aside) => `${(tx - ux * back - uy * aside).toFixed(1)} ${(ty - uy * back + ux * aside).toFixed(1)}`;
  const shaft = [...spots.slice(0, -1).map(([a, b]) => `${a} ${b}`), at(r, 0)].join('L');
  return {
    at: first.id,
    kind: `way ${kind}`,
    shapes: [{ tag: 'path', at: { d: `M${shaft}`, class: 'shaft' } }, { tag: 'path', at: { d: `M${at(0, 0)}L${at(r, r * 0.6)}L${at(r, -r * 0.6)}Z`, class: 'head' } }],
  };
}
