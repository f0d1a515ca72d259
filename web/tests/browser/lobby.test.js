// Strangers: two phones find each other with one press each, four fill a table, and a challenge rings.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { allIsSaid, browser, gameOf, shot, stateOf, visitor } from './house.js';
import { alone } from './server.js';

after(() => browser.close());

/** @param {import('playwright').Page} page @param {string} kind */
async function find(page, kind) {
  await page.goto('/');
  await page.locator(`[data-find=${kind}]`).click();
  await page.waitForURL(/\/g\//);
  return gameOf(page);
}

test('two strangers on two phones find each other', async () => {
  await alone(async (house) => {
    const [one, two] = [await visitor({ phone: true, house }), await visitor({ phone: true, house })];
    const table = await find(one.page, 'janggi');
    await one.page.locator('seeking-card').waitFor();
    await allIsSaid(one.page, 'seeking');
    await shot(one.page, 'lobby-seeking-phone');
    await two.page.goto('/');
    await two.page.locator(`[data-table="${table}"]`).waitFor();
    await allIsSaid(two.page, 'strip');
    await shot(two.page, 'lobby-strip-phone');
    await two.page.locator(`[data-table="${table}"]`).click();
    await two.page.waitForURL(new RegExp(table));
    await one.page.locator('.card.opening, .card.over:not(.waiting)').first().waitFor();
    const states = [await stateOf(one.page, table), await stateOf(two.page, table)];
    assert.deepEqual(states.map(({ phase }) => phase), ['opening', 'opening']);
    assert.deepEqual(states.flatMap(({ you }) => you).sort(), [0, 1], 'each has a seat');
    for (const { troubles, context } of [one, two]) {
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
});

test('four strangers fill a table, and the computer plays on for the one who leaves', async () => {
  await alone(async (house) => {
    const people = [];
    for (let each = 0; each < 4; each += 1) people.push(await visitor({ phone: each % 2 === 0, house }));
    const tables = [];
    for (const { page } of people) tables.push(await find(page, 'yonin'));
    assert.equal(new Set(tables).size, 1, 'one table for all');
    for (const { page } of people) await page.locator('game-board svg').waitFor();
    const [table] = tables;
    /** @param {import('playwright').Page} page @param {object} data */
    const say = (page, data) => page.request.post(`/api/games/${table}/messages`, { data });
    for (let deeds = 0; deeds < 4; deeds += 1) {
      for (const { page } of people) {
        const state = await stateOf(page, table);
        if (state.turn === null || !state.you.includes(state.turn)) continue;
        assert.equal((await say(page, { t: 'act', n: state.deeds.length, d: state.legal[0] })).status(), 200);
        break;
      }
    }
    const left = people[3].page;
    const seat = (await stateOf(left, table)).you[0];
    await left.locator('[data-action=leave]').click();
    await left.locator('dialog button[value=yes]').click();
    for (const { page } of people.slice(0, 3)) await page.waitForFunction(({ seat: number }) => document.querySelector(`.plate[data-seat="${number}"]`)?.getAttribute('aria-label')?.includes('컴퓨터'), { seat });
    const state = await stateOf(people[0].page, table);
    assert.deepEqual([state.seats[seat].type, state.seats[seat].level, state.phase], ['computer', 'normal', 'playing']);
    await shot(people[0].page, 'lobby-standin-phone');
    for (const { troubles, context } of people) {
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
});

test('whoever waits too long plays the computer and is called back', async () => {
  await alone(async (house) => {
    const [one, two] = [await visitor({ house }), await visitor({ phone: true, house })];
    await one.page.clock.install();
    const table = await find(one.page, 'janggi');
    await one.page.locator('seeking-card').waitFor();
    await one.page.clock.fastForward(21_000);
    await one.page.locator('[data-focus=meanwhile]').click();
    await one.page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(table));
    assert.equal(await find(two.page, 'janggi'), table);
    await one.page.locator(`.bell[data-game="${table}"] [data-focus=bell-go]`).click();
    await one.page.waitForURL(new RegExp(table));
    assert.deepEqual([...one.troubles, ...two.troubles], []);
    await one.context.close();
    await two.context.close();
  });
});
