// Every rule book for whoever listens: each is scanned in every language, with all its boards.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, scan, visitor } from './house.js';
import { KINDS, LANGUAGES, SCANNED_WITHIN, drawAll } from './lessons.js';

after(() => browser.close());

for (const [index, kind] of KINDS.entries()) {
  test(`the rule book of ${kind} passes the accessibility scan in every language, with all its boards`, { timeout: SCANNED_WITHIN }, async () => {
    for (const [turn, language] of LANGUAGES.entries()) {
      const { page, context, troubles } = await visitor({ language, dark: (turn + index) % 2 === 1, phone: turn === (index + 1) % 3 });
      await page.goto(`/rules/${kind}`);
      await page.locator('.rulebook h1').first().waitFor();
      await drawAll(page);
      await scan(page, `rules ${kind} ${language}`);
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
}
