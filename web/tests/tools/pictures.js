// Makes the pictures of the README: the four boards in the middle of a game, by day and by night.
//
// node web/tests/tools/pictures.js --binary target/release/daeguk

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { startServer } from '../browser/server.js';

const options = process.argv.slice(2);
process.env.DAEGUK_BINARY = resolve(options.includes('--binary') ? options[options.indexOf('--binary') + 1] : 'target/release/daeguk');
const PICTURES = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/pictures');
mkdirSync(PICTURES, { recursive: true });

/** Beginnings of games that computers played. */
const GAMES = [
  {
    kind: 'janggi', name: '장기', latin: 'Janggi', seats: 2,
    deeds: 'i4h4 b10c8 b1c3 e7e6 h1g3 e9e10 e4d4 g10e7 c1e4 e6e5 e4h6 h10g8 h3e3 f10e9 b3d3 i7i6 i1i2 a7b7 e2e1 g7g6 d3a3 a10b10 a4b4 h8e8 f1e2 g6h6 g1i4 b8d8 i2f2 d8f10 a1a2 c10a7 a2d2 a7c4',
  },
  {
    kind: 'nanguk', name: '난국', latin: 'Nanguk', seats: 2, start: { terrain: 'example' },
    deeds: 'g3-g4 g8-h6 g1-h3 h6-f5 h1-g1 d6-d5 b1-a3 f5-g3 a3-c4 b6-a6 a1-b1 b8-c6 g4-h4 a8-b8 c4-b6 a6-a5 c2-c3 d7-d6 e2-e4 a5-b5 f1-e2 b5-b4',
  },
  {
    kind: 'tigers', name: '오호대장군', latin: 'Five Tigers', seats: 2,
    deeds: 'ZYm7-8-13-14 ZFm2 GYm5 zym22-23 zfm27-22-21 mcm20-31 ZYm19-18 ZFm7-6 HZm2-7 zyxZY gym24-33 hzm25-20 ZYxzy ZFm11-10 end mcm15 gym24-29 zym22 ZFxmc ZYm23-24 end gyxZY zym23 mcm16 ZFm15 HZm2',
  },
  {
    kind: 'yonin', name: '요닌쇼기', latin: 'Yonin Shogi', seats: 4,
    deeds: '6i7h 9c8c 5c5d 1c2c 5g5f 7e6e 7a8b 1g2g 4h4g 8c9b 8b7c 2c3c 5i6i 9b8c 3a3b 3e4e 4i5i 8c7c 3b3c 2g3f 5h3h S*7f 3c2b 3f4g 3h3b+ 8d7d 4a3b 4g5f 3i3h 8e8b 3b3c 5f6e 3h3g 7f6e R*7e',
  },
];

const server = await startServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  const context = await browser.newContext({ baseURL: server.url, locale: 'ko-KR', viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 1.5, colorScheme: theme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('[data-play=janggi]').waitFor();
  const boards = [];
  for (const game of GAMES) boards.push({ name: game.name, latin: game.latin, image: await boardOf(page, game) });
  await page.goto('/');
  await page.locator('[data-play=janggi]').waitFor();
  writeFileSync(join(PICTURES, `boards-${theme}.webp`), await mosaic(page, boards));
  await context.close();
}
await browser.close();
await server.stop();

/** @param {import('playwright').Page} page @param {(typeof GAMES)[number]} game */
async function boardOf(page, { kind, seats, start, deeds }) {
  const made = await page.request.post('/api/games', { data: { kind, choose: false, start, seats: Array.from({ length: seats }, () => ({ type: 'me' })) } });
  const { id } = await made.json();
  for (const [n, d] of deeds.split(' ').entries()) {
    let answer = await page.request.post(`/api/games/${id}/messages`, { data: { t: 'act', n, d } });
    // The house has a limit for those who ask too fast, and says how long to wait.
    for (; answer.status() === 429; answer = await page.request.post(`/api/games/${id}/messages`, { data: { t: 'act', n, d } })) {
      await page.waitForTimeout((await answer.json()).retry_ms + 20);
    }
    if (!answer.ok()) throw new Error(`${kind} ${n} ${d}: ${await answer.text()}`);
  }
  await page.goto(`/g/${id}`);
  await page.locator('.moves button').last().waitFor();
  await page.evaluate(() => {
    document.documentElement.style.background = document.body.style.background = 'none';
    for (const element of document.querySelectorAll('.info')) element.remove();
  });
  const image = await page.locator('game-board svg.board').screenshot({ omitBackground: true });
  return `data:image/png;base64,${image.toString('base64')}`;
}

/** Four boards on one sheet, in the fonts and colors of the house. @param {import('playwright').Page} page @param {{ name: string, latin: string, image: string }[]} boards */
async function mosaic(page, boards) {
  await page.evaluate(async (all) => {
    const make = (/** @type {string} */ tag, /** @type {Partial<CSSStyleDeclaration>} */ style, /** @type {(Node | string)[]} */ ...children) => {
      const element = document.createElement(tag);
      Object.assign(element.style, style);
      element.append(...children);
      return element;
    };
    const figures = all.map(({ name, latin, image }) => {
      const shown = /** @type {HTMLImageElement} */ (make('img', { width: '100%', height: '560px', objectFit: 'contain' }));
      shown.src = image;
      const words = make('figcaption', { font: '700 26px var(--serif)', textAlign: 'center', paddingTop: '10px' }, name, make('span', { font: '500 20px var(--serif)', color: 'var(--ink-soft)', paddingLeft: '10px' }, latin));
      return make('figure', { margin: '0' }, shown, words);
    });
    const sheet = make('div', { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '28px 24px', padding: '30px 34px 26px', width: '1440px' }, ...figures);
    sheet.id = 'sheet';
    document.body.replaceChildren(sheet);
    await Promise.all([...document.images].map((image) => image.decode()));
  }, boards);
  const taken = await page.locator('#sheet').screenshot({ scale: 'css' });
  const webp = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.84);
  }, `data:image/png;base64,${taken.toString('base64')}`);
  return Buffer.from(webp.split(',')[1], 'base64');
}
