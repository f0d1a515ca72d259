// What is said at tables, and reports.

import { ask } from './api.js';

/** @typedef {'hello' | 'luck' | 'nice' | 'thanks' | 'sorry' | 'again' | 'wait' | 'bye'} Preset */
/** @typedef {{ n: number, room: 'seats' | 'watchers', seat?: number, name: string, person: string, preset?: Preset, text?: string, at_ms: number, hidden?: boolean, game?: string }} Line */
/** @typedef {'chat' | 'name' | 'stall' | 'cheat' | 'other'} Reason */
/** @typedef {{ name: string } | { game: string, line: number } | { game: string, seat: number } | { name: string, game: string }} Whom */

export const PRESETS = /** @type {const} */ (['hello', 'luck', 'nice', 'thanks', 'sorry', 'again', 'wait', 'bye']);
export const REASONS = /** @type {const} */ (['chat', 'name', 'stall', 'cheat', 'other']);
/** The longest line. */
export const LINE_MAX = 200;
/** The longest text of a report, and of a reason. */
export const TEXT_MAX = 500;

/** @param {Whom} whom @param {Reason} reason @param {string} said */
export const report = (whom, reason, said) => ask('POST', '/api/reports', { ...whom, reason, said });
