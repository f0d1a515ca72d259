// First steps: a game in at most five pictures, drawn by our own boards.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t } from '../lib/i18n.js';
import { say } from '../lib/live.js';
import { chosenSet } from '../lib/settings.js';
import { still } from '../board/board.js';
import { DRAWINGS, fetchDrawing } from '../board/games.js';
import { position } from '../net/learn.js';
import { starMarks, wayMarks } from './guide.js';

/** @typedef {{ rules: string, state: string | null, acts?: string[], show?: string, marks?: string[] }} Scene */

const FLAT = '00000000/00000000/00000000/00000000/00000000/00000000/00000000/00000000';

/** What each picture shows; the words are in the languages. @type {Record<string, Scene[]>} */
const SCENES = {
  janggi: [
    { rules: 'kja', state: null },
    { rules: 'casual', state: '9/5k3/9/2p2n3/9/9/9/2R6/4K4/9 w - - 0 1', show: 'c3c7' },
    { rules: 'casual', state: '3k5/9/9/4n4/9/4P4/9/4C4/9/3K5 w - - 0 1', show: 'e3e7' },
    { rules: 'casual', state: '3k5/9/9/9/4p4/4N4/9/9/9/3K5 w - - 0 1', show: 'e5g6' },
    { rules: 'casual', state: '4k4/R8/9/9/9/1R7/9/9/9/3K5 w - - 0 1', show: 'b5b10' },
  ],
  nanguk: [
    { rules: 'base', state: `N ${FLAT} 8/8/8/8/8/8/8/8 b T 32:32 0 1 - *`, acts: ['+e4', '+d4', '+e5', '+d5', '+e3', '+f4'] },
    { rules: 'base;terrain=example', state: null },
    { rules: 'base', state: 'N 11111111/11111111/21111111/11111111/11222111/11111111/11111111/11111111 7k/8/b7/8/C3b3/8/8/7K b B 0:0 0 1 - *', show: 'a4xa6' },
    { rules: 'base', state: 'N 11111111/11111111/11111111/11111111/11211111/11111111/11111111/11111111 7k/4b3/1m6/8/2A5/8/8/7K b B 0:0 0 1 - *', show: 'c4*b6' },
    { rules: 'base', state: 'N 11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111 4k3/3b1b2/8/8/8/6B1/1C6/7K b B 0:0 0 1 - *', show: 'b2-e2' },
  ],
  tigers: [
    { rules: 'base', state: 'FTG1:b GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - - 0-0 1.0 *', show: 'ZYm7-6-11-12' },
    { rules: 'base', state: null, marks: ['2'] },
    { rules: 'base', state: 'FTG1:b GY@x:0,ZF@12:6,ZY@x:0,HZ@x:0,MC@x:0 gy@x:0,zf@x:0,zy@13:8,hz@x:0,mc@x:0 A3 - - 0-0 1.0 *', show: 'ZFxzy' },
    { rules: 'base', state: 'FTG1:b GY@x:0,ZF@x:0,ZY@12:8,HZ@x:0,MC@x:0 gy@17:10,zf@x:0,zy@x:0,hz@x:0,mc@x:0 A3 - - 0-0 1.0 *', show: 'ZYxgy' },
    { rules: 'base', state: 'FTG1:b GY@x:0,ZF@x:0,ZY@17:8,HZ@x:0,MC@x:0 gy@0:10,zf@x:0,zy@x:0,hz@x:0,mc@x:0 A3 - - 0-0 1.0 *', show: 'ZYm16-21-20-25' },
  ],
  yonin: [
    { rules: 'standard', state: null },
    { rules: 'standard', state: '4nK4/4nP4/wR8/9/wK1wPsS4eK/9/9/9/4sK4 s - - - 1', show: '6e5d' },
    { rules: 'standard', state: '4nK4/9/5nP3/9/wK7eK/9/9/9/4sK4 s sG - - 1', show: 'G*4d' },
    { rules: 'standard', state: '4nK4/3nP5/9/1wP7/wK7eK/9/6sR2/9/4sK4 s - - - 1', show: '3g3a' },
    { rules: 'standard', state: '3xnGxnK4/9/9/9/wK7eK/4sR4/9/9/4sK4 s - - n#s 1', show: '5f5b' },
  ],
};

/** The words for every symbol on the cards of the five tigers. */
const SYMBOLS = ['sun', 'moon', 'move', 'star', 'troops', 'used', 'stalemate', 'life', 'out', 'riding', 'check', 'knocker'];

/** Opens the picture story of a game. @param {string} kind */
export async function openSteps(kind) {
  await fetchDrawing(kind);
  let at = 0;
  const body = h('div', { class: 'steps-body' });
  const dialog = h('dialog', { class: 'sheet steps', 'aria-labelledby': 'steps-title' }, body);
  const count = SCENES[kind].length;
  const paint = async () => {
    const scene = SCENES[kind][at];
    const { view } = await position({ kind, rules: scene.rules, state: scene.state, acts: scene.acts ?? [] });
    refill(
      body,
      h('header', { class: 'row' }, h('h2', { id: 'steps-title' }, t('steps.title', { game: t(`game.${kind}`) })), h('button', { class: 'quiet round', 'data-focus': 'close', 'aria-label': t('steps.close'), onclick: () => dialog.close() }, icon('close'))),
      h('div', { class: `scene${kind === 'tigers' && at === 1 ? ' short' : ''}` }, picture(kind, scene, view)),
      h('p', { class: 'tale' }, t(`steps.${kind}.${at + 1}`)),
      kind === 'tigers' && at === 1 ? symbols() : null,
      h(
        'footer',
        null,
        h('button', { 'data-focus': 'back', disabled: at === 0, onclick: () => turn(-1) }, icon('previous'), t('steps.back')),
        h('span', { class: 'hint' }, t('steps.at', { n: at + 1, all: count })),
        at + 1 < count
          ? h('button', { class: 'primary', 'data-focus': 'next', onclick: () => turn(1) }, t('steps.next'), icon('next'))
          : h('a', { class: 'button primary', 'data-focus': 'next', href: `/learn/${kind}`, 'data-route': true, onclick: () => dialog.close() }, t('steps.learn')),
      ),
    );
    say(`${t('steps.at', { n: at + 1, all: count })}. ${t(`steps.${kind}.${at + 1}`)}`);
  };
  const turn = (/** @type {number} */ by) => {
    at = Math.max(0, Math.min(count - 1, at + by));
    void paint();
  };
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowRight') turn(1);
    if (event.key === 'ArrowLeft') turn(-1);
  });
  dialog.addEventListener('close', () => dialog.remove());
  await paint();
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector('[data-focus="next"]'))?.focus();
}

/** @param {string} kind @param {Scene} scene @param {any} view */
function picture(kind, scene, view) {
  const drawing = DRAWINGS[kind];
  const look = { bottom: 0, set: chosenSet(), compact: true, coordinates: false, language: language.get(), names: true, mode: drawing.modes?.[0], turn: 0 };
  const known = new Map(drawing.ground(view, look).cells.map((cell) => [cell.id, cell]));
  const marks = [...starMarks(scene.marks ?? [], new Set(), drawing, view, look), ...(scene.show ? wayMarks(scene.show, true, drawing, view, look) : [])];
  // Marks stand over their cells, as a piece that nobody can pick up.
  const over = marks.flatMap(({ at, kind: name, shapes }) => (known.has(at) && shapes ? [{ id: name, at, shapes, kind: `mark ${name}`, z: 1e6, name: '', seat: null }] : []));
  return still({ ...drawing, pieces: (each, how) => [...drawing.pieces(each, how), ...over] }, view, look, `board ${kind}`);
}

function symbols() {
  return h('dl', { class: 'symbols' }, SYMBOLS.flatMap((name) => [h('dt', null, t(`steps.symbol.${name}`)), h('dd', null, t(`steps.symbol.${name}.about`))]));
}

