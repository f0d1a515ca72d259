// Everything that is wrong with a set-up, in words and at its cells.

import { h } from '../lib/h.js';
import { has, t } from '../lib/i18n.js';
import { refusalText } from '../lib/refusal.js';
import { lone } from '../board/palette.js';

/** @typedef {import('../net/edit.js').Problem} Problem */
/** @typedef {import('../net/edit.js').Sketch} Sketch */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').Mark} Mark */

/** @param {Problem} problem @param {Drawing} drawing @param {any} view @param {Look} look */
export function flawWords(problem, drawing, view, look) {
  const { kind, seats } = drawing;
  const key = `flaw.${kind}.${problem.flaw}`;
  if (!problem.flaw || !has(key)) return refusalText({ code: 'E_OTHER', message: problem.detail }, kind);
  const cells = new Map(drawing.ground(view, look).cells.map(({ id, name }) => [id, name]));
  // Of a man that bears more than its name, the name is enough.
  const man = problem.man ? (lone(drawing, problem.man, view, look)?.piece.name ?? problem.man).split(', ')[0] : '';
  const at = (problem.at ?? []).map((id) => cells.get(id)?.split(', ')[0] ?? id).join(', ');
  const seat = problem.seat === undefined ? '' : t(`seat.${kind}.${seats[problem.seat]}`);
  return t(key, { seat, man, at, count: problem.count ?? 0, least: problem.least ?? 0, most: problem.most ?? 0 });
}

/** @param {Problem[]} problems @param {Drawing} drawing @param {any} view @param {Look} look @returns {Mark[]} */
export function flawMarks(problems, drawing, view, look) {
  return problems.flatMap((problem) => (problem.at ?? []).map((at) => ({ kind: 'culprit flaw', at, name: flawWords(problem, drawing, view, look) })));
}

/** @param {Sketch} sketch @param {Drawing} drawing @param {Look} look @param {(cells: string[]) => void} point */
export function flawList({ problems, view }, drawing, look, point) {
  if (problems.length === 0) return h('p', { class: 'sound' }, t('editor.sound'));
  const line = (/** @type {Problem} */ problem, /** @type {number} */ index) => {
    const words = flawWords(problem, drawing, view, look);
    const { at } = problem;
    return h('li', { 'data-flaw': problem.flaw ?? problem.code }, at?.length ? h('button', { class: 'quiet', 'data-focus': `flaw-${index}`, title: problem.code, onclick: () => point(at) }, words) : h('span', { title: problem.code }, words));
  };
  return [h('h2', null, t('editor.flaws', { n: problems.length })), h('ul', null, problems.map(line))];
}
