import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, cell, noSidewaysScroll, scan, shot, visitor } from './house.js';

after(() => browser.close());

const LANGUAGES = /** @type {const} */ (['ko-KR', 'en-US', 'ja-JP']);
const KINDS = ['janggi', 'nanguk', 'tigers', 'yonin'];

/** @param {import('playwright').Page} page */
const ready = (page) => page.locator('.flaws .sound').waitFor();

/** What is wrong, by its names. @param {import('playwright').Page} page */
const flaws = (page) => page.locator('[data-flaw]').evaluateAll((lines) => lines.map((line) => line.getAttribute('data-flaw')));

/** @param {import('playwright').Page} page */
const stateOf = (page) => page.locator('[data-focus=text]').inputValue();

/** Waits for another set-up than this. @param {import('playwright').Page} page @param {string} state */
async function another(page, state) {
  await page.waitForFunction((old) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector('[data-focus=text]'))?.value !== old, state);
  return stateOf(page);
}

/** Presses something and waits for what comes of it. @param {import('playwright').Page} page @param {() => Promise<void>} press */
async function changed(page, press) {
  const before = await stateOf(page);
  await press();
  return another(page, before);
}

test('every game has an editor, on every screen, in every language', async () => {
  for (const [index, kind] of KINDS.entries()) {
    for (const phone of [false, true]) {
      for (const language of phone ? [LANGUAGES[index % 3]] : LANGUAGES) {
        const { context, page, troubles } = await visitor({ language, phone, dark: index % 2 === 0 });
        await page.goto(`/edit/${kind}`);
        await ready(page);
        await noSidewaysScroll(page);
        await scan(page, `${kind} ${language} ${phone}`);
        await shot(page, `editor-${kind}-${phone ? 'phone' : language}`);
        await changed(page, () => page.locator('[data-focus=clear]').click());
        await scan(page, `${kind} ${language} ${phone} cleared`);
        await shot(page, `editor-${kind}-${phone ? 'phone' : language}-cleared`);
        assert.deepEqual(troubles, []);
        await context.close();
      }
    }
  }
});

test('men are put, moved and taken, and everything wrong is said at once', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await page.goto('/edit/janggi');
  await ready(page);
  const start = await stateOf(page);
  await page.locator('[data-brush=K]').click();
  await changed(page, () => cell(page, 'a5').click());
  await page.locator('[data-brush=a]').click();
  await changed(page, () => cell(page, 'i5').click());
  assert.deepEqual((await flaws(page)).sort(), ['outside', 'outside', 'too_many', 'too_many']);
  assert.ok((await page.locator('.mark.flaw').count()) >= 4, 'they are marked at their cells');
  assert.match((await cell(page, 'a5').getAttribute('aria-label')) ?? '', /outside its palace/);
  assert.ok(await page.locator('[data-focus=analyze]').isDisabled(), 'nothing to be played from here');
  await page.locator('[data-brush="rubber:"]').click();
  await changed(page, () => cell(page, 'a5').click());
  await changed(page, () => cell(page, 'i5').click());
  await ready(page);
  assert.equal(await stateOf(page), start);
  await page.locator('[data-brush="hand:"]').click();
  await cell(page, 'a4').click();
  const moved = await changed(page, () => cell(page, 'a6').click());
  await changed(page, () => page.keyboard.press('Control+z'));
  assert.equal(await stateOf(page), start);
  await changed(page, () => page.keyboard.press('Control+y'));
  assert.equal(await stateOf(page), moved);
  await changed(page, () => page.locator('[data-dial=turn]').selectOption('han').then(() => {}));
  assert.match(await stateOf(page), / b - - /);
  await changed(page, () => page.locator('[data-focus=mirror]').click());
  await page.reload();
  await ready(page);
  assert.match(await stateOf(page), / b - - /, 'the address holds it');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('the keyboard alone is enough', async () => {
  const { context, page, troubles } = await visitor();
  await page.goto('/edit/janggi');
  await ready(page);
  await page.locator('[data-brush=R]').focus();
  await page.keyboard.press('Enter');
  await cell(page, 'e5').focus();
  await changed(page, () => page.keyboard.press('Enter'));
  assert.deepEqual(await flaws(page), ['too_many']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'e5', 'the keyboard stays on the board');
  await changed(page, () => page.keyboard.press('Delete'));
  await ready(page);
  await page.keyboard.press('KeyX');
  await page.locator('[data-brush="rubber:"][aria-pressed=true]').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('texts are read and copied, and nonsense changes nothing', async () => {
  const { context, page, troubles } = await visitor({ language: 'ja-JP' });
  await page.goto('/edit/janggi');
  await ready(page);
  const start = await stateOf(page);
  await page.locator('[data-focus=text]').fill('nonsense');
  await page.locator('[data-focus=read]').click();
  await page.locator('#note.shown.refusal').waitFor();
  await page.waitForFunction((old) => /** @type {HTMLTextAreaElement} */ (document.querySelector('[data-focus=text]')).value === old, start);
  await page.locator('[data-focus=text]').fill('9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1');
  await page.locator('[data-focus=read]').click();
  await page.waitForFunction(() => document.querySelectorAll('game-board .piece').length === 2);
  await page.locator('.editor-start summary').click();
  await page.locator('[data-focus=start-cho]').selectOption('left');
  await changed(page, () => page.locator('[data-focus=start]').click());
  assert.match(await stateOf(page), /RBNA1ABNR|RNBA1ANBR/);
  assert.deepEqual(troubles.filter((each) => !each.includes('422')), []);
  await context.close();
});

test('ground, troops and hands are set', async () => {
  const { context, page, troubles } = await visitor();
  await page.goto('/edit/nanguk');
  await ready(page);
  await page.locator('[data-brush=up]').click();
  for (let level = 0; level < 3; level += 1) await changed(page, () => cell(page, 'd4').click());
  assert.ok((await flaws(page)).includes('cliff'));
  await page.goto('/edit/tigers');
  await ready(page);
  await page.locator('game-board [data-thing^="piece:"]').first().waitFor();
  const tile = await page.locator('game-board [data-thing^="piece:"]').first().getAttribute('data-thing');
  await cell(page, tile?.split(':')[1] ?? '').click();
  await page.locator('.dials-of-man .dial-troops select').waitFor();
  await changed(page, () => page.locator('.dials-of-man .dial-troops select').selectOption('0').then(() => {}));
  assert.deepEqual(await flaws(page), ['troops']);
  await page.goto('/edit/yonin');
  await ready(page);
  await changed(page, () => page.locator('[data-dial="hand:s.P"]').selectOption('3').then(() => {}));
  await page.locator('[data-brush=sG]').click();
  await changed(page, () => cell(page, 's:P').click());
  assert.equal(await page.locator('[data-dial="hand:s.P"]').inputValue(), '4', 'a press on the hand puts one there');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('from the editor to the analysis, to a table, to a study', async () => {
  for (const [index, kind] of KINDS.entries()) {
    const { context, page, troubles } = await visitor({ language: LANGUAGES[index % 3], phone: index % 2 === 1 });
    await page.goto(`/edit/${kind}`);
    await ready(page);
    await page.locator('[data-focus=analyze]').click();
    await page.waitForURL(/\/analysis\//);
    await page.locator('game-board svg').waitFor();
    await page.locator('[data-focus=tab-share]').click();
    await page.locator('[data-focus=edit]').click();
    await page.waitForURL(/\/edit\//);
    await ready(page);
    await page.locator('[data-focus=level]').selectOption('beginner');
    await page.locator('[data-focus=play]').click();
    await page.waitForURL(/\/g\//);
    await page.locator('game-board svg').waitFor();
    await page.goBack();
    await ready(page);
    await page.locator('[data-focus=study]').click();
    await page.waitForURL(/\/a\//);
    await page.locator('.notebook').waitFor();
    assert.deepEqual(troubles, []);
    await context.close();
  }
});
