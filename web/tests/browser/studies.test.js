import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { drag } from './hands.js';
import { browser, cell, noSidewaysScroll, scan, shot, visitor } from './house.js';

after(() => browser.close());

const LANGUAGES = /** @type {const} */ (['ko-KR', 'en-US', 'ja-JP']);

/** An analysis with two lines, kept as a study. @param {import('playwright').Page} page */
async function begun(page) {
  await page.goto('/analysis/janggi#acts=a4b4+a7b7');
  await page.locator('[role=treeitem]').nth(1).waitFor();
  await cell(page, 'c4').click();
  await cell(page, 'd4').click();
  await page.locator('[role=treeitem]').nth(2).waitFor();
  await page.locator('[data-focus=comment]').fill('다른 길');
  await page.locator('[data-focus=sign]').selectOption('!?');
  await page.locator('[data-focus=tab-share]').click();
  await page.locator('[data-focus=keep]').click();
  await page.waitForURL(/\/a\/\w+/);
  await page.locator('[data-focus=study-title]').waitFor();
  await page.getByText('다른 길').first().waitFor();
}

/** @param {import('playwright').Page} page */
const saved = (page) => page.locator('[data-focus=study-save][disabled]').waitFor();

test('an analysis becomes a study that is kept, read by link and copied', async () => {
  for (const [index, language] of LANGUAGES.entries()) {
    const { context, page, troubles } = await visitor({ language, phone: index === 1, dark: index === 2 });
    await begun(page);
    await page.locator('[data-focus=study-title]').fill('첫 연구');
    await page.locator('[data-focus=study-save]').click();
    await saved(page);
    await noSidewaysScroll(page);
    await page.keyboard.press('KeyE');
    await page.locator('.thoughts .line').first().waitFor({ state: 'detached' });
    await scan(page, `study ${language}`);
    await shot(page, `study-${language}`);
    await page.reload();
    await page.getByText('다른 길').first().waitFor();
    assert.equal(await page.locator('[data-focus=study-title]').inputValue(), '첫 연구');
    assert.equal(await page.locator('[role=treeitem]').count(), 3);

    const other = await visitor({ language });
    await other.page.goto(page.url());
    await other.page.getByText('다른 길').first().waitFor();
    assert.equal(await other.page.locator('[data-focus=study-save], [data-focus=study-title], [data-focus=study-drop]').count(), 0, 'it is not theirs to change');
    await other.page.locator('[data-focus=study-copy]').click();
    await other.page.locator('[data-focus=study-save]').waitFor();
    assert.notEqual(other.page.url(), page.url());
    await other.context.close();

    await page.goto('/studies');
    await page.locator('.studies .name').waitFor();
    await scan(page, `studies ${language}`);
    await noSidewaysScroll(page);
    await shot(page, `studies-${language}`);
    await page.locator('.studies button').click();
    await page.locator('dialog .danger').click();
    await page.locator('.studies').waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test('who writes in two windows loses nothing unasked', async () => {
  const { context, page, troubles } = await visitor({ language: 'en-US' });
  await begun(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await second.locator('[data-focus=study-title]').fill('second window');
  await second.locator('[data-focus=study-save]').click();
  await saved(second);
  await page.locator('[data-focus=study-title]').fill('first window');
  await page.locator('[data-focus=study-save]').click();
  await page.locator('[data-focus=study-newer]').waitFor();
  await shot(page, 'study-conflict');
  await page.locator('[data-focus=study-over]').click();
  await page.locator('[data-focus=study-over]').waitFor({ state: 'detached' });
  await second.reload();
  await second.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('[data-focus=study-title]'))?.value === 'first window');
  assert.deepEqual(troubles.filter((each) => !each.includes('409')), []);
  await context.close();
});

test('a small study lives in its address, arrows and all', async () => {
  const { context, page, troubles } = await visitor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/analysis/janggi');
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await page.locator('[role=treeitem]').first().waitFor();
  await page.locator('[data-focus=comment]').fill('차길을 연다');
  await drag(page, 'a1', 'a6', 'right');
  await page.locator('.drawn-arrow').waitFor();
  await page.locator('[data-focus=tab-share]').click();
  await page.locator('[data-focus=share]').click();
  const link = await page.waitForFunction(() => navigator.clipboard.readText().then((text) => (text.includes('#study=') ? text : null)));
  await page.goto('/');
  await page.goto(String(await link.jsonValue()));
  await page.getByText('차길을 연다').first().waitFor();
  await page.keyboard.press('End');
  await page.locator('.drawn-arrow').waitFor();
  await page.goto('/analysis/janggi#study=nonsense');
  await page.reload();
  await page.locator('game-board svg').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a study that is not there is said to be gone', async () => {
  const { context, page, troubles } = await visitor({ language: 'ja-JP' });
  await page.goto('/a/nothing');
  await page.getByText('その研究はありません').waitFor();
  assert.deepEqual(troubles.filter((each) => !each.includes('404')), []);
  await context.close();
});
