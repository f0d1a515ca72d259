// The little of a browser that the modules touch when they are loaded outside of one.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

Object.defineProperty(globalThis, 'navigator', { value: { languages: ['ko'] }, configurable: true });
globalThis.document = /** @type {any} */ ({ documentElement: {} });
globalThis.HTMLElement = /** @type {any} */ (class {});
globalThis.customElements = /** @type {any} */ ({ define() {} });

export const WEB = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const ROOT = join(WEB, '..');

/** All files below a folder whose names end so. @param {string} folder @param {string} ending @returns {string[]} */
export function files(folder, ending) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'tests', 'target'].includes(entry.name) ? [] : files(path, ending);
    return entry.name.endsWith(ending) ? [path] : [];
  });
}

/** @param {string} path */
export const text = (path) => readFileSync(path, 'utf8');

/** A module and all that it needs before it begins. @param {string} entry */
export function modulesOf(entry) {
  /** @type {Set<string>} */
  const needed = new Set();
  const walk = (/** @type {string} */ file) => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const [, to] of text(file).matchAll(/^import (?:[^;]*? from )?'([^']+)'/gm)) walk(join(file, '..', to));
  };
  walk(entry);
  return needed;
}

/** The modules that the first page loads; tables are fetched later. */
export const firstPage = () => modulesOf(join(WEB, 'app.js'));
