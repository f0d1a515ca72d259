import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import '../unit/stub.js';
import { allCanBePressed, perform, press } from './hands.js';
import { HERE, SHIFT_MAX, browser, deeds, noSidewaysScroll, openGame, scan, shifts, shot, stateOf, visitor } from './house.js';

const { nanguk } = await import('../../board/nanguk.js');

after(() => browser.close());

/** @param {import('playwright').Page} page @param {string} id @param {string} action */
async function play(page, id, action) {
  const { view, deeds: done } = await stateOf(page, id);
  if (action === '--') return;
  await perform(page, nanguk.steps(action, view), nanguk.waits?.(action, view) ?? false);
  await deeds(page, done.length + 1);
}

/** Kings first, then any piece, then ahead. @param {string[]} legal @param {any} view @param {number} n */
function greedy(legal, view, n) {
  const worth = (/** @type {string} */ action) => {
    const taken = view.pieces.find((/** @type {any} */ man) => man.square === action.slice(3) && /[x*!]/.test(action[2]));
    if (taken) return taken.role === 'king' ? 1000 : 100;
    const ahead = (Number(action[4]) - Number(action[1])) * (view.turn === 'blue' ? 1 : -1);
    return ahead * 3 + ((action.charCodeAt(0) * 7 + action.charCodeAt(3) * 13 + n * 5) % 11);
  };
  return [...legal].sort((a, b) => worth(b) - worth(a))[0];
}

test('a whole game on one screen by real clicks: the ground is built, then the king is hunted', async () => {
  const { context, page, troubles } = await visitor();
  const id = await openGame(page, { kind: 'nanguk', seats: HERE(2), options: { turn_blocks: '16', limit: '60' } });
  await page.waitForTimeout(600);
  const shifted = await shifts(page);
  for (let n = 0; n < 64; n++) {
    const { legal } = await stateOf(page, id);
    await play(page, id, legal[(n * 17 + 5) % legal.length]);
    if (n === 30) await shot(page, 'nanguk-building');
  }
  assert.equal((await stateOf(page, id)).view.phase, 'battle');
  await shot(page, 'nanguk-battle');
  for (let n = 0; n < 400; n++) {
    const { legal, view, phase } = await stateOf(page, id);
    if (phase === 'over') break;
    const sum = await shifted();
    assert.ok(sum < SHIFT_MAX, `action ${n}: ${sum}`);
    await play(page, id, greedy(legal, view, n));
  }
  assert.equal((await stateOf(page, id)).phase, 'over');
  await page.locator('.card.result').waitFor();
  await shot(page, 'nanguk-over');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('every square can be pressed, tilted and flat, from all four sides, on a phone', async () => {
  const { context, page, troubles } = await visitor({ phone: true });
  await openGame(page, { kind: 'nanguk', seats: HERE(2), start: { terrain: 'example' } });
  for (let turn = 0; turn < 4; turn++) {
    assert.equal(await allCanBePressed(page), 64);
    await page.locator('[data-focus="flip"]').click();
  }
  await page.locator('[data-focus="mode"]').click();
  assert.equal(await allCanBePressed(page), 64);
  await noSidewaysScroll(page);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a refused press says the rule, and the keyboard alone moves a piece', async () => {
  const { context, page, troubles } = await visitor();
  await openGame(page, { kind: 'nanguk', seats: HERE(2), start: { terrain: 'example' } });
  await press(page, 'd1');
  await press(page, 'd5');
  await page.locator('.note.refusal.shown').waitFor();
  await page.keyboard.press('b');
  await page.locator('[data-cell="e3"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await deeds(page, 1);
  assert.deepEqual(troubles, []);
  await context.close();
});

for (const dark of [false, true]) {
  test(`the variants pass the accessibility scan, ${dark ? 'dark' : 'light'}`, async () => {
    const { context, page, troubles } = await visitor({ dark, language: dark ? 'ja-JP' : 'en-US' });
    for (const [preset, terrain] of [['base', 'example'], ['siege', 'fortress'], ['sea', 'myeongnyang'], ['firearms', 'example']]) {
      await openGame(page, { kind: 'nanguk', preset, seats: HERE(2), start: { terrain } });
      await scan(page, preset);
      await shot(page, `nanguk-${preset}-${dark ? 'dark' : 'light'}`);
    }
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test('the ground is judged, and who moves second may take the first move', async () => {
  const [host, other] = await Promise.all([visitor({ language: 'en-US' }), visitor({ language: 'ja-JP', phone: true, dark: true })]);
  const id = await openGame(host.page, { kind: 'nanguk', seats: [{ type: 'me' }, { type: 'open' }], options: { swap: 'on' }, start: { terrain: 'example' } });
  await other.page.goto(`/g/${id}`);
  await other.page.locator('[data-sit]').click();
  for (const { page } of [host, other]) {
    await page.locator('.fairness .judged').waitFor();
    await noSidewaysScroll(page);
  }
  assert.match(await host.page.locator('.fairness').innerText(), /ground[^]*decides whether to change seats/);
  await other.page.locator('[data-focus=sides-exchange]').waitFor();
  await shot(other.page, 'nanguk-sides');
  await shot(host.page, 'nanguk-ground');
  assert.deepEqual((await stateOf(host.page, id)).legal, [], 'nobody moves before that');
  await scan(host.page, 'ground');
  await other.page.locator('[data-focus=sides-exchange]').click();
  await host.page.locator('.fairness', { hasNotText: 'decides' }).waitFor();
  const state = await stateOf(other.page, id);
  assert.deepEqual([state.you, state.turn], [[0], 0]);
  assert.ok(state.legal.length > 0);
  assert.deepEqual([...host.troubles, ...other.troubles], []);
  await Promise.all([host.context.close(), other.context.close()]);
});
