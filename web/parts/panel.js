// Beside the board: what the picked piece is, and the steps that are no cells, such as tactics.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { picture } from '../board/board-paint.js';

/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').PanelItem} PanelItem */
/** @typedef {import('../board/board.js').GameBoard} GameBoard */

/** @param {HTMLElement} place @param {GameBoard} board @param {Drawing} drawing @param {any} view @param {Look} look @param {HTMLElement | null} confirming the buttons of a gesture of several steps */
export function paintPanel(place, board, drawing, view, look, confirming) {
  const panel = drawing.panel?.(view, board.steps, board.offered, look) ?? null;
  place.hidden = panel === null;
  if (!panel) return refill(place);
  place.classList.toggle('large', drawing.panelRoom?.(view) === 'large');
  // On a narrow screen it rises over the page when there is something to press.
  place.classList.toggle('risen', confirming !== null || panel.items.some(({ state }) => state === 'can' || state === 'on'));
  refill(
    place,
    h('h2', null, panel.title, panel.about ? h('small', null, panel.about) : null),
    panel.facts.length > 0 ? h('p', { class: 'facts' }, panel.facts.map((fact) => h('span', null, fact))) : null,
    confirming,
    panel.items.length > 0 ? h('div', { class: 'panel-items' }, panel.items.map((item) => button(item, board))) : null,
  );
}

/** @param {PanelItem} item @param {GameBoard} board */
function button({ step, label, about, state, shapes }, board) {
  const spoken = [label, about, state === 'can' || state === 'on' ? '' : t(`panel.${state}`)].filter(Boolean).join(', ');
  return h(
    'button',
    {
      class: `panel-item ${state}`,
      'aria-label': spoken,
      'aria-disabled': String(state !== 'can'),
      'aria-pressed': state === 'on' ? 'true' : false,
      title: about ?? false,
      'data-focus': `panel-${step}`,
      'data-step': step,
      onclick: () => board.take(step),
    },
    shapes ? picture(shapes, [-50, -50, 100, 100], 'panel-picture') : null,
    h('span', { class: 'panel-label' }, label, state === 'spent' ? icon('check') : null),
    about ? h('small', null, about) : null,
  );
}
