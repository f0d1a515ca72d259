// What the browser tests share: a browser, visitors, and hands that click.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright';

export const URL_OF_HOUSE = process.env.DAEGUK_URL ?? '';
export const SHOTS = join(dirname(fileURLToPath(import.meta.url)), '../shots');
mkdirSync(SHOTS, { recursive: true });

export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/**
 * A new person in front of a screen. Whatever goes wrong in the page fails the test.
 * @param {{ language?: string, phone?: boolean, dark?: boolean, still?: boolean, house?: string, set?: string }} [wish]
 */
export async function visitor({ language = 'ko-KR', phone = false, dark = false, still = true, house = URL_OF_HOUSE, set } = {}) {
  const context = await browser.newContext({
    baseURL: house,
    locale: language,
    viewport: phone ? { width: 360, height: 740 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
  });
  if (set) await context.addInitScript((name) => localStorage.setItem('daeguk.pieces', name), set);
  const page = await context.newPage();
  // For what never comes: a busy machine may take seconds for what a quiet one does at once.
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && !/ERR_CONNECTION|WebSocket|Failed to fetch/.test(message.text()) && troubles.push(message.text()));
  return { context, page, troubles };
}

/** @param {import('playwright').Page} page @param {string} id */
export const cell = (page, id) => page.locator(`[data-cell="${id}"]`);

/** Makes a game over the API as this visitor and opens it. @param {import('playwright').Page} page @param {object} wish */
export async function openGame(page, wish) {
  const answer = await page.request.post('/api/games', { data: wish });
  assert.equal(answer.status(), 201, await answer.text());
  const { id } = await answer.json();
  await page.goto(`/g/${id}`);
  await page.locator('game-board svg').waitFor();
  return id;
}

/** @param {import('playwright').Page} page @param {string} id */
export async function stateOf(page, id) {
  return (await page.request.get(`/api/games/${id}`)).json();
}

/** The game that a page shows. @param {import('playwright').Page} page */
export const gameOf = (page) => new URL(page.url()).pathname.split('/')[2];

/** Waits until the game has so many deeds. @param {import('playwright').Page} page @param {number} count */
export async function deeds(page, count) {
  await page.waitForFunction((wanted) => {
    const shown = document.querySelector('.stepper .at')?.textContent ?? '';
    return Number(shown.split('/')[1]) >= wanted;
  }, count);
}

/** @param {import('playwright').Page} page @param {string} name */
export const shot = (page, name) => page.screenshot({ path: join(SHOTS, `${name}.png`) });

/** Every text of the page has its words: none shows the name of a key. @param {import('playwright').Page} page @param {string} where */
export async function allIsSaid(page, where) {
  const bare = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // The words of a rule book are its own, and some name a site.
      if (node.parentElement?.closest('.rulebook') && !node.parentElement.closest('try-board, .to-lessons')) continue;
      if (/^[a-z]{2,}(\.[\w-]*)+$/.test(node.textContent?.trim() ?? '')) found.push(node.textContent);
    }
    for (const element of document.querySelectorAll('[aria-label]')) {
      if (/(^|[ ,])(game|seat|preset|plate|level|cell|val|opt)\.[\w.-]+/.test(element.getAttribute('aria-label') ?? '')) found.push(element.getAttribute('aria-label'));
    }
    return found;
  });
  assert.deepEqual(bare, [], where);
}

/** No serious finding of the accessibility scan. @param {import('playwright').Page} page @param {string} where */
export async function scan(page, where) {
  // Only what is wrong is wanted: describing all that is right takes most of the time. Nothing here is in a frame of another address.
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode().withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const found = violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`).join('\n   ')}`);
  assert.deepEqual(found, [], where);
  await allIsSaid(page, where);
}

/** @param {import('playwright').Page} page */
export async function noSidewaysScroll(page) {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `${wide} > ${seen}`);
}

/** How much the page has shifted since it began to watch. @param {import('playwright').Page} page @returns {Promise<() => Promise<number>>} */
export async function shifts(page) {
  await page.evaluate(() => {
    const seen = { sum: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: false });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'seen').sum);
}

/** What a layout may shift by during a whole game. */
export const SHIFT_MAX = 0.02;

export const HERE = (/** @type {number} */ count) => Array.from({ length: count }, () => ({ type: 'me' }));
