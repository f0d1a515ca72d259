// Looking on: a small board on the start page leads to the best game that strangers play.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, noSidewaysScroll, scan, shot, stateOf, visitor } from './house.js';
import { startServer } from './server.js';

after(() => browser.close());

/** A game of two strangers, made over the API. @param {import('playwright').Page[]} people @param {string} kind */
async function begin(people, kind) {
  let id = '';
  for (const page of people) {
    const found = await page.request.post('/api/lobby/match', { data: { kind, clock: { main_ms: 600_000 } } });
    id = (await found.json()).id;
  }
  for (let turn = 0; turn < 4; turn += 1) {
    const page = people[turn % 2];
    const { phase, you, opening } = await stateOf(page, id);
    const offered = opening?.offered[you[0]];
    if (phase === 'opening' && offered) await page.request.post(`/api/games/${id}/messages`, { data: { t: 'choose', d: offered[0] } });
  }
  return id;
}

/** Whoever's turn it is does the first legal thing. @param {import('playwright').Page[]} people @param {string} id */
async function act(people, id) {
  for (const page of people) {
    const { turn, you, deeds, legal } = await stateOf(page, id);
    if (!you.includes(turn)) continue;
    await page.request.post(`/api/games/${id}/messages`, { data: { t: 'act', n: deeds.length, d: legal[0] } });
    return legal[0];
  }
  throw new Error('nobody can act');
}

test('the start page shows a small board that leads to the game, which is seen move by move', async () => {
  const server = await startServer();
  const people = [await visitor({ house: server.url }), await visitor({ house: server.url })];
  const pages = people.map(({ page }) => page);
  const { page, troubles, context } = await visitor({ phone: true, house: server.url });
  try {
    await page.goto('/tv/janggi');
    await page.getByText('지금은 볼 수 있는 대국이 없습니다').waitFor();
    await scan(page, 'nothing is on');
    await page.goto('/');
    const id = await begin(pages, 'janggi');
    await page.locator('tv-card svg.board').waitFor();
    await noSidewaysScroll(page);
    await page.locator('tv-card').scrollIntoViewIfNeeded();
    await shot(page, 'tv-card-phone');
    await page.locator('tv-card a').click();
    await page.waitForURL(/\/tv\/janggi$/);
    await page.locator('game-board svg').waitFor();
    await page.locator('.tv-who .acting[data-seat="0"]').waitFor();
    await act(pages, id);
    await page.locator('.tv-who .acting[data-seat="1"]').waitFor();
    assert.equal(await page.locator('.tv-who li').count(), 2);
    await scan(page, 'a game is on');
    await noSidewaysScroll(page);
    await shot(page, 'tv-phone');
    await page.keyboard.press('f');
    await page.setViewportSize({ width: 740, height: 360 });
    await noSidewaysScroll(page);
    await shot(page, 'tv-landscape');
    await pages[0].request.post(`/api/games/${id}/messages`, { data: { t: 'abort' } });
    assert.deepEqual(troubles, []);
  } finally {
    await context.close();
    for (const each of people) await each.context.close();
    await server.stop();
  }
});

test('every kind has its channel, on a large dark screen and by keyboard', async () => {
  const server = await startServer();
  const people = [await visitor({ house: server.url }), await visitor({ house: server.url })];
  const pages = people.map(({ page }) => page);
  const { page, troubles, context } = await visitor({ dark: true, house: server.url });
  try {
    const id = await begin(pages, 'tigers');
    await page.goto('/tv');
    await page.locator('[data-focus=tv-tigers]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tv\/tigers$/);
    await page.locator('game-board svg').waitFor();
    await act(pages, id);
    await scan(page, 'five tigers');
    await noSidewaysScroll(page);
    await shot(page, 'tv-wide-dark');
    await page.locator('[data-focus=tv-open]').click();
    await page.waitForURL(new RegExp(`/g/${id}$`));
    assert.deepEqual(troubles, []);
  } finally {
    await context.close();
    for (const each of people) await each.context.close();
    await server.stop();
  }
});
