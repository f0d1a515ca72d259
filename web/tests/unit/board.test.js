import assert from 'node:assert/strict';
import test from 'node:test';
import './stub.js';
import { Gesture } from '../../board/gesture.js';

const { speak } = await import('../../lib/i18n.js');
await speak();
const { DRAWINGS, fetchDrawing } = await import('../../board/games.js');
await Promise.all(['nanguk', 'tigers'].map(fetchDrawing));
const { janggi, numeric } = await import('../../board/janggi.js');
const { yonin } = await import('../../board/yonin.js');

const LOOK = { bottom: 0, set: 'hanja', compact: false, coordinates: true, language: 'ko', names: false };
const JANGGI = { pieces: [{ at: 'e2', piece: 'K' }, { at: 'e9', piece: 'k' }, { at: 'a4', piece: 'P' }, { at: 'a5', piece: 'p' }], turn: 'cho', checked: [], facing: false, bikjang: false, half_points: [144, 147], dum_half_points: 3, leader: 'han', lost: ['', 'p'] };

function yoninView() {
  const cells = new Array(81).fill(null);
  cells[8 * 9 + 4] = { owner: 's', facing: 's', role: 'K' };
  cells[1 * 9 + 6] = { owner: 's', facing: 's', role: 'S' };
  cells[0] = { owner: 'n', facing: 'n', role: '+P' };
  const hands = ['s', 'w', 'n', 'e'].map((seat) => ({ seat, usable: true, rook: 0, gold: 0, silver: 0, pawn: seat === 's' ? 2 : 0 }));
  return { cells, hands, turn: 's', checks: [], skipped: [], out: [], ply: 1, points: [0, 0, 0, 0], last: null, result: null };
}

const VIEWS = { janggi: JANGGI, yonin: yoninView() };

for (const [kind, view] of Object.entries(VIEWS)) {
  const drawing = DRAWINGS[kind];
  for (let bottom = 0; bottom < drawing.seats.length; bottom++) {
    for (const compact of [false, true]) {
      const { cells, box } = drawing.ground(view, { ...LOOK, bottom, compact });
      const name = `${kind}, seat ${bottom} at the bottom${compact ? ', narrow' : ''}`;

      test(`${name}: cells are distinct, named and inside the picture`, () => {
        assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
        for (const cell of cells) {
          assert.ok(cell.name, cell.id);
          const [x, y] = cell.center;
          assert.ok(x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3], cell.id);
        }
      });

      test(`${name}: arrow keys lead to cells, and every cell is reached`, () => {
        const byId = new Map(cells.map((cell) => [cell.id, cell]));
        const seen = new Set([cells[0].id]);
        const queue = [cells[0]];
        for (const cell of queue) {
          for (const [way, id] of Object.entries(cell.near)) {
            if (id === undefined) continue;
            const to = byId.get(id);
            assert.ok(to, `${cell.id} ${way}`);
            if (!seen.has(id)) queue.push(to);
            seen.add(id);
          }
        }
        assert.equal(seen.size, cells.length);
      });

      test(`${name}: an arrow goes the way it points`, () => {
        const at = new Map(cells.map((cell) => [cell.id, cell.center]));
        for (const cell of cells.filter(({ id }) => !id.includes(':'))) {
          const [x, y] = cell.center;
          const { up, down, left, right } = cell.near;
          if (up) assert.ok(at.get(up)[1] < y, cell.id);
          if (down) assert.ok(at.get(down)[1] > y, cell.id);
          if (left) assert.ok(at.get(left)[0] < x, cell.id);
          if (right) assert.ok(at.get(right)[0] > x, cell.id);
        }
      });
    }
  }
}

test('the own seat sits at the bottom', () => {
  for (const [seat, id] of [[0, '5i'], [1, '9e'], [2, '5a'], [3, '1e']]) {
    const { cells } = yonin.ground(yoninView(), { ...LOOK, bottom: seat });
    const [x, y] = cells.find((cell) => cell.id === id).center;
    assert.deepEqual([x, y], [450, 850], id);
  }
  const flipped = janggi.ground(JANGGI, { ...LOOK, bottom: 1 }).cells;
  assert.ok(flipped.find(({ id }) => id === 'e9').center[1] > flipped.find(({ id }) => id === 'e2').center[1]);
});

test('janggi counts points as Korean records do', () => {
  assert.deepEqual(['a1', 'e2', 'i10', 'a4', 'e7'].map(numeric), ['01', '95', '19', '71', '45']);
});

test('moves are written and spoken', () => {
  assert.equal(janggi.notation('a4a5', JANGGI, LOOK), '71졸61×병');
  assert.equal(janggi.notation('a4a5', JANGGI, { ...LOOK, language: 'ja' }), '71卒61×兵');
  assert.equal(janggi.notation('a4b4', JANGGI, { ...LOOK, language: 'en' }), 'Sa4–b4');
  assert.equal(janggi.notation('e2e2', JANGGI, LOOK), '한수쉼');
  assert.equal(janggi.notation('resign:cho', JANGGI, LOOK), '기권');
  assert.equal(janggi.spoken('a4a5', JANGGI), '졸, 71에서 61, 병을 잡음');
  assert.equal(yonin.notation('3b3a+', yoninView(), LOOK), '↑3일은 승격');
  assert.equal(yonin.notation('P*5e', yoninView(), { ...LOOK, language: 'ja' }), '↑5五歩打');
});

test('a view is foretold', () => {
  const after = janggi.after(JANGGI, 'a4a5');
  assert.deepEqual(after.pieces.find(({ at }) => at === 'a5'), { at: 'a5', piece: 'P' });
  assert.equal(after.pieces.length, 3);
  assert.equal(after.turn, 'han');
  const dropped = yonin.after(yoninView(), 'P*5e');
  assert.deepEqual(dropped.cells[4 * 9 + 4], { owner: 's', facing: 's', role: 'P' });
  assert.equal(dropped.hands[0].pawn, 1);
  const taken = yonin.after({ ...yoninView() }, '3b9a');
  assert.equal(taken.hands[0].pawn, 3, 'a captured tokin is a pawn in hand');
});

test('an impossible gesture names the action to ask about', () => {
  assert.equal(janggi.attempt(['a4', 'e9'], JANGGI), 'a4e9');
  assert.equal(yonin.attempt(['s:P', '5e'], yoninView()), 'P*5e');
  assert.equal(yonin.attempt(['5i', 's:P'], yoninView()), null);
});

test('a gesture offers exactly the steps of legal actions', () => {
  const view = yoninView();
  const legal = ['3b3a', '3b3a+', '3b2a', '3b2a+', 'P*5e', '5i5h'];
  const gesture = new Gesture(legal.map((text) => ({ text, steps: yonin.steps(text, view) })));
  assert.ok(gesture.begins('3b') && gesture.begins('s:P') && !gesture.begins('w:P'));
  gesture.take('3b');
  assert.deepEqual([...gesture.next()], ['3a', '2a']);
  gesture.take('3a');
  assert.deepEqual([...gesture.next()].sort(), ['+', '=']);
  assert.equal(gesture.meaning(), null);
  gesture.take('+');
  assert.ok(gesture.complete());
  assert.equal(gesture.meaning(), '3b3a+');
  gesture.clear();
  gesture.take('5i');
  gesture.take('5h');
  assert.equal(gesture.meaning(), '5i5h');
});

test('a press only lifts what more must follow', () => {
  const gesture = new Gesture([{ text: '+e4', steps: ['e4'] }, { text: 'e2e3', steps: ['e2', 'e3'] }]);
  assert.ok(gesture.leads('e2') && !gesture.leads('e4') && !gesture.leads('a1'));
});

test('a gesture that could go on waits', () => {
  const gesture = new Gesture([{ text: 'm 1 2', steps: ['1', '2'] }, { text: 'm 1 2 3', steps: ['1', '2', '3'] }]);
  gesture.take('1');
  gesture.take('2');
  assert.equal(gesture.meaning(), 'm 1 2');
  assert.ok(!gesture.complete());
  gesture.take('3');
  assert.ok(gesture.complete());
  gesture.back();
  assert.equal(gesture.meaning(), 'm 1 2');
});

test('both blocks of an elephant are told apart', () => {
  const view = /** @type {any} */ ({ pieces: [{ at: 'c1', piece: 'B' }, { at: 'b1', piece: 'N' }] });
  const refused = (/** @type {string} */ at) => ({ code: 'E_LEG', message: `the way of the elephant is blocked on ${at}` });
  assert.equal(janggi.why?.('c1e4', refused('c2'), view), 'refusal.janggi.E_LEG.first');
  assert.equal(janggi.why?.('c1e4', refused('d3'), view), 'refusal.janggi.E_LEG.second');
  assert.equal(janggi.why?.('b1c3', refused('b2'), view), null, 'a horse has only one');
  assert.deepEqual(janggi.culprits?.('c1e4', refused('d3'), view), ['d3']);
});

test('a turned board can be counted from Han, as the oldest text does', () => {
  const look = /** @type {any} */ ({ bottom: 1, set: 'hanja', compact: false, coordinates: true, language: 'en', names: false });
  const named = (/** @type {any} */ seen) => janggi.ground(/** @type {any} */ ({ pieces: [] }), seen).cells.find(({ id }) => id === 'f4')?.name;
  assert.equal(named(look), 'f4');
  assert.equal(named({ ...look, frame: 'han' }), 'd7');
  assert.equal(named({ ...look, frame: 'han', bottom: 0 }), 'f4', 'only where the board is turned');
});
