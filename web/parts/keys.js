// Keys and wheel at a table. The board keeps its own keys to itself; all others work wherever the
// keyboard is, but where text is written or a dialog is open.

import { shortcuts } from '../lib/settings.js';

/** The wheel steps once for so much turning. */
const WHEEL_STEP = 40;

/** @param {Record<string, () => unknown>} acts by the code of the key @returns {() => void} ends it */
export function tableKeys(acts) {
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (shortcuts.get() === 'off' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTaken(event)) return;
    const act = acts[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}

/** Whether a key means something where it was pressed. @param {KeyboardEvent} event */
function isTaken({ target, code }) {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, select, [contenteditable], input[type=range], input[type=number]')) return true;
  const field = target.closest('input, textarea');
  // In an empty field the arrows would do nothing.
  const steps = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(code);
  if (field) return !steps || /** @type {HTMLInputElement} */ (field).value !== '';
  return code === 'Space' && target.closest('button, a, summary') !== null;
}

/** @param {HTMLElement} place @param {(by: number) => void} step @returns {() => void} ends it */
export function tableWheel(place, step) {
  let turned = 0;
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (event.ctrlKey || (event.target instanceof Element && event.target.closest('.overlay'))) return;
    event.preventDefault();
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP;
    const by = Math.trunc(turned / WHEEL_STEP);
    turned -= by * WHEEL_STEP;
    // One notch is one move, however far the mouse says that it turned.
    if (by !== 0) step(Math.sign(by));
  };
  place.addEventListener('wheel', wheel, { passive: false });
  return () => place.removeEventListener('wheel', wheel);
}
