// What makes a table pleasant on every screen: nothing out of reach, nothing that jumps, nothing that
// covers what matters, and hands that find what they expect.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import '../unit/stub.js';
import { drag, press } from './hands.js';
import { HERE, SHIFT_MAX, SHOTS, browser, cell, deeds, openGame, shifts, shot, stateOf, visitor } from './house.js';

after(() => browser.close());

const COMPUTER = [{ type: 'me' }, { type: 'computer', level: 'beginner' }];
const MATE = '3k5/8R/9/9/9/9/9/9/4K4/R8 w - - 0 1';
/** All blocks lie, and the one on e4 too high: Blue may move it before the battle. */
const INSPECTION = 'N 00111111/11111111/11111111/11111111/11113111/11111111/11111111/11111111 8/8/8/8/8/8/8/8 b I 0:0 0 1 - *';
/** Games, modes and phases, and what is picked in them. @type {[string, Record<string, unknown>, string[]][]} */
const SITUATIONS = [
  ['janggi', { kind: 'janggi', choose: false, seats: COMPUTER }, ['a4']],
  ['janggi helped', { kind: 'janggi', choose: false, help: true, seats: COMPUTER }, ['a4']],
  ['tigers helped', { kind: 'tigers', preset: 'full', choose: false, help: true, seats: HERE(2) }, ['2']],
  ['janggi set-up', { kind: 'janggi', seats: HERE(2) }, []],
  ['janggi waiting', { kind: 'janggi', seats: [{ type: 'me' }, { type: 'open' }] }, []],
  ['nanguk building', { kind: 'nanguk', seats: HERE(2) }, ['e4']],
  ['nanguk battle', { kind: 'nanguk', choose: false, start: { terrain: 'example' }, seats: HERE(2) }, ['e3']],
  ['tigers', { kind: 'tigers', choose: false, seats: HERE(2) }, ['2']],
  ['tigers full', { kind: 'tigers', preset: 'full', choose: false, seats: HERE(2) }, ['2']],
  ['tigers deployment', { kind: 'tigers', preset: 'full', seats: HERE(2) }, []],
  ['yonin', { kind: 'yonin', seats: HERE(4) }, ['5g']],
  ['yonin waiting', { kind: 'yonin', seats: [{ type: 'me' }, { type: 'open' }, { type: 'computer', level: 'beginner' }, { type: 'open' }] }, []],
  ['yonin with hands', { kind: 'yonin', seats: HERE(4), position: '4nK4/9/5nP3/9/wK7eK/9/9/9/4sK4 s sGP,wS - - 1' }, ['s:G']],
  ['nanguk on honor', { kind: 'nanguk', choose: false, options: { placing: 'honour' }, start: { terrain: 'build' }, seats: HERE(2) }, []],
  ['nanguk inspection', { kind: 'nanguk', options: { placing: 'honour' }, seats: HERE(2), position: INSPECTION }, ['e4']],
  ['nanguk siege', { kind: 'nanguk', preset: 'siege', choose: false, start: { terrain: 'plain' }, seats: HERE(2) }, ['a2']],
  ['nanguk sea', { kind: 'nanguk', preset: 'sea', choose: false, start: { terrain: 'open-sea' }, seats: HERE(2) }, ['a2']],
  ['nanguk firearms', { kind: 'nanguk', preset: 'firearms', choose: false, start: { terrain: 'plain' }, seats: HERE(2) }, ['a2']],
  ['janggi mated', { kind: 'janggi', seats: HERE(2), position: MATE }, ['a1', 'a10']],
];
const SCREENS = [[1280, 720], [1366, 768], [1440, 900], [360, 740], [390, 844], [430, 932], [667, 375], [844, 390], [932, 430]];

test('nanguk on honor: the inspection says what to do, moves a misplaced block, and ends by its button', async () => {
  for (const phone of [false, true]) {
    const { page, context } = await visitor({ phone });
    const id = await openGame(page, { kind: 'nanguk', options: { placing: 'honour' }, seats: HERE(2), position: INSPECTION });
    await page.locator('.status').getByText('잘못 놓인 블록').waitFor();
    await press(page, 'e4');
    await shot(page, `nanguk-inspection${phone ? '-phone' : ''}`);
    await press(page, 'a8');
    await deeds(page, 1);
    await page.locator('[data-action^="do-"]').click();
    await page.locator('.tile.sure').click();
    await deeds(page, 2);
    assert.equal((await stateOf(page, id)).view.phase, 'battle');
    await context.close();
  }
});

/** The controls that cannot be scrolled to and pressed. @param {import('playwright').Page} page */
async function outOfReach(page) {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('button, a[href], select, input')].filter((each) => each.checkVisibility() && !each.closest('.skip, .hits'));
    return controls.flatMap((each) => {
      each.scrollIntoView({ block: 'center', inline: 'center' });
      const target = each instanceof HTMLInputElement && each.closest('label') ? each.closest('label') : each;
      const { left, top, width, height } = /** @type {Element} */ (target).getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit && (target?.contains(hit) || hit.contains(each)) ? [] : [`${each.outerHTML.slice(0, 90)} at ${Math.round(left)},${Math.round(top)} behind ${hit?.outerHTML.slice(0, 60)}`];
    });
  });
}

for (const [name, wish, picks] of SITUATIONS) {
  test(`${name}: no control is out of reach on any screen`, { timeout: 120_000 }, async () => {
    const { page, context } = await visitor();
    await openGame(page, wish);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(120);
      await page.evaluate(() => scrollTo(0, 0));
      if (picks.length > 0 && !(await page.locator('[aria-selected=true]').count())) for (const pick of picks) await press(page, pick).catch(() => null);
      assert.deepEqual(await outOfReach(page), [], `${name} at ${width}×${height}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} at ${width}×${height} scrolls sideways by ${wide}`);
    }
    await context.close();
  });
}

test('a finger that misses a point means the nearest one that matters', async () => {
  const { page, context } = await visitor({ phone: true });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  const box = await cell(page, 'a4').boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width + 2, box.y + box.height / 2);
  assert.equal(await cell(page, 'a4').getAttribute('aria-selected'), 'true', 'two pixels into the empty neighbor');
  await context.close();
});

test('a finger finds every control: none is smaller than 44 px on a phone', { timeout: 180_000 }, async () => {
  const { page, context } = await visitor({ phone: true });
  const small = () => page.evaluate(() => [...document.querySelectorAll('button, select, summary, a.button, a.brand')].filter((each) => each.checkVisibility()).flatMap((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width < 43.5 || height < 43.5 ? [`${each.outerHTML.slice(0, 80)}: ${Math.round(width)}×${Math.round(height)}`] : [];
  }));
  await page.goto('/');
  await page.locator('[data-play=janggi]').waitFor();
  assert.deepEqual(await small(), [], 'start page');
  for (const [name, wish, picks] of SITUATIONS) {
    await openGame(page, wish);
    for (const pick of picks) await press(page, pick);
    assert.deepEqual(await small(), [], name);
  }
  await context.close();
});

for (const [width, height] of [[667, 375], [844, 390], [932, 430]]) {
  test(`a phone on its side, ${width}×${height}: the whole board is seen in every phase, and controls beside it`, { timeout: 240_000 }, async () => {
    const { page, context } = await visitor({ phone: true });
    await page.setViewportSize({ width, height });
    for (const [name, wish, picks] of SITUATIONS) {
      await openGame(page, wish);
      await page.waitForTimeout(150);
      for (const pick of picks) await press(page, pick);
      const board = await page.locator('game-board').boundingBox();
      assert.ok(board && board.x >= 0 && board.y >= 0 && board.x + board.width <= width && board.y + board.height <= height + 1, `${name}: ${JSON.stringify(board)}`);
      assert.ok(board.height > height * 0.7, `${name} is as large as it can be: ${JSON.stringify(board)}`);
      const beside = await page.locator('.plates, .status, .actions button').evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().left));
      assert.ok(beside.length > 0 && beside.every((left) => left >= board.x + board.width - 1), `${name}: ${beside}`);
      if (wish.kind === 'nanguk') assert.equal(await page.locator('.viewing button').textContent(), '비스듬히', 'small screens begin with the flat view');
      await shot(page, `${name.replaceAll(' ', '-')}-landscape-${width}`);
    }
    await context.close();
  });
}

test('the host invites; the guest reads who waits and sits down by one button; both seats only by choice', async () => {
  const [host, guest] = await Promise.all([visitor(), visitor()]);
  await host.page.goto('/');
  await host.page.request.put('/api/me', { data: { name: '민수' } });
  const id = await openGame(host.page, { kind: 'janggi', choose: false, seats: [{ type: 'me', name: '민수' }, { type: 'open' }] });
  assert.equal(await host.page.locator('[data-sit], [data-focus^="sit-"]').count(), 0, 'nothing to sit down on by a slip');
  await host.page.locator('[data-focus=both]').click();
  await host.page.locator('dialog[open] button[value=no]').click();
  assert.equal((await stateOf(host.page, id)).phase, 'waiting');
  await guest.page.goto(`/g/${id}`);
  await guest.page.locator('[data-sit]').waitFor();
  assert.match((await guest.page.locator('.card.waiting p').first().textContent()) ?? '', /민수.*기다립니다/);
  assert.equal(await guest.page.getByRole('button', { name: /앉/ }).count(), 1);
  await shot(guest.page, 'invited');
  await guest.page.locator('[data-sit]').click();
  await host.page.locator('.plates.bottom .acting').waitFor();

  // A piece that is picked up stays picked up when the other's move arrives, unless it was taken.
  await cell(host.page, 'a4').click();
  await cell(host.page, 'b4').click();
  await deeds(guest.page, 1);
  await cell(host.page, 'c4').click();
  await cell(guest.page, 'a7').click();
  await cell(guest.page, 'b7').click();
  await deeds(host.page, 2);
  assert.equal(await cell(host.page, 'c4').getAttribute('aria-selected'), 'true');
  assert.ok((await host.page.locator('.mark.go').count()) > 0, 'and now shows where it may go');
  await host.page.keyboard.press('Escape');

  // An offer to count shows what would be counted.
  await host.page.locator('[data-action=draw]').click();
  await host.page.locator('.tile.sure').click();
  await guest.page.locator('.offer small').waitFor();
  assert.match((await guest.page.locator('.offer small').textContent()) ?? '', /점수: 초 72, 한 73\.5/);
  await guest.page.locator('[data-focus=decline-draw]').click();

  // Whoever resigns reads that, and so does the other.
  await host.page.locator('[data-action=resign]').click();
  await host.page.locator('dialog[open] button[value=yes]').click();
  await host.page.locator('.card.result').waitFor();
  await guest.page.locator('.card.result').waitFor();
  assert.equal(await host.page.locator('.result .reason').textContent(), '기권했습니다.');
  assert.equal(await guest.page.locator('.result .reason').textContent(), '상대가 기권했습니다.');
  for (const { context } of [host, guest]) await context.close();
});

test('keys step wherever the keyboard is, the wheel steps over the board, the right button draws', async () => {
  const { page, context } = await visitor();
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  const at = async (/** @type {string} */ wanted) => page.waitForFunction((words) => document.querySelector('.stepper .at')?.textContent === words, wanted);
  for (const [index, [from, to]] of [['a4', 'b4'], ['a7', 'b7'], ['c4', 'd4']].entries()) {
    await cell(page, from).click();
    await cell(page, to).click();
    await deeds(page, index + 1);
  }
  await page.keyboard.press('ArrowLeft');
  await at('2 / 3');
  await page.locator('.moves button').first().focus();
  await page.keyboard.press('Home');
  await at('0 / 3');
  await page.locator('.tools button').first().focus();
  await page.keyboard.press('End');
  await at('3 / 3');
  await page.locator('.typed input').focus();
  await page.keyboard.press('ArrowLeft');
  await at('2 / 3');
  await page.keyboard.press('End');
  await page.keyboard.press('b');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await cell(page, 'e5').hover();
  await page.mouse.wheel(0, -120);
  await at('2 / 3');
  await page.mouse.wheel(0, 120);
  await at('3 / 3');
  await drag(page, 'a7', 'a4', 'right');
  await cell(page, 'e7').click({ button: 'right' });
  assert.equal(await page.locator('.drawn-arrow').count(), 1);
  assert.equal(await page.locator('.drawn-circle').count(), 1);
  await shot(page, 'janggi-arrows');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.drawn-arrow, .drawn-circle').count(), 0);
  await context.close();
});

for (const phone of [false, true]) {
  test(`a mate has the board for a moment, and the result stands beside it${phone ? ', on a phone' : ''}`, async () => {
    const { page, context } = await visitor({ phone });
    await openGame(page, { kind: 'janggi', seats: HERE(2), position: MATE });
    await press(page, 'a1');
    await press(page, 'a10');
    await page.locator('.banner.mate.shown').waitFor();
    assert.equal(await page.locator('.card.result').count(), 0, 'the mate comes first');
    await page.locator('.card.result').waitFor();
    const [board, result] = [await page.locator('game-board').boundingBox(), await page.locator('.card.result').boundingBox()];
    assert.ok(board && result);
    const apart = result.x >= board.x + board.width || result.y >= board.y + board.height;
    assert.ok(apart, `${JSON.stringify(board)} ${JSON.stringify(result)}`);
    assert.equal(await page.locator('#note.shown').count(), 0, 'no note lies over it');
    await shot(page, `janggi-mate${phone ? '-phone' : ''}`);
    await context.close();
  });
}

test('notes leave the board and the result alone', async () => {
  for (const phone of [false, true]) {
    const { page, context } = await visitor({ phone });
    await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
    await press(page, 'a1');
    await press(page, 'a9');
    await page.locator('#note.shown').waitFor();
    const [board, note] = [await page.locator('game-board').boundingBox(), await page.locator('#note').boundingBox()];
    assert.ok(board && note && note.y + note.height <= board.y + 20, `${JSON.stringify(board)} ${JSON.stringify(note)}`);
    await context.close();
  }
});

for (const phone of [false, true]) {
  test(`nothing shifts during a game${phone ? ' on a phone' : ''}`, { timeout: 90_000 }, async () => {
    const { page, context } = await visitor({ phone });
    if (!phone) await page.setViewportSize({ width: 1280, height: 720 });
    const plays = /** @type {[Record<string, unknown>, string[]][]} */ ([
      [{ kind: 'janggi', choose: false, seats: HERE(2) }, ['a4', 'b4', 'c7', 'b7', 'b4', 'b5', 'b7', 'b6', 'b5', 'b6', 'e4']],
      [{ kind: 'tigers', choose: false, seats: HERE(2) }, ['2', '7', '7', '0', '5', '5']],
      [{ kind: 'nanguk', choose: false, start: { terrain: 'example' }, seats: HERE(2) }, ['e3', 'e4', 'd6', 'd5', 'b3']],
      [{ kind: 'yonin', seats: HERE(4) }, ['5g', '5f', '5f', '7e']],
    ]);
    for (const [wish, cells] of plays) {
      await openGame(page, wish);
      await page.waitForTimeout(600);
      const sum = await shifts(page);
      for (const id of cells) {
        await press(page, id);
        await page.waitForTimeout(120);
      }
      const shifted = await sum();
      assert.ok(shifted < SHIFT_MAX, `${wish.kind}: ${shifted}`);
    }
    await context.close();
  });
}

test('the saved picture is the board as it is seen, and the record has every format in words', async () => {
  const { page, context } = await visitor({ set: 'hangul', dark: true });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await deeds(page, 1);
  await page.locator('[data-focus=flip]').click();
  const [picture] = await Promise.all([page.waitForEvent('download'), page.locator('[data-focus=image]').click()]);
  const file = join(SHOTS, 'saved-picture.png');
  await picture.saveAs(file);
  const bytes = readFileSync(file);
  assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.ok(bytes.length > 20_000, `${bytes.length} bytes`);
  await page.locator('[data-focus=record]').click();
  await page.locator('[data-format]').first().waitFor();
  const formats = await page.locator('[data-format] b').allTextContents();
  assert.equal(formats.length, 6, 'five records, and a picture that moves');
  assert.ok(formats.some((words) => words.includes('CP949')) && formats.some((words) => words.includes('UTF-8')), formats.join());
  const [gib] = await Promise.all([page.waitForEvent('download'), page.locator('[data-format="gib.utf8"]').click()]);
  await gib.saveAs(join(SHOTS, 'saved.gib'));
  assert.match(readFileSync(join(SHOTS, 'saved.gib'), 'utf8'), /대국|초/);
  await context.close();
});

test('quick play remembers level and set-up; nanguk begins on random ground, and building is one press away', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('.game.janggi [data-liked=choice] option[value=left]').waitFor({ state: 'attached' });
  await page.locator('.game.janggi [data-liked=level]').selectOption('beginner');
  await page.locator('.game.janggi [data-liked=choice]').selectOption('left');
  await page.reload();
  await page.locator('.game.janggi [data-liked=choice] option[value=left]').waitFor({ state: 'attached' });
  assert.equal(await page.locator('.game.janggi [data-liked=choice]').inputValue(), 'left');
  await page.locator('[data-play=janggi]').click();
  await page.locator('game-board svg').waitFor();
  assert.match((await page.locator('.plates.top .who').textContent()) ?? '', /입문/);
  assert.equal(await page.locator('[data-cell=b1]').getAttribute('aria-label'), '02, 초(楚) 상');
  await page.goto('/');
  await page.locator('[data-play=yonin]').waitFor();
  const names = await page.locator('[data-play]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  assert.equal(new Set(names).size, 4, names.join());
  await page.locator('[data-play=nanguk]').click();
  await page.locator('game-board svg').waitFor();
  assert.equal((await stateOf(page, page.url().split('/').at(-1) ?? '')).view.phase, 'battle');
  await page.goto('/');
  await page.locator('[data-other=nanguk]').click();
  await page.locator('game-board svg').waitFor();
  const building = page.url().split('/').at(-1) ?? '';
  assert.equal((await stateOf(page, building)).view.phase, 'terrain');

  // A block that cannot lie there is refused with the rule, and the neighbors in question are shown.
  await page.locator('.tablet.ghost').first().waitFor();
  await press(page, 'e4');
  await deeds(page, 1);
  await press(page, 'e4');
  await page.locator('#note.refusal.shown').waitFor();
  assert.equal(await page.locator('.mark.culprit').count(), 4);
  await shot(page, 'nanguk-slope');
  assert.equal((await stateOf(page, building)).deeds.length, 1);
  await page.locator('[data-action=finish]').click();
  await page.waitForFunction(() => !document.querySelector('.tablet.ghost'), null, { timeout: 60_000 });
  assert.equal((await stateOf(page, building)).view.phase, 'battle');
  await context.close();
});

test('five tigers: three actions are laid ready, and the cost of an attack is told before it is made', { timeout: 60_000 }, async () => {
  const [host, guest] = await Promise.all([visitor(), visitor()]);
  const position = 'FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@30:4 gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 A3 - GY-gy 0-0 9.0 *';
  const id = await openGame(host.page, { kind: 'tigers', seats: [{ type: 'me' }, { type: 'open' }], position });
  await guest.page.goto(`/g/${id}`);
  await guest.page.locator('[data-sit]').click();
  await host.page.locator('.plates.bottom .acting').waitFor();
  await press(host.page, '12');
  await host.page.locator('.tg-strike').first().waitFor();
  const words = await host.page.locator('[data-cell="17"]').getAttribute('aria-label');
  assert.match(words ?? '', /적 −\d+, 나 −\d+/);
  await host.page.keyboard.press('Escape');
  await press(guest.page, '28');
  await press(guest.page, '22');
  await press(guest.page, '26');
  await press(guest.page, '25');
  await press(guest.page, '18');
  await press(guest.page, '23');
  await guest.page.waitForFunction(() => document.querySelector('.readyrow')?.textContent?.includes('3/3'));
  await shot(guest.page, 'tigers-queue');
  await host.page.locator('[data-action^="do-"]').click();
  await host.page.locator('.tile.sure').click();
  await deeds(guest.page, 4);
  const { deeds: done } = await stateOf(guest.page, id);
  assert.deepEqual(done.slice(1, 4).map((/** @type {{ text: string }} */ { text }) => text.slice(0, 3)), ['zfm', 'hzm', 'zym'], JSON.stringify(done));
  for (const { context } of [host, guest]) await context.close();
});

test('onlookers have no dead buttons, and in yonin one resigns on the own turn only', async () => {
  const [player, onlooker] = await Promise.all([visitor(), visitor()]);
  const id = await openGame(player.page, { kind: 'yonin', seats: [{ type: 'me' }, { type: 'computer', level: 'beginner' }, { type: 'computer', level: 'beginner' }, { type: 'computer', level: 'beginner' }] });
  await onlooker.page.goto(`/g/${id}`);
  await onlooker.page.locator('game-board svg').waitFor();
  await onlooker.page.waitForTimeout(300);
  assert.equal(await onlooker.page.locator('.actions button, .typed:not([hidden])').count(), 0);
  assert.equal(await player.page.locator('[data-action=resign]').isDisabled(), false);
  for (const { context } of [player, onlooker]) await context.close();
});

test('one screen with sealed deployments is handed over covered', async () => {
  const { page, context } = await visitor();
  const id = await openGame(page, { kind: 'tigers', preset: 'full', seats: HERE(2) });
  await page.locator('[data-focus="deploy-own"]').check();
  await page.locator('[data-focus="deploy-general-0"]').selectOption('LB');
  assert.match((await page.locator('.sums').textContent()) ?? '', /병력 합 \d+\/30.*능력치 합 \d+\/57/);
  await page.locator('[data-focus="deploy-general-0"]').selectOption('GY');
  await page.locator('[data-focus="deploy-send"]').click();
  await page.locator('.card.hand').waitFor();
  await page.reload();
  await page.locator('.card.hand').waitFor();
  assert.equal(await page.locator('game-board').isVisible(), false, 'nothing of the first choice is seen');
  await page.locator('.card.hand button').click();
  assert.equal(await page.locator('[data-focus="deploy-usual"]').isChecked(), true, 'the second person begins afresh');
  await page.locator('[data-focus="deploy-send"]').click();
  await page.waitForFunction(() => document.querySelector('.phase-playing') !== null);
  assert.equal((await stateOf(page, id)).phase, 'playing');
  await context.close();
});

test('the sample game of nanguk is played through from its beginning', { timeout: 60_000 }, async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('[data-sample=nanguk]').click();
  await page.waitForFunction(() => document.querySelector('.stepper .at')?.textContent === '0 / 97', null, { timeout: 40_000 });
  assert.equal(await page.locator('.moves li').count(), 8 + 33, 'the blocks of a turn are one row');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.stepper .at')?.textContent === '1 / 97');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.stepper .at')?.textContent === '97 / 97');
  await shot(page, 'nanguk-sample');
  await context.close();
});
