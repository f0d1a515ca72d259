// The games that wait for whoever sits here.

import { signal } from '../lib/store.js';
import { ask } from './api.js';

/** @typedef {import('./api.js').Summary & { due_ms: number | null }} Waiting `due_ms`: when the time runs out, if it runs */

/** As they were last told, those whose time runs out next first. @type {import('../lib/store.js').Signal<Waiting[]>} */
export const waiting = signal(/** @type {Waiting[]} */ ([]));

let asked = 0;

/** Asks which games wait now. */
export async function lookForTurns() {
  const own = ++asked;
  /** @type {{ games: Waiting[] } | null} */
  const told = await ask('GET', '/api/inbox').catch(() => null);
  // What was asked later is newer.
  if (told && own === asked) waiting.set(told.games);
  return waiting.get();
}

/** Those that wait elsewhere than on this page. */
export const elsewhere = () => waiting.get().filter(({ id }) => location.pathname !== `/g/${id}`);
