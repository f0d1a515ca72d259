// A clock face. The server decides; this only counts down between its words.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { DAY_MS, span } from '../lib/span.js';

/** @typedef {import('../net/link.js').Clock} Clock */
/** @typedef {{ ms: number, periods: number | null }} Left periods are told only in byoyomi */

/**
 * What a seat has left after `elapsed` milliseconds of its own running time; never negative.
 * @param {Clock} clock @param {number} seat @param {number} elapsed
 * @returns {Left}
 */
export function left(clock, seat, elapsed) {
  const { control } = clock;
  const own = clock.seats[seat];
  const limited = control.main_ms > 0 || control.byoyomi_ms > 0 || control.increment_ms > 0;
  const turn = clock.turn_ms !== null && clock.running === seat ? Math.max(0, clock.turn_ms - elapsed) : Infinity;
  if (!limited) return { ms: Number.isFinite(turn) ? turn : control.turn_ms, periods: null };
  if (own.main_ms > elapsed) return { ms: Math.min(turn, own.main_ms - elapsed), periods: null };
  if (control.byoyomi_ms === 0) return { ms: 0, periods: null };
  let over = elapsed - own.main_ms;
  let periods = own.periods;
  let period = own.period_ms;
  while (over >= period && periods > 1) {
    over -= period;
    period = control.byoyomi_ms;
    periods -= 1;
  }
  return { ms: Math.min(turn, Math.max(0, period - over)), periods };
}

/** @param {number} ms */
export function face(ms) {
  if (ms >= DAY_MS) return span(ms, 'narrow');
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const LOW_MS = 20_000;
/** From the moment that ten seconds are left. */
const COUNT_MS = 11_000;

export class GameClock extends HTMLElement {
  #timer = 0;
  /** @type {{ clock: Clock, seat: number, told: number } | null} */
  #told = null;
  /** Called each of the last ten seconds; in a byoyomi they are counted. @type {((seconds: number, counting: boolean) => void) | null} */
  onlow = null;
  #second = -1;

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** @param {Clock} clock @param {number} seat @param {number} told */
  set(clock, seat, told) {
    this.#told = { clock, seat, told };
    clearInterval(this.#timer);
    if (clock.running === seat) this.#timer = setInterval(() => this.#paint(), 100);
    this.#paint();
  }

  #paint() {
    if (!this.#told) return;
    const { clock, seat, told } = this.#told;
    const running = clock.running === seat;
    const { ms, periods } = left(clock, seat, running ? performance.now() - told : 0);
    this.replaceChildren(face(ms), ...(periods === null ? [] : [h('small', null, t('clock.periods', { count: periods }))]));
    this.classList.toggle('running', running);
    this.classList.toggle('low', ms < LOW_MS);
    const second = Math.floor(ms / 1000);
    if (running && ms > 0 && ms < COUNT_MS && second !== this.#second) this.onlow?.(second, periods !== null || clock.turn_ms !== null);
    this.#second = second;
  }
}

customElements.define('game-clock', GameClock);
