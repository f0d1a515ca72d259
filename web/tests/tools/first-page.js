// How heavy the first page is, and how long it takes from an empty cache to the first move against the computer.
//
// node web/tests/tools/first-page.js --binary target/release/daeguk [--rounds 5]

import { resolve } from 'node:path';
import { chromium } from 'playwright';
import '../unit/stub.js';
import { perform } from '../browser/hands.js';
import { startServer } from '../browser/server.js';

const { DRAWINGS, fetchDrawing } = await import('../../board/games.js');

const options = process.argv.slice(2);
const take = (/** @type {string} */ name, /** @type {string} */ other) => (options.includes(name) ? options[options.indexOf(name) + 1] : other);
process.env.DAEGUK_BINARY = resolve(take('--binary', 'target/release/daeguk'));
const rounds = Number(take('--rounds', '5'));

const KINDS = ['janggi', 'nanguk', 'tigers', 'yonin'];

const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const server = await startServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** A person with an empty cache. @param {string} kind */
async function visit(kind) {
  const context = await browser.newContext({ baseURL: server.url, locale: 'ko-KR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const began = performance.now();
  await page.goto('/');
  await page.locator(`[data-play=${kind}]`).waitFor();
  const ready = performance.now() - began;
  await page.waitForLoadState('networkidle');
  const first = { bytes, requests };
  const pressed = performance.now();
  await page.locator(`[data-play=${kind}]`).click();
  await page.locator('game-board svg').waitFor();
  const seated = performance.now() - pressed;
  // What can be done depends on the ground and the dice, so the house is asked; that takes nothing of the time.
  const { legal, view } = await (await page.request.get(`/api${new URL(page.url()).pathname.replace('/g/', '/games/')}`)).json();
  const action = legal.find((/** @type {string} */ each) => !DRAWINGS[kind].isButton?.(each));
  const acting = performance.now();
  await perform(page, DRAWINGS[kind].steps(action, view), DRAWINGS[kind].waits?.(action, view) ?? false);
  await page.waitForFunction(() => Number((document.querySelector('.stepper .at')?.textContent ?? '').split('/')[1]) >= 1);
  const moved = seated + performance.now() - acting;
  await context.close();
  return { first, ready, seated, moved, table: bytes - first.bytes };
}

/** Whatever goes wrong, the server and the browser end with us. */
async function measure() {
  console.log(`| game | first page, bytes | requests | ready, ms | click to board, ms | click to first move stored, ms | both together, ms | more bytes for the table |`);
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const kind of KINDS) {
    await fetchDrawing(kind);
    const visits = [];
    for (let round = 0; round < rounds; round++) visits.push(await visit(kind));
    const of = (/** @type {(each: Awaited<ReturnType<typeof visit>>) => number} */ what) => Math.round(median(visits.map(what)));
    console.log(`| ${kind} | ${of(({ first }) => first.bytes)} | ${of(({ first }) => first.requests)} | ${of(({ ready }) => ready)} | ${of(({ seated }) => seated)} | ${of(({ moved }) => moved)} | ${of(({ ready, moved }) => ready + moved)} | ${of(({ table }) => table)} |`);
  }
}

try {
  await measure();
} finally {
  await browser.close();
  await server.stop();
}
