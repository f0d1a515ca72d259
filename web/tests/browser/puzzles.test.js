import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser, noSidewaysScroll, scan, shot, visitor } from './house.js';

after(() => browser.close());

/** @typedef {import('playwright').Page} Page */

const FILES = join(dirname(fileURLToPath(import.meta.url)), '../../../crates/engine/puzzles');
const LANGUAGES = /** @type {const} */ ([['ko', 'ko-KR'], ['en', 'en-US'], ['ja', 'ja-JP']]);
const KINDS = ['janggi', 'nanguk', 'tigers', 'yonin'];

/** @param {string} kind @returns {any[]} */
const puzzlesOf = (kind) => readFileSync(join(FILES, `${kind}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

/** A puzzle whose solution has several turns, where there is one. @param {string} kind @returns {any} */
const longOf = (kind) => puzzlesOf(kind).find(({ turns }) => turns.length > 1) ?? puzzlesOf(kind)[0];

/** @param {any} puzzle @returns {string[]} */
const solution = ({ turns }) => turns.filter((/** @type {unknown} */ _, /** @type {number} */ index) => index % 2 === 0).flat();

/** Waits until it is the solver's turn. @param {Page} page */
const ready = (page) => page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));

/** The steps of an action's gesture. @param {Page} page @param {string} kind @param {any} view @param {string} act @returns {Promise<string[]>} */
function stepsOf(page, kind, view, act) {
  return page.evaluate(
    async ({ kind, view, act }) => {
      const { DRAWINGS, fetchDrawing } = await import('/board/games.js');
      await fetchDrawing(kind);
      return DRAWINGS[kind].steps(act, view);
    },
    { kind, view, act },
  );
}

/** Does an action by its cells, with the keyboard on each of them. @param {Page} page @param {any} puzzle @param {string[]} done @param {string} act */
async function doAct(page, puzzle, done, act) {
  const { view } = await (await page.request.post(`/api/puzzles/${puzzle.id}/try`, { data: { acts: done } })).json();
  const answered = page.waitForResponse((response) => response.url().includes('/try') && response.request().method() === 'POST');
  answered.catch(() => {});
  for (const step of await stepsOf(page, puzzle.kind, view, act)) {
    const cell = page.locator(`[data-cell="${step}"]`);
    if ((await cell.count()) > 0) {
      await cell.focus();
      await page.keyboard.press('Enter');
    } else if ((await page.locator('.choice').count()) > 0) await page.locator(`.choice [data-choice="${step}"]`).press('Enter');
  }
  if ((await page.locator('[data-focus="done"]').count()) > 0) await page.keyboard.press('Enter');
  const button = page.locator(`.actions [data-action^="do-"]:not(:disabled)`);
  if (/k$|^end$/.test(act) && (await button.count()) > 0) await button.first().click();
  return (await answered).json();
}

for (const kind of ['janggi', 'nanguk', 'yonin']) {
  test(`a puzzle of ${kind} is solved by keys, turn after turn, and told`, async () => {
    const { context, page, troubles } = await visitor();
    const puzzle = longOf(kind);
    await page.goto(`/puzzle/${puzzle.id}`);
    await ready(page);
    assert.match((await page.locator('#polite').textContent()) ?? '', /차례입니다/);
    const acts = solution(puzzle);
    for (const [index, act] of acts.entries()) {
      await doAct(page, puzzle, acts.slice(0, index), act);
      if (index + 1 < acts.length) await ready(page);
    }
    await page.locator('.said.done').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-focus')), 'next');
    assert.equal(await page.locator('.puzzle-tags li').count(), puzzle.themes.length);
    await page.locator('[data-focus="vote-1"]').click();
    await page.locator('[data-focus="vote-1"][aria-pressed="true"]').waitFor();
    await shot(page, `puzzle-${kind}-solved`);
    await page.keyboard.press('n');
    await page.waitForURL((url) => url.pathname.startsWith('/puzzle/') && !url.pathname.endsWith(puzzle.id));
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test('a wrong turn is told, refuted on wish and taken back', async () => {
  const { context, page, troubles } = await visitor();
  const puzzle = longOf('janggi');
  await page.goto(`/puzzle/${puzzle.id}`);
  await ready(page);
  const { legal } = await (await page.request.get(`/api/puzzles/${puzzle.id}`)).json();
  const [own] = solution(puzzle);
  const other = await (async () => {
    for (const act of legal) {
      if (act === own || act.slice(0, act.length / 2) === act.slice(act.length / 2)) continue;
      const answer = await (await page.request.post(`/api/puzzles/${puzzle.id}/try`, { data: { acts: [act] } })).json();
      if (!answer.ok) return act;
    }
    throw new Error('everything is right');
  })();
  await doAct(page, puzzle, [], other);
  await page.locator('.said.again').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-focus')), 'again');
  await page.keyboard.press('w');
  await page.locator('.said.again').getByText('이렇게 받습니다').waitFor();
  await shot(page, 'puzzle-refuted');
  await page.keyboard.press('r');
  await ready(page);
  await page.keyboard.press('h');
  await page.locator('.said.hint').waitFor();
  await page.locator('.mark.help').first().waitFor();
  await page.keyboard.press('h');
  await page.locator('.mark.help-line').waitFor({ state: 'attached' });
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a streak grows with every puzzle, skips once and ends with the first mistake', async () => {
  const { context, page } = await visitor({ language: 'en-US' });
  await page.goto('/puzzles/janggi');
  await page.locator('[data-puzzle="streak"]').click();
  await page.waitForURL(/\/puzzle\//);
  await ready(page);
  await page.locator('.puzzle-streak').getByText('0 in a row').waitFor();
  const idOf = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const now = () => puzzlesOf('janggi').find(({ id }) => id === idOf());
  const first = now();
  const acts = solution(first);
  for (const [index, act] of acts.entries()) {
    await doAct(page, first, acts.slice(0, index), act);
    if (index + 1 < acts.length) await ready(page);
  }
  await page.locator('.said.done').waitFor();
  await page.locator('.puzzle-streak').getByText('1 in a row').waitFor();
  await page.locator('[data-focus="next"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith(first.id));
  await ready(page);
  const second = idOf();
  await page.locator('[data-focus="skip"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith(second));
  await ready(page);
  assert.equal(await page.locator('[data-focus="skip"]').count(), 0, 'once');
  await page.keyboard.press('h');
  await page.locator('.finished').getByText('ends at 1').waitFor();
  await page.goto('/puzzles/janggi');
  await page.locator('[data-puzzle="streak"]').getByText('1').waitFor();
  await context.close();
});

test('the pages of puzzles are reached from the start and from the lessons, and are accessible', async () => {
  for (const [language, locale] of LANGUAGES) {
    for (const dark of [false, true]) {
      const { context, page, troubles } = await visitor({ language: locale, phone: dark, dark });
      await page.goto('/');
      await page.locator('[data-focus="puzzles-janggi"]').click();
      await page.locator('[data-puzzle="daily"]').waitFor();
      await scan(page, `puzzles ${language}`);
      if (language === 'ko') await shot(page, `puzzles-${dark ? 'dark' : 'light'}`);
      await noSidewaysScroll(page);
      await page.locator('[data-puzzle="daily"]').click();
      await page.waitForURL(/\/puzzle\//);
      await ready(page);
      await scan(page, `puzzle ${language}`);
      if (language === 'ko') await shot(page, `puzzle-${dark ? 'dark' : 'light'}`);
      await noSidewaysScroll(page);
      await page.goto('/learn/yonin');
      await page.locator('[data-focus="puzzles-yonin"]').click();
      await page.locator('.puzzle-themes li').first().waitFor();
      assert.deepEqual(troubles, []);
      await context.close();
    }
  }
});

test('puzzles fit every width, and a phone on its side', async () => {
  const { context, page } = await visitor({ language: 'en-US' });
  for (const [width, height] of [[320, 700], [360, 740], [844, 390], [1024, 768], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    for (const kind of KINDS) {
      await page.goto(`/puzzle/${longOf(kind).id}`);
      await page.locator('svg.board').waitFor();
      await noSidewaysScroll(page);
      await shot(page, `puzzle-${kind}-${width}`);
    }
  }
  await context.close();
});

test('a man that comes from a hand is not said to stand nowhere', async () => {
  const { context, page, troubles } = await visitor();
  await page.goto('/puzzle/yoy9g');
  await page.locator('[data-focus=hint]:not([disabled])').click();
  const said = page.locator('.said.hint');
  await said.waitFor();
  assert.match((await said.innerText()).trim(), /3.*[^:]$/, 'the drop itself is shown');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('what there is not is said', async () => {
  const { context, page } = await visitor({ language: 'en-US' });
  await page.goto('/puzzle/nothere');
  await page.getByText('There is no such puzzle.').waitFor();
  await context.close();
});
