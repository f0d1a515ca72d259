// What players offer each other, and the answers to it.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */

/** @param {State} state @param {Drawing} drawing @param {(message: { t: string, d: string }) => void} send */
export function offerRows(state, drawing, send) {
  const open = state.offers.filter(({ what }) => what !== 'rematch' || !state.rematch);
  return open.map(({ what, by, accepted }) => {
    const seat = t(`seat.${drawing.kind}.${drawing.seats[by]}`);
    const answered = state.you.every((each) => accepted.includes(each)) || state.you.length === 0;
    return h(
      'div',
      { class: 'offer', role: 'group', 'aria-label': t(`tell.offer.${what}`, { seat }) },
      h('span', null, t(state.you.includes(by) ? `offer.sent.${what}` : `tell.offer.${what}`, { seat }), points(what, state, drawing)),
      answered
        ? null
        : [
            h('button', { class: 'primary small', 'data-focus': `accept-${what}`, onclick: () => send({ t: 'accept', d: what }) }, icon('check'), t('offer.accept')),
            h('button', { class: 'small', 'data-focus': `decline-${what}`, onclick: () => send({ t: 'decline', d: what }) }, t('offer.decline')),
          ],
    );
  });
}

/** What counting would give now, beside an offer to end the game. @param {string} what @param {State} state @param {Drawing} drawing */
function points(what, state, drawing) {
  const tally = what === 'draw' ? drawing.tally?.(state.view, 'agreement') : '';
  return tally ? h('small', null, t('offer.points', { points: tally })) : null;
}
