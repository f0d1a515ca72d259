// All that the pages say, by language: what the first page brings and what comes later.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../i18n');

/** @param {string} language @returns {Promise<Record<string, string>>} */
async function all(language) {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(`.${language}.js`)).sort();
  const modules = await Promise.all([`${language}.js`, ...names].map((name) => import(pathToFileURL(join(FOLDER, name)).href)));
  return Object.assign({}, ...modules.map((module) => module.default));
}

export const [ko, en, ja] = await Promise.all(['ko', 'en', 'ja'].map(all));
