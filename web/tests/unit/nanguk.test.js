import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import './stub.js';
import { Gesture } from '../../board/gesture.js';

const { speak } = await import('../../lib/i18n.js');
await speak();
const { nanguk } = await import('../../board/nanguk.js');
const { Camera } = await import('../../board/pieces/ground.js');
const { parse } = await import('../../board/nanguk-view.js');

/** Views and legal actions as the rules crate writes them. */
const FIXTURES = JSON.parse(readFileSync(new URL('../fixtures/nanguk.json', import.meta.url), 'utf8'));
const LOOK = /** @type {any} */ ({ bottom: 0, set: 'hanja', compact: false, coordinates: true, language: 'ko', names: false, mode: 'tilted', turn: 0 });
const LOOKS = [0, 1].flatMap((bottom) => [0, 1, 2, 3].flatMap((turn) => ['tilted', 'flat'].flatMap((mode) => [false, true].map((compact) => ({ ...LOOK, bottom, turn, mode, compact })))));

test('every action of the rules has a gesture that means it and nothing else', () => {
  for (const [name, { view, legal }] of Object.entries(FIXTURES)) {
    const offered = legal.filter((/** @type {string} */ text) => !nanguk.isButton?.(text));
    const spelled = nanguk.spell?.(offered, view) ?? [];
    for (const text of offered) {
      const { steps } = spelled.find((each) => each.text === text) ?? { steps: [] };
      const gesture = new Gesture(spelled);
      for (const step of steps) {
        assert.ok(gesture.next().has(step), `${name} ${text}`);
        gesture.take(step);
      }
      assert.equal(gesture.meaning(), text, name);
    }
  }
});

test('cells are distinct, named, inside the picture, and arrows lead back', () => {
  for (const look of LOOKS) {
    for (const { view } of Object.values(FIXTURES)) {
      const { cells, box } = nanguk.ground(view, look);
      const byId = new Map(cells.map((cell) => [cell.id, cell]));
      assert.equal(byId.size, 64);
      for (const cell of cells) {
        const [x, y] = cell.center;
        assert.ok(x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3], cell.id);
        assert.ok(cell.name.includes(cell.id));
        const up = byId.get(cell.near.up ?? '');
        if (up) assert.equal(up.near.down, cell.id);
        if (up) assert.equal(Number(up.id[1]) - Number(cell.id[1]), look.bottom === 0 ? 1 : -1, 'up is ahead, however the board is turned');
      }
    }
  }
});

test('what stands before another square is drawn after it', () => {
  for (const look of LOOKS) {
    const camera = new Camera(look);
    for (let u = 0; u < 8; u++) {
      for (let v = 0; v < 8; v++) {
        assert.deepEqual(camera.seen(...camera.under(u, v)), [u, v]);
        assert.ok(camera.depth(u, v) < camera.depth(u, v - 1) && camera.depth(u, v) < camera.depth(u + 1, v));
        if (!camera.flat) assert.ok(camera.center(u, v, 0)[1] < camera.center(u, v - 1, 0)[1] && camera.center(u, v, 0)[1] < camera.center(u + 1, v, 0)[1], 'and lies lower on the screen');
      }
    }
  }
});

test('shots, climbs, charges, bombs and volleys are marked differently', () => {
  const kind = (/** @type {string} */ name, /** @type {string} */ from, /** @type {string} */ to) => nanguk.target?.([from], to, FIXTURES[name].view, LOOK).kind;
  assert.match(kind('beforeshot', 'g2', 'g3') ?? '', /^shoot/);
  assert.equal(kind('beforeshot', 'e6', 'e7'), 'take-climb');
  assert.equal(kind('beforeshot', 'e6', 'd5'), 'go');
  assert.equal(kind('siege', 'f3', 'f7'), 'charge');
  assert.equal(kind('firearms', 'f6', 'f4'), 'lob');
  assert.equal(kind('cart', 'f3', 'e5'), 'volley');
});

test('danger, castles, breaches and fuses are told to listeners', () => {
  const marks = nanguk.marks(FIXTURES.beforeshot.view, LOOK);
  assert.deepEqual(marks.map(({ at, name }) => [at, name]), [['e7', '왕이 위급함']]);
  const name = (/** @type {string} */ fixture, /** @type {string} */ id) => nanguk.ground(FIXTURES[fixture].view, LOOK).cells.find((cell) => cell.id === id)?.name;
  assert.equal(name('siege', 'd7'), 'd7, 높이 2, 홍(紅) 성');
  assert.match(name('firearms', 'e3') ?? '', /불붙은 진천뢰/);
  assert.equal(name('sea', 'd4'), 'd4, 섬');
});

test('a view is foretold', () => {
  const { view } = FIXTURES.terrain1;
  const built = nanguk.after(view, '+a1');
  assert.equal(built.heights[0], view.heights[0] + 1);
  assert.equal(built.hands[0], view.hands[0] - 1);
  const cart = nanguk.after(FIXTURES.cart.view, 'f3**');
  assert.deepEqual(cart.pieces.map(({ square }) => square).sort(), ['b2', 'd8', 'e1', 'f3']);
  assert.equal(cart.pieces.find(({ square }) => square === 'f3')?.role, 'empty_cart');
});

test('the last block of a turn waits to be chosen once more', () => {
  const { view } = FIXTURES.terrain1;
  assert.equal(nanguk.waits?.('+a1', view), false);
  assert.equal(nanguk.waits?.('+a1', { ...view, left_in_turn: 1 }), true);
});

test('everything that can be done is said, written and moved', () => {
  for (const { view, legal } of Object.values(FIXTURES)) {
    for (const text of legal) {
      assert.ok(parse(text), text);
      for (const words of [nanguk.spoken(text, view), nanguk.notation(text, view, LOOK)]) assert.doesNotMatch(words, /nanguk\.|[{}]/, text);
      for (const { frames, ms } of nanguk.effects?.(text, view, nanguk.after(view, text), LOOK) ?? []) assert.ok(frames.length >= 2 && ms <= 260, text);
    }
  }
});

test('clearing up takes pieces, then blocks from the top, then the floor, within four seconds', () => {
  const effects = nanguk.finale?.(FIXTURES.over.view, LOOK) ?? [];
  const when = (/** @type {RegExp} */ kind) => effects.filter(({ thing }) => kind.test(thing ?? '')).map(({ delay }) => delay ?? 0);
  const [pieces, blocks, floor] = [when(/^piece/), when(/^solid:[a-h]\d/), when(/floor/)];
  assert.ok(Math.max(...pieces) < Math.min(...blocks) && Math.max(...blocks) < Math.min(...floor));
  assert.equal(blocks.length, FIXTURES.over.view.heights.reduce((/** @type {number} */ sum, /** @type {number} */ height) => sum + height, 0));
  assert.ok(Math.max(...effects.map(({ delay, ms }) => (delay ?? 0) + ms)) <= 4000);
});
