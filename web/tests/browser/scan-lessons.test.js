// Every lesson for whoever listens: each is scanned in some language and theme.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, scan, visitor } from './house.js';
import { KINDS, LANGUAGES, SCANNED_WITHIN, lessonsOf, openLesson } from './lessons.js';

after(() => browser.close());

for (const [index, kind] of KINDS.entries()) {
  test(`every lesson of ${kind} passes the accessibility scan, each in some language and theme`, { timeout: SCANNED_WITHIN }, async () => {
    for (const [turn, language] of LANGUAGES.entries()) {
      const { page, context, troubles } = await visitor({ language, dark: (turn + index) % 2 === 0, phone: turn === index % 3 });
      const own = lessonsOf(kind).filter((_, at) => at % LANGUAGES.length === turn);
      for (const { id, stages } of own) {
        // Not always the first stage: they differ in what stands beside the board.
        await openLesson(page, `/learn/${kind}/${id}#${stages[stages.length - 1 - turn]?.id ?? stages[0].id}`);
        await page.keyboard.press('h');
        await page.locator('.said.hint').waitFor();
        await scan(page, `${kind} ${id} ${language}`);
      }
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });
}
