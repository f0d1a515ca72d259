// What is taken along from an analysis: a link, a picture, a study, the position for the editor.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/i18n.js';
import { save } from './tools.js';

/** @typedef {{ link(): Promise<void>, picture(): Promise<void>, keep: (() => void) | null, edit(): void }} Shares */

/** @param {Element} place @param {Shares} on */
export function paintShares(place, on) {
  const button = (/** @type {string} */ name, /** @type {import('../lib/icons.js').IconName} */ symbol, /** @type {string} */ label, /** @type {() => unknown} */ act) =>
    h('button', { class: 'small', 'data-focus': name, onclick: () => void act() }, icon(symbol), label);
  refill(
    place,
    h(
      'div',
      { class: 'row' },
      button('share', 'link', t('analysis.share.link'), on.link),
      button('picture', 'image', t('analysis.picture'), on.picture),
      on.keep ? button('keep', 'save', t('study.keep'), on.keep) : null,
      button('edit', 'flag', t('editor.open'), on.edit),
      h('a', { class: 'button small', href: '/studies', 'data-route': true, 'data-focus': 'studies' }, icon('talk'), t('study.mine')),
    ),
  );
}

/** A picture, handed to other apps where the device can do that, else saved. @param {Blob} image @param {string} name */
export async function sharePicture(image, name) {
  const file = new File([image], name, { type: 'image/png' });
  if (!navigator.canShare?.({ files: [file] })) return save(file, file.name);
  await navigator.share({ files: [file] }).catch((error) => error.name === 'AbortError' || save(file, file.name));
}
