// A club from nothing: its host follows docs/hosting.md word for word, twelve people sign up in three languages and play rated games of each
// kind, and every number on their profiles is computed anew from the stored results by another program.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after } from 'node:test';
import { rankOf, recompute, results, stored } from '../tools/recompute.js';
import { allIsSaid, browser, noSidewaysScroll, shot, visitor } from './house.js';
import { shellWith, startServer } from './server.js';

after(() => browser.close());

const MANUAL = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/hosting.md');
const PASSWORD = '차 떼고 포 떼고 남은 것은 졸';
const CLOCK = { main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 };
const LANGUAGES = ['ko-KR', 'en-US', 'ja-JP'];
const NAMES = ['민수', '영희', '지우', '서연', 'Walker', 'Jordan', 'Casey', 'Taylor', 'さくら', 'ひなた', 'あおい', 'はると'];
/** Each kind with its preset and who plays it, by numbers of people. */
const ROUNDS = [
  ['janggi', 'kja', [0, 1]], ['janggi', 'modern', [1, 2]], ['janggi', 'kja', [2, 0]], ['janggi', 'kja', [4, 8]],
  ['nanguk', 'base', [3, 4]], ['nanguk', 'siege', [5, 6]], ['nanguk', 'base', [4, 3]],
  ['tigers', 'base', [7, 8]], ['tigers', 'full', [8, 9]],
  ['yonin', 'standard', [0, 5, 9, 10]], ['yonin', 'standard', [10, 0, 11, 5]], ['yonin', 'doubles', [1, 6, 7, 11]], ['yonin', 'doubles', [6, 11, 1, 7]],
].map(([kind, preset, people]) => ({ kind: String(kind), preset: String(preset), people: /** @type {number[]} */ (people) }));

/** The commands of the manual, as they stand there. */
const commands = [...readFileSync(MANUAL, 'utf8').matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block]) => block.trim().split('\n'));
const command = (/** @type {RegExp} */ start) => commands.find((line) => start.test(line)) ?? assert.fail(`${start} is not in the manual`);

/** @typedef {Awaited<ReturnType<typeof visitor>> & { name: string }} Somebody */

/** Chooses name and password where a ticket leads. @param {Somebody} person @param {string} address */
async function signUp({ page, name }, address) {
  await page.goto(address);
  await page.locator('ticket-page [data-focus=name]').fill(name);
  await page.locator('ticket-page [data-focus=password]').fill(PASSWORD);
  await page.locator('ticket-page [data-focus=password]').press('Enter');
  await page.locator('[data-focus=kept]').press('Enter');
  await page.waitForURL('**/');
}

/** @param {Somebody} person @param {string} id @param {object} message */
async function say({ page }, id, message) {
  const answer = await page.request.post(`/api/games/${id}/messages`, { data: { a: Math.random().toString(36).slice(2), ...message } });
  assert.equal(answer.status(), 200, `${JSON.stringify(message)} ${await answer.text()}`);
}

/** @param {Somebody} person @param {string} id */
const stateOf = async ({ page }, id) => (await page.request.get(`/api/games/${id}`)).json();

/** Everybody sits down, chooses, acts once, and gives up one after another. @param {Somebody[]} people @param {string} kind @param {string} preset */
async function play(people, kind, preset) {
  const { page } = people[0];
  const seats = people.map((_, seat) => ({ type: seat ? 'open' : 'me' }));
  const made = await page.request.post('/api/games', { data: { kind, preset, clock: CLOCK, seats } });
  assert.equal(made.status(), 201, await made.text());
  const { id } = await made.json();
  for (const [seat, person] of people.entries()) if (seat) await say(person, id, { t: 'sit', seat });
  const acted = new Set();
  for (let step = 0; step < 400 && acted.size < people.length; step++) {
    const { phase, opening, turn } = await stateOf(people[0], id);
    const seat = phase === 'opening' ? opening.pending[0] : turn;
    const own = await stateOf(people[seat], id);
    if (phase === 'opening') await say(people[seat], id, { t: 'choose', seat, d: own.opening.offered[seat][0] });
    else {
      await say(people[seat], id, { t: 'act', n: own.deeds.length, d: own.legal[step % own.legal.length] });
      acted.add(seat);
    }
  }
  const before = await stateOf(people[0], id);
  assert.equal(before.rated, true, `${kind} ${preset}: ${before.why}`);
  // In some games one gives up only in one's own turn.
  for (const _ of people) {
    const { phase, turn } = await stateOf(people[0], id);
    if (phase === 'playing') await say(people[turn], id, { t: 'resign' });
  }
  assert.equal((await stateOf(people[0], id)).phase, 'over', `${kind} ${preset}`);
}

/** Asks until all results are rated. @param {string} file */
async function untilRated(file) {
  for (let tries = 0; tries < 100; tries++) {
    if (stored(file, "SELECT count(*) AS due FROM result WHERE state = 'due'")[0].due === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('not rated in time');
}

/** @param {Somebody} person @param {string} name @param {string} id @param {ReturnType<typeof recompute>} scores */
async function checkProfile({ page }, name, id, scores) {
  const address = `/api/people/${encodeURIComponent(name)}`;
  const profile = await (await page.request.get(address)).json();
  const own = [...scores].filter(([whose]) => whose.startsWith(`${id} `)).map(([whose, score]) => ({ pool: whose.split(' ')[1], score }));
  assert.equal(profile.ratings.length, own.length, name);
  const { points: history } = await (await page.request.get(`${address}/ratings`)).json();
  for (const { pool, score } of own) {
    const told = profile.ratings.find((/** @type {{ pool: string }} */ each) => each.pool === pool);
    const rating = Math.round(score.points);
    const best = score.best ? { rating: Math.round(score.best), rank: rankOf(Math.round(score.best)) } : null;
    const { games, won, drawn, lost, played } = score;
    const provisional = score.deviation > (pool.startsWith('yonin') ? 140 : 110);
    assert.deepEqual(told, { pool, rating, deviation: Math.round(score.deviation), rank: rankOf(rating), provisional, games, won, drawn, lost, best, played_ms: played }, `${name} ${pool}`);
    const line = history.filter((/** @type {{ pool: string }} */ point) => point.pool === pool).map((/** @type {{ rating: number }} */ point) => point.rating);
    assert.deepEqual(line, score.history.map(Math.round), `${name} ${pool}`);
  }
  await page.goto(`/@/${encodeURIComponent(name)}`);
  await page.locator('.scores tbody tr').nth(own.length - 1).waitFor();
  const shown = await page.locator('.scores').first().textContent();
  for (const { score } of own) assert.ok(shown?.includes(String(Math.round(score.points))), `${name}: ${shown}`);
}

const missing = !process.env.DAEGUK_BINARY ? 'no binary is named' : spawnSync('sqlite3', ['-version']).status !== 0 ? 'sqlite3 is not installed' : false;

test('a club of twelve begins by the manual, and its numbers follow from its games', { skip: missing, timeout: 300_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'daeguk-club-'));
  const shell = shellWith(folder);
  // Any free port of this machine alone; all else is as the manual has it.
  const server = await startServer({ shell: command(/^daeguk serve --data \.\/club/).replace('0.0.0.0:8080', '127.0.0.1:0'), folder });
  t.after(() => server.stop());
  const people = /** @type {Somebody[]} */ ([]);
  for (const [number, name] of NAMES.entries()) people.push({ ...(await visitor({ house: server.url, language: LANGUAGES[Math.floor(number / 4)], phone: number % 2 === 1, dark: number % 3 === 1 })), name });
  const [host, ...members] = people;

  await signUp(host, shell(command(/^daeguk people host/)).trim());
  assert.equal(shell('daeguk people list --data ./club').trim(), '민수\thost');
  for (const member of members) {
    const { ticket } = await (await host.page.request.post('/api/host/tickets', { data: { kind: 'invite' } })).json();
    await signUp(member, `/ticket#${ticket}`);
  }
  assert.equal(shell('daeguk people list --data ./club').trim().split('\n').length, NAMES.length);

  for (const { kind, preset, people: numbers } of ROUNDS) await play(numbers.map((number) => people[number]), kind, preset);
  await untilRated(join(folder, 'club/daeguk.db'));
  for (const line of [/^daeguk backup/, /^daeguk check/]) shell(command(line));
  const copy = join(folder, readdirSync(folder).find((name) => /^club-[\d-]+\.db$/.test(name)) ?? assert.fail('no copy'));
  const all = results(copy);
  assert.equal(all.length, ROUNDS.length);
  assert.equal(new Set(all.map(({ pool }) => pool)).size, 7, 'every family of every kind');
  const scores = recompute(all);
  const ids = new Map(stored(copy, "SELECT id, name FROM person WHERE kind = 'member'").map(({ id, name }) => [name, id]));
  for (const person of people) await checkProfile(person, person.name, ids.get(person.name), scores);

  await allIsSaid(people[9].page, 'profile');
  await noSidewaysScroll(people[9].page);
  await shot(people[9].page, 'club-profile-phone');
  await shot(people[0].page, 'club-profile');
  for (const { context, troubles } of people) {
    assert.deepEqual(troubles, []);
    await context.close();
  }
  rmSync(folder, { recursive: true, force: true });
});
