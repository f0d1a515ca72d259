// What is said at a table, in two languages; reports and those who look at them; and five hundred texts that stay texts.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { CORPUS } from '../tools/corpus.js';
import { en, ja, ko } from '../tools/texts.js';
import { allIsSaid, browser, noSidewaysScroll, scan, shot, visitor } from './house.js';
import { daeguk, startServer } from './server.js';

// Five accounts an hour and a network: a house of our own.
const server = await startServer();
after(async () => {
  await browser.close();
  await server.stop();
});

const PASSWORD = '차 떼고 포 떼고 남은 것은 졸';

/** Somebody with an account. @param {string} name @param {Parameters<typeof visitor>[0]} [wish] */
async function member(name, wish = {}) {
  const known = await visitor({ ...wish, house: server.url });
  const answer = await known.page.request.post('/api/account', { data: { name, password: PASSWORD } });
  assert.equal(answer.status(), 201, await answer.text());
  return known;
}

/** Sits two down at a table and opens it for both. @param {import('playwright').Page} one @param {import('playwright').Page} other */
async function table(one, other) {
  const made = await one.request.post('/api/games', { data: { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'open' }] } });
  const { id } = await made.json();
  await other.request.get('/api/me');
  const sat = await other.request.post(`/api/games/${id}/messages`, { data: { t: 'sit', a: 's', seat: 1 } });
  assert.equal(sat.status(), 200, await sat.text());
  for (const page of [one, other]) {
    await page.goto(`/g/${id}`);
    await page.locator('game-board svg').waitFor();
  }
  return id;
}

const words = (/** @type {import('playwright').Page} */ page) => page.locator('.spoken .line .words');

const hana = await member('hana');
const duri = await member('duri');

test('two talk, each in their own language', async () => {
  const guest = await visitor({ language: 'en-US', house: server.url });
  const { page } = hana;
  await table(page, guest.page);
  const tab = page.locator('[data-focus=tab-talk]');
  await tab.waitFor();
  await tab.press('Enter');
  await page.locator('.chat').waitFor();
  assert.equal(await page.locator('move-list').isVisible(), false, 'the moves give way');
  // A guest has phrases, which are read in the reader's language; no field to write in.
  await guest.page.locator('[data-focus=tab-talk]').click();
  assert.equal(await guest.page.locator('.saying').count(), 0);
  await guest.page.locator('[data-preset=luck]').press('Enter');
  await guest.page.locator('.spoken .words', { hasText: en['talk.preset.luck'] }).waitFor();
  await page.locator('.spoken .words', { hasText: ko['talk.preset.luck'] }).waitFor();
  await page.locator('[data-language=ja]').click();
  await page.locator('.spoken .words', { hasText: ja['talk.preset.luck'] }).waitFor();
  await page.locator('[data-language=ko]').click();
  // Closed, a new line leaves a dot and is read out.
  await guest.page.locator('[data-focus=tab-talk]').press('ArrowLeft');
  await guest.page.locator('move-list').waitFor();
  await page.locator('[data-focus=line]').fill('잘 두시네요');
  await page.locator('[data-focus=line]').press('Enter');
  await page.locator('.spoken .words', { hasText: '잘 두시네요' }).waitFor();
  assert.equal(await page.locator('[data-focus=line]').inputValue(), '');
  await guest.page.locator('.talktabs .dot').waitFor();
  await guest.page.waitForFunction(() => document.getElementById('polite')?.textContent === 'hana: 잘 두시네요');
  await guest.page.locator('[data-focus=tab-talk]').click();
  await guest.page.locator('.spoken .words', { hasText: '잘 두시네요' }).waitFor();
  assert.equal(await guest.page.locator('.talktabs .dot').count(), 0);
  await allIsSaid(page, 'chat');
  await scan(page, 'chat');
  await shot(page, 'talk-desk');
  // The same again is not said, and the page says why; what was written stays.
  await page.locator('[data-focus=line]').fill('잘 두시네요!');
  await page.locator('[data-focus=line]').press('Enter');
  await page.locator('.note.shown', { hasText: ko['refusal.E_REPEAT'] }).waitFor();
  assert.equal(await page.locator('[data-focus=line]').inputValue(), '잘 두시네요!');
  // Keys of the board do nothing while somebody writes.
  await page.locator('[data-focus=line]').fill('');
  await page.locator('[data-focus=line]').pressSequentially('fb/p');
  assert.equal(await page.locator('[data-focus=line]').inputValue(), 'fb/p');
  // Whoever comes back reads what was said.
  await guest.page.reload();
  await guest.page.locator('[data-focus=tab-talk]').click();
  await guest.page.locator('.spoken .words', { hasText: '잘 두시네요' }).waitFor();
  assert.equal(await words(guest.page).count(), 2);
  // A reader mutes a person, and hides the chat, for this browser alone.
  await guest.page.locator('.spoken .person').first().press('Enter');
  await guest.page.locator('.linesheet [data-focus=mute]').press('Enter');
  await guest.page.waitForFunction(() => document.querySelectorAll('.spoken .line').length === 1);
  await guest.page.reload();
  await guest.page.locator('[data-focus=tab-talk]').click();
  await guest.page.locator('.spoken .words').waitFor();
  assert.equal(await words(guest.page).count(), 1, 'it is remembered');
  await guest.page.locator('[data-focus=talk-switch]').press('Enter');
  await guest.page.locator('.chat', { hasText: en['talk.hidden'] }).waitFor();
  assert.equal(await guest.page.locator('.spoken').count(), 0);
  await guest.page.locator('[data-focus=talk-switch]').press('Enter');
  await guest.page.locator('.spoken .words').waitFor();
  assert.deepEqual([hana.troubles, guest.troubles], [[], []]);
  await guest.context.close();
});

test('on a phone the chat is a sheet', async () => {
  const phone = await visitor({ phone: true, dark: true, house: server.url });
  const id = await table(hana.page, phone.page);
  const button = phone.page.locator('[data-focus=talk]');
  await button.waitFor();
  await hana.page.request.post(`/api/games/${id}/messages`, { data: { t: 'say', a: '1', d: '천천히 두세요' } });
  await phone.page.locator('.tools .dot').waitFor();
  await button.click();
  const sheet = phone.page.locator('dialog.talksheet');
  await sheet.locator('.words', { hasText: '천천히 두세요' }).waitFor();
  await sheet.locator('[data-preset=thanks]').click();
  await sheet.locator('.words', { hasText: ko['talk.preset.thanks'] }).waitFor();
  await noSidewaysScroll(phone.page);
  await scan(phone.page, 'chat on a phone');
  await shot(phone.page, 'talk-phone');
  await phone.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.equal(await phone.page.locator('.tools .dot').count(), 0);
  assert.deepEqual(phone.troubles, []);
  await phone.context.close();
});

/** Nothing of what was written is more than text. @param {import('playwright').Page} page */
async function isOnlyText(page) {
  const found = await page.evaluate(() => ({
    caught: Reflect.get(globalThis, 'caught'),
    foreign: [...document.querySelectorAll('main script, main iframe, main object, main base, main style, main img, .spoken a, .spoken form, .spoken input, .plate a, .plate img')].length,
    direction: getComputedStyle(document.body).direction,
    isolated: [...document.querySelectorAll('.spoken .words')].every((each) => getComputedStyle(each).unicodeBidi.includes('isolate')),
    sideways: document.documentElement.scrollWidth <= innerWidth,
  }));
  assert.deepEqual(found, { caught: undefined, foreign: 0, direction: 'ltr', isolated: true, sideways: true });
}

test('five hundred texts stay texts', async () => {
  assert.ok(CORPUS.length >= 500, String(CORPUS.length));
  const guest = await visitor({ house: server.url });
  /** @type {import('playwright').WebSocketRoute[]} */
  const lines = [];
  // What a server that checked nothing would tell: the page has to hold by itself.
  await guest.page.routeWebSocket(/\/api\/games\/.*\/socket/, (socket) => {
    const house = socket.connectToServer();
    socket.onMessage((message) => house.send(message));
    house.onMessage((message) => {
      const told = String(message).startsWith('{') ? JSON.parse(String(message)) : null;
      if (told?.t === 'state') told.d.seats[0] = { ...told.d.seats[0], person: 'guest', name: CORPUS[10] };
      socket.send(told ? JSON.stringify(told) : message);
    });
    lines.push(socket);
  });
  const dialogs = /** @type {string[]} */ ([]);
  guest.page.on('dialog', (dialog) => (dialogs.push(dialog.message()), void dialog.dismiss()));
  await table(hana.page, guest.page);
  await guest.page.locator('[data-focus=tab-talk]').click();
  const place = (/** @type {Element} */ list) => [...list.querySelectorAll('.words')].map((each) => each.textContent);
  for (let from = 0; from < CORPUS.length; from += 100) {
    const part = CORPUS.slice(from, from + 100);
    const told = part.map((text, index) => ({ n: from + index + 1, room: index % 2 ? 'watchers' : 'seats', name: text, person: 'member', text, at_ms: 1 }));
    // Most as a page that is opened hears them, some as they are said.
    lines.at(-1)?.send(JSON.stringify({ t: 'lines', d: { lines: told.slice(0, -10) } }));
    for (const d of told.slice(-10)) lines.at(-1)?.send(JSON.stringify({ t: 'said', d }));
    await guest.page.waitForFunction((n) => document.querySelector('.spoken > :last-child')?.getAttribute('data-n') === String(n), from + part.length);
    const shown = await guest.page.locator('.spoken').evaluate(place);
    assert.deepEqual(shown.slice(-part.length), part);
    await isOnlyText(guest.page);
  }
  await guest.page.locator('.plate', { hasText: 'onerror' }).waitFor();
  await guest.page.waitForTimeout(0);
  assert.deepEqual(dialogs, []);
  await shot(guest.page, 'talk-corpus');
  // The same past the server: what is left of a line is what can be seen.
  const id = new URL(guest.page.url()).pathname.split('/').at(-1);
  const said = await hana.page.request.post(`/api/games/${id}/messages`, { data: { t: 'say', a: 'x', d: '\u202e<img src=x onerror=window.caught=1>\u200b' } });
  assert.equal(said.status(), 200, await said.text());
  await hana.page.locator('[data-focus=tab-talk]').click();
  await hana.page.locator('.spoken .words', { hasText: 'onerror' }).waitFor();
  assert.equal(await words(hana.page).last().textContent(), '<img src=x onerror=window.caught=1>');
  await isOnlyText(hana.page);
  for (const name of CORPUS.filter((each) => /[<>\u202e\u200b&"]/.test(each)).slice(0, 40)) {
    const renamed = await guest.page.request.put('/api/me', { data: { name } });
    assert.equal((await renamed.json()).code, 'E_NAME', name);
  }
  await guest.context.close();
});

test('a report is looked at, and what follows from it', async () => {
  daeguk('people', 'host', 'hana', '--data', server.data);
  const { page } = duri;
  const other = await member('sena');
  const id = await table(page, other.page);
  await other.page.request.post(`/api/games/${id}/messages`, { data: { t: 'say', a: '1', d: '<b>바보\u202e</b>' } });
  await page.locator('[data-focus=tab-talk]').click();
  await page.locator('.spoken .person').press('Enter');
  await page.locator('.linesheet [data-focus=report]').press('Enter');
  await page.locator('.complaint textarea').fill('"><script>window.caught=1</script>\u202e 욕을 합니다');
  await scan(page, 'report');
  await shot(page, 'talk-report');
  await page.locator('.complaint [data-focus=send]').press('Enter');
  await page.locator('.note.shown', { hasText: ko['report.sent'] }).waitFor();
  // The card behind a name has it, too.
  await page.locator('.plate [data-person=sena]').press('Enter');
  await page.locator('.person-card [data-focus=report]').press('Enter');
  await page.locator('.complaint [data-focus=reason-stall]').check();
  await page.locator('.complaint [data-focus=send]').press('Enter');
  await page.locator('dialog.complaint').waitFor({ state: 'detached' });
  // No way leads there for others, and nothing is seen.
  await page.locator('[data-focus=account]').click();
  await page.locator('dialog [data-focus=signout]').waitFor();
  assert.equal(await page.locator('dialog [data-focus=host]').count(), 0);
  await page.goto('/host');
  await page.locator('host-page', { hasText: ko['host.closed'] }).waitFor();

  const keeper = await visitor({ house: server.url });
  const signed = await keeper.page.request.post('/api/session', { data: { name: 'hana', password: PASSWORD, bring: false } });
  assert.equal(signed.status(), 200, await signed.text());
  await keeper.page.goto('/');
  await keeper.page.locator('[data-focus=account]').click();
  await keeper.page.locator('dialog [data-focus=host]').press('Enter');
  const reports = keeper.page.locator('.report');
  await reports.first().waitFor();
  assert.equal(await reports.count(), 2);
  const chat = reports.filter({ hasText: ko['report.reason.chat'] });
  assert.equal(await chat.locator('.entry-line .words').textContent(), '<b>바보</b>');
  assert.match((await chat.locator('p.words').textContent()) ?? '', /^"><script>/);
  await chat.locator('[data-focus^=lines-]').press('Enter');
  await chat.locator('.lines .entry-line').waitFor();
  await scan(keeper.page, 'host');
  await isOnlyText(keeper.page);
  await shot(keeper.page, 'host-desk');
  await rule(keeper.page, chat.locator('.lines [data-rule=hide]'), '욕설');
  await chat.locator('.entry-line.hidden').first().waitFor();
  await rule(keeper.page, chat.locator('[data-rule=mute]'), '욕설');
  await other.page.waitForFunction(() => document.querySelectorAll('.spoken .line').length === 0);
  await other.page.locator('[data-focus=tab-talk]').click();
  await other.page.locator('[data-preset=sorry]').click();
  await other.page.locator('.note.shown', { hasText: ko['refusal.E_MUTED'] }).waitFor();
  for (let left = 1; left >= 0; left--) {
    await reports.first().locator('[data-handled]').press('Enter');
    await keeper.page.waitForFunction((count) => document.querySelectorAll('.report').length === count, left);
  }
  await keeper.page.locator('summary[data-focus=done]').press('Enter');
  await reports.nth(1).waitFor();
  await people(keeper.page);
  assert.deepEqual([duri.troubles, other.troubles.filter((each) => !/403/.test(each)), keeper.troubles], [[], [], []]);
  await keeper.context.close();
  await other.context.close();
});

/** Presses the button of a ruling and gives the reason. @param {import('playwright').Page} page @param {import('playwright').Locator} button @param {string} why */
async function rule(page, button, why) {
  await button.press('Enter');
  const sheet = page.locator('dialog.ruling');
  await sheet.locator('[data-focus=why]').fill(why);
  await sheet.locator('[data-focus=do]').press('Enter');
  await sheet.waitFor({ state: 'detached' });
}

/** The sheet of a person, the log and the settings. @param {import('playwright').Page} page */
async function people(page) {
  await page.locator('[data-focus=tab-reports]').press('ArrowRight');
  await page.locator('[data-focus=find]').fill('SEN');
  await page.locator('[data-focus=find]').press('Enter');
  await page.locator('.entries [data-person=sena]').press('Enter');
  const sheet = page.locator('dialog.conduct');
  await sheet.locator('[data-rule=refund]').waitFor();
  await scan(page, 'person');
  await shot(page, 'host-person');
  await sheet.locator('[data-rule=reset]').press('Enter');
  await page.locator('dialog.ruling [data-focus=why]').fill('본인 확인');
  await page.locator('dialog.ruling [data-focus=do]').press('Enter');
  await page.locator('dialog.ruling .recovery', { hasText: '/ticket#' }).waitFor();
  await page.locator('dialog.ruling [data-focus=close]').press('Enter');
  await rule(page, sheet.locator('[data-rule=unmute]'), '반성함');
  await sheet.locator('[data-rule=mute]').waitFor();
  await rule(page, sheet.locator('[data-rule=ban]'), '또 욕설');
  await sheet.locator('[data-rule=unban]').waitFor();
  await sheet.locator('[data-focus=close]').press('Enter');
  await page.locator('[data-focus=tab-people]').press('ArrowRight');
  await page.locator('.action').first().waitFor();
  const log = await page.locator('.action').evaluateAll((all) => all.map((each) => each.getAttribute('data-what')));
  assert.deepEqual(log, ['ban', 'unmute', 'reset', 'mute', 'hide']);
  await scan(page, 'log');
  for (const language of ['en', 'ja', 'ko']) {
    await page.locator(`[data-language=${language}]`).click();
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    await page.locator('.action').first().waitFor();
    await allIsSaid(page, `log ${language}`);
  }
  await page.locator('[data-focus=tab-log]').press('ArrowRight');
  await page.locator('dl.keys').waitFor();
  await allIsSaid(page, 'settings');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ['reports', 'people', 'log', 'settings']) {
    await page.locator(`[data-focus=tab-${tab}]`).click();
    await page.locator('.hostbody > *').first().waitFor();
    await shot(page, `host-${tab}-360`);
    await noSidewaysScroll(page);
  }
}
