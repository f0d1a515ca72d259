import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import '../unit/stub.js';
import { allCanBePressed, perform, press } from './hands.js';
import { HERE, SHIFT_MAX, browser, deeds, noSidewaysScroll, openGame, scan, shifts, shot, stateOf, visitor } from './house.js';

const { tigers } = await import('../../board/tigers.js');

after(() => browser.close());

/** The golden game of the rule book. */
const GOLDEN = `ZYm7-6-11-10 MCm9-8-13 ZFm2-7-6 zym22-21-20-31 zfm27-22-21 gym24-33 ZFm11-12-17 MCm14-19-18 HZm4-9 zfm16-15 gym19-14 zfxZY
MCm23-24-29 MCk end mcm20-21-16 hzm25-20 zfxZY ZFm18-23-24 HZm8-13 GYm5-30 mcm17-12-11 gym32-9 zfxZY MCxgy ZYxzf HZm14-19 mcm6-7-2 mck gyxMC
HZm18-23 ZYxzf ZFm29 zfxZY end ZFk HZm24-29 HZk`.split(/\s+/);

/** @param {import('playwright').Page} page @param {string} id @param {string} action */
async function play(page, id, action) {
  const { view, deeds: done } = await stateOf(page, id);
  if (action === 'end') {
    for (let press = 0; press < 2; press++) await page.locator('.actions [data-action^="do-"]').click();
  } else {
    await perform(page, tigers.steps(action, view), tigers.waits?.(action, view) ?? false);
  }
  await deeds(page, done.length + 1);
}

test('a whole game on one screen by real clicks, with its statistics', async () => {
  const { context, page, troubles } = await visitor();
  const id = await openGame(page, { kind: 'tigers', seats: HERE(2), choose: false });
  await page.waitForTimeout(600);
  const shifted = await shifts(page);
  for (const [n, action] of GOLDEN.entries()) {
    const sum = await shifted();
    assert.ok(sum < SHIFT_MAX, `action ${n}: ${sum}`);
    await play(page, id, action);
    if (n === 23) await shot(page, 'tigers-middle');
  }
  await page.locator('.card.result .counts').waitFor();
  assert.match((await page.locator('.counts').textContent()) ?? '', /3 \/ 3/);
  await shot(page, 'tigers-over');
  assert.equal((await stateOf(page, id)).result.text, 'A+knock');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a path is planned step by step, taken back, and asked about when it leaves a stalemate', async () => {
  const { context, page, troubles } = await visitor({ phone: true });
  const position = 'FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@30:4 gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 A3 - GY-gy 0-0 9.0 *';
  const id = await openGame(page, { kind: 'tigers', seats: HERE(2), position });
  assert.equal(await allCanBePressed(page), 44);
  await noSidewaysScroll(page);
  await press(page, '13');
  await press(page, '14');
  await press(page, '19');
  await page.locator('.panel [data-focus="stepback"]').click();
  await page.locator('.panel [data-focus="done"]').click();
  await deeds(page, 1);
  assert.equal((await stateOf(page, id)).deeds[0].text, 'ZYm14');
  await press(page, '12');
  await press(page, '11');
  await press(page, '11');
  await page.locator('dialog.question button.danger').click();
  await deeds(page, 2);
  assert.equal((await stateOf(page, id)).view.sides[0].generals[0].troops, 8);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('tactics are cast from the panel, troops sortie, and a hidden marker is hidden from the other', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  const position = 'FTG1:f GY@12:5{ST.ub.RE},ZF@6:3{PV.RM.CA},ZY@h:0!{BT.CR.HT},HZ@13:3{rc.CT.FI},MC@4:2{IM.AM.TR} gy@17:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@14:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@o2:0!{IM.AM.TR} A4 - GY-gy 1-0 9.0 * 11.6/13.2 -';
  const id = await openGame(page, { kind: 'tigers', preset: 'full', seats: HERE(2), position });
  for (const action of ['GYtST>gy', 'MCtAM>15', 'ZYd2:4', 'HZxzy']) await play(page, id, action);
  const { view } = await stateOf(page, id);
  assert.equal(view.turn, 'B');
  assert.equal(view.sites[0].code, 'QQ', 'the screen now shows what B may see');
  await page.locator('.card.hand button').click();
  await scan(page, 'tigers full');
  await shot(page, 'tigers-full');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('the deployment is chosen in a card', async () => {
  const { context, page, troubles } = await visitor({ dark: true, language: 'ja-JP' });
  await openGame(page, { kind: 'tigers', preset: 'full', seats: [{ type: 'me' }, { type: 'computer', level: 'easy' }] });
  await page.locator('[data-focus="deploy-own"]').check();
  await page.locator('[data-focus="deploy-general-0"]').selectOption('LB');
  await scan(page, 'deployment');
  await shot(page, 'tigers-deploy');
  await page.locator('[data-focus="deploy-usual"]').check();
  await page.locator('[data-focus="deploy-send"]').click();
  await page.locator('.card.opening').waitFor({ state: 'detached' });
  assert.deepEqual(troubles, []);
  await context.close();
});

test('keyboard alone: arrows, Enter, Escape', async () => {
  const { context, page, troubles } = await visitor();
  const id = await openGame(page, { kind: 'tigers', seats: HERE(2), choose: false });
  await page.locator('[data-cell="2"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await deeds(page, 1);
  assert.equal((await stateOf(page, id)).deeds[0].text, 'ZYm7');
  await scan(page, 'tigers base');
  assert.deepEqual(troubles, []);
  await context.close();
});
