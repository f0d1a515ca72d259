import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import './stub.js';
import { Gesture } from '../../board/gesture.js';

const { speak } = await import('../../lib/i18n.js');
await speak();
const { tigers } = await import('../../board/tigers.js');

/** Views and legal actions as the rules crate writes them. */
const FIXTURES = JSON.parse(readFileSync(new URL('../fixtures/tigers.json', import.meta.url), 'utf8'));
const LOOK = /** @type {any} */ ({ bottom: 0, set: 'hanja', compact: false, coordinates: true, language: 'ko', names: false, mode: 'plain' });
const LOOKS = [0, 1].flatMap((bottom) => [false, true].flatMap((compact) => ['plain', 'lines'].map((mode) => ({ ...LOOK, bottom, compact, mode }))));
const far = tigers.far ?? (() => false);

/** @param {string} name */
function gestureOf(name) {
  const { view, legal } = FIXTURES[name];
  return new Gesture(tigers.spell?.(legal.filter((/** @type {string} */ text) => text !== 'end'), view) ?? []);
}

test('every action of the rules has a gesture that means it', () => {
  for (const [name, { view, legal }] of Object.entries(FIXTURES)) {
    for (const text of legal.filter((/** @type {string} */ each) => each !== 'end')) {
      const gesture = gestureOf(name);
      for (const step of tigers.steps(text, view)) {
        assert.ok(gesture.next().has(step), `${name} ${text} ${step}`);
        gesture.take(step);
      }
      assert.equal(gesture.meaning(), text, name);
    }
  }
});

test('a far tile is reached by the fewest steps, and any way can be walked', () => {
  const gesture = gestureOf('start');
  gesture.take('2');
  assert.ok(gesture.later(far).has('10'));
  assert.equal(gesture.way('10', far)?.length, 4);
  for (const step of ['7', '8', '13']) gesture.take(step);
  assert.equal(gesture.meaning(), 'ZYm7-8-13');
  gesture.back();
  assert.equal(gesture.meaning(), 'ZYm7-8');
});

test('targets of tactics are not taken for tiles to walk to', () => {
  const gesture = gestureOf('fullmid');
  gesture.take('ZF');
  const near = gesture.later(far);
  assert.ok(!near.has('17') || gesture.next().has('17'));
});

test('a move waits, an attack does not; leaving a stalemate is asked about', () => {
  const { view } = FIXTURES.mid;
  assert.equal(tigers.waits?.('ZYm14', view), true);
  assert.equal(tigers.waits?.('GYxgy', view), false);
  assert.match(tigers.warn?.('GYm11', view) ?? '', /병력 2/);
  assert.equal(tigers.warn?.('ZYm14', view), null);
});

test('cells are distinct, named and inside the picture, and every one can be reached by arrows', () => {
  for (const look of LOOKS) {
    for (const { view } of Object.values(FIXTURES)) {
      const { cells, box } = tigers.ground(view, look);
      const byId = new Map(cells.map((cell) => [cell.id, cell]));
      assert.equal(byId.size, 44);
      for (const cell of cells) {
        const [x, y] = cell.center;
        assert.ok(x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3], cell.id);
        for (const to of Object.values(cell.near)) assert.ok(to === undefined || byId.has(to), `${cell.id} → ${to}`);
      }
      const found = new Set(['0']);
      for (const id of found) for (const to of Object.values(byId.get(id)?.near ?? {})) if (to) found.add(to);
      assert.equal(found.size, 44, `${[...byId.keys()].filter((id) => !found.has(id))}`);
    }
  }
});

test('tiles are large enough for a finger at 360 pixels', () => {
  const { cells, box } = tigers.ground(FIXTURES.start.view, { ...LOOK, compact: true });
  const scale = 360 / box[2];
  for (const { id, polygon } of cells) {
    const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
    assert.ok((Math.max(...xs) - Math.min(...xs)) * scale >= 44 && (Math.max(...ys) - Math.min(...ys)) * scale >= 44, id);
  }
});

test('the panel tells spent, impossible and possible tactics apart', () => {
  const { view } = FIXTURES.fullmid;
  const gesture = gestureOf('fullmid');
  gesture.take('12');
  const panel = tigers.panel?.(view, ['12'], gesture.offered(), LOOK);
  assert.deepEqual(panel?.items.map(({ label, state }) => [label, state]), [['일격', 'can'], ['불괴', 'spent'], ['모병', 'cannot']]);
  const base = tigers.panel?.(FIXTURES.mid.view, ['13'], new Set(), LOOK);
  assert.deepEqual(base?.items.map(({ state }) => state), ['soon', 'soon', 'soon']);
  const knock = gestureOf('knock');
  knock.take('25');
  assert.equal(tigers.panel?.(FIXTURES.knock.view, ['25'], knock.offered(), LOOK)?.items[0].step, 'k');
});

test('everything is said and written without a missing word', () => {
  for (const { view, legal } of Object.values(FIXTURES)) {
    for (const text of legal) for (const words of [tigers.spoken(text, view), tigers.notation(text, view, LOOK)]) assert.doesNotMatch(words, /tigers\.|[{}]/, text);
    for (const cell of tigers.ground(view, LOOK).cells) assert.doesNotMatch(cell.name, /tigers\./);
    for (const piece of tigers.pieces(view, LOOK)) assert.doesNotMatch(piece.name, /tigers\./);
  }
});

test('a view is foretold: walking, supplying, spending a tactic', () => {
  const { view } = FIXTURES.mid;
  const walked = tigers.after(view, 'ZYm14');
  assert.equal(walked.sides[0].generals[2].tile, 14);
  assert.equal(walked.actions, view.actions - 1);
  assert.equal(tigers.after(view, 'MCm5-6').sides[0].generals[4].tile, null, 'who supplies an ally leaves the board');
  assert.ok(tigers.after(FIXTURES.fullmid.view, 'GYtST>gy').sides[0].generals[0].tactics[0].spent);
});

test('hidden markers stay unknown', () => {
  const site = FIXTURES.fullmid.view.sites.find((/** @type {any} */ each) => each.code === 'QQ');
  const name = tigers.ground(FIXTURES.fullmid.view, LOOK).cells.find(({ id }) => id === String(site.tile))?.name ?? '';
  assert.match(name, /모르는 표식/);
});

test('the result counts for both sides', () => {
  const deeds = [{ seat: 0, text: 'ZYm7' }, { seat: 0, text: 'ZYk' }, { seat: 1, text: 'zfxZY' }];
  const rows = tigers.summary?.(FIXTURES.golden.view, deeds) ?? [];
  assert.deepEqual(rows.map(({ values }) => values), [['13'], ['3 / 3', '1 / 3'], ['5', '5'], ['29', '31'], ['0', '0'], ['1', '0'], ['0', '1']]);
  const side = { troops_dealt: 5, troops_lost: 3, attacks: { sun: 1, moon: 2, front: 0, structures: 0 } };
  const told = tigers.summary?.(FIXTURES.golden.view, deeds, { sides: [side, { ...side, troops_dealt: 3, troops_lost: 5 }] }) ?? [];
  assert.deepEqual(told.filter((_, index) => [4, 5, 9].includes(index)).map(({ values }) => values), [['5', '3'], ['3', '5'], ['해 1 · 달 2 · 전선 0', '해 1 · 달 2 · 전선 0']]);
});
