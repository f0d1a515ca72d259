// The link that lets others sit down or look on: to copy, to share, to scan.

import { h, svg } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note } from '../lib/live.js';
import { qr } from '../lib/qr.js';

/** @param {string} link @param {string} [name] of the member for whom the seat is kept */
export function invite(link, name = '') {
  return h(
    'section',
    { class: 'invite', 'aria-label': t('invite.title') },
    h('h2', null, name ? t('people.challenge.wait', { name }) : t('invite.title')),
    h('p', null, t(name ? 'people.challenge.about' : 'invite.about')),
    code(link),
    h('input', { class: 'link', readonly: true, value: link, 'aria-label': t('invite.link'), onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'primary', 'data-focus': 'copy', onclick: () => void copy(link) }, icon('copy'), t('invite.copy')),
      'share' in navigator ? h('button', { 'data-focus': 'share', onclick: () => void share(link) }, icon('share'), t('invite.share')) : null,
    ),
  );
}

/** Hands the link to the system's own sheet. @param {string} link */
async function share(link) {
  // Whoever closes the sheet has changed their mind, and needs no word about it.
  await navigator.share({ title: t('site'), text: t('invite.text'), url: link }).catch(() => null);
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
