// A game over days: made from the form on a phone, answered from the inbox, and on to the next one.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { press } from './hands.js';
import { allIsSaid, browser, gameOf, noSidewaysScroll, scan, shot, stateOf, visitor } from './house.js';
import { alone } from './server.js';

after(() => browser.close());

const DAY_MS = 86_400_000;

/** @typedef {import('playwright').Page} Page */

/** @param {Page} page @param {string} id @param {object} data */
async function say(page, id, data) {
  const answer = await page.request.post(`/api/games/${id}/messages`, { data });
  assert.equal(answer.status(), 200, await answer.text());
}

/** @param {Page} page @param {string} id */
async function actBy(page, id) {
  const { deeds, legal } = await stateOf(page, id);
  await say(page, id, { t: 'act', n: deeds.length, d: legal[0] });
}

/** Opens the form and asks for days. @param {Page} page @param {string} mode @param {string} days */
async function wishDays(page, mode, days) {
  await page.goto('/');
  await page.locator('[data-new=janggi]').click();
  await page.locator(`label:has([data-focus=mode-${mode}])`).click();
  await page.locator('label:has([data-focus=clock-days])').click();
  await page.locator(`label:has([data-focus=days-${days}])`).click();
}

/** Both choose how they begin. @param {Page} one @param {Page} two @param {string} id */
async function settle(one, two, id) {
  for (const page of [two, one]) await say(page, id, { t: 'choose', d: 'inner' });
}

test('a game over days is made from the form, answered from the inbox, and leads to the next', async () => {
  await alone(async (house) => {
    const [one, two] = [await visitor({ phone: true, house }), await visitor({ phone: true, house })];
    await wishDays(one.page, 'link', '3');
    await allIsSaid(one.page, 'form');
    await noSidewaysScroll(one.page);
    await shot(one.page, 'days-form-phone');
    await one.page.locator('[data-focus=start]').click();
    await one.page.waitForURL(/\/g\//);
    const slow = gameOf(one.page);
    await two.page.goto(`/g/${slow}`);
    await two.page.locator('[data-focus=sit]').click();
    await two.page.locator('.card.opening').waitFor();
    await settle(one.page, two.page, slow);
    await two.page.locator('.plate .clock', { hasText: '3일' }).first().waitFor();
    // The other one goes elsewhere and is called there.
    await two.page.goto('/');
    await two.page.locator('[data-play=janggi]').waitFor();
    await one.page.locator('game-board svg').waitFor();
    await press(one.page, 'a4');
    await press(one.page, 'b4');
    await two.page.locator('#waiting .turns b', { hasText: '1' }).waitFor();
    await two.page.waitForFunction(() => document.title.startsWith('(1) ') && document.querySelector('link[rel=icon]')?.getAttribute('href') === '/style/seal-turn.svg');
    await two.page.locator('.recent a.mine', { hasText: '내 차례' }).waitFor();
    await noSidewaysScroll(two.page);
    await shot(two.page, 'days-badge-phone');
    // A second game is due sooner.
    const wish = { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }], clock: { turn_ms: DAY_MS } };
    const { id: quick } = await (await one.page.request.post('/api/games', { data: wish })).json();
    await say(two.page, quick, { t: 'sit', seat: 1 });
    await actBy(one.page, quick);
    await two.page.locator('#waiting .turns b', { hasText: '2' }).waitFor();
    await two.page.locator('[data-focus=bell-close]').click();
    await two.page.locator('#waiting .turns').click();
    await two.page.waitForURL(/\/inbox$/);
    await two.page.locator('inbox-page [data-game]').nth(1).waitFor();
    assert.deepEqual(await two.page.locator('inbox-page [data-game]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-game'))), [quick, slow]);
    assert.match((await two.page.locator(`inbox-page [data-game="${slow}"] .when`).textContent()) ?? '', /^(3일|2일 23시간) 남음 · .+까지$/);
    await scan(two.page, 'inbox');
    await noSidewaysScroll(two.page);
    await shot(two.page, 'days-inbox-phone');
    await two.page.locator(`inbox-page [data-game="${quick}"]`).click();
    await two.page.locator('game-board svg').waitFor();
    assert.equal(await two.page.locator('[data-focus=nextgame]').count(), 0, 'first this one');
    await press(two.page, 'a7');
    await press(two.page, 'b7');
    await two.page.locator('[data-focus=nextgame]').waitFor();
    await noSidewaysScroll(two.page);
    await shot(two.page, 'days-next-phone');
    await two.page.locator('[data-focus=nextgame]').click();
    await two.page.waitForURL(new RegExp(slow));
    // The board of the game before is gone, and with it the way to this one.
    await two.page.locator('[data-focus=nextgame]').waitFor({ state: 'detached' });
    await two.page.locator('game-board svg').waitFor();
    await press(two.page, 'a7');
    await press(two.page, 'b7');
    await two.page.locator('#waiting .turns').waitFor({ state: 'detached' });
    assert.equal(await two.page.locator('[data-focus=nextgame]').count(), 0, 'nothing else waits');
    assert.equal((await stateOf(one.page, slow)).deeds.length, 2);
    for (const { troubles, context } of [one, two]) {
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
});

test('strangers meet over days from the form, and the page says that it may be closed', async () => {
  await alone(async (house) => {
    const [one, two] = [await visitor({ house, dark: true }), await visitor({ phone: true, house })];
    await wishDays(one.page, 'anyone', 'bank');
    await shot(one.page, 'days-form-dark');
    await one.page.locator('[data-focus=start]').click();
    await one.page.locator('seeking-card', { hasText: '닫아도' }).waitFor();
    const table = gameOf(one.page);
    await two.page.goto('/');
    await two.page.locator(`[data-table="${table}"]`, { hasText: '7일' }).waitFor();
    await wishDays(two.page, 'anyone', 'bank');
    await two.page.locator('[data-focus=start]').click();
    await two.page.waitForURL(new RegExp(table));
    await one.page.locator('.card.opening, .card.over:not(.waiting)').first().waitFor();
    // The wide inbox, with an opening that waits for whoever has to choose first.
    const chooser = (await stateOf(one.page, table)).opening.pending.some((/** @type {number} */ seat) => seat === 1) && (await stateOf(one.page, table)).you.includes(1) ? one : two;
    await chooser.page.goto('/inbox');
    await chooser.page.locator(`inbox-page [data-game="${table}"]`, { hasText: '차림' }).waitFor();
    await one.page.goto('/inbox');
    await one.page.locator('inbox-page h1').waitFor();
    await scan(one.page, 'inbox, wide and dark');
    await shot(one.page, 'days-inbox-dark');
    for (const { troubles, context } of [one, two]) {
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
});

test('a notification comes only where it was asked for, while the page is hidden', async () => {
  await alone(async (house) => {
    const [one, two] = [await visitor({ house }), await visitor({ house })];
    await two.context.addInitScript(() => {
      const shown = /** @type {string[]} */ ([]);
      const Fake = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        /** @param {string} words */
        constructor(words) {
          shown.push(words);
        }
      };
      Object.assign(globalThis, { Notification: Fake, shown });
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    });
    const wish = { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }], clock: { turn_ms: DAY_MS } };
    await one.page.goto('/');
    await two.page.goto('/');
    for (const page of [one.page, two.page]) await page.request.get('/api/me');
    /** A new game in which the second is called; whether a notification came. */
    const called = async () => {
      await two.page.reload();
      await two.page.locator('.bell').waitFor({ state: 'attached' });
      const { id } = await (await one.page.request.post('/api/games', { data: wish })).json();
      await say(two.page, id, { t: 'sit', seat: 1 });
      await two.page.locator(`.bell[data-game="${id}"]:not([hidden])`).waitFor();
      return two.page.evaluate(() => Reflect.get(globalThis, 'shown').length > 0);
    };
    assert.equal(await called(), false, 'nobody has asked for it');
    await two.page.evaluate(() => localStorage.setItem('daeguk.notify', 'on'));
    assert.equal(await called(), true);
    for (const { troubles, context } of [one, two]) {
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
});

test('whoever has left too often is told until when', async () => {
  await alone(async (house) => {
    const [one, two] = [await visitor({ house }), await visitor({ phone: true, house })];
    const wish = { kind: 'janggi', choose: false, rated: false, listed: true, seats: [{ type: 'me' }, { type: 'open' }], clock: { main_ms: 600_000 } };
    for (let each = 0; each < 3; each += 1) {
      const { id } = await (await one.page.request.post('/api/games', { data: wish })).json();
      await say(two.page, id, { t: 'sit', seat: 1 });
      await say(two.page, id, { t: 'abort' });
    }
    await two.page.goto('/');
    await two.page.locator('[data-find=janggi]').click();
    await two.page.locator('#note.shown', { hasText: /(오전|오후) \d+:\d+까지 대기실/ }).waitFor();
    await shot(two.page, 'days-leaver-phone');
    assert.equal(new URL(two.page.url()).pathname, '/');
    for (const { troubles, context } of [one, two]) {
      assert.deepEqual(troubles.filter((each) => !each.includes('403')), []);
      await context.close();
    }
  });
});
