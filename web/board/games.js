// The only list of drawings. A new game is one line here.

import { janggi } from './janggi.js';
import { yonin } from './yonin.js';

/** @type {Record<string, import('./types.js').Drawing<any>>} */
export const DRAWINGS = { janggi, yonin };
