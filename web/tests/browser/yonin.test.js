import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { HERE, SHIFT_MAX, browser, cell, deeds, noSidewaysScroll, openGame, shifts, shot, stateOf, visitor } from './house.js';

after(() => browser.close());

const SEATS = ['s', 'w', 'n', 'e'];

/** Does a legal action by clicks alone. @param {import('playwright').Page} page @param {string} action @param {string} seat */
async function click(page, action, seat) {
  const drop = /^([RGSP])\*(\w\w)$/.exec(action);
  if (drop) {
    await cell(page, `${seat}:${drop[1]}`).click();
    return cell(page, drop[2]).click();
  }
  await cell(page, action.slice(0, 2)).click();
  await cell(page, action.slice(2, 4)).click();
  const choice = page.locator(`.choice [data-choice="${action.endsWith('+') ? '+' : '='}"]`);
  if (await choice.count()) await choice.click();
}

test('four people in four browsers, each with the own seat at the bottom', async () => {
  const people = await Promise.all(['ko-KR', 'en-US', 'ja-JP', 'ko-KR'].map((language) => visitor({ language })));
  const [host] = people;
  const id = await openGame(host.page, { kind: 'yonin', seats: [{ type: 'me' }, { type: 'open' }, { type: 'open' }, { type: 'open' }] });
  for (const [index, { page }] of people.entries()) {
    if (index === 0) continue;
    await page.goto(`/g/${id}`);
    await page.locator(`[data-sit="${index}"], .plate[data-seat="${index}"] button`).first().click();
    await page.locator(`.plates.bottom .plate[data-seat="${index}"]`).waitFor();
  }
  const moves = ['5g5f', '7e6e', '5c5d', '3e4e'];
  for (const [index, move] of moves.entries()) {
    await people[index].page.locator(`.plates.bottom .plate.acting[data-seat="${index}"]`).waitFor();
    await click(people[index].page, move, SEATS[index]);
    await Promise.all(people.map(({ page }) => deeds(page, index + 1)));
  }
  await shot(people[1].page, 'yonin-west');
  for (const { context, troubles } of people) {
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test('drops by click and by drag, promotion by choice', async () => {
  const { page, context, troubles } = await visitor({ still: false });
  const start = '4nK4/2sS6/9/9/wK7eK/9/9/9/4sK4 s sP2G,wP - - 1'.replace('sP2G', 's2GP');
  await openGame(page, { kind: 'yonin', seats: HERE(4), position: start });
  await cell(page, '7b').click();
  await cell(page, '7a').click();
  await page.locator('.choice button').first().waitFor();
  await shot(page, 'yonin-promotion');
  await page.locator('[data-choice="+"]').click();
  await deeds(page, 1);
  await cell(page, 'w:P').click();
  assert.ok((await page.locator('.mark.go').count()) > 40, 'a pawn in hand may be dropped almost anywhere');
  await cell(page, '7h').click();
  await deeds(page, 2);
  await page.locator('.typed input').fill('5a4a');
  await page.keyboard.press('Enter');
  await deeds(page, 3);
  await page.locator('.typed input').fill('1e1f');
  await page.keyboard.press('Enter');
  await deeds(page, 4);
  const [hand, square] = [await cell(page, 's:G').boundingBox(), await cell(page, '5e').boundingBox()];
  assert.ok(hand && square);
  await page.mouse.move(hand.x + hand.width / 2, hand.y + hand.height / 2);
  await page.mouse.down();
  await page.mouse.move(square.x + square.width / 2, square.y + square.height / 2, { steps: 6 });
  await page.mouse.up();
  await deeds(page, 5);
  assert.match(await page.locator('.moves button').last().textContent(), /금 투입/);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a check jumps the turn and the page says why', async () => {
  const { page, context } = await visitor();
  await openGame(page, { kind: 'yonin', seats: HERE(4), position: '4nK4/9/9/9/wK7eK/9/9/3sR5/5sK3 s - - - 1' });
  await click(page, '6h5h', 's');
  await deeds(page, 1);
  assert.equal(await page.locator('.banner').textContent(), '북(北)에 장군!', 'the call says whose king');
  assert.match(await page.locator('.status').textContent(), /북\(北\)이 장군을 받아 먼저 둡니다.*건너뛴 자리: 서\(西\)/);
  assert.equal(await page.locator('.mark.check').count(), 1);
  await cell(page, '5a').click();
  await cell(page, '5b').click();
  await page.locator('.note.shown.refusal').waitFor();
  assert.equal(await page.locator('#note').textContent(), '내 왕이 장군에 놓입니다.');
  await shot(page, 'yonin-check');
  await context.close();
});

test('a whole game by clicks, with seats that fall', { timeout: 240_000 }, async () => {
  const { page, context, troubles } = await visitor();
  const id = await openGame(page, { kind: 'yonin', seats: HERE(4), options: { cap: '60' } });
  await page.waitForTimeout(600);
  const shifted = await shifts(page);
  for (let turn = 0; turn < 80; turn++) {
    const state = await stateOf(page, id);
    if (state.phase === 'over') break;
    const sum = await shifted();
    assert.ok(sum < SHIFT_MAX, `turn ${turn}: ${sum}`);
    const taking = state.legal.filter((/** @type {string} */ action) => !action.includes('*') && state.view.cells[(action.charCodeAt(3) - 97) * 9 + 9 - Number(action[2])]);
    const pool = taking.length > 0 ? taking : state.legal;
    await click(page, pool[(turn * 7919) % pool.length], SEATS[state.turn]);
    await deeds(page, state.deeds.length + 1);
  }
  await page.locator('.card.result').waitFor();
  assert.equal(await page.locator('.places li').count(), 4);
  await shot(page, 'yonin-whole-game');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('resigning seats fall one after another, and the last one wins', async () => {
  const { page, context } = await visitor({ dark: true });
  await openGame(page, { kind: 'yonin', seats: HERE(4) });
  for (let count = 1; count <= 3; count++) {
    await page.locator('[data-action=resign]').click();
    await page.locator('dialog[open] button[value=yes]').click();
    await deeds(page, count);
  }
  await page.locator('.card.result').waitFor();
  assert.equal(await page.locator('.plate.out').count(), 3);
  assert.match(await page.locator('.result .reason').textContent(), /살아남았습니다/);
  await shot(page, 'yonin-result-dark');
  await context.close();
});

test('a phone shows all four hands', async () => {
  const { page, context } = await visitor({ phone: true });
  await openGame(page, { kind: 'yonin', seats: HERE(4) });
  await noSidewaysScroll(page);
  await cell(page, '5g').tap();
  await cell(page, '5f').tap();
  await deeds(page, 1);
  await shot(page, 'yonin-phone');
  await context.close();
});
