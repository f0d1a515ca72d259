// Starts the real binary on a free port with an empty data folder.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** How the binary is called; a build of the workspace unless another is named. @param {string[]} args @returns {[string, string[]]} */
function command(args) {
  const named = process.env.DAEGUK_BINARY;
  return named ? [named, args] : ['cargo', ['run', '--release', '--quiet', '--manifest-path', join(ROOT, 'Cargo.toml'), '--', ...args]];
}

/** What a command prints that whoever has the machine gives. @param {...string} args */
export function daeguk(...args) {
  const { stdout, stderr, status } = spawnSync(...command(args), { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/**
 * @param {{ port?: number, data?: string }} [wish]
 * @returns {Promise<{ url: string, port: number, data: string, stop: () => Promise<void>, kill: () => Promise<void> }>}
 */
export function startServer({ port = 0, data = mkdtempSync(join(tmpdir(), 'daeguk-test-')) } = {}) {
  const [program, args] = command(['serve', '--listen', `127.0.0.1:${port}`, '--data', data]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = (/** @type {NodeJS.Signals} */ signal) =>
    new Promise((resolve) => {
      child.once('exit', () => resolve(undefined));
      child.kill(signal);
    });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    let heard = '';
    child.stdout.on('data', (chunk) => {
      heard += chunk;
      const url = /http:\/\/[\w.:]+/.exec(heard)?.[0];
      if (!url) return;
      resolve({
        url,
        port: Number(new URL(url).port),
        data,
        kill: () => end('SIGKILL').then(() => {}),
        stop: () => end('SIGTERM').then(() => rmSync(data, { recursive: true, force: true })),
      });
    });
  });
}
