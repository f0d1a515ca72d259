// Hands for boards whose cells overlap on the screen: they press where the eye sees the cell.

import assert from 'node:assert/strict';

/** A spot of the screen that belongs to a cell, if there is one; runs in the page. @param {string} wanted @returns {[number, number] | null} */
function spotOf(wanted) {
  const hit = document.querySelector(`[data-cell="${wanted}"]`);
  hit?.scrollIntoView({ block: 'nearest' });
  const box = hit?.getBoundingClientRect();
  if (!box) return null;
  const parts = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88, 0.05, 0.95];
  for (const down of parts) {
    for (const across of parts) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * down];
      if (document.elementFromPoint(x, y)?.getAttribute('data-cell') === wanted) return [x, y];
    }
  }
  return null;
}

/** Where a cell is seen, as soon as it is: a board is drawn anew at any moment. @param {import('playwright').Page} page @param {string} id @returns {Promise<[number, number]>} */
async function seen(page, id) {
  const spot = await page.waitForFunction(spotOf, id).catch((why) => assert.fail(`${id} cannot be seen and pressed: ${why.message}`));
  const [x, y] = /** @type {[number, number]} */ (await spot.jsonValue());
  return [x, y];
}

/** Presses a cell with the pointer. @param {import('playwright').Page} page @param {string} id */
export async function press(page, id) {
  await page.mouse.click(...(await seen(page, id)));
}

/** Drags from one cell to another. @param {import('playwright').Page} page @param {string} from @param {string} to @param {'left' | 'right'} [button] */
export async function drag(page, from, to, button = 'left') {
  await page.mouse.move(...(await seen(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await seen(page, to)), { steps: 5 });
  await page.mouse.up({ button });
}

/** Every cell of the board can be pressed somewhere. @param {import('playwright').Page} page */
export async function allCanBePressed(page) {
  const ids = await page.evaluate(() => [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('data-cell') ?? ''));
  for (const id of ids) assert.ok(await page.evaluate(spotOf, id), `${id} can be pressed`);
  return ids.length;
}

/** Does an action as a person does it: cells by pointer, other steps by their buttons. @param {import('playwright').Page} page @param {string[]} steps @param {boolean} waits */
export async function perform(page, steps, waits) {
  for (const step of steps) {
    const cell = await page.locator(`[data-cell="${step}"]`).count();
    if (cell > 0) await press(page, step);
    else if (step.startsWith('n:')) await page.locator(`.choice [data-choice="${step}"]`).click();
    // A choice of one is none.
    else if ((await page.locator(`[data-step="${step}"]`).count()) > 0) await page.locator(`[data-step="${step}"]`).click();
  }
  if (waits) await press(page, steps[steps.length - 1]);
}
