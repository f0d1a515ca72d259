// What every table has, whatever is played: all four games in all three languages, by day and by night, on phones,
// through reloads; calling back whoever looks elsewhere; the counted seconds; the device that goes from hand to hand.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import '../unit/stub.js';
import { press } from './hands.js';
import { HERE, allIsSaid, browser, cell, deeds, noSidewaysScroll, openGame, scan, shot, stateOf, visitor } from './house.js';

after(() => browser.close());

/** A first action of each game by its cells; the second press of tigers says where the way ends. */
const GAMES = /** @type {{ kind: string, seats: number, start?: Record<string, string>, cells: string[] }[]} */ ([
  { kind: 'janggi', seats: 2, cells: ['a4', 'b4'] },
  { kind: 'nanguk', seats: 2, start: { terrain: 'example' }, cells: ['e3', 'e4'] },
  { kind: 'tigers', seats: 2, cells: ['2', '7', '7'] },
  { kind: 'yonin', seats: 4, cells: ['5g', '5f'] },
]);

for (const { kind, seats, start, cells } of GAMES) {
  test(`${kind}: a phone, three languages and a reload in the middle of a game`, async () => {
    const { page, context, troubles } = await visitor({ phone: true });
    const id = await openGame(page, { kind, choose: false, seats: HERE(seats), start });
    for (const step of cells) await press(page, step);
    await deeds(page, 1);
    for (const language of ['en', 'ja', 'ko']) {
      await page.locator(`[data-language=${language}]`).click();
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
      await deeds(page, 1);
      await allIsSaid(page, `${kind} ${language}`);
      await noSidewaysScroll(page);
    }
    const said = (await page.locator('.moves button').first().textContent()) ?? '';
    await page.reload();
    await page.locator('.moves button', { hasText: said }).waitFor();
    assert.equal((await stateOf(page, id)).deeds.length, 1);
    await shot(page, `${kind}-phone`);
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

for (const dark of [false, true]) {
  const name = dark ? 'dark' : 'light';

  test(`every board, dialog and result passes the accessibility scan, ${name}`, { timeout: 400_000 }, async () => {
    const { page, context, troubles } = await visitor({ dark, language: dark ? 'en-US' : 'ja-JP' });
    for (const { kind, seats, start, cells } of GAMES) {
      await page.goto(`/new/${kind}`);
      await page.locator('.more summary').click();
      await scan(page, `new ${kind}`);
      await openGame(page, { kind, choose: false, seats: HERE(seats), start, clock: { main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 } });
      await press(page, cells[0]);
      await scan(page, kind);
      await shot(page, `${kind}-${name}`);
      await page.keyboard.press('Escape');
      for (let seat = 1; seat < seats; seat++) {
        await page.locator('[data-action=resign]').click();
        await page.locator('dialog[open] button[value=yes]').click();
        await deeds(page, seat);
      }
      await page.locator('.card.result').waitFor();
      await scan(page, `${kind} result`);
      await shot(page, `${kind}-result-${name}`);
    }
    await openGame(page, { kind: 'yonin', seats: [{ type: 'me' }, { type: 'open' }, { type: 'open' }, { type: 'open' }] });
    await page.locator('.qr').waitFor();
    await scan(page, 'invitation');
    await shot(page, `invite-${name}`);
    await page.goto('/g/nosuchgame00');
    await page.locator('.lonely').waitFor();
    await scan(page, 'no such game');
    assert.deepEqual(troubles.filter((trouble) => !trouble.includes('404')), []);
    await context.close();
  });
}

test('yonin by keys alone: a move, a drop from the hand, a promotion', async () => {
  const { page, context, troubles } = await visitor();
  const id = await openGame(page, { kind: 'yonin', seats: HERE(4), position: '4nK4/2sS6/9/9/wK7eK/9/9/9/4sK4 s s2G - - 1' });
  await page.keyboard.press('b');
  await cell(page, '7b').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('[data-choice="+"]').focus();
  await page.keyboard.press('Enter');
  await deeds(page, 1);
  assert.equal((await stateOf(page, id)).deeds[0].text, '7b7a+');
  for (const text of ['9e9d', '5a4a', '1e1f']) {
    await page.locator('.typed input').focus();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('.typed input'))?.value === '');
  }
  await deeds(page, 4);
  await cell(page, '5i').focus();
  for (let down = 0; down < 3 && !(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')?.startsWith('s:'))); down++) await page.keyboard.press('ArrowDown');
  for (let along = 0; along < 3 && !(await page.evaluate(() => document.activeElement?.getAttribute('data-cell') === 's:G')); along++) await page.keyboard.press('ArrowRight');
  for (let along = 0; along < 6 && !(await page.evaluate(() => document.activeElement?.getAttribute('data-cell') === 's:G')); along++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await cell(page, '5e').focus();
  await page.keyboard.press('Enter');
  await deeds(page, 5);
  assert.equal((await stateOf(page, id)).deeds[4].text, 'G*5e');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('whoever looks elsewhere is called back: a dot on the icon, a title, and a notification only when asked for', async () => {
  const [host, guest] = await Promise.all([visitor(), visitor({ language: 'en-US' })]);
  await host.context.grantPermissions(['notifications']);
  await host.context.addInitScript(() => {
    const told = /** @type {string[]} */ ([]);
    Object.assign(globalThis, { told });
    globalThis.Notification = /** @type {any} */ (Object.assign(class { /** @param {string} words */ constructor(words) { told.push(words); } close() {} }, { permission: 'granted', requestPermission: async () => 'granted' }));
    Object.defineProperty(document, 'visibilityState', { get: () => (Object.hasOwn(globalThis, 'away') ? 'hidden' : 'visible') });
  });
  const id = await openGame(host.page, { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }] });
  await guest.page.goto(`/g/${id}`);
  await guest.page.locator('[data-sit]').click();
  const icon = () => host.page.locator('link[rel=icon]').getAttribute('href');
  const move = async (/** @type {import('playwright').Page} */ page, /** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ count) => {
    await page.locator('.plates.bottom .acting').waitFor();
    await cell(page, from).click();
    await cell(page, to).click();
    await Promise.all([deeds(host.page, count), deeds(guest.page, count)]);
  };
  await move(host.page, 'a4', 'b4', 1);
  assert.equal(await icon(), '/style/seal.svg');
  await host.page.evaluate(() => Object.assign(globalThis, { away: true }));
  await move(guest.page, 'a7', 'b7', 2);
  await host.page.waitForFunction(() => document.title.startsWith('● 내 차례'));
  assert.equal(await icon(), '/style/seal-turn.svg');
  assert.deepEqual(await host.page.evaluate('told'), [], 'nothing is told that nobody asked for');
  await host.page.locator('[data-focus=settings]').click();
  await host.page.locator('input[name=notify][value=on]').check();
  await host.page.keyboard.press('Escape');
  await move(host.page, 'c4', 'd4', 3);
  await move(guest.page, 'c7', 'd7', 4);
  await host.page.waitForFunction(() => Reflect.get(globalThis, 'told').length === 1);
  assert.deepEqual(await host.page.evaluate('told'), ['내 차례입니다']);
  for (const { context, troubles } of [host, guest]) {
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test('the last ten seconds of a byoyomi are counted aloud', async () => {
  const { page, context } = await visitor();
  await context.addInitScript(() => {
    const heard = /** @type {string[]} */ ([]);
    Object.assign(globalThis, { heard, SpeechSynthesisUtterance: class { /** @param {string} text */ constructor(text) { Object.assign(this, { text }); } } });
    Object.defineProperty(globalThis, 'speechSynthesis', { value: { getVoices: () => [{ lang: 'ko-KR' }, { lang: 'en-US' }], cancel() {}, speak: (/** @type {{ text: string }} */ said) => heard.push(said.text) } });
  });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2), clock: { byoyomi_ms: 12_000, periods: 1 } });
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await deeds(page, 1);
  await page.waitForFunction(() => Reflect.get(globalThis, 'heard').length >= 3);
  assert.deepEqual((await page.evaluate('heard')).slice(0, 3), ['열 초 남았습니다', '하나', '둘']);
  await context.close();
});

test('one screen with secrets is handed over covered, and opened by the next person', async () => {
  const { page, context, troubles } = await visitor();
  const position = 'FTG1:f GY@12:5{ST.ub.RE},ZF@6:3{PV.RM.CA},ZY@h:0!{BT.CR.HT},HZ@13:3{rc.CT.FI},MC@4:2{IM.AM.TR} gy@17:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@14:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@o2:0!{IM.AM.TR} A4 - GY-gy 1-0 9.0 * 11.6/13.2 -';
  const id = await openGame(page, { kind: 'tigers', preset: 'full', seats: HERE(2), position });
  for (const text of ['GYtST>gy', 'MCtAM>15', 'ZYd2:4', 'HZxzy']) {
    await page.locator('.typed input').fill(text);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('.typed input'))?.value === '');
  }
  await page.locator('.card.hand').waitFor();
  assert.equal(await page.locator('game-board').isVisible(), false);
  assert.equal(await page.locator('move-list').isVisible(), false);
  await scan(page, 'handing over');
  await shot(page, 'tigers-hand');
  await page.reload();
  await page.locator('.card.hand').waitFor();
  assert.equal(await page.locator('game-board').isVisible(), false, 'a reload does not uncover it');
  await page.locator('.card.hand button').click();
  assert.equal(await page.locator('game-board').isVisible(), true);
  assert.equal((await stateOf(page, id)).turn, 1);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a computer of a rank is chosen with the slider', async () => {
  const { page, context, troubles } = await visitor();
  await page.goto('/new/janggi');
  await page.locator('input[name=level][value=rank]').check();
  await page.locator('input[name=rank]').focus();
  await page.keyboard.press('Home');
  assert.equal(await page.locator('.rank output').textContent(), '18급');
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-focus=start]').click();
  await page.locator('game-board svg').waitFor();
  assert.match((await page.locator('.plates.top .who').textContent()) ?? '', /컴퓨터 \(17급\)/);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('random ground is drawn anew for each game', async () => {
  const { page, context } = await visitor();
  const grounds = [];
  for (let round = 0; round < 2; round++) {
    await page.goto('/new/nanguk');
    await page.locator('input[name=mode][value=here]').check();
    await page.locator('.more summary').click();
    await page.locator('[data-focus="option-terrain"]').selectOption('random:N');
    await page.locator('[data-focus=start]').click();
    await page.locator('game-board svg').waitFor();
    const { view } = await stateOf(page, page.url().split('/').at(-1) ?? '');
    grounds.push(view.heights.join(''));
  }
  assert.notEqual(grounds[0], grounds[1]);
  await context.close();
});
