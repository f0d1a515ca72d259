import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { HERE, browser, cell, deeds, noSidewaysScroll, openGame, scan, shot, visitor } from './house.js';

after(() => browser.close());

for (const dark of [false, true]) {
  const name = dark ? 'dark' : 'light';

  test(`every page passes the accessibility scan, ${name}`, async () => {
    const { page, context, troubles } = await visitor({ dark });
    await page.goto('/');
    await page.locator('[data-play=janggi]').waitFor();
    await scan(page, 'start');
    await shot(page, `start-${name}`);
    await page.locator('[data-new=janggi]').click();
    await page.locator('.more summary').click();
    await scan(page, 'new game');
    await shot(page, `new-${name}`);
    await page.keyboard.press('Escape');
    await page.locator('[data-focus=settings]').click();
    await scan(page, 'settings');
    await shot(page, `settings-${name}`);
    await page.keyboard.press('Escape');
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

for (const width of [320, 360, 390, 768, 1024, 1440]) {
  test(`nothing scrolls sideways at ${width} px`, async () => {
    const { page, context } = await visitor();
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await page.locator('[data-play=janggi]').waitFor();
    await noSidewaysScroll(page);
    for (const [kind, seats] of /** @type {[string, number][]} */ ([['janggi', 2], ['yonin', 4]])) {
      await openGame(page, { kind, choose: false, seats: HERE(seats) });
      await noSidewaysScroll(page);
      const box = await page.locator('game-board').boundingBox();
      assert.ok(box && box.width >= Math.min(width - 20, 500), `${kind}: ${box?.width}`);
    }
    await shot(page, `yonin-${width}`);
    await context.close();
  });
}

test('a game is made with every kind of choice in the dialog', async () => {
  const { page, context } = await visitor({ language: 'en-US' });
  await page.goto('/new/janggi');
  await page.locator('input[name=mode][value=here]').check();
  await page.locator('input[name=preset][value=traditional]').check();
  await page.locator('input[name=clock][value=rapid]').check();
  await page.locator('.more summary').click();
  await page.locator('[name=option-han]').selectOption('outer');
  await page.locator('[name=option-cho]').selectOption('left');
  await page.locator('[name=option-pass]').selectOption('never');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('game-board svg').waitFor();
  assert.equal(await page.locator('.info .rules').textContent(), 'Traditional');
  assert.ok(await page.locator('[data-action^="do-"]').isDisabled(), 'these rules know no pass');
  assert.equal(await page.locator('game-clock').count(), 2);
  await context.close();
});

test('keys alone: from the start page to a move', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('[data-play=janggi]').waitFor();
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('data-play') === 'janggi')) break;
  }
  await page.keyboard.press('Enter');
  await page.locator('game-board svg').waitFor();
  await page.keyboard.press('b');
  assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute('data-cell')), 'the board has the keyboard');
  await cell(page, 'a4').focus();
  assert.match(await cell(page, 'a4').getAttribute('aria-label'), /71, 초\(楚\) 졸/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  assert.match(await cell(page, 'b4').getAttribute('aria-label'), /갈 수 있음/);
  await page.keyboard.press('Enter');
  await deeds(page, 1);
  await context.close();
});

test('settings are kept: language, theme, pieces, sound', async () => {
  const { page, context } = await visitor();
  await page.goto('/');
  await page.locator('[data-language=ja]').click();
  await page.locator('[data-focus=theme]').click();
  await page.locator('[data-focus=sound]').click();
  await page.reload();
  await page.locator('[data-play=janggi]').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  assert.equal(await page.locator('[data-focus=sound]').getAttribute('aria-pressed'), 'true');
  await context.close();
});

test('the first page is light', async () => {
  const { page, context } = await visitor();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/', { waitUntil: 'networkidle' });
  console.log(`first page: ${bytes} bytes transferred`);
  assert.ok(bytes < 300_000, `${bytes} bytes`);
  await context.close();
});

test('an own move is painted before the server answers', async () => {
  const { page, context } = await visitor();
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  const waited = await page.evaluate(async () => {
    const press = (/** @type {string} */ id) => {
      const target = /** @type {SVGElement} */ (document.querySelector(`[data-cell="${id}"]`));
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    };
    press('a4');
    const began = performance.now();
    press('b4');
    const moved = document.querySelector('[data-cell=b4]')?.getAttribute('aria-label')?.includes('졸');
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return { moved, ms: performance.now() - began };
  });
  assert.ok(waited.moved, 'the board had moved when the press returned');
  console.log(`own move painted after ${waited.ms.toFixed(1)} ms`);
  await context.close();
});
