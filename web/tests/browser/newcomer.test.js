// Somebody who has never seen the games does what the page says and nothing else: the first three lessons
// of each game, then a game against the weakest computer. Nothing here knows a rule, a lesson or a state.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { ko } from '../tools/texts.js';
import { press } from './hands.js';
import { browser, shot, visitor } from './house.js';

after(() => browser.close());

/** @typedef {import('playwright').Page} Page */

const LESSONS = 3;
const ACTS_MAX = 12;
const MOVES = 9;
/** The side that a newcomer gets, as the board calls it. @type {Record<string, string>} */
const SIDE = { janggi: ko['seat.janggi.cho'], nanguk: ko['seat.nanguk.blue'], tigers: ko['seat.tigers.A'], yonin: ko['seat.yonin.s'] };
/** How a board says that something can be done with a cell. */
const CAN = [ko['cell.target'], ko['cell.capture'], ko['nanguk.aim.go'], ko['nanguk.aim.take'], ko['tigers.aim.go']];

/** The cells that are said to be so. @param {Page} page @param {string} words @returns {Promise<string[]>} */
const saying = (page, words) => page.locator(`[data-cell][aria-label*="${words}"]`).evaluateAll((all) => all.map((each) => each.getAttribute('data-cell') ?? ''));

/** Answers what opens after a gesture: a choice in words, or the question whether it goes on. @param {Page} page @param {string} told */
async function settle(page, told) {
  const choices = page.locator('.choice [data-choice]');
  if ((await choices.count()) > 0) {
    const wanted = told.includes(ko['spoken.promote']) ? ko['choice.promote'] : ko['choice.stay'];
    const named = choices.filter({ hasText: wanted });
    await ((await named.count()) > 0 ? named : choices).first().click();
  }
  const done = page.locator('[data-focus=done]:visible');
  if ((await done.count()) > 0) await done.first().click();
}

/** Asks for help until the line is drawn, and does that. @param {Page} page */
async function doAsTold(page) {
  for (let step = 0; step < 3; step++) {
    await page.locator('[data-focus=hint]').click();
    await page.locator('.said.hint').waitFor();
    if (step > 0) await page.locator('.mark.help, .tile.shown').first().waitFor();
  }
  const told = (await page.locator('.said.hint').textContent()) ?? '';
  const answered = page.waitForResponse((response) => response.url().includes('/api/lessons/') && response.request().method() === 'POST');
  const button = page.locator('.tile.shown');
  if ((await button.count()) > 0) await button.click();
  else {
    const [from] = await saying(page, ko['learn.star.piece']);
    const [to] = await saying(page, ko['learn.star.to']);
    assert.ok(from, told);
    await press(page, from);
    if (to) await press(page, to);
    else if (told.includes(ko['tigers.deed.k'])) await page.locator('[data-step=k]').click();
    await settle(page, told);
  }
  assert.equal((await answered).status(), 200, told);
}

/** @param {Page} page */
async function learnStage(page) {
  await page.locator('.lesson-words .task').waitFor();
  for (let act = 0; act < ACTS_MAX; act++) {
    await page.locator('[data-focus=hint]:not(:disabled)').waitFor();
    await doAsTold(page);
    await page.waitForFunction(() => document.querySelector('.said.done') || !document.querySelector('.said.hint'));
    if ((await page.locator('.said.done').count()) > 0) return;
  }
  assert.fail('the help does not lead to the end');
}

/** @param {Page} page @returns {Promise<number>} */
const played = async (page) => Number(((await page.locator('.stepper .at').textContent()) ?? '').split('/')[1]);

/** Whether more has been played than so much. What costs something is asked about first; whoever reads on says yes. Runs in the page. @param {number} before */
function isPlayed(before) {
  /** @type {HTMLElement | null} */ (document.querySelector('dialog[open] button[value=yes]'))?.click();
  return Number((document.querySelector('.stepper .at')?.textContent ?? '').split('/')[1]) > before;
}

/** Picks up own pieces until one can go somewhere, and goes there. @param {Page} page @param {string} kind @param {number} n */
async function move(page, kind, n) {
  const own = await saying(page, SIDE[kind]);
  for (let tried = 0; tried < own.length; tried++) {
    const from = own[(n * 7 + tried) % own.length];
    await page.keyboard.press('Escape');
    await press(page, from);
    const targets = (await Promise.all(CAN.map((words) => saying(page, words)))).flat().filter((id) => id !== from);
    if (targets.length === 0) continue;
    await press(page, targets[(n * 3) % targets.length]);
    await settle(page, '');
    return;
  }
  assert.fail('no piece can go anywhere');
}

for (const kind of Object.keys(SIDE)) {
  test(`a newcomer to ${kind} learns three lessons and plays a game to its end by what the page says`, { timeout: 240_000 }, async () => {
    const { context, page, troubles } = await visitor();
    await page.goto('/');
    await page.locator('a.newcomer').click();
    await page.locator(`#learn-${kind} .row a.primary`).click();
    for (let lesson = 0; lesson < LESSONS; lesson++) {
      for (let finished = false; !finished; ) {
        await learnStage(page);
        finished = (await page.locator('.finished').count()) > 0;
        const task = await page.locator('.lesson-words .task').textContent();
        if (finished && lesson + 1 === LESSONS) break;
        await page.locator('[data-focus=next]').click();
        await page.waitForFunction((words) => document.querySelector('.lesson-words .task')?.textContent !== words || !document.querySelector('.said.done'), task);
      }
    }
    assert.equal(await page.locator('[data-focus=play]').count(), 1, 'the way to a game is offered');

    await page.locator('a.brand').click();
    await page.locator(`.game.${kind} [data-liked=level]`).selectOption('beginner');
    await page.locator(`[data-play=${kind}]`).click();
    await page.locator('game-board svg').waitFor();
    // Of four, one may be out before the end.
    const over = async () => (await page.locator('.card.result, .plates.bottom .plate.out').count()) > 0;
    for (let n = 0; n < MOVES; n++) {
      await page.locator('.plates.bottom :is(.acting, .out), .card.result').first().waitFor({ timeout: 60_000 });
      if (await over()) break;
      const before = await played(page);
      await move(page, kind, n);
      await page.waitForFunction(isPlayed, before);
      assert.equal(await page.locator('#note.refusal.shown').count(), 0, 'nothing was refused');
    }
    await page.locator('.plates.bottom :is(.acting, .out), .card.result').first().waitFor({ timeout: 60_000 });
    if (!(await over())) {
      await page.locator('[data-action=resign]:not(:disabled)').click();
      await page.locator('dialog[open] button[value=yes]').click();
    }
    await page.locator('.card.result .reason, .plates.bottom .plate.out').first().waitFor({ timeout: 60_000 });
    await shot(page, `newcomer-${kind}`);
    assert.deepEqual(troubles, []);
    await context.close();
  });
}
