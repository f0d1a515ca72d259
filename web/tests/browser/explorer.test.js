// The explorer of openings: one's own games, by move and by set-up.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, noSidewaysScroll, scan, shot, visitor } from './house.js';
import { startServer } from './server.js';

after(() => browser.close());

/** Games that begin in a few ways and end with a winner. */
const GAMES = Array.from({ length: 40 }, (_, n) => `position startpos moves ${n % 4 === 0 ? 'c4c5' : 'a4b4'} a7b7 ${['e4e5', 'g4g5', 'e4d4', 'g4h4'][n % 4]} ${['c7c6', 'e7e6', 'g7g6', 'i7h7', 'e7f7', 'c7d7', 'g7f7', 'i7i6', 'e7d7', 'g7h7'][Math.floor(n / 4)]} # rules casual result ${n % 3 === 0 ? 'han' : 'cho'} resign`).join('\n');

for (const phone of [true, false]) {
  test(`moves and set-ups are counted and played, ${phone ? 'on a phone' : 'on a wide dark screen'}`, async () => {
    const server = await startServer();
    const { page, troubles, context } = await visitor({ phone, dark: !phone, house: server.url });
    try {
      await page.goto('/library');
      await page.request.post('/api/library?name=games.uci', { data: Buffer.from(GAMES), headers: { 'Content-Type': 'application/octet-stream' } });
      await page.goto('/analysis/janggi');
      await page.locator('[data-focus=tab-moves]').focus();
      for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press('ArrowRight');
      await page.locator('[data-focus=collection]').selectOption('own');
      await page.locator('opening-explorer [data-act=a4b4]').waitFor();
      await page.waitForFunction(() => /40/.test(document.querySelector('opening-explorer .count')?.textContent ?? ''));
      assert.match((await page.locator('opening-explorer tbody tr').first().textContent()) ?? '', /30/);
      await page.locator('.setups td:not(.few) b').first().waitFor();
      await scan(page, 'the explorer');
      await noSidewaysScroll(page);
      await page.locator('opening-explorer').scrollIntoViewIfNeeded();
      await shot(page, `explorer-${phone ? 'phone' : 'wide'}`);
      await page.locator('opening-explorer [data-act=a4b4]').click();
      await page.locator('opening-explorer [data-act=a7b7]').waitFor();
      // A set-up leads to where its games began.
      await page.locator('[data-setup]').first().click();
      await page.locator('[role=treeitem]').first().waitFor({ state: 'detached' });
      await page.locator('opening-explorer [data-act=a4b4]').waitFor();
      assert.deepEqual(troubles, []);
    } finally {
      await context.close();
      await server.stop();
    }
  });
}
