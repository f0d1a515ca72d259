// All tests of the web app: types, units, then a real browser against the real binary.
//
// node run.js [--binary PATH] [--url ADDRESS] [NAME…]   (names choose browser tests)

import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from './browser/server.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const options = process.argv.slice(2);
const take = (/** @type {string} */ name) => (options.includes(name) ? options.splice(options.indexOf(name), 2)[1] : undefined);
const url = take('--url');
const binary = take('--binary') ?? process.env.DAEGUK_BINARY;
if (binary) process.env.DAEGUK_BINARY = resolve(binary);

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<number>} */
function run(command, args, env = {}) {
  return new Promise((resolve) => spawn(command, args, { cwd: HERE, stdio: 'inherit', env: { ...process.env, ...env } }).on('exit', (code) => resolve(code ?? 1)));
}

function install() {
  if (spawnSync('test', ['-d', join(HERE, 'node_modules')]).status === 0) return 0;
  return spawnSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' } }).status ?? 1;
}

let failed = install();
failed ||= await run('npx', ['tsc', '-p', 'tsconfig.json']);
const units = readdirSync(join(HERE, 'unit')).filter((name) => name.endsWith('.test.js')).map((name) => `unit/${name}`);
failed ||= await run('node', ['--test', ...units]);
if (!failed) {
  const server = url ? { url, stop: async () => {} } : await startServer();
  const chosen = readdirSync(join(HERE, 'browser')).filter((name) => name.endsWith('.test.js') && (options.length === 0 || options.some((word) => name.includes(word))));
  failed = await run('node', ['--test', '--test-concurrency=3', ...chosen.map((name) => `browser/${name}`)], { DAEGUK_URL: server.url });
  await server.stop();
}
process.exit(failed);
