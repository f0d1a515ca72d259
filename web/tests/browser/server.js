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

/** A shell in a folder that knows our program by its name, as a manual calls it. @param {string} folder @returns {(line: string) => string} */
export function shellWith(folder) {
  return (line) => {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', line], { cwd: folder, env: atHand(), encoding: 'utf8' });
    if (status !== 0) throw new Error(`${line}: ${stderr}`);
    return stdout;
  };
}

const atHand = () => ({ ...process.env, PATH: `${dirname(process.env.DAEGUK_BINARY ?? '')}:${process.env.PATH}` });

/**
 * @param {{ port?: number, data?: string, shell?: string, folder?: string }} [wish] `shell`: a whole command, given in `folder`
 * @returns {Promise<{ url: string, port: number, data: string, stop: () => Promise<void>, kill: () => Promise<void> }>}
 */
export function startServer({ port = 0, data = mkdtempSync(join(tmpdir(), 'daeguk-test-')), shell, folder } = {}) {
  const [program, args] = shell ? ['sh', ['-c', `exec ${shell}`]] : command(['serve', '--listen', `127.0.0.1:${port}`, '--data', data]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder, env: atHand() });
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

/** A house of its own: nobody else waits in its lobby, and nobody else's files are counted. @param {(house: string) => Promise<void>} use */
export async function alone(use) {
  const server = await startServer();
  try {
    await use(server.url);
  } finally {
    await server.stop();
  }
}
