// Help at the table: a hint in three steps, what threatens, a question before a blunder, and a result that says so.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { en, ja, ko } from '../tools/texts.js';
import { press } from './hands.js';
import { HERE, browser, deeds, openGame, scan, shot, stateOf, visitor } from './house.js';

after(() => browser.close());

const MATE = '3k5/8R/9/9/9/9/9/9/4K4/R8 w - - 0 1';
/** Cho's chariot stands before a soldier of Han. */
const HANGING = '4k4/9/9/9/p8/R8/9/9/9/3K5 w - - 0 1';
/** @param {string} position */
const helped = (position) => ({ kind: 'janggi', position, help: true, seats: HERE(2) });

for (const [language, words, phone] of /** @type {[string, Record<string, string>, boolean][]} */ ([['ko-KR', ko, false], ['en-US', en, true], ['ja-JP', ja, false]])) {
  test(`a hint names the piece, then the move, then why; the result counts it, ${language}`, { timeout: 60_000 }, async () => {
    const { page, context, troubles } = await visitor({ language, phone });
    const id = await openGame(page, helped(MATE));
    const step = async (/** @type {string} */ key) => {
      await page.locator('[data-action=hint]').click();
      await page.locator('.status small').getByText(words[key].split('{')[0].trim()).waitFor();
    };
    await step('learn.hint.piece');
    assert.equal(await page.locator('.mark.help').count(), 1, 'the piece alone');
    await step('learn.hint.line');
    // The cells are named as they are written at the edge of the board.
    assert.match((await page.locator('.status small').textContent()) ?? '', language === 'en-US' ? /from a1 to a10/ : /01.*11/);
    assert.equal(await page.locator('.mark.help-line').count(), 1);
    await step('help.line');
    const told = (await page.locator('.status small').textContent()) ?? '';
    assert.ok(told.includes(words['help.why.misses'].replace('{plies}', '1')), told);
    await page.waitForFunction((said) => document.getElementById('polite')?.textContent?.includes(said), words['help.line'].split('{')[0].trim());
    await scan(page, `helped ${language}`);
    await shot(page, `help-${language}`);
    assert.deepEqual((await stateOf(page, id)).hints, [1, 0], 'three steps are one hint');
    await press(page, 'a1');
    await press(page, 'a10');
    await page.locator('.card.result .helped').getByText(words['help.used'].replace('{count}', '1')).waitFor();
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test('a blunder is asked about once, a threat is drawn, and both are switches', { timeout: 60_000 }, async () => {
  const { page, context } = await visitor();
  await openGame(page, helped(HANGING));
  await page.locator('[data-switch=threats]').click();
  await page.locator('.mark.threat').waitFor({ state: 'attached' });
  assert.match((await page.locator('.status small').textContent()) ?? '', new RegExp(ko['help.threat'].split('{')[0]));
  await page.locator('[data-switch=warnings]').click();
  await press(page, 'd1');
  await press(page, 'd2');
  const dialog = page.locator('dialog.question[open]');
  await dialog.getByText(ko['help.sure']).waitFor();
  await shot(page, 'help-blunder');
  await dialog.locator('button[value=no]').click();
  assert.equal(await page.locator('[data-cell=d1]').getAttribute('aria-label').then((words) => words?.includes('왕') || words?.includes('초')), true, 'it is taken back');
  await press(page, 'a5');
  await press(page, 'a6');
  await deeds(page, 1);
  assert.equal(await page.locator('dialog.question[open]').count(), 0, 'what is good is not asked about');
  assert.equal(await page.locator('.mark.threat').count(), 0, 'what was said of another position is gone');
  await context.close();
});

test('quick play against the computer has help; a game by link does not offer it', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('.game.janggi [data-liked=level]').selectOption('beginner');
  await page.locator('[data-play=janggi]').click();
  await page.locator('[data-action=hint]').waitFor();
  await page.goto('/');
  await page.locator('[data-new=janggi]').click();
  await page.locator('[data-focus=help-yes]').waitFor({ state: 'attached' });
  await page.locator('label', { has: page.locator('[data-focus=mode-link]') }).click();
  await page.locator('[data-focus=mode-link]:checked').waitFor({ state: 'attached' });
  assert.equal(await page.locator('[data-focus=help-yes]').count(), 0, 'never against people');
  await context.close();
});
