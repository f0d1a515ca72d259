// Questions about set-ups that somebody puts together.

import { ask } from './api.js';

/** @typedef {{ do: 'put', man: string, at: string } | { do: 'take', at: string } | { do: 'move', from: string, to: string } | { do: 'set', dial: string, to: string } | { do: 'clear' } | { do: 'mirror' }} Edit */
/** @typedef {{ code: string, detail: string, flaw?: string, seat?: number, man?: string, at?: string[], count?: number, least?: number, most?: number }} Problem */
/** @typedef {{ man: string, seat: number | null }} Offer */
/** @typedef {{ dial: string, value: string, values: string[] }} Dial */
/** @typedef {{ state: string, view: any, problems: Problem[], men: Offer[], dials: Dial[], mirrors: boolean }} Sketch */

/** A set-up after some changes; without a state, of the start. @param {string} kind @param {string} rules @param {string | null} state @param {Edit[]} edits @returns {Promise<Sketch>} */
export const sketch = (kind, rules, state, edits) => ask('POST', '/api/positions/edit', { kind, rules, state, edits });
