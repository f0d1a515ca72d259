// Starts the real binary on a free port with an empty data folder.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** How the binary is called; a build of the workspace unless another is named. @param {string} listen @param {string} data @returns {[string, string[]]} */
function command(listen, data) {
  const named = process.env.DAEGUK_BINARY;
  const serve = ['serve', '--listen', listen, '--data', data];
  if (named) return [named, process.env.DAEGUK_PLAIN ? [listen.split(':')[1], data] : serve];
  return ['cargo', ['run', '--release', '--quiet', '--manifest-path', join(ROOT, 'Cargo.toml'), '--', ...serve]];
}

/**
 * @param {{ port?: number, data?: string }} [wish]
 * @returns {Promise<{ url: string, port: number, data: string, stop: () => Promise<void>, kill: () => Promise<void> }>}
 */
export function startServer({ port = 0, data = mkdtempSync(join(tmpdir(), 'daeguk-test-')) } = {}) {
  const [program, args] = command(`127.0.0.1:${port}`, data);
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
