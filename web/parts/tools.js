// The small tools beside the board: turn it, and take link, picture or record along.

import { h } from '../lib/h.js';
import { t, tOr } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { catalog } from '../net/api.js';
import { copy } from './invite.js';

/** @typedef {import('../net/link.js').State} State */

/** How long the browser may take to save a file. */
const SAVE_MS = 10_000;

/**
 * @typedef {object} Takes
 * @property {() => void} turn
 * @property {{ label: string, choose: () => void } | null} mode another way of seeing, unless the board itself offers it
 * @property {(format: string) => Promise<Blob>} record
 * @property {() => Promise<Blob | null>} picture the board as it is seen
 * @property {(error: unknown) => void} refused
 */

/** @param {State} state @param {Takes} takes */
export function toolButtons(state, { turn, mode, record, picture, refused }) {
  const paint = async () => {
    const image = await picture();
    if (image) save(image, `daeguk-${state.id}.png`);
  };
  return [
    tool('flip', 'flip', t('tool.flip'), turn),
    mode ? tool('mode', 'eye', mode.label, mode.choose) : null,
    tool('link', 'link', t('tool.link'), () => void copy(location.href)),
    tool('image', 'image', t('tool.image'), () => void paint().catch(refused)),
    tool('record', 'save', t('tool.record'), () => void chooseFormat(state, record, refused)),
  ];
}

/** @param {string} name @param {import('../lib/icons.js').IconName} symbol @param {string} label @param {() => void} act */
function tool(name, symbol, label, act) {
  return h('button', { class: 'quiet', 'data-focus': name, onclick: act, title: label }, icon(symbol), h('span', null, label));
}

/** @param {Blob} file @param {string} name */
export function save(file, name) {
  const href = URL.createObjectURL(file);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVE_MS);
}

/** Every format that the game has, in words. @param {State} state @param {(format: string) => Promise<Blob>} record @param {(error: unknown) => void} refused */
async function chooseFormat(state, record, refused) {
  const known = await catalog().catch((error) => void refused(error));
  const formats = known?.games.find(({ kind }) => kind === state.kind)?.formats ?? [];
  const records = formats.flatMap(({ name, about }) => variants(name).map((variant) => ({ ...variant, about })));
  const choices = [...records, { key: 'gif', name: 'gif', utf8: false, about: '' }];
  const take = async (/** @type {{ name: string, utf8: boolean }} */ { name, utf8 }) => {
    dialog.close();
    const file = await record(name);
    save(utf8 ? await asUtf8(file) : file, `daeguk-${state.id}.${name}`);
  };
  const dialog = h(
    'dialog',
    { class: 'sheet formats', 'aria-labelledby': 'formats-title', onclose: () => dialog.remove() },
    h(
      'form',
      { method: 'dialog' },
      h('header', null, h('h2', { id: 'formats-title' }, t('tool.record')), h('button', { class: 'quiet corner', 'aria-label': t('close') }, icon('close'))),
      choices.map((choice) =>
        h(
          'button',
          { type: 'button', class: 'format', 'data-format': choice.key, onclick: () => void take(choice).catch(refused) },
          h('b', null, tOr(`format.${choice.key}`, choice.name.toUpperCase())),
          h('small', null, tOr(`format.${choice.key}.about`, choice.about)),
        ),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Korean programs of old read CP949, newer ones UTF-8. @param {string} name */
function variants(name) {
  if (name !== 'gib') return [{ key: name, name, utf8: false }];
  return [{ key: 'gib', name, utf8: false }, { key: 'gib.utf8', name, utf8: true }];
}

/** @param {Blob} file in CP949 */
async function asUtf8(file) {
  return new Blob([new TextDecoder('euc-kr').decode(await file.arrayBuffer())], { type: 'text/plain;charset=utf-8' });
}
