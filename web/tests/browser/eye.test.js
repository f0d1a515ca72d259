// What a strict eye looks for: nothing clipped, covered or said twice, advice that fits, and a link
// that shows what it leads to.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { en, ja, ko } from '../tools/texts.js';
import { press } from './hands.js';
import { HERE, URL_OF_HOUSE, browser, openGame, visitor } from './house.js';

after(() => browser.close());

/** @typedef {import('playwright').Page} Page */

/** @type {[string, Record<string, string>][]} */
const LANGUAGES = [['ko-KR', ko], ['en-US', en], ['ja-JP', ja]];
const WAITING = { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }] };
/** @type {[string, string[]][]} */
const GAMES = [['janggi', ['a4']], ['nanguk', ['e3']], ['tigers', ['2']], ['yonin', ['5g']]];

/** @param {string} kind */
const hotSeat = (kind) => ({ kind, choose: false, ...(kind === 'nanguk' ? { start: { terrain: 'example' } } : {}), seats: HERE(kind === 'yonin' ? 4 : 2) });

test('the invitation goes to the system\'s share sheet, and closing that says nothing', async () => {
  const { page, context, troubles } = await visitor();
  await page.addInitScript(() => {
    const asked = /** @type {ShareData[]} */ ([]);
    Object.assign(globalThis, { asked });
    navigator.share = async (data) => {
      asked.push(data ?? {});
      if (asked.length > 1) throw new DOMException('closed', 'AbortError');
    };
  });
  const id = await openGame(page, WAITING);
  for (let time = 0; time < 2; time++) await page.locator('[data-focus=share]').click();
  const asked = await page.evaluate(() => Reflect.get(globalThis, 'asked'));
  assert.deepEqual(asked[0], { title: ko.site, text: ko['invite.text'], url: `${new URL(URL_OF_HOUSE).origin}/g/${id}` });
  assert.equal(asked.length, 2);
  assert.equal(await page.locator('#note.shown').count(), 0);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('where the system has no share sheet, none is offered, and the link can still be copied', async () => {
  const { page, context } = await visitor();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await openGame(page, WAITING);
  assert.equal(await page.locator('[data-focus=share]').count(), 0);
  await page.locator('[data-focus=copy]').click();
  await page.locator('#note.shown').getByText(ko['invite.copied']).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`/g/${id}$`));
  await context.close();
});

test('a link shows what it leads to: preview, manifest and icons', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  const tag = (/** @type {string} */ name) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
  for (const name of ['type', 'site_name', 'title', 'description', 'image']) assert.ok(await tag(name), name);
  const sizeOf = (/** @type {string} */ address) =>
    page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, address);
  // Whoever shows a preview takes whole addresses only.
  assert.equal(await tag('image'), new URL('/style/preview.png', URL_OF_HOUSE).href);
  const [wide, high] = await sizeOf((await tag('image')) ?? '');
  assert.ok(wide >= 1200 && high >= 600, `${wide}×${high}`);
  const manifest = await (await page.request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '')).json();
  assert.equal(manifest.start_url, '/');
  assert.equal(manifest.display, 'standalone');
  for (const { src, sizes } of manifest.icons) if (sizes !== 'any') assert.equal((await sizeOf(src)).join('x'), sizes);
  await context.close();
});

test('the first key leads past the header, and every landmark has a name of its own', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('[data-play=janggi]').waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'skip');
  assert.equal(await page.locator('#skip').textContent(), ko.skip);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('main') !== null), true);
  await openGame(page, hotSeat('janggi'));
  const names = await page.locator('aside, nav').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  assert.ok(names.length >= 2 && names.every(Boolean) && new Set(names).size === names.length, names.join());
  assert.ok(await page.locator('a.brand').getAttribute('aria-label'));
  await context.close();
});

test('grounds and advice fit the variant', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('[data-new=nanguk]').click();
  await page.locator('[data-focus=more]').click();
  const grounds = () => page.locator('[data-focus=option-terrain] option').evaluateAll((all) => all.map((each) => /** @type {HTMLOptionElement} */ (each).value));
  const land = await grounds();
  assert.ok(land.includes('ridge') && !land.includes('open-sea'), land.join());
  await page.locator('[data-focus=option-terrain]').selectOption('ridge');
  await page.locator('label', { has: page.locator('[data-focus=preset-sea]') }).click();
  const sea = await grounds();
  assert.ok(sea.includes('open-sea') && sea.includes('myeongnyang') && !sea.includes('ridge'), sea.join());
  assert.notEqual(await page.locator('[data-focus=option-terrain]').inputValue(), 'ridge', 'what does not fit is given up');
  for (const [preset, terrain] of [['siege', 'plain'], ['sea', 'open-sea'], ['firearms', 'plain']]) {
    await openGame(page, { kind: 'nanguk', preset, choose: false, start: { terrain }, seats: HERE(2) });
    assert.equal(await page.locator('.info .how').textContent(), Reflect.get(ko, `game.nanguk.how.${preset}`));
  }
  await openGame(page, { kind: 'tigers', preset: 'full', choose: false, seats: HERE(2) });
  assert.equal(await page.locator('.info .how').textContent(), ko['game.tigers.how.full']);
  await context.close();
});

/** Whether two boxes lie upon each other by more than a hair. @param {DOMRect} a @param {DOMRect} b */
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

for (const phone of [false, true]) {
  test(`trays, labels, rings and frames keep apart${phone ? ' on a phone' : ''}`, async () => {
    const { page, context } = await visitor({ phone });
    const boxes = (/** @type {string} */ query) => page.locator(query).evaluateAll((all) => all.map((each) => /** @type {DOMRect} */ (each.getBoundingClientRect().toJSON())));
    for (const [kind, picks] of GAMES) {
      await openGame(page, hotSeat(kind));
      const labels = await boxes('svg.board .coordinate');
      const trays = await boxes('svg.board .tray');
      assert.equal(trays.length > 0, kind === 'yonin');
      for (const label of labels) assert.ok(!trays.some((tray) => meet(label, tray)), `${kind}: a tray covers a label`);
      for (const pick of picks) await press(page, pick);
      const [board] = await boxes('svg.board');
      for (const ring of await boxes('svg.board .marks.over > *')) {
        assert.ok(ring.left >= board.left - 1 && ring.right <= board.right + 1 && ring.top >= board.top - 1 && ring.bottom <= board.bottom + 1, `${kind}: a ring leaves the board`);
        assert.ok(!trays.some((tray) => meet(ring, tray)), `${kind}: a ring lies upon a tray`);
      }
    }
    await context.close();
  });
}

test('with names on and Hangul on the pieces, no piece says its name twice', async () => {
  for (const [language] of LANGUAGES) {
    const { page, context } = await visitor({ language, set: 'hangul' });
    await page.addInitScript(() => localStorage.setItem('daeguk.names', 'on'));
    for (const [kind] of GAMES) {
      await openGame(page, hotSeat(kind));
      const twice = await page.locator('svg.board .piece').evaluateAll((all) => all.flatMap((each) => {
        const words = [...each.querySelectorAll('text')].map((text) => text.textContent ?? '').filter((word) => /\p{L}/u.test(word));
        return new Set(words).size < words.length ? [words.join(' ')] : [];
      }));
      assert.deepEqual(twice, [], `${kind} ${language}`);
    }
    await context.close();
  }
});

/** The words that are cut off. @param {Page} page @param {string} query */
const clipped = (page, query) =>
  page.locator(query).evaluateAll((all) => all.filter((each) => each.checkVisibility()).flatMap((each) => {
    if (each instanceof HTMLSelectElement) {
      const brush = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
      brush.font = getComputedStyle(each).font;
      const style = getComputedStyle(each);
      const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const words = each.selectedOptions[0]?.textContent ?? '';
      return brush.measureText(words).width > room + 1 ? [words] : [];
    }
    // Tall characters may reach out of their line by a hair.
    return each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 4 ? [each.textContent ?? ''] : [];
  }));

/** Asks on every screen, without going anywhere. @param {Page} page @param {string} query @param {string} where */
async function wholeOnEveryScreen(page, query, where) {
  for (const [width, height] of [[360, 740], [1180, 820], [1280, 720], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(80);
    assert.deepEqual(await clipped(page, query), [], `${where} at ${width}`);
  }
}

for (const [language] of LANGUAGES) {
  test(`no choice, button, plate or word on the turn is cut off, ${language}`, { timeout: 180_000 }, async () => {
    const { page, context } = await visitor({ language });
    await page.goto('/');
    await page.locator('.game.janggi [data-liked=choice]').waitFor();
    await wholeOnEveryScreen(page, '.ways > *, .liked select, .newcomer', 'start page');
    for (const [kind, picks] of GAMES) {
      await page.goto('/');
      await page.locator(`[data-new=${kind}]`).click();
      await page.locator('[data-focus=more]').click();
      await wholeOnEveryScreen(page, 'form.newgame :is(select, .segmentrow label, .presetgrid label, .option, button)', `new ${kind}`);
      await openGame(page, { ...hotSeat(kind), help: true, seats: Array.from({ length: kind === 'yonin' ? 4 : 2 }, (_, seat) => (seat === 0 ? { type: 'me' } : { type: 'computer', level: 'beginner' })) });
      await wholeOnEveryScreen(page, '.status, .plates.bottom .who strong, .actions button', kind);
      for (const pick of picks) await press(page, pick);
      await wholeOnEveryScreen(page, '.status, .actions button, .panel button', `${kind} with a piece picked`);
    }
    await context.close();
  });
}
