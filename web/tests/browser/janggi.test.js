import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { drag, press } from './hands.js';
import { HERE, SHIFT_MAX, browser, cell, deeds, noSidewaysScroll, openGame, shifts, shot, stateOf, visitor } from './house.js';

after(() => browser.close());

test('two clicks lead from the start page to the first move against the computer', async () => {
  const { page, context, troubles } = await visitor();
  await page.goto('/');
  await page.locator('[data-play=janggi]').click();
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await deeds(page, 1);
  await deeds(page, 2);
  assert.match(await page.locator('#polite').textContent(), /한\(漢\)/, 'the answer is announced');
  await shot(page, 'janggi-first-move');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('clicks, drags, keys and typed notation all move', async () => {
  const { page, context, troubles } = await visitor({ still: false });
  const id = await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await cell(page, 'a4').click();
  assert.equal(await page.locator('.mark.go').count(), 2, 'as many targets as legal moves');
  await cell(page, 'b4').click();
  await deeds(page, 1);

  await drag(page, 'i7', 'h7');
  await deeds(page, 2);

  await cell(page, 'e4').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await deeds(page, 3);

  await page.locator('.typed input').fill('41병42');
  await page.keyboard.press('Enter');
  await deeds(page, 4);
  const { deeds: done } = await stateOf(page, id);
  assert.deepEqual(done.map(({ text }) => text), ['a4b4', 'i7h7', 'e4e5', 'a7b7']);
  assert.deepEqual(await page.locator('.moves button').allTextContents(), ['71졸72', '49병48', '75졸65', '41병42']);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a refused click says which rule forbids it, in the language of the reader', async () => {
  const { page, context } = await visitor();
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await cell(page, 'b3').click();
  await cell(page, 'b7').click();
  await page.locator('.note.shown.refusal').waitFor();
  assert.equal(await page.locator('#note').textContent(), '포는 다른 기물 하나를 넘어야 움직입니다.');
  await page.locator('[data-language=en]').click();
  await page.locator('html[lang=en]').waitFor();
  await cell(page, 'b3').click();
  await cell(page, 'b7').click();
  await page.waitForFunction(() => document.querySelector('#note')?.textContent === 'A cannon needs a piece to jump over.');
  assert.equal(await page.locator('.stepper .at').textContent(), '0 / 0');
  await context.close();
});

test('take back, step through, pass twice, and the result says why', async () => {
  const { page, context } = await visitor();
  const id = await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  for (const [from, to] of [['a4', 'b4'], ['a7', 'b7'], ['c4', 'd4']]) {
    await cell(page, from).click();
    await cell(page, to).click();
    await page.waitForTimeout(60);
  }
  await deeds(page, 3);
  await page.locator('[data-action=takeback]').click();
  await page.waitForFunction(() => document.querySelector('.stepper .at')?.textContent === '2 / 2');
  await page.locator('.stepper').focus().catch(() => {});
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.stepper .at')?.textContent === '0 / 2');
  assert.equal(await page.locator('game-board .cho').count(), 16);
  await page.keyboard.press('End');
  for (let side = 0; side < 2; side++) {
    const pass = page.locator('[data-action^="do-"]');
    await pass.click();
    assert.ok(!(await stateOf(page, id)).result, 'one press only asks');
    await page.locator('.tile.sure').click();
    await deeds(page, 3 + side);
  }
  await page.locator('.card.result').waitFor();
  assert.equal(await page.locator('.result h2').textContent(), '한(漢)의 승리');
  assert.match(await page.locator('.result .reason').textContent(), /한 수씩 쉬었습니다.*점수/);
  await shot(page, 'janggi-result');
  const [image, record] = await Promise.all([page.request.get(`/api/games/${id}/board.png`), page.request.get(`/api/games/${id}/record.jgn`)]);
  assert.equal(image.headers()['content-type'], 'image/png');
  assert.equal(record.status(), 200);
  assert.match(await record.text(), /kja/);
  await context.close();
});

test('Han chooses a set-up first, from four pictures', async () => {
  const { page, context } = await visitor();
  const id = await openGame(page, { kind: 'janggi', seats: HERE(2) });
  assert.equal(await page.locator('.lineup').count(), 4);
  assert.match(await page.locator('.opening h2').textContent(), /한\(漢\)/);
  await shot(page, 'janggi-setup');
  await page.locator('[data-value=outer]').click();
  await page.waitForFunction(() => document.querySelector('.opening h2')?.textContent?.includes('초(楚)'));
  await page.locator('[data-value=left]').click();
  await page.waitForFunction(() => !document.querySelector('.opening'));
  assert.equal((await stateOf(page, id)).phase, 'playing');
  await context.close();
});

for (const phone of [false, true]) {
  test(`a whole game by clicks to its end, and nothing shifts${phone ? ', on a phone' : ''}`, { timeout: 240_000 }, async () => {
    const { page, context, troubles } = await visitor({ phone });
    const id = await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2), options: { total_ply_limit: '80' } });
    await page.waitForTimeout(600);
    const shifted = await shifts(page);
    const box = () => page.locator('game-board').evaluate((board) => [board.getBoundingClientRect().left, board.getBoundingClientRect().top + scrollY, board.clientWidth, board.clientHeight]);
    const place = await box();
    let taken = 0;
    for (let ply = 0; ply < 90; ply++) {
      const state = await stateOf(page, id);
      if (state.phase === 'over') break;
      const sum = await shifted();
      assert.ok(sum < SHIFT_MAX, `move ${ply}: ${sum}`);
      const at = new Map(state.view.pieces.map((/** @type {{ at: string, piece: string }} */ placed) => [placed.at, placed.piece]));
      const split = (/** @type {string} */ action) => /^([a-i]\d+)([a-i]\d+)$/.exec(action)?.slice(1) ?? ['', ''];
      const moves = state.legal.map(split).filter(([from, to]) => from !== to);
      const worth = (/** @type {string[]} */ move) => 'pabncrk'.indexOf((at.get(move[1]) ?? ' ').toLowerCase());
      moves.sort((a, b) => worth(b) - worth(a) || ((a[0].charCodeAt(0) * 7 + ply * 13) % 11) - ((b[0].charCodeAt(0) * 7 + ply * 13) % 11));
      if (!moves[0]) break;
      if (at.has(moves[0][1])) taken++;
      await press(page, moves[0][0]);
      await press(page, moves[0][1]);
      await deeds(page, ply + 1);
    }
    assert.ok(taken > 10, `${taken} pieces were taken`);
    await page.locator('.card.result').waitFor();
    assert.ok(await page.locator('.result .reason').textContent());
    assert.deepEqual(await box(), place, 'the result moves what follows the board, never the board');
    await shot(page, `janggi-whole-game${phone ? '-phone' : ''}`);
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test('a king that passes lies turned over for a moment', async () => {
  const { page, context } = await visitor({ still: false });
  // What is set in motion stops in its middle, so that it can be looked at.
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const motion = animate.call(this, frames, options);
      if (this.classList.contains('effect')) {
        motion.pause();
        motion.currentTime = Number(motion.effect?.getComputedTiming().duration) / 2;
      }
      return motion;
    };
  });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await page.locator('[data-action^="do-"]').click();
  await page.locator('.tile.sure').click();
  await deeds(page, 1);
  const over = page.locator('svg.board .effect');
  await over.waitFor();
  const [back, king] = [await over.boundingBox(), await cell(page, 'e2').boundingBox()];
  assert.ok(back && king && Math.abs(back.x + back.width / 2 - king.x - king.width / 2) < 4 && Math.abs(back.y + back.height / 2 - king.y - king.height / 2) < 6, JSON.stringify([back, king]));
  assert.equal(await over.locator('text, .pic-f').count(), 0, 'its face is not seen');
  await shot(page, 'janggi-pass');
  await page.evaluate(() => document.getAnimations().forEach((motion) => motion.finish()));
  await over.waitFor({ state: 'detached' });
  await context.close();
});

test('language switch, reload and orientation in the middle of a game', async () => {
  const { page, context } = await visitor();
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await deeds(page, 1);
  for (const [language, name] of [['en', 'Janggi'], ['ja', 'チャンギ'], ['ko', '장기']]) {
    await page.locator(`[data-language=${language}]`).click();
    await page.waitForFunction((wanted) => document.querySelector('.info h1')?.textContent === wanted, name);
    assert.equal(await page.locator('.stepper .at').textContent(), '1 / 1');
    assert.equal(await page.locator('html').getAttribute('lang'), language);
  }
  await page.reload();
  await deeds(page, 1);
  // The notation comes with the positions, a moment after the game.
  await page.locator('.moves button', { hasText: '71졸72' }).waitFor();
  await cell(page, 'a7').click();
  await cell(page, 'b7').click();
  await deeds(page, 2);
  await context.close();
});

test('a phone: taps move, nothing scrolls sideways, targets are large', async () => {
  const { page, context, troubles } = await visitor({ phone: true });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await noSidewaysScroll(page);
  await cell(page, 'a4').tap();
  await cell(page, 'b4').tap();
  await deeds(page, 1);
  const box = await cell(page, 'e5').boundingBox();
  assert.ok(box && box.width >= 38, `${box?.width}`);
  await shot(page, 'janggi-phone');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('two people by link, a takeback asked and granted, resignation', async () => {
  const host = await visitor();
  const guest = await visitor({ language: 'en-US' });
  const id = await openGame(host.page, { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }] });
  await host.page.locator('.qr').waitFor();
  await shot(host.page, 'invite');
  const link = await host.page.locator('.invite .link').inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  await host.page.locator('.plates.bottom .acting').waitFor();
  await cell(host.page, 'a4').click();
  await cell(host.page, 'b4').click();
  await deeds(guest.page, 1);
  assert.equal(await guest.page.title().then((title) => title.startsWith('●')), true, 'the title says whose turn it is');
  await host.page.locator('[data-action=takeback]').click();
  await guest.page.getByRole('button', { name: 'Accept' }).click();
  await host.page.waitForFunction(() => document.querySelector('.stepper .at')?.textContent === '0 / 0');
  // Before both have acted a game is called off, not given up.
  await host.page.locator('[data-action=abort]').waitFor();
  assert.equal(await host.page.locator('[data-action=resign]').count(), 0);
  await cell(host.page, 'a4').click();
  await cell(host.page, 'b4').click();
  await deeds(guest.page, 1);
  await cell(guest.page, 'a7').click();
  await cell(guest.page, 'b7').click();
  await deeds(host.page, 2);
  await host.page.locator('[data-action=resign]').click();
  await host.page.getByRole('button', { name: '기권' }).last().click();
  await guest.page.locator('.card.result').waitFor();
  assert.equal(await guest.page.locator('.result h2').textContent(), 'You won!');
  assert.equal((await stateOf(host.page, id)).result.reason, 'resign');
  await host.context.close();
  await guest.context.close();
});

test('a clock that runs out ends the game, and the page says so', async () => {
  const { page, context } = await visitor();
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2), clock: { main_ms: 3000 } });
  await cell(page, 'a4').click();
  await cell(page, 'b4').click();
  await deeds(page, 1);
  await page.locator('game-clock.running.low').waitFor();
  const shown = Number(await page.locator('game-clock.running').textContent());
  assert.ok(shown > 0 && shown <= 3, `${shown}`);
  await page.locator('.card.result').waitFor();
  assert.match(await page.locator('.result .reason').textContent(), /시간이 다 되었습니다/);
  assert.match(await page.locator('#urgent').textContent(), /초\(楚\)의 승리/);
  await context.close();
});

test('rematch leads both to the next game; record and image can be saved', async () => {
  const { page, context } = await visitor();
  const id = await openGame(page, { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'computer', level: 'beginner' }] });
  await page.locator('[data-focus=record]').click();
  const [record] = await Promise.all([page.waitForEvent('download'), page.locator('[data-format=jgn]').click()]);
  assert.match(record.suggestedFilename(), /^daeguk-.+\.jgn$/);
  await page.locator('[data-action=resign]').click();
  await page.locator('dialog[open] button[value=yes]').click();
  await page.locator('.card.result .primary').click();
  await page.waitForFunction((old) => location.pathname.startsWith('/g/') && !location.pathname.endsWith(old), id);
  await page.locator('.plates.bottom .plate[data-seat="1"]').waitFor();
  await context.close();
});

test('an action laid ready is played when the turn comes', async () => {
  const host = await visitor();
  const guest = await visitor();
  const id = await openGame(host.page, { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }] });
  await guest.page.goto(`/g/${id}`);
  await guest.page.locator('[data-sit]').click();
  await guest.page.locator('.plates.bottom .plate[data-seat="1"]').waitFor();
  await cell(guest.page, 'a7').click();
  await cell(guest.page, 'b7').click();
  assert.equal(await guest.page.locator('.mark.ready').count(), 2);
  await cell(host.page, 'a4').click();
  await cell(host.page, 'b4').click();
  await deeds(host.page, 2);
  assert.deepEqual((await stateOf(host.page, id)).deeds.map(({ text }) => text), ['a4b4', 'a7b7']);
  await host.context.close();
  await guest.context.close();
});

test('moves slide for a fifth of a second, and not at all under reduced motion', async () => {
  for (const still of [false, true]) {
    const { page, context } = await visitor({ still });
    // What is set in motion is written down, so that a slow machine cannot miss it.
    await page.addInitScript(() => {
      const moved = /** @type {number[]} */ ([]);
      Object.assign(globalThis, { moved });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        if (this.closest('.pieces')) moved.push(Number(typeof options === 'object' ? options.duration : options));
        return animate.call(this, frames, options);
      };
    });
    await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
    await cell(page, 'a4').click();
    await cell(page, 'b4').click();
    await deeds(page, 1);
    const moved = /** @type {number[]} */ (await page.evaluate(() => Reflect.get(globalThis, 'moved')));
    assert.deepEqual([...new Set(moved)], still ? [] : [200]);
    await context.close();
  }
});

test('a move sounds, and a muted one does not', async () => {
  for (const muted of [false, true]) {
    const { page, context } = await visitor();
    await context.addInitScript((off) => {
      if (off) localStorage.setItem('daeguk.sound', 'off');
      const Real = AudioContext;
      window.AudioContext = class extends Real {
        constructor() {
          super();
          document.documentElement.dataset.sounded = 'yes';
        }
      };
    }, muted);
    await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
    await cell(page, 'a4').click();
    await cell(page, 'b4').click();
    await deeds(page, 1);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.sounded ?? 'no'), muted ? 'no' : 'yes');
    await context.close();
  }
});
