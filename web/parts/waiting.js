// How many games wait for whoever sits here: a badge in the header, a number in the title, a dot on the icon.

import { h, refill } from '../lib/h.js';
import { dot } from '../lib/attention.js';
import { spoken, t, words } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { house } from '../net/house.js';
import { elsewhere, lookForTurns, waiting } from '../net/inbox.js';

await words('days');

/** The games that were told last. */
let told = '';

/** Keeps the badge true from now on, on every page. */
export function watchTurns() {
  const look = () => void lookForTurns();
  spoken.watch(paint);
  waiting.watch((games) => {
    const now = games.map(({ id }) => id).join();
    // Lists of games on the page are behind as well.
    if (now !== told) document.dispatchEvent(new Event('turns'));
    told = now;
    paint();
  });
  house.addEventListener('call', look);
  document.addEventListener('page', () => (paint(), look()));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  const title = document.querySelector('title');
  if (title) new MutationObserver(paintTitle).observe(title, { childList: true });
  look();
}

function paint() {
  const count = elsewhere().length;
  const place = document.getElementById('waiting');
  if (place) refill(place, count > 0 ? h('a', { class: 'button quiet turns', href: '/inbox', 'data-route': true, 'data-focus': 'inbox', 'aria-label': t('inbox.count', { count }), title: t('inbox.count', { count }) }, icon('turn'), h('span', null, t('inbox.title')), h('b', null, String(count))) : null);
  dot(count > 0);
  paintTitle();
}

/** Whatever a page calls itself, the number stands before it. */
function paintTitle() {
  const count = elsewhere().length;
  const bare = document.title.replace(/^\(\d+\) /, '');
  const wanted = count > 0 ? `(${count}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}
