import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { HERE, browser, cell, deeds, openGame, visitor } from './house.js';
import { startServer } from './server.js';

after(() => browser.close());

test('the server is killed in the middle of a game; the page comes back and nothing is lost', { timeout: 90_000 }, async () => {
  const first = await startServer();
  const { page, context } = await visitor({ house: first.url });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await deeds(page, 1);
  await first.kill();
  await page.locator('.status.lost').waitFor({ timeout: 12_000 });
  // A move made while the line is down is kept and delivered once.
  await cell(page, 'a7').click();
  await cell(page, 'b7').click();
  const second = await startServer({ port: first.port, data: first.data });
  await page.waitForFunction(() => !document.querySelector('.status.lost'), undefined, { timeout: 20_000 });
  await deeds(page, 2);
  assert.deepEqual(await page.locator('.moves button').allTextContents(), ['71졸72', '41병42']);
  await context.close();
  await second.stop();
});
