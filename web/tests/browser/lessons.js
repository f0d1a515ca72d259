// What tests of lessons and rule books share: the books, and a page that shows all of its boards.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('playwright').Page} Page */

export const KINDS = ['janggi', 'nanguk', 'tigers', 'yonin'];
export const LANGUAGES = ['ko-KR', 'en-US', 'ja-JP'];
/** A scan of a page with many boards takes seconds, on a busy machine many. This is only for what hangs. */
export const SCANNED_WITHIN = 600_000;

const BOOKS = join(dirname(fileURLToPath(import.meta.url)), '../../../crates/engine/lessons');
/** @param {string} kind @returns {{ id: string, stages: { id: string }[] }[]} */
export const lessonsOf = (kind) => JSON.parse(readFileSync(join(BOOKS, `${kind}.json`), 'utf8')).lessons;

/** @param {Page} page @param {string} address */
export async function openLesson(page, address) {
  await page.goto(address);
  await page.locator('.lesson-words .task').waitFor();
  await page.locator('play-desk svg.board').waitFor();
}

/** Draws every board of a book: each comes when it is near the screen. @param {Page} page */
export async function drawAll(page) {
  const boards = page.locator('try-board');
  for (let at = 0; at < (await boards.count()); at++) {
    await boards.nth(at).scrollIntoViewIfNeeded();
    await boards.nth(at).locator('svg.board').waitFor();
  }
}
