// Accounts and ratings: a guest becomes a member in the middle of a game, two members play for their rating, and a second browser
// finds both.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { ko } from '../tools/texts.js';
import { allIsSaid, browser, openGame, shot, stateOf, visitor } from './house.js';
import { daeguk, startServer } from './server.js';

after(() => browser.close());

const PASSWORD = '차 떼고 포 떼고 남은 것은 졸';
const CLOCK = { main_ms: 600000, byoyomi_ms: 30000, periods: 3 };

/** A name that nobody has. @param {string} start */
const fresh = (start) => `${start}${Date.now().toString(36).slice(-6).replaceAll('m', 'k')}`;

/** By the keyboard alone, if there is one. @param {import('playwright').Page} page @param {string} name @param {boolean} [touch] */
async function signUp(page, name, touch = false) {
  const person = page.locator('[data-focus=account]');
  await (touch ? person.click() : person.press('Enter'));
  const door = page.locator('[data-focus=to-signup]');
  await (touch ? door.click() : door.press('Enter'));
  await page.locator('dialog [data-focus=name]').fill(name);
  await page.locator('dialog [data-focus=password]').fill(PASSWORD);
  await page.locator('dialog [data-focus=password]').press('Enter');
  await page.locator('.recovery').waitFor();
  assert.match((await page.locator('.recovery').textContent()) ?? '', /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/);
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('.recovery').isVisible(), 'the code stays until it is kept');
  await shot(page, `people-recovery-${touch ? 'phone' : 'desk'}`);
  const kept = page.locator('[data-focus=kept]');
  await (touch ? kept.click() : kept.press('Enter'));
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** @param {import('playwright').Page} page @param {string} name @param {boolean} [bring] whether the guest has games to bring */
async function signIn(page, name, bring = false) {
  await page.locator('[data-focus=account]').click();
  await page.locator('dialog [data-focus=name]').fill(name);
  await page.locator('dialog [data-focus=password]').fill(PASSWORD);
  assert.equal(await page.locator('dialog [data-focus=bring]').count(), bring ? 1 : 0);
  await page.locator('[data-focus=enter]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** A name in a plate opens a card: follow, block, and a challenge that says whom it is for. @param {import('playwright').Page} page @param {string} name @param {string} id */
async function card(page, name, id) {
  await page.locator(`.plate [data-person="${name}"]`).press('Enter');
  const sheet = page.locator('dialog.person-card');
  await sheet.locator('[data-focus=follow]').press('Enter');
  await sheet.locator('[data-focus=follow][aria-pressed=true]').waitFor();
  await allIsSaid(page, 'card');
  await shot(page, 'people-card');
  await sheet.locator('[data-focus=block]').press('Enter');
  await sheet.locator('[data-focus=block][aria-pressed=true]').waitFor();
  assert.equal(await sheet.locator('[data-focus=challenge]').count(), 0, 'whom one has blocked is not challenged');
  await sheet.locator('[data-focus=block]').press('Enter');
  await sheet.locator('[data-focus=challenge]').press('Enter');
  await page.locator('#newgame-title', { hasText: name }).waitFor();
  assert.ok(await page.locator('[data-focus=rated-yes]').isChecked());
  await page.locator('[data-focus=start]').press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(id));
  const { seats } = await stateOf(page, page.url().split('/').at(-1) ?? '');
  assert.deepEqual(seats.map((/** @type {{ type: string }} */ { type }) => type).sort(), ['invited', 'person']);
  assert.equal(seats.find((/** @type {{ type: string }} */ { type }) => type === 'invited').name, name);
  await page.locator('.plate', { hasText: name }).waitFor();
  await page.locator('.invite h2', { hasText: name }).waitFor();
  await allIsSaid(page, 'challenge');
  await shot(page, 'people-challenge');
  await page.goto(`/g/${id}`);
}

test('a guest signs up in the middle of a game by keyboard and keeps the seat', async () => {
  const { page, context, troubles } = await visitor();
  const id = await openGame(page, { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'computer', level: 'beginner' }] });
  const before = (await stateOf(page, id)).you;
  const name = fresh('sol');
  await signUp(page, name);
  await page.reload();
  await page.locator('game-board svg').waitFor();
  assert.deepEqual((await stateOf(page, id)).you, before);
  await page.locator('[data-focus=account]').press('Enter');
  await page.locator('.devices li').first().waitFor();
  await allIsSaid(page, 'account');
  await shot(page, 'people-account');
  await page.locator('[data-focus=signout]').press('Enter');
  await page.waitForURL('**/');
  assert.deepEqual((await stateOf(page, id)).you, []);
  assert.deepEqual(troubles, []);
  await context.close();

  const phone = await visitor({ phone: true });
  const brought = await openGame(phone.page, { kind: 'janggi', choose: false, seats: [{ type: 'me' }, { type: 'computer', level: 'beginner' }] });
  await phone.page.goto('/');
  await signIn(phone.page, name, true);
  await phone.page.locator('#note', { hasText: ko['people.brought'].replace('{name}', name).replace('{count}', '1') }).waitFor();
  for (const game of [id, brought]) await phone.page.locator(`.recent a[href="/g/${game}"]`).waitFor();
  assert.deepEqual((await stateOf(phone.page, id)).you, before, 'the seat is found on the other device');
  await phone.page.reload();
  await phone.page.locator('[data-focus=account]').click();
  await phone.page.locator('.devices li').first().waitFor();
  assert.equal(await phone.page.locator('.devices li').count(), 1, 'the first browser has signed out');
  await shot(phone.page, 'people-account-phone');
  assert.deepEqual(phone.troubles, []);
  await phone.context.close();
});

test('two members play for their rating, and a phone finds it', async () => {
  const [one, other, phone] = [await visitor(), await visitor(), await visitor({ phone: true, dark: true })];
  const [first, second] = [fresh('dal'), fresh('hae')];
  await one.page.goto('/');
  await signUp(one.page, first);
  await other.page.goto('/');
  await signUp(other.page, second);
  const id = await openGame(one.page, { kind: 'janggi', clock: CLOCK, seats: [{ type: 'me' }, { type: 'open' }] });
  const say = async (/** @type {import('playwright').Page} */ page, /** @type {object} */ message) => {
    const answer = await page.request.post(`/api/games/${id}/messages`, { data: message });
    assert.equal(answer.status(), 200, await answer.text());
  };
  await say(other.page, { t: 'sit', a: 's', seat: 1 });
  await say(other.page, { t: 'choose', a: 'c', d: 'inner' });
  await say(one.page, { t: 'choose', a: 'c', d: 'inner' });
  await other.page.goto(`/g/${id}`);
  for (const [n, { page }] of [one, other].entries()) await say(page, { t: 'act', a: 'm', n, d: (await stateOf(page, id)).legal[0] });
  assert.equal((await stateOf(one.page, id)).rated, true);
  await card(other.page, first, id);
  await say(other.page, { t: 'resign', a: 'r' });
  await one.page.locator('.result .rating-word', { hasText: '1500 → 1662' }).waitFor();
  await allIsSaid(one.page, 'rated result');
  await shot(one.page, 'people-result');

  await phone.page.goto('/');
  await phone.page.locator('[data-focus=account]').click();
  await phone.page.locator('dialog [data-focus=name]').fill(first);
  await phone.page.locator('dialog [data-focus=password]').fill('wrong password');
  await phone.page.locator('[data-focus=enter]').click();
  await phone.page.locator('#note.refusal', { hasText: ko['refusal.E_LOGIN'] }).waitFor();
  await phone.page.locator('dialog [data-focus=password]').fill(PASSWORD);
  await phone.page.locator('[data-focus=enter]').click();
  await phone.page.locator('dialog').waitFor({ state: 'detached' });
  await phone.page.goto(`/@/${first}`);
  await phone.page.locator('.scores', { hasText: '1662?' }).waitFor();
  await phone.page.locator(`.played a[href="/g/${id}"]`).waitFor();
  await phone.page.locator('[data-focus=filter-lost]').click();
  assert.equal(await phone.page.locator('.played a').count(), 0);
  assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out at 360 px');
  await allIsSaid(phone.page, 'profile');
  await shot(phone.page, 'people-profile-phone');
  await phone.page.goto('/players');
  await phone.page.locator('[data-focus=family] option').first().waitFor({ state: 'attached' });
  await allIsSaid(phone.page, 'players');
  await shot(phone.page, 'people-players-phone');
  assert.deepEqual((await stateOf(phone.page, id)).you, [0], 'the seat is found, too');
  for (const { context, troubles } of [one, other, phone]) {
    assert.deepEqual(troubles.filter((each) => !/401/.test(each)), []);
    await context.close();
  }
});

test('the first host takes the address of the command line, invites, and who is invited signs up with it', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const [host, member] = [await visitor({ house: server.url }), await visitor({ house: server.url, phone: true, dark: true, language: 'ja-JP' })];
  const [boss, newcomer] = [fresh('bos'), fresh('nyu')];
  const address = daeguk('people', 'host', boss, '--data', server.data).trim();
  assert.match(address, /^\/ticket#[0-9a-f]{32}$/);
  await host.page.goto(address);
  await host.page.locator('ticket-page [data-focus=password]').fill(PASSWORD);
  assert.equal(await host.page.locator('ticket-page [data-focus=name]').inputValue(), boss);
  assert.ok(!host.page.url().includes('#'), 'the secret is not in the address any more');
  await shot(host.page, 'people-ticket');
  await host.page.locator('ticket-page [data-focus=password]').press('Enter');
  await host.page.locator('[data-focus=kept]').press('Enter');
  await host.page.waitForURL('**/');
  await host.page.locator('[data-focus=account]').press('Enter');
  await host.page.locator('summary[data-focus=invite]').press('Enter');
  await host.page.locator('details[open] [data-focus=password]').fill(PASSWORD);
  await host.page.locator('details[open] [data-focus=password]').press('Enter');
  await host.page.locator('output.recovery', { hasText: '/ticket#' }).waitFor();
  const invited = new URL((await host.page.locator('output.recovery').textContent()) ?? '');
  await shot(host.page, 'people-invite');
  await member.page.goto(invited.pathname + invited.hash);
  await member.page.locator('ticket-page [data-focus=name]').fill(newcomer);
  await member.page.locator('ticket-page [data-focus=password]').fill(PASSWORD);
  await allIsSaid(member.page, 'ticket');
  await shot(member.page, 'people-ticket-phone');
  await member.page.locator('ticket-page [data-focus=enter]').click();
  await member.page.locator('[data-focus=kept]').click();
  await member.page.waitForURL('**/');
  const known = await (await member.page.request.get('/api/me')).json();
  assert.deepEqual([known.name, known.kind], [newcomer, 'member']);

  const reset = daeguk('people', 'reset', newcomer, '--data', server.data).trim();
  await member.page.goto(reset);
  await member.page.locator('ticket-page [data-focus=password]').fill(`${PASSWORD} 하나`);
  await member.page.locator('ticket-page [data-focus=enter]').click();
  await member.page.locator('[data-focus=kept]').click();
  await member.page.waitForURL('**/');
  await member.page.goto(reset);
  await member.page.locator('ticket-page [role=alert]').waitFor();
  for (const { context, troubles } of [host, member]) {
    assert.deepEqual(troubles.filter((each) => !/410/.test(each)), []);
    await context.close();
  }
});

test('who is nobody has no profile', async () => {
  const { page, context } = await visitor({ language: 'en-US' });
  await page.goto('/@/nobody-at-all');
  await page.locator('.empty').waitFor();
  await allIsSaid(page, 'no profile');
  await context.close();
});
