// The link that lets others sit down or look on: to copy, to share, to scan.

import { h, svg } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note } from '../lib/live.js';
import { qr } from '../lib/qr.js';

/** @param {string} link @param {boolean} large */
export function invite(link, large) {
  return h(
    'section',
    { class: `invite${large ? ' large' : ''}`, 'aria-label': t('invite.title') },
    large ? h('h2', null, t('invite.title')) : null,
    large ? h('p', null, t('invite.about')) : null,
    large ? code(link) : null,
    h(
      'div',
      { class: 'copyrow' },
      h('input', { class: 'link', readonly: true, value: link, 'aria-label': t('invite.link'), onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
      h('button', { class: 'primary', 'data-focus': 'copy', onclick: () => copy(link) }, icon('copy'), t('invite.copy')),
    ),
  );
}

/** @param {string} link */
function code(link) {
  const made = qr(link);
  if (!made) return null;
  const box = `0 0 ${made.size} ${made.size}`;
  return svg('svg', { viewBox: box, class: 'qr', role: 'img', 'aria-label': t('invite.qr') }, svg('path', { d: made.path, 'shape-rendering': 'crispEdges' }));
}

/** @param {string} link */
export async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    note(t('invite.copied'));
  } catch {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector('.invite .link'));
    field?.select();
    note(t('invite.select'));
  }
}
