// The small tools beside the board: turn it, see it otherwise, and take link, picture or record along.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { catalog, record } from '../net/api.js';
import { copy } from './invite.js';

/** @typedef {import('../net/link.js').State} State */

/** How long the browser may take to save a record. */
const SAVE_MS = 10_000;

/**
 * @param {State} state
 * @param {number} count how many deeds are shown
 * @param {{ turn: () => void, mode: { next: string, choose: () => void } | null, refused: (error: unknown) => void }} does
 */
export function toolButtons(state, count, { turn, mode, refused }) {
  const image = `/api/games/${state.id}/board.png?n=${count}&seat=${state.you[0] ?? 0}`;
  return [
    tool('flip', 'flip', t('tool.flip'), turn),
    mode ? tool('mode', 'eye', t(`mode.${state.kind}.${mode.next}`), mode.choose) : null,
    tool('link', 'link', t('tool.link'), () => void copy(location.href)),
    h('a', { class: 'button quiet', href: image, download: `daeguk-${state.id}.png`, title: t('tool.image') }, icon('image'), h('span', null, t('tool.image'))),
    tool('record', 'save', t('tool.record'), () => void saveRecord(state).catch(refused)),
  ];
}

/** @param {string} name @param {import('../lib/icons.js').IconName} symbol @param {string} label @param {() => void} act */
function tool(name, symbol, label, act) {
  return h('button', { class: 'quiet', 'data-focus': name, onclick: act, title: label }, icon(symbol), h('span', null, label));
}

/** Saves the record in the game's own format, the first in the catalog. @param {State} state */
async function saveRecord(state) {
  const format = (await catalog()).games.find(({ kind }) => kind === state.kind)?.formats[0]?.name ?? '';
  const href = URL.createObjectURL(await record(state.id, format));
  h('a', { href, download: `daeguk-${state.id}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVE_MS);
}
