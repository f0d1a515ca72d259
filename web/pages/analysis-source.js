// Where an analysis begins: an address, a finished game, or a record that somebody brings.

import { textOf } from '../lib/decode.js';
import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { unpacked } from '../parts/study.js';

/** @typedef {{ rules: string, state: string | null, acts: string[] }} Source */

/** @returns {{ game: string | null, volume: string | null, study: Promise<import('../net/studies.js').Study | null> | null, source: Source }} a game of the house or of one's library, a study of the address, or where to begin */
export function fromAddress() {
  const asked = new URLSearchParams(location.search);
  const kept = new URLSearchParams(location.hash.slice(1));
  const acts = (kept.get('acts') ?? '').split(' ').filter(Boolean);
  const study = kept.get('study');
  return { game: asked.get('game'), volume: asked.get('library'), study: study ? unpacked(study) : null, source: { rules: kept.get('rules') ?? '', state: kept.get('state'), acts } };
}

/** An address that leads to a position. @param {string} kind @param {Source} source */
export function address(kind, { rules, state, acts }) {
  const kept = new URLSearchParams();
  if (rules) kept.set('rules', rules);
  if (state) kept.set('state', state);
  if (acts.length > 0) kept.set('acts', acts.join(' '));
  return `${location.origin}/analysis/${kind}#${kept}`;
}

/** An address that holds a small study. @param {string} kind @param {string} text */
export const studyAddress = (kind, text) => `${location.origin}/analysis/${kind}#study=${text}`;

/** A dialog for the text of a record. @param {(text: string) => Promise<void>} read @param {(error: unknown) => void} refused */
export async function askForRecord(read, refused) {
  const field = h('textarea', { rows: 10, 'aria-label': t('analysis.record'), placeholder: t('analysis.record') });
  const file = h('input', { type: 'file', 'aria-label': t('analysis.file') });
  file.addEventListener('change', async () => {
    if (file.files?.[0]) field.value = await textOf(file.files[0]);
  });
  const done = async () => {
    dialog.close();
    await read(field.value).catch(refused);
  };
  const dialog = h(
    'dialog',
    { class: 'sheet record-dialog', 'aria-label': t('analysis.bring'), onclose: () => dialog.remove() },
    h('h2', null, t('analysis.bring')),
    h('p', null, t('analysis.record.about')),
    field,
    file,
    h('div', { class: 'row' }, h('button', { class: 'primary', onclick: () => void done() }, icon('check'), t('analysis.read')), h('button', { onclick: () => dialog.close() }, icon('close'), t('close'))),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Closes the dialog that asks for a record, which has come by another way. */
export const closeRecordDialog = () => /** @type {HTMLDialogElement | null} */ (document.querySelector('.record-dialog'))?.close();

/** Who played a game and when, in one line. @param {import('../net/analysis.js').Game} game @param {number} number */
function spine({ headers, acts }, number) {
  // Settings are written with signs that no name has.
  const values = headers.map(([, value]) => value).filter((value) => value !== '' && value.length <= SPINE_MAX && !/[;=]/.test(value));
  return `${number}. ${[...values.slice(0, SPINE_PARTS), t('start.deeds', { count: acts.length })].join(' · ')}`;
}

/** A longer value of a header says no more about which game it is. */
const SPINE_MAX = 40;
const SPINE_PARTS = 5;

/** One of several games of a file; none if nobody wants one. @param {import('../net/analysis.js').Game[]} games @returns {Promise<import('../net/analysis.js').Game | null>} */
export function chosenGame(games) {
  return new Promise((resolve) => {
    const choose = (/** @type {import('../net/analysis.js').Game | null} */ game) => {
      resolve(game);
      dialog.close();
    };
    const row = (/** @type {import('../net/analysis.js').Game} */ game, /** @type {number} */ index) => h('li', null, h('button', { class: 'quiet', 'data-focus': `game-${index}`, onclick: () => choose(game) }, h('bdi', null, spine(game, index + 1))));
    const dialog = h(
      'dialog',
      { class: 'sheet record-dialog', 'aria-label': t('analysis.which'), onclose: () => (resolve(null), dialog.remove()) },
      h('h2', null, t('analysis.which')),
      h('ol', { class: 'worst' }, games.map(row)),
      h('div', { class: 'row' }, h('button', { onclick: () => choose(null) }, icon('close'), t('close'))),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
