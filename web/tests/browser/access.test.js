// Lessons and rule books for whoever uses keys or sees no colors: the keyboard goes in the order of the eye, and nothing is
// told by color alone.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, openGame, shot, visitor, HERE } from './house.js';
import { drawAll, lessonsOf, openLesson } from './lessons.js';

after(() => browser.close());

/** @typedef {import('playwright').Page} Page */

/** What the keyboard stands on: its name, whether it can be seen there, and whether it shows that. @param {Page} page */
function stop(page) {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const { top, bottom, left, width, height } = at.getBoundingClientRect();
    const style = getComputedStyle(at);
    const ring = style.outlineStyle !== 'none' || (at instanceof SVGElement && style.stroke !== 'none');
    const names = [at.hasAttribute('data-cell') ? 'board' : '', at.getAttribute('data-focus'), at.getAttribute('href'), at.tagName.toLowerCase()];
    return { name: names.find(Boolean) ?? '', region: at.closest('header:not(.lesson-head), .lesson-head, play-desk, .lesson-side, .contents, try-board, .rulebook')?.className ?? '', seen: bottom > 0 && top < innerHeight && left + width > 0 && width * height > 0, ring, top: top + scrollY };
  });
}

/** Goes on with the tab key until the page ends. @param {Page} page @param {number} most */
async function wayByTab(page, most) {
  const way = [];
  for (let n = 0; n < most; n++) {
    await page.keyboard.press('Tab');
    const at = await stop(page);
    if (!at) break;
    way.push(at);
  }
  return way;
}

test('the keyboard goes through a lesson in the order of the eye: stages, board, help, and back', async () => {
  for (const [kind, lesson, tools] of /** @type {[string, string, number][]} */ ([['janggi', 'soldier', 1], ['tigers', 'move', 1], ['yonin', 'drops', 0]])) {
    const { page, context } = await visitor();
    await openLesson(page, `/learn/${kind}/${lesson}`);
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));
    const count = lessonsOf(kind).find(({ id }) => id === lesson)?.stages.length ?? 0;
    await page.locator('[data-focus=map]').focus();
    const way = await wayByTab(page, count + 5 + tools);
    const names = way.map(({ name }) => name);
    assert.deepEqual(names.slice(0, count + 4), [...Array.from({ length: count }, (_, at) => `stage-${at}`), 'board', 'hint', 'again', 'next'], kind);
    assert.equal(names.filter((name) => name.startsWith('do-')).length, tools, names.join());
    for (const { name, seen, ring } of way) assert.ok(seen && ring, `${name}: in sight ${seen}, shown ${ring}`);
    await page.locator('[data-focus=hint]').focus();
    await page.keyboard.press('Shift+Tab');
    assert.equal((await stop(page))?.name, 'board', 'the board is one stop, both ways');
    await context.close();
  }
});

test('the keyboard goes through a rule book from its contents down, and every stop can be seen', { timeout: 120_000 }, async () => {
  const { page, context } = await visitor({ language: 'en-US' });
  await page.goto('/rules/yonin');
  await page.locator('.rulebook h1').first().waitFor();
  await drawAll(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('.contents summary').focus();
  const way = await wayByTab(page, 250);
  const inBook = way.findIndex(({ region }) => region === 'rulebook');
  const contents = way.slice(0, inBook);
  assert.ok(contents.length > 10 && contents.every(({ region }) => region === 'contents'), contents.map(({ name }) => name).join());
  const book = way.slice(inBook);
  assert.equal(book.filter(({ name }) => name === 'board').length, await page.locator('try-board').count(), 'each board is one stop');
  // Two stops may stand in one line; none leads back up by more than a board that is tall.
  let above = 0;
  for (const { top, name, seen, ring } of book) {
    assert.ok(seen && ring, `${name}: in sight ${seen}, shown ${ring}`);
    assert.ok(top > above - 620, `${name} leads back up from ${above} to ${top}`);
    above = top;
  }
  await context.close();
});

/** What is drawn, without its colors. @param {Page} page @param {string} query */
const outlines = (page, query) =>
  page.locator(query).evaluateAll((all) => all.map((mark) => [...mark.querySelectorAll('*')].map((shape) => {
    const style = getComputedStyle(shape);
    const form = [...shape.attributes].filter(({ name }) => !['class', 'fill', 'stroke', 'style'].includes(name)).map(({ name, value }) => `${name}=${value}`);
    return [shape.tagName, ...form, style.fill === 'none' ? 'hollow' : 'filled', style.strokeDasharray].join(' ');
  }).join('; ')));

test('marks of lessons and boards differ in form, and what is said has a sign: no color alone', async () => {
  const { page, context } = await visitor();
  const forms = new Map();
  const see = async (/** @type {string} */ name, /** @type {string} */ query) => {
    const [form] = await outlines(page, query);
    assert.ok(form, `${name} is drawn`);
    forms.set(name, form);
  };
  const signs = new Map();
  const hear = async (/** @type {string} */ name) => {
    const said = page.locator(`.said.${name}`);
    await said.waitFor();
    signs.set(name, await said.locator('svg.icon').innerHTML());
  };
  await openLesson(page, '/learn/janggi/soldier#forward');
  await page.keyboard.press('h');
  await hear('hint');
  for (let step = 0; step < 2; step++) await page.keyboard.press('h');
  await page.locator('.mark.help-line').waitFor({ state: 'attached' });
  await see('goal', '.mark.star');
  await see('piece to move', '.mark.help');
  await see('way', '.mark.help-line');
  await see('where it goes', '.mark.help >> nth=-1');
  await openLesson(page, '/learn/janggi/soldier#never-back');
  await page.locator('[data-cell="e6"]').click();
  await see('picked up', '.mark.selected');
  await see('can go', '.mark.go');
  await page.locator('[data-cell="e5"]').click();
  await hear('refusal');
  await shot(page, 'lesson-refusal');
  await page.locator('[data-cell="e6"]').click();
  await page.locator('[data-cell="f6"]').click();
  await hear('done');
  await see('last move from', '.mark.last-from');
  await see('last move to', '.mark.last-to');
  assert.equal(new Set(forms.values()).size, forms.size, JSON.stringify([...forms], null, 1));
  assert.equal(new Set(signs.values()).size, signs.size, [...signs.keys()].join());

  // At a table: captures, checks, what is in the way.
  await openGame(page, { kind: 'janggi', seats: HERE(2), position: '3k5/9/9/9/9/4p4/9/4R4/9/4K4 w - - 0 1' });
  await page.locator('[data-cell="e3"]').click();
  await see('can take', '.mark.take');
  await page.locator('[data-cell="d3"]').click();
  await page.locator('.mark.check').waitFor();
  await see('in check', '.mark.check');
  assert.equal(new Set(forms.values()).size, forms.size, JSON.stringify([...forms], null, 1));
  await context.close();
});

test('without colors a stage reads as before: the pieces, the goal and the stars keep their contrast', async () => {
  const { page, context } = await visitor();
  await openLesson(page, '/learn/janggi/horse');
  await page.evaluate(() => (document.documentElement.style.filter = 'grayscale(1)'));
  for (let step = 0; step < 3; step++) await page.keyboard.press('h');
  await page.locator('.mark.help-line').waitFor({ state: 'attached' });
  await shot(page, 'lesson-grayscale');
  // The sides are told by the form of their faces and by characters, never by color alone.
  const words = await page.locator('svg.board .piece').evaluateAll((all) => all.map((piece) => `${piece.getAttribute('class')?.includes('cho') ? 'cho' : 'han'} ${piece.textContent || piece.querySelector('path')?.getAttribute('d')}`));
  const bySide = (/** @type {string} */ side) => words.filter((each) => each.startsWith(side)).map((each) => each.slice(4));
  assert.ok(bySide('cho').every((face) => !bySide('han').includes(face)), words.join());
  await context.close();
});
