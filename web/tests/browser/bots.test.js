// Programs: an account becomes a bot and gets a token, all in the browser, and somebody challenges the engine behind it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ko } from '../tools/texts.js';
import { allIsSaid, browser, cell, deeds, noSidewaysScroll, scan, shot, stateOf, visitor } from './house.js';
import { startServer } from './server.js';

after(() => browser.close());

const BOT = join(dirname(fileURLToPath(import.meta.url)), '../../../tools/bot/bot.py');
const PASSWORD = '차 떼고 포 떼고 남은 것은 졸';

/** An account, made behind the page. @param {import('playwright').Page} page @param {string} name */
async function enroll(page, name) {
  await page.goto('/');
  const answer = await page.request.post('/api/account', { data: { name, password: PASSWORD } });
  assert.equal(answer.status(), 201, await answer.text());
  await page.reload();
}

/** Opens what there is about programs, by keyboard. @param {import('playwright').Page} page */
async function openPrograms(page) {
  await page.locator('[data-focus=account]').press('Enter');
  await page.locator('[data-focus=programs]').press('Enter');
  await page.locator('[data-focus=label]').waitFor();
}

/** @param {import('playwright').Page} page @param {string} [label] @returns {Promise<string>} */
async function makeToken(page, label = '집 컴퓨터') {
  await page.locator('[data-focus=label]').fill(label);
  const password = page.locator('.programs > form [data-focus=password]');
  await password.fill(PASSWORD);
  await password.press('Enter');
  const secret = (await page.locator('.programs output.recovery').textContent()) ?? '';
  assert.match(secret, /^dgk_[0-9A-Za-z]{43}$/);
  return secret;
}

/** The engine behind a token, once it listens. @param {string} house @param {string} token @returns {Promise<() => void>} */
function startBot(house, token) {
  const engine = `${process.env.DAEGUK_BINARY} uci`;
  const child = spawn('python3', [BOT, '--url', house, '--engine', engine, '--nodes', '2000'], { env: { ...process.env, DAEGUK_TOKEN: token }, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`bot.py ended with ${code}`)));
    let heard = '';
    child.stdout.on('data', (chunk) => {
      heard += chunk;
      if (heard.includes('listening')) resolve(() => void child.kill());
    });
  });
}

/** Chooses a set-up and waits for the own turn. @param {import('playwright').Page} page */
async function untilTurn(page) {
  await page.locator('[data-value=inner]').click();
  await page.locator('.plate.acting', { hasText: ko['plate.yourturn'] }).waitFor();
}

test('a bot is made in the browser, challenged from its name card, and plays', async () => {
  const server = await startServer();
  const maker = await visitor({ house: server.url });
  await enroll(maker.page, 'robot');
  await openPrograms(maker.page);
  await maker.page.locator('[data-focus=bot]').press('Enter');
  await maker.page.locator('[data-focus=sure]').press('Space');
  const password = maker.page.locator('.programs details [data-focus=password]');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await maker.page.locator('.account h3', { hasText: '컴퓨터 회원' }).waitFor();
  await maker.page.locator('[data-focus=programs]').press('Enter');
  await maker.page.locator('[data-focus=label]').waitFor();
  const token = await makeToken(maker.page);
  await scan(maker.page, 'programs of a bot');
  await shot(maker.page, 'bots-token');
  const table = await maker.page.request.post('/api/games', { headers: { Authorization: `Bearer ${token}` }, data: { kind: 'janggi', seats: [{ type: 'me' }, { type: 'open' }] } });
  const { id } = await table.json();

  const stop = await startBot(server.url, token);
  try {
    const { page, troubles } = await visitor({ house: server.url });
    await enroll(page, 'sena');
    await page.goto(`/g/${id}`);
    await page.locator('.plate [data-person=robot]').press('Enter');
    const card = page.locator('dialog.person-card');
    await card.locator('.empty', { hasText: '컴퓨터 회원' }).waitFor();
    await shot(page, 'bots-card');
    await card.locator('[data-focus=challenge]').press('Enter');
    await page.locator('[data-focus=start]').press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(id));
    const game = page.url().split('/').at(-1) ?? '';
    await untilTurn(page);
    const before = await stateOf(page, game);
    assert.equal(before.seats.find((/** @type {{ you: boolean }} */ { you }) => !you).person, 'bot');
    await page.locator('.plate:not(.away)', { hasText: '컴퓨터 회원' }).waitFor();
    const action = before.legal.find((/** @type {string} */ each) => /^[a-i]4[a-i]4$|^[a-i]7[a-i]7$/.test(each)) ?? before.legal[0];
    const [, from, to] = /^([a-i]\d+)([a-i]\d+)$/.exec(action) ?? [];
    await cell(page, from).click();
    await cell(page, to).click();
    await deeds(page, before.deeds.length + 2);
    await allIsSaid(page, 'a game with a bot');
    await shot(page, 'bots-game');
    assert.deepEqual(troubles, []);
  } finally {
    stop();
  }
  assert.deepEqual(maker.troubles, []);
  await server.stop();
});

test('tokens are made, listed and revoked on a phone, in every language', async () => {
  const server = await startServer();
  for (const [language, dark] of /** @type {[string, boolean][]} */ ([['ko-KR', false], ['ja-JP', true], ['en-US', false]])) {
    const { page, troubles, context } = await visitor({ house: server.url, phone: true, language, dark });
    const name = `hana${language.slice(0, 2)}`;
    await enroll(page, name);
    await openPrograms(page);
    await scan(page, `no tokens, ${language}`);
    const secret = await makeToken(page, 'cafe');
    await noSidewaysScroll(page);
    await scan(page, `a token, ${language}`);
    await shot(page, `bots-phone-${language}`);
    await page.locator('.programs .devices').scrollIntoViewIfNeeded();
    const ask = () => page.request.get('/api/me', { headers: { Authorization: `Bearer ${secret}` } });
    assert.equal((await (await ask()).json()).name, name);
    await page.locator('[data-focus^=revoke-]').click();
    await page.locator('.programs .empty').waitFor();
    assert.equal((await ask()).status(), 401);
    await page.locator('[data-focus=bot]').click();
    await shot(page, `bots-phone-bot-${language}`);
    assert.deepEqual(troubles, []);
    await context.close();
  }
  await server.stop();
});
