// One's own library: files of old and new programs are dropped, found, stepped through, analyzed, taken along and thrown away.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser, noSidewaysScroll, scan, shot, visitor } from './house.js';
import { alone } from './server.js';

const DATA = join(dirname(fileURLToPath(import.meta.url)), '../../../crates/janggi/tests/data');
const GIB = readFileSync(join(DATA, 'sample.gib'));

after(() => browser.close());

/** Drops files on the page, as a hand does. @param {import('playwright').Page} page @param {{ name: string, bytes: number[] }[]} files */
async function drop(page, files) {
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name));
    return data;
  }, files);
  await page.dispatchEvent('library-page', 'drop', { dataTransfer: transfer });
}

test('files in CP949 are dropped, searched, opened at a table, analyzed and thrown away, on a phone', async () => {
  await alone(async (house) => {
    const { page, troubles, context } = await visitor({ phone: true, house });
    await page.goto('/library');
    await page.getByText('아직 담아 둔 기보가 없습니다').waitFor();
    await scan(page, 'an empty library');
    await shot(page, 'library-empty-phone');
    await drop(page, [{ name: '대회.gib', bytes: [...GIB] }, { name: 'broken.uci', bytes: [...Buffer.from('position startpos moves a4b4\nnonsense\n')] }]);
    await page.locator('.volumes li').first().waitFor();
    // The sample has broken games of its own; a long list is opened by whoever wants to read it.
    await page.locator('[data-focus=refused]').click();
    await page.getByText('broken.uci 2째 줄').waitFor();
    const count = await page.locator('.volumes li').count();
    assert.ok(count > 1, `${count} games`);
    await scan(page, 'a library');
    await noSidewaysScroll(page);
    await shot(page, 'library-phone');
    const title = (await page.locator('.volumes b').last().textContent()) ?? '';
    await page.locator('[data-focus=find]').fill(title.split(' – ')[0]);
    await page.waitForFunction((all) => document.querySelectorAll('.volumes li').length < all, count);
    await page.locator('.volumes a').first().click();
    await page.waitForURL(/\/library\/\w+$/);
    await page.locator('game-board svg').waitFor();
    await page.locator('.stepper .at', { hasText: /^\s*0\s*\// }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.stepper .at', { hasText: /^\s*1\s*\// }).waitFor();
    await noSidewaysScroll(page);
    await shot(page, 'library-table-phone');
    await page.goBack();
    await page.locator('[data-focus^=analysis-]').first().click();
    await page.waitForURL(/\/analysis\/janggi\?library=/);
    // The latest is the one legal game of the broken file, of one move.
    await page.locator('.movetree button').first().waitFor();
    await page.goto('/library');
    await page.locator('[data-focus^=remove-]').first().click();
    await page.locator('dialog button[value=yes]').click();
    await page.waitForFunction((all) => document.querySelectorAll('.volumes li').length === all - 1, count);
    await page.locator('[data-focus=clear]').click();
    await page.locator('dialog button[value=yes]').click();
    await page.getByText('아직 담아 둔 기보가 없습니다').waitFor();
    assert.deepEqual(troubles, []);
    await context.close();
  });
});

test('a record is pasted and taken along by keyboard, in three languages, on a wide dark screen', async () => {
  await alone(async (house) => {
    for (const [language, word] of [['ko-KR', '기보 보관함'], ['en-US', 'Your library'], ['ja-JP', '棋譜の書庫']]) {
      const { page, troubles, context } = await visitor({ language, dark: true, house });
      await page.goto('/');
      await page.locator('[data-focus=library]').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: word }).waitFor();
      await page.locator('[data-focus=pasting]').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.insertText('position startpos moves a4b4 a7b7\n');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('.volumes li').first().waitFor();
      await scan(page, `the library in ${language}`);
      await shot(page, `library-wide-${language}`);
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-focus=export-janggi]').click()]);
      assert.equal(download.suggestedFilename(), 'library-janggi.jgn');
      assert.match(readFileSync(await download.path(), 'utf8'), /^\[Event /);
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
});
