// Numbers for people: what every seat can expect, as a bar and as a graph. Seats differ by pattern and
// name, never by color alone.

import { h, refill, svg } from '../lib/h.js';
import { t } from '../lib/i18n.js';

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('./variations.js').Node} Node */

const WIDTH = 600;
const HEIGHT = 160;
const SHAPES = { inaccuracy: 'M0-7L7 0 0 7-7 0Z', mistake: 'M-6-6H6V6H-6Z', blunder: 'M0-8L8 6H-8Z' };

/** @param {Drawing} drawing @param {number} seat */
const seatWord = (drawing, seat) => t(`seat.${drawing.kind}.${drawing.seats[seat]}`);

/** @param {Drawing} drawing @param {number[]} w */
export function chanceWords(drawing, w) {
  return w.map((share, seat) => t('analysis.share', { seat: seatWord(drawing, seat), share: Math.round(share) })).join(', ');
}

/** What a line is worth: its certain end, or what can be expected of it. @param {import('../net/analysis.js').Line} line */
export function worthWords({ w, end }) {
  if (end === null) return `${Math.round(w)}`;
  return end === 0 ? t('analysis.draw') : t(end > 0 ? 'analysis.win' : 'analysis.loss', { n: Math.abs(end) });
}

/** @param {Element} place @param {Drawing} drawing @param {number[] | null} w */
export function paintBar(place, drawing, w) {
  const shares = w ?? drawing.seats.map(() => 100 / drawing.seats.length);
  const sum = shares.reduce((a, b) => a + b, 0) || 1;
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', w ? chanceWords(drawing, w) : t('analysis.unknown'));
  const part = (/** @type {number} */ share, /** @type {number} */ seat) => {
    const element = h('span', { class: `part seat-${drawing.seats[seat]} pattern-${seat}` }, h('b', null, seatWord(drawing, seat)), w ? h('span', null, Math.round(share)) : null);
    element.style.setProperty('flex-grow', String(Math.max(0.02, share / sum)));
    return element;
  };
  refill(place, shares.map(part));
}

/**
 * The expectations along a line, a curve a seat, with a shape where something went wrong.
 * @param {Element} place @param {Drawing} drawing @param {Node[]} line @param {number} at @param {(id: number) => void} step
 */
export function paintGraph(place, drawing, line, at, step) {
  const known = line.filter(({ w }) => w);
  if (known.length < 2) return refill(place);
  const x = (/** @type {number} */ index) => (line.length < 2 ? 0 : (index / (line.length - 1)) * WIDTH);
  const y = (/** @type {number} */ share) => HEIGHT - (share / 100) * HEIGHT;
  const seats = drawing.seats.length === 2 ? [0] : drawing.seats.map((_, seat) => seat);
  const curve = (/** @type {number} */ seat) => {
    const spots = line.flatMap(({ w }, index) => (w ? [`${x(index).toFixed(1)} ${y(w[seat]).toFixed(1)}`] : []));
    return svg('path', { class: `curve seat-${drawing.seats[seat]} pattern-${seat}`, d: `M${spots.join('L')}` });
  };
  const marks = line.flatMap(({ turn, w }, index) => (turn?.verdict && w ? [svg('path', { class: `verdict ${turn.verdict} seat-${drawing.seats[turn.seat]}`, d: SHAPES[turn.verdict], transform: `translate(${x(index)} ${y(w[seats.length === 1 ? 0 : turn.seat])})` })] : []));
  const now = x(line.findIndex(({ id }) => id === at));
  const press = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    step(line[Math.max(0, Math.min(line.length - 1, index))].id);
  };
  refill(
    place,
    svg(
      'svg',
      { class: 'graph', viewBox: `-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('analysis.graph'), onclick: press },
      svg('path', { class: 'half', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      svg('path', { class: 'now', d: `M${now} 0V${HEIGHT}` }),
      seats.map(curve),
      marks,
    ),
    h('p', { class: 'legend' }, seats.map((seat) => h('span', { class: `seat-${drawing.seats[seat]} pattern-${seat}` }, seatWord(drawing, seat)))),
  );
}
