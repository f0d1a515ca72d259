// What a review has found: how exactly each seat played, and where it went wrong.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';

/** @typedef {import('../net/analysis.js').Turn} Turn */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/**
 * @typedef {object} Report what can be done with one
 * @property {(seat: number) => void} learn tries the turns of a seat again
 * @property {(themes: string[]) => void} practice leads to a puzzle
 * @property {(turn: Turn) => void} go shows a turn
 * @property {(turn: Turn) => string} words what was done in it
 */

const VERDICTS = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);
export const SIGN_OF = { inaccuracy: '?!', mistake: '?', blunder: '??' };
/** Turns from which there is something to learn have lost so much. */
const LESSON_DROP = 10;
/** So many of them are asked for again. */
const LESSONS_MAX = 10;

/** Turns that are worth trying again, the worst first. @param {Turn[]} turns */
const worst = (turns) => turns.filter(({ drop }) => drop >= LESSON_DROP).sort((a, b) => b.drop - a.drop).slice(0, LESSONS_MAX);

/** The turns of a seat that are worth trying again, the worst first. @param {Turn[]} turns @param {number} seat */
export const lessonsOf = (turns, seat) => worst(turns.filter((turn) => turn.seat === seat));

/** The turn that has lost most, if any has lost much. @param {Turn[]} turns @returns {Turn | undefined} */
export const turningPoint = (turns) => worst(turns)[0];

/** The themes of puzzles that practice what a seat has missed, its worst turn first. @param {Turn[]} turns @param {number} seat */
export const themesOf = (turns, seat) => [...new Set(lessonsOf(turns, seat).flatMap(({ themes }) => themes))];

/** @param {Drawing} drawing @param {Turn[]} turns @param {(number | null)[]} accuracy @param {Report} on */
export function report(drawing, turns, accuracy, on) {
  const seats = drawing.seats.map((name, seat) => ({ seat, name: t(`seat.${drawing.kind}.${name}`) }));
  const count = (/** @type {number} */ seat, /** @type {string} */ verdict) => turns.filter((turn) => turn.seat === seat && turn.verdict === verdict).length;
  const row = (/** @type {string} */ label, /** @type {(seat: number) => string | number} */ value) => h('tr', null, h('th', { scope: 'row' }, label), seats.map(({ seat }) => h('td', null, value(seat))));
  const share = (/** @type {number} */ seat) => (typeof accuracy[seat] === 'number' ? `${Math.round(/** @type {number} */ (accuracy[seat]))}%` : '–');
  const lesson = (/** @type {Turn} */ turn) => h('li', null, h('button', { class: 'quiet', 'data-focus': `turn-${turn.n}`, onclick: () => on.go(turn) }, h('span', null, `${turn.n + 1}. ${seats[turn.seat].name} ${on.words(turn)}`, turn.verdict ? h('b', { class: `sign ${turn.verdict}` }, SIGN_OF[turn.verdict]) : null), h('small', null, t('analysis.drop', { drop: Math.round(turn.drop) }))));
  const lessons = worst(turns);
  const learners = seats.filter(({ seat }) => lessonsOf(turns, seat).length > 0);
  return h(
    'div',
    { class: 'report' },
    h(
      'table',
      { class: 'counts' },
      h('thead', null, h('tr', null, h('td'), seats.map(({ name }) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, row(t('analysis.accuracy'), share), VERDICTS.map((verdict) => row(t(`analysis.${verdict}`), (seat) => count(seat, verdict)))),
    ),
    lessons.length > 0 ? h('ol', { class: 'worst', 'aria-label': t('analysis.worst') }, lessons.map(lesson)) : h('p', { class: 'empty' }, t('analysis.even')),
    h('div', { class: 'row' }, learners.map(({ seat, name }) => h('button', { class: 'small', 'data-focus': `learn-${seat}`, onclick: () => on.learn(seat) }, icon('learn'), t('analysis.learn', { seat: name })))),
    h('div', { class: 'row' }, learners.filter(({ seat }) => themesOf(turns, seat).length > 0).map(({ seat, name }) => h('button', { class: 'small quiet', 'data-focus': `puzzles-${seat}`, onclick: () => on.practice(themesOf(turns, seat)) }, icon('check'), t('analysis.puzzles', { seat: name })))),
  );
}
