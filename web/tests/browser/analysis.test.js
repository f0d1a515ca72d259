import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after } from 'node:test';
import { HERE, browser, noSidewaysScroll, openGame, scan, shot, visitor } from './house.js';

after(() => browser.close());

const HERE_IS = dirname(fileURLToPath(import.meta.url));
const DATA = join(HERE_IS, '../../../crates/janggi/tests/data');
const FIXTURES = join(HERE_IS, '../fixtures');
const LANGUAGES = /** @type {const} */ (['ko-KR', 'en-US', 'ja-JP']);
const KINDS = ['janggi', 'nanguk', 'tigers', 'yonin'];

/** Waits until lines have come. @param {import('playwright').Page} page */
const lines = (page) => page.locator('.thoughts .line').first().waitFor();

test('every game is analyzed on every screen, in every language', async () => {
  for (const [index, kind] of KINDS.entries()) {
    for (const phone of [false, true]) {
      const { context, page, troubles } = await visitor({ language: LANGUAGES[index % 3], phone, dark: phone });
      await page.goto(`/analysis/${kind}`);
      await lines(page);
      const parts = await page.locator('.chances .part').count();
      assert.equal(parts, kind === 'yonin' ? 4 : 2, 'a part of the bar for each seat');
      await page.keyboard.press('Digit1');
      await page.locator('[role=treeitem]').first().waitFor();
      await noSidewaysScroll(page);
      await page.keyboard.press('KeyE');
      await page.locator('.thoughts .line').first().waitFor({ state: 'detached' });
      await scan(page, `${kind} ${phone ? 'phone' : 'screen'}`);
      await shot(page, `analysis-${kind}-${phone ? 'phone' : 'screen'}`);
      assert.deepEqual(troubles, []);
      await context.close();
    }
  }
});

/** Drops a file on the page, as a hand does. @param {import('playwright').Page} page @param {string} name @param {Buffer} bytes */
async function drop(page, name, bytes) {
  const transfer = await page.evaluateHandle(([called, all]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(/** @type {number[]} */ (all))], /** @type {string} */ (called)));
    return data;
  }, /** @type {[string, number[]]} */ ([name, [...bytes]]));
  await page.dispatchEvent('analysis-page', 'drop', { dataTransfer: transfer });
}

/** Waits until a game is gone through thoroughly. @param {import('playwright').Page} page */
async function reviewed(page) {
  await page.locator('.said.done').waitFor({ timeout: 120_000 });
  assert.ok((await page.locator('.graph .verdict').count()) >= 1, 'something went wrong in it');
}

/** Tries the worst turn again, and then a puzzle like it. @param {import('playwright').Page} page @param {string} kind */
async function learns(page, kind) {
  await page.locator('[data-focus=retry]').click();
  await page.locator('[data-focus=enough]').click();
  await page.locator('.turning:not([hidden])').waitFor();
  await page.locator('[data-focus=similar]').click();
  await page.waitForURL(/\/puzzle\/\w+$/);
  const course = await page.evaluate(() => JSON.parse(localStorage.getItem('daeguk.puzzle.course') ?? '{}'));
  assert.equal(course.kind, kind);
  await page.locator('puzzle-page .task').waitFor();
  return course.theme;
}

test('a finished game is reviewed, and its mistakes can be tried again', async () => {
  const { context, page, troubles } = await visitor();
  const id = await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  // A chariot is given away.
  const acts = ['a4b4', 'a7b7', 'a1a7', 'b7a7'];
  for (const [n, d] of acts.entries()) {
    const done = await page.request.post(`/api/games/${id}/messages`, { data: { t: 'act', a: `m${n}`, n, d } });
    assert.equal(done.status(), 200, await done.text());
  }
  await page.request.post(`/api/games/${id}/messages`, { data: { t: 'resign', a: 'r', seat: 0 } });
  await page.locator('[data-focus=analysis]').click();
  await page.locator('[role=treeitem]').nth(3).waitFor();
  // It begins by itself, and says where it was lost and why.
  await page.locator('.turning:not([hidden])', { hasText: '그냥 잃습니다' }).waitFor({ timeout: 60_000 });
  await reviewed(page);
  assert.ok((await page.locator('.graph .curve').count()) === 1);
  await shot(page, 'analysis-review');
  await page.locator('[data-focus=tab-report]').click();
  await page.locator('.report .worst button').first().waitFor();
  await scan(page, 'report');
  await page.locator('[data-focus=learn-0]').click();
  await page.locator('.said:not(.done)').waitFor();
  // The same mistake again is answered.
  await page.locator('[data-cell="a1"]').click();
  await page.locator('[data-cell="a7"]').click();
  await page.locator('[data-focus=tryagain]').waitFor({ timeout: 60_000 });
  await page.locator('[data-focus=solution]').click();
  await page.locator('.turning:not([hidden])').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a dropped file in CP949 says where it was lost, and leads to a puzzle, on a phone', async () => {
  const { context, page, troubles } = await visitor({ phone: true });
  await page.goto('/analysis/janggi');
  await lines(page);
  await drop(page, 'sample.gib', await readFile(join(DATA, 'sample.gib')));
  // A file with several games asks which one.
  await page.locator('dialog [data-focus=game-1]').waitFor();
  await noSidewaysScroll(page);
  await scan(page, 'which game');
  await shot(page, 'analysis-which-phone');
  await page.locator('dialog [data-focus=game-0]').click();
  await page.locator('.turning:not([hidden])').waitFor({ timeout: 60_000 });
  await page.locator('.said.done').waitFor({ timeout: 120_000 });
  await noSidewaysScroll(page);
  await shot(page, 'analysis-dropped-phone');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a game of four is gone through in the same way', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await page.goto('/analysis/yonin');
  await lines(page);
  await drop(page, 'club.ysr', await readFile(join(FIXTURES, 'club.ysr')));
  await page.locator('.turning:not([hidden])', { hasText: 'Where it turned' }).waitFor({ timeout: 120_000 });
  assert.equal(await page.locator('.graph .curve').count(), 4, 'a curve for each seat');
  await shot(page, 'analysis-four');
  const theme = await learns(page, 'yonin');
  assert.ok(theme, 'it has a theme of its own');
  assert.deepEqual(troubles, []);
  await context.close();
});

/** A game of five tigers by turns, none of one action. */
const BATTLE = ['ZYm7-6-11-10 MCm9-8-13 ZFm2-7-6', 'zym22-21-20-31 zfm27-22-21 gym24-33', 'ZFm11-12-17 MCm14-19-18 HZm4-9', 'zfm16-15 gym19-14 zfxZY', 'MCm23-24-29 MCk end', 'mcm20-21-16 hzm25-20 zfxZY'].map((turn) => turn.split(' '));

test('a turn of several actions is tried again as a whole', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await page.goto(`/analysis/tigers#${new URLSearchParams({ acts: BATTLE.flat().join(' ') })}`);
  await page.locator('[role=treeitem]').nth(BATTLE.flat().length - 1).waitFor();
  await page.locator('[data-focus=tab-report]').click();
  await page.locator('[data-focus=review]').click();
  await page.locator('.turning:not([hidden])').waitFor({ timeout: 120_000 });
  await page.locator('[data-focus=retry]').click();
  await page.locator('.said', { hasText: 'Find something better' }).waitFor();
  // The list of moves has been scrolled to where it went wrong, unseen.
  await page.locator('[data-focus=tab-moves]').click();
  const at = page.locator('[role=treeitem][aria-selected=true]');
  const [tree, item] = [await page.locator('move-tree').boundingBox(), await at.boundingBox()];
  assert.ok(tree && item && item.y >= tree.y && item.y + item.height <= tree.y + tree.height, 'it is seen');
  const before = (await at.evaluate((own) => [...document.querySelectorAll('[role=treeitem]')].indexOf(own))) + 1;
  const turn = BATTLE.find((_, index) => BATTLE.slice(0, index).flat().length === before) ?? [];
  assert.equal(turn.length, 3, `a turn begins after ${before} actions`);
  for (const [index, act] of turn.entries()) {
    assert.equal(await page.locator('[data-focus=tryagain]').count(), 0, 'nothing is judged before the turn is over');
    await page.locator('game-board').evaluate((board, wanted) => /** @type {any} */ (board).act(wanted), act);
    await page.waitForFunction((count) => [...document.querySelectorAll('[role=treeitem]')].findIndex((each) => each.getAttribute('aria-selected') === 'true') >= count, before + index);
  }
  await page.locator('[data-focus=tryagain]').waitFor({ timeout: 60_000 });
  assert.match((await page.locator('.said').textContent()) ?? '', /answers this/);
  await page.locator('[data-focus=tryagain]').click();
  await page.locator('.said', { hasText: 'Find something better' }).waitFor();
  assert.equal(await page.locator('[data-focus=tryagain]').count(), 0);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a record is pasted anywhere on the page, and what is wrong with one is said with its line', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await page.goto('/analysis/janggi');
  await lines(page);
  const paste = (/** @type {string} */ text) =>
    page.evaluate((all) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', all);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
  const head = '[초차림 "마상마상"]\n[한차림 "마상마상"]\n\n';
  await paste(`${head}1. 71졸72 2. 11차99\n`);
  await page.locator('.said.refusal', { hasText: 'Line 4:' }).waitFor();
  await paste(`${head}1. 71졸72 2. 41병42\n`);
  await page.locator('[role=treeitem]').nth(1).waitFor();
  await page.locator('.said.done').waitFor({ timeout: 60_000 });
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a record is brought, commented, and shared by its address', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await page.goto('/analysis/janggi#acts=a4b4+a7b7');
  await page.locator('[role=treeitem]').nth(1).waitFor();
  await page.keyboard.press('End');
  await page.locator('[role=treeitem][aria-selected=true]').waitFor();
  await page.keyboard.press('KeyC');
  await page.keyboard.type('a good idea');
  await page.locator('[data-focus=sign]').selectOption('!');
  await page.getByText('a good idea').first().waitFor();
  await page.locator('[data-focus=record]').click();
  await page.locator('dialog textarea').fill('this is no record');
  await page.locator('dialog .primary').click();
  await page.locator('.said.refusal').waitFor();
  const sight = await page.request.post('/api/positions', { data: { kind: 'janggi', acts: ['a4b4'] } });
  assert.equal(sight.status(), 200);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('what cannot be shown is said, with a way on', async () => {
  const { context, page } = await visitor({ phone: true });
  await page.goto('/analysis/janggi#acts=a4b4+zzz');
  await page.locator('.said.refusal').waitFor();
  assert.equal(await page.locator('[role=treeitem]').count(), 0);
  for (const address of ['/analysis/chess', '/puzzles/chess', '/practice/chess', '/a/nothing', '/puzzle/zzz', '/g/zzzzzzzzzzzz']) {
    await page.goto(address);
    await page.locator('.lonely a.button').waitFor();
    await scan(page, address);
  }
  await context.close();
});

test('board and graph are taken along as one picture', async () => {
  const { context, page, troubles } = await visitor();
  await page.goto('/analysis/janggi#acts=a4b4+a7b7+b1c3');
  await page.locator('game-board svg').waitFor();
  const take = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-focus=picture]').click()]);
    const bytes = await readFile(/** @type {string} */ (await download.path()));
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    return { wide: bytes.readUInt32BE(16), high: bytes.readUInt32BE(20), name: download.suggestedFilename() };
  };
  await page.locator('[data-focus=tab-share]').click();
  const board = await take();
  await page.locator('[data-focus=tab-report]').click();
  await page.locator('[data-focus=review]').click();
  await page.locator('.graphplace svg .curve').first().waitFor();
  await page.locator('.said.done').waitFor({ timeout: 60_000 });
  await page.locator('[data-focus=tab-share]').click();
  const both = await take();
  assert.equal(both.wide, board.wide);
  assert.ok(both.high > board.high * 1.2, `${both.high} and ${board.high}`);
  assert.match(both.name, /^daeguk-janggi-\d+\.png$/);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('an ending from the tables is dealt as long as the last rung allows, and played', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await page.goto('/practice/janggi');
  await page.locator('[data-ladder=chariot]').waitFor();
  assert.equal(await page.locator('[data-ladder]').count(), 5);
  const card = page.locator('.ladder li', { has: page.locator('[data-ladder=chariot]') });
  assert.match(await card.innerText(), /a win in 1\b/);
  await page.evaluate(() => localStorage.setItem('daeguk.stars', JSON.stringify({ janggi: { 'ladder-chariot': [3, 2, 1] } })));
  await page.reload();
  await page.locator('[data-ladder=chariot]').waitFor();
  assert.match(await card.innerText(), /a win in 4\b[^]*3 of 10/);
  await noSidewaysScroll(page);
  await scan(page, 'ladder');
  await shot(page, 'ladder');
  await page.locator('[data-ladder=chariot]').click();
  await page.waitForURL(/\/g\//);
  await page.locator('game-board svg').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a position is practiced at a table of its own', async () => {
  for (const [index, kind] of KINDS.entries()) {
    const { context, page, troubles } = await visitor({ language: LANGUAGES[index % 3], phone: index % 2 === 1 });
    await page.goto(`/practice/${kind}`);
    await page.locator('.pictured svg').first().waitFor();
    await noSidewaysScroll(page);
    await scan(page, `practice ${kind}`);
    await shot(page, `practice-${kind}`);
    await page.locator('[data-practice]').first().click();
    await page.waitForURL(/\/g\//);
    await page.locator('game-board svg').waitFor();
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test('an ending that the tables know is told in exact words', async () => {
  const words = { 'ko-KR': ['무승부', '수 만에 승'], 'en-US': ['draw', 'wins in'], 'ja-JP': ['引き分け', '手で勝ち'] };
  for (const language of LANGUAGES) {
    const { context, page, troubles } = await visitor({ language });
    const [draw, win] = words[language];
    const analyze = async (/** @type {string} */ rules, /** @type {string} */ board) => {
      await page.goto(`/analysis/janggi#${new URLSearchParams({ rules, state: `${board} w - - 0 1` })}`);
      await page.reload();
      await lines(page);
    };
    await analyze('casual', '3k5/9/9/9/9/9/9/1R7/9/4K4');
    await page.waitForFunction(([at, word]) => document.querySelector(at)?.textContent === word, ['.thoughts .line b', draw]);
    await analyze('kja', '3k5/1R7/9/9/9/9/9/9/9/4K4');
    await page.waitForFunction(([at, word]) => document.querySelector(at)?.textContent?.includes(word), ['.thoughts .line b', win]);
    assert.deepEqual(troubles, []);
    await context.close();
  }
});
