// What a review has found: how exactly each seat played, and where it went wrong.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';

/** @typedef {import('../net/analysis.js').Turn} Turn */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

const VERDICTS = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);
/** Turns from which there is something to learn have lost so much. */
const LESSON_DROP = 10;
/** So many of them are asked for again. */
const LESSONS_MAX = 10;

/** The turns of a seat that are worth trying again, the worst first. @param {Turn[]} turns @param {number} seat */
export function lessonsOf(turns, seat) {
  return turns.filter((turn) => turn.seat === seat && turn.drop >= LESSON_DROP).sort((a, b) => b.drop - a.drop).slice(0, LESSONS_MAX);
}

/**
 * The theme of puzzles that practice what the worst turn of a seat has missed; nothing if none fits.
 * @param {string} kind @param {Turn[]} turns @param {number} seat @returns {string | null}
 */
export function themeOf(kind, turns, seat) {
  const why = lessonsOf(turns, seat).find((turn) => turn.why)?.why;
  if (!why) return null;
  const moves = 'plies' in why ? Math.min(3, Math.ceil(why.plies / 2)) : 0;
  if (moves > 0) return { janggi: `mate${moves}`, yonin: 'mate', tigers: 'knock' }[kind] ?? (['one', 'two', 'long'][moves - 1] || null);
  return kind === 'janggi' ? 'fork' : null;
}

/** The way from mistakes to puzzles. @param {string} kind @param {Turn[]} turns @param {number} seat @param {string} name */
function practice(kind, turns, seat, name) {
  const theme = themeOf(kind, turns, seat);
  return h('a', { class: 'button quiet', href: `/puzzles/${kind}${theme ? `?theme=${theme}` : ''}`, 'data-route': true, 'data-focus': `puzzles-${seat}` }, icon('check'), t('analysis.puzzles', { seat: name }));
}

/**
 * @param {Drawing} drawing @param {Turn[]} turns @param {(number | null)[]} accuracy
 * @param {(seat: number) => void} learn
 */
export function report(drawing, turns, accuracy, learn) {
  const seats = drawing.seats.map((name, seat) => ({ seat, name: t(`seat.${drawing.kind}.${name}`) }));
  const count = (/** @type {number} */ seat, /** @type {string} */ verdict) => turns.filter((turn) => turn.seat === seat && turn.verdict === verdict).length;
  const row = (/** @type {string} */ label, /** @type {(seat: number) => string | number} */ value) => h('tr', null, h('th', { scope: 'row' }, label), seats.map(({ seat }) => h('td', null, value(seat))));
  return h(
    'div',
    { class: 'report' },
    h(
      'table',
      { class: 'counts' },
      h('thead', null, h('tr', null, h('td'), seats.map(({ name }) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, row(t('analysis.accuracy'), (seat) => (accuracy[seat] === null || accuracy[seat] === undefined ? '–' : `${Math.round(/** @type {number} */ (accuracy[seat]))}%`)), VERDICTS.map((verdict) => row(t(`analysis.${verdict}`), (seat) => count(seat, verdict)))),
    ),
    h('div', { class: 'row' }, seats.filter(({ seat }) => lessonsOf(turns, seat).length > 0).map(({ seat, name }) => [h('button', { 'data-focus': `learn-${seat}`, onclick: () => learn(seat) }, icon('learn'), t('analysis.learn', { seat: name })), practice(drawing.kind, turns, seat, name)])),
  );
}
