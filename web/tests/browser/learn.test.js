import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HERE, browser, noSidewaysScroll, openGame, scan, visitor } from './house.js';

after(() => browser.close());

const BOOKS = join(dirname(fileURLToPath(import.meta.url)), '../../../crates/engine/lessons');
const LANGUAGES = /** @type {const} */ ([['ko', 'ko-KR'], ['en', 'en-US'], ['ja', 'ja-JP']]);
/** One whole lesson of each game. */
const WHOLE = { janggi: 'soldier', nanguk: 'infantry', tigers: 'move', yonin: 'men' };

/** @param {string} kind @param {string} lesson @returns {any} */
function lessonOf(kind, lesson) {
  const book = JSON.parse(readFileSync(join(BOOKS, `${kind}.json`), 'utf8'));
  return book.lessons.find((/** @type {any} */ each) => each.id === lesson);
}

/** The keys that lead from the focused cell to another. @param {import('playwright').Page} page @param {string} kind @param {any} view @param {number} seat @param {string} to @returns {Promise<string[]>} */
function wayTo(page, kind, view, seat, to) {
  return page.evaluate(
    async ({ kind, view, seat, to }) => {
      const { DRAWINGS, fetchDrawing } = await import('/board/games.js');
      await fetchDrawing(kind);
      const drawing = DRAWINGS[kind];
      const look = { bottom: seat, set: 'hanja', compact: false, coordinates: true, language: 'ko', names: false, mode: drawing.modes?.[0], turn: 0 };
      const near = new Map(drawing.ground(view, look).cells.map((/** @type {any} */ cell) => [cell.id, cell.near]));
      const from = document.activeElement?.getAttribute('data-cell') ?? '';
      const ways = new Map([[from, /** @type {string[]} */ ([])]]);
      const edge = [from];
      for (let at = edge.shift(); at !== undefined; at = edge.shift()) {
        if (at === to) return ways.get(at) ?? [];
        for (const [way, next] of Object.entries(near.get(at) ?? {})) {
          if (!next || ways.has(next)) continue;
          ways.set(next, [...(ways.get(at) ?? []), `Arrow${way[0].toUpperCase()}${way.slice(1)}`]);
          edge.push(next);
        }
      }
      throw new Error(`no way from ${from} to ${to}`);
    },
    { kind, view, seat, to },
  );
}

/** Does an action of a stage with keys alone. @param {import('playwright').Page} page @param {string} kind @param {any} stage @param {string[]} done @param {string} act @param {string} address */
async function byKeys(page, kind, stage, done, act, address) {
  const { view } = await (await page.request.post(address, { data: { acts: done } })).json();
  const { steps, seat } = await page.evaluate(
    async ({ kind, view, act, name }) => {
      const { DRAWINGS } = await import('/board/games.js');
      return { steps: DRAWINGS[kind].steps(act, view), seat: DRAWINGS[kind].seats.indexOf(name) };
    },
    { kind, view, act, name: stage.seat },
  );
  const answered = page.waitForResponse((response) => response.url().includes('/api/lessons/') && response.request().method() === 'POST');
  answered.catch(() => {});
  for (const step of steps) {
    if ((await page.locator(`[data-cell="${step}"]`).count()) === 0) {
      // A choice opens with the keyboard in it; a choice of one is none.
      if ((await page.locator('.choice').count()) > 0) await page.locator(`.choice [data-choice="${step}"]`).press('Enter');
      continue;
    }
    for (const key of await wayTo(page, kind, view, seat, step)) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  }
  // Where a way could go on, the last cell is chosen once more.
  if ((await page.locator('[data-focus="done"]').count()) > 0) await page.keyboard.press('Enter');
  return answered;
}

for (const [language, locale] of LANGUAGES) {
  for (const [kind, id] of Object.entries(WHOLE)) {
    test(`a whole lesson of ${kind} is learned by keys alone, in ${language}`, async () => {
      const { context, page, troubles } = await visitor({ language: locale });
      const lesson = lessonOf(kind, id);
      await page.goto(`/learn/${kind}/${id}`);
      for (const [index, stage] of lesson.stages.entries()) {
        await page.locator('.lesson-words .task').getByText(stage.text[language].split('{')[0]).waitFor();
        await page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));
        const address = `/api/lessons/${kind}/${id}/${stage.id}`;
        const [line] = stage.answers;
        for (const [number, act] of line.entries()) {
          const response = await byKeys(page, kind, stage, line.slice(0, number), act, address);
          assert.equal(response.status(), 200, `${stage.id} ${act}: ${await response.text()}`);
          if (number + 1 < line.length) await page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));
        }
        await page.locator('.said.done').waitFor();
        assert.equal(await page.locator('.won i.full').count(), 3, `${stage.id}: three stars`);
        await page.waitForFunction((words) => document.getElementById('polite')?.textContent?.includes(words), stage.done[language].split('{')[0]);
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-focus')), 'next');
        if (index + 1 < lesson.stages.length) await page.keyboard.press('n');
      }
      const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('daeguk.stars') ?? '{}'));
      assert.deepEqual(kept[kind][id], lesson.stages.map(() => 3));
      assert.deepEqual(troubles, []);
      await context.close();
    });
  }
}

test('a refusal teaches in the words of the stage, and help comes in three steps', async () => {
  const { context, page, troubles } = await visitor();
  await page.goto('/learn/janggi/soldier#never-back');
  const stage = lessonOf('janggi', 'soldier').stages[3];
  await page.locator('.lesson-words .task').getByText(stage.text.ko).waitFor();
  await page.locator('[data-cell="e6"]').click();
  await page.locator('[data-cell="e5"]').click();
  await page.locator('.said.refusal').getByText(stage.refuse[0].text.ko).waitFor();
  assert.match((await page.locator('a.article').getAttribute('href')) ?? '', /^\/rules\/janggi#9$/);
  await page.keyboard.press('h');
  await page.locator('.said.hint').getByText(stage.hint.ko).waitFor();
  assert.equal(await page.locator('.mark.help').count(), 0);
  await page.keyboard.press('h');
  await page.locator('.mark.help').first().waitFor();
  assert.equal(await page.locator('.mark.help-line').count(), 0);
  await page.keyboard.press('h');
  await page.locator('.mark.help-line').waitFor({ state: 'attached' });
  await page.locator('[data-cell="e6"]').click();
  await page.locator('[data-cell="f6"]').click();
  await page.locator('.said.done').waitFor();
  assert.equal(await page.locator('.won i.full').count(), 1);
  assert.deepEqual(troubles.filter((each) => !/422/.test(each)), []);
  await context.close();
});

test('what was learned without a name is merged into the guest and comes back', async () => {
  const { context, page } = await visitor();
  await page.addInitScript(() => localStorage.getItem('daeguk.stars') ?? localStorage.setItem('daeguk.stars', JSON.stringify({ janggi: { soldier: [2, 0, 3] } })));
  await page.goto('/learn/janggi');
  await page.locator('#learn-janggi .lessons .dot-3').waitFor();
  const games = (await (await page.request.get('/api/lessons')).json()).games;
  assert.deepEqual(games[0].lessons[0].stars, [2, 0, 3, 0, 0]);
  await page.request.post('/api/lessons/janggi/soldier/sideways', { data: { acts: ['e5f5'] } });
  await page.evaluate(() => localStorage.removeItem('daeguk.stars'));
  await page.reload();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('daeguk.stars') ?? '{}').janggi?.soldier?.[1] === 3);
  await context.close();
});

test('the start page leads a newcomer to the lessons, and the pages of learning are accessible', async () => {
  for (const [language, locale] of LANGUAGES) {
    for (const dark of [false, true]) {
      const { context, page, troubles } = await visitor({ language: locale, phone: dark, dark });
      await page.goto('/');
      await page.locator('a.newcomer').click();
      await page.locator('#learn-yonin .lessons a').first().waitFor();
      await scan(page, `learn ${language}`);
      await page.goto('/learn/yonin/drops');
      await page.locator('.lesson-words .task').waitFor();
      await page.locator('play-desk svg.board').waitFor();
      await scan(page, `lesson ${language}`);
      await noSidewaysScroll(page);
      assert.deepEqual(troubles, []);
      await context.close();
    }
  }
});

test('a rule book can be played, refuses in words and leads to its lessons', async () => {
  const { context, page, troubles } = await visitor();
  await page.goto('/rules/janggi#7');
  const article = page.locator('#a7');
  await article.locator('try-board svg.board').waitFor();
  await article.locator('[data-refused]').click();
  await article.locator('.said.refusal').waitFor();
  await article.locator('[data-cell="e5"]').click();
  await article.locator('[data-cell="g6"]').click();
  await article.locator('[data-focus="reset"]:not(:disabled)').click();
  assert.match((await article.locator('.to-lessons a').first().getAttribute('href')) ?? '', /^\/learn\/janggi\/horse$/);
  await scan(page, 'rules');
  assert.deepEqual(troubles.filter((each) => !/422/.test(each)), []);
  await context.close();
});

test('the sample game of nanguk is stepped through on its page', async () => {
  const { context, page } = await visitor({ language: 'en-US' });
  await page.goto('/rules/nanguk#38');
  const board = page.locator('#a38 try-board');
  await board.locator('svg.board').waitFor();
  await board.locator('[data-focus="next"]').click();
  await board.getByText('Move 1 of').waitFor();
  await board.locator('[data-focus="next"]').click();
  await board.getByText('Move 2 of').waitFor();
  await board.locator('[data-focus="first"]').click();
  await board.getByText('Move 0 of').waitFor();
  await context.close();
});

for (const [language, locale] of LANGUAGES) {
  test(`every game tells its story in five pictures of our own, in ${language}`, async () => {
    const { context, page, troubles } = await visitor({ language: locale });
    await page.goto('/learn');
    for (const kind of Object.keys(WHOLE)) {
      await page.locator(`[data-steps=${kind}]`).click();
      const told = new Set();
      for (let at = 1; at <= 5; at++) {
        await page.locator('dialog.steps .scene svg').waitFor();
        if (at === 2) await scan(page, `steps ${kind} ${language}`);
        told.add(await page.locator('dialog.steps .tale').textContent());
        if (at < 5) {
          await page.keyboard.press('ArrowRight');
          await page.waitForFunction((words) => document.querySelector('dialog.steps .tale')?.textContent !== words, [...told].at(-1));
        }
      }
      assert.equal(told.size, 5, kind);
      await page.keyboard.press('Escape');
      await page.locator('dialog.steps').waitFor({ state: 'detached' });
    }
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test('the table offers the lesson and the article of the rule that was just refused', async () => {
  const { context, page } = await visitor({ language: 'en-US' });
  await openGame(page, { kind: 'janggi', choose: false, seats: HERE(2) });
  await page.locator('[data-cell="b3"]').click();
  await page.locator('[data-cell="b6"]').click();
  await page.locator('.lesson a.fits').first().waitFor();
  const links = await page.locator('.lesson a.fits').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  assert.deepEqual(links.at(-1), '/rules/janggi#6');
  await page.locator('[data-focus=steps]').click();
  await page.locator('dialog.steps .scene svg').waitFor();
  await context.close();
});

/** A stage for every kind of goal that a whole lesson above does not have. */
const GOALS = [
  ['act', 'janggi', 'opening', 'open-file'],
  ['check', 'janggi', 'check', 'give'],
  ['safe', 'janggi', 'check', 'block'],
  ['result', 'janggi', 'mate', 'two-chariots'],
  ['force', 'janggi', 'mate2', 'two-chariots'],
  ['gauge', 'nanguk', 'ground', 'first'],
  ['turn', 'yonin', 'turns', 'jump-west'],
];

for (const [language, locale] of LANGUAGES) {
  test(`a stage of every kind of goal is solved by keys alone and told, in ${language}`, async () => {
    const { context, page, troubles } = await visitor({ language: locale });
    for (const [goal, kind, id, name] of GOALS) {
      const stage = lessonOf(kind, id).stages.find((/** @type {any} */ each) => each.id === name);
      assert.ok([stage.goal].flat().some(({ type }) => type === goal), `${name} has a goal ${goal}`);
      await page.goto(`/learn/${kind}/${id}#${name}`);
      await page.waitForFunction((words) => document.getElementById('polite')?.textContent?.includes(words), stage.text[language].split('{')[0]);
      await page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));
      const [line] = stage.answers;
      for (const [number, act] of line.entries()) {
        await byKeys(page, kind, stage, line.slice(0, number), act, `/api/lessons/${kind}/${id}/${name}`);
        if (number + 1 < line.length) await page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));
      }
      await page.waitForFunction((words) => document.getElementById('polite')?.textContent?.includes(words), stage.done[language].split('{')[0]);
      assert.equal(await page.locator('.won i.full').count(), 3, name);
    }
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

test('lessons and rule books fit every width, and twice the size of letters', async () => {
  const { context, page } = await visitor({ language: 'en-US' });
  for (const [width, height] of [[320, 700], [360, 740], [720, 450], [844, 390], [1024, 768], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    for (const address of ['/learn', '/learn/janggi/horse', '/learn/nanguk/uphill', '/learn/tigers/lines', '/learn/yonin/turns', '/rules/yonin']) {
      await page.goto(address);
      await page.locator('svg.board, .lessons a, .rulebook h1').first().waitFor();
      await noSidewaysScroll(page);
    }
  }
  await context.close();
});
