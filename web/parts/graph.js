// A rating over time: a line for the eye, a table for listeners.

import { h, svg } from '../lib/h.js';
import { spoken, t } from '../lib/i18n.js';
import { poolName } from '../lib/pool.js';

/** @typedef {import('../net/people.js').Point} Point */

const WIDTH = 640;
const HEIGHT = 200;
const EDGE = 44;
/** Lines across the graph. */
const STEPS = 4;
/** A table of more rows tells nobody more. */
const ROWS_MAX = 30;

/** @param {string} pool @param {Point[]} points of that pool, the earliest first */
export function ratingGraph(pool, points) {
  const values = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...values) - 20, Math.max(...values) + 20];
  const x = (/** @type {number} */ index) => EDGE + ((WIDTH - EDGE - 12) * index) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ value) => 12 + (HEIGHT - 24) * (1 - (value - low) / (high - low));
  const line = points.map(({ rating }, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(rating).toFixed(1)}`).join('');
  const marks = Array.from({ length: STEPS }, (_, step) => Math.round(low + ((high - low) * (step + 0.5)) / STEPS));
  const last = points.length - 1;
  return h(
    'figure',
    { class: 'graph' },
    h('figcaption', null, t('people.graph.of', { pool: poolName(pool), first: values[0], last: values[last], best: Math.max(...values) })),
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' },
      marks.map((mark) => [svg('path', { class: 'rule', d: `M${EDGE} ${y(mark)}H${WIDTH - 12}` }), svg('text', { x: EDGE - 6, y: y(mark) + 5, 'text-anchor': 'end' }, mark)]),
      svg('path', { class: 'line', d: line }),
      svg('circle', { class: 'end', cx: x(last), cy: y(values[last]), r: 5 }),
    ),
    table(points.slice(-ROWS_MAX)),
  );
}

/** @param {Point[]} points */
function table(points) {
  const date = new Intl.DateTimeFormat(spoken.get(), { dateStyle: 'medium' });
  return h(
    'table',
    { class: 'unseen' },
    h('caption', null, t('people.graph')),
    h('thead', null, h('tr', null, [t('people.date'), t('people.points')].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', null, points.map(({ at_ms, rating }) => h('tr', null, h('td', null, date.format(at_ms)), h('td', null, rating)))),
  );
}
