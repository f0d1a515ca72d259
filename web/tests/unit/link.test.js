import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import './stub.js';

/** @type {Fake[]} */
let sockets = [];

class Fake {
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    /** @type {string[]} */
    this.sent = [];
    sockets.push(this);
  }
  send(/** @type {string} */ text) {
    this.sent.push(text);
  }
  close(/** @type {number} */ code = 1006) {
    this.onclose?.({ code });
  }
  open() {
    this.onopen?.();
  }
  say(/** @type {unknown} */ message) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

/** What the page does when it is online again. @type {() => void} */
let hurry = () => {};

Object.assign(globalThis, {
  WebSocket: Fake,
  location: { protocol: 'http:', host: 'house' },
  addEventListener(/** @type {string} */ _, /** @type {() => void} */ listener) {
    hurry = listener;
  },
  removeEventListener() {},
  fetch: async () => ({ ok: true, status: 200, json: async () => ({ id: 'a', name: '' }) }),
});
Object.assign(document, { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' });

const { Link } = await import('../../net/link.js');

const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)));
const STATE = { v: 5, id: 'g', deeds: [{ seat: 0, text: 'a' }], turn: 1, seats: [{ here: true }, { here: false }], watchers: 0 };

async function connected() {
  sockets = [];
  const link = new Link('g');
  await settled();
  const [socket] = sockets;
  socket.open();
  socket.say({ t: 'state', d: STATE });
  return { link, socket };
}

test('events replace whole fields and append deeds; old ones are ignored', async () => {
  const { link, socket } = await connected();
  socket.say({ t: 'event', v: 6, e: [{ v: 6, type: 'act' }], d: { turn: 0 }, deeds: { from: 1, add: [{ seat: 1, text: 'b' }] } });
  assert.deepEqual([link.state.v, link.state.turn, link.state.deeds.length], [6, 0, 2]);
  socket.say({ t: 'event', v: 6, e: [], d: { turn: 1 } });
  assert.equal(link.state.turn, 0);
  socket.say({ t: 'event', v: 7, e: [{ v: 7, type: 'takeback' }], d: {}, deeds: { from: 1, add: [] } });
  assert.equal(link.state.deeds.length, 1);
  socket.say({ t: 'here', d: { seats: [true, true], watchers: 3 } });
  assert.deepEqual([link.state.seats[1].here, link.state.watchers], [true, 3]);
  link.close();
});

test('a gap in the deeds asks for what was missed', async () => {
  const { link, socket } = await connected();
  socket.say({ t: 'event', v: 9, e: [], d: {}, deeds: { from: 4, add: [{ seat: 0, text: 'e' }] } });
  assert.equal(link.state.v, 5);
  assert.deepEqual(JSON.parse(socket.sent.at(-1)), { t: 'sync', v: 5 });
  link.close();
});

test('a question about an action is never sent as one', async () => {
  const { link, socket } = await connected();
  const forbidden = link.explain('a4a3');
  const { a, ...asked } = JSON.parse(socket.sent.at(-1));
  assert.deepEqual(asked, { t: 'explain', n: 1, d: 'a4a3' });
  socket.say({ t: 'explained', a, code: 'E_PATH', detail: '', v: 5 });
  assert.equal((await forbidden).code, 'E_PATH');
  const legal = link.explain('a4b4');
  socket.say({ t: 'explained', a: JSON.parse(socket.sent.at(-1)).a, v: 5 });
  assert.equal(await legal, null);
  link.close();
});

test('a message is answered once, refused with its code, and sent again after a lost line', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { link, socket } = await connected();
  const first = link.send({ t: 'act', n: 1, d: 'x' });
  const { a } = JSON.parse(socket.sent.at(-1));
  socket.say({ t: 'refused', a, code: 'E_CHECK', detail: '' });
  await assert.rejects(first, { code: 'E_CHECK' });

  const second = link.send({ t: 'act', n: 1, d: 'y' });
  const text = socket.sent.at(-1);
  mock.timers.tick(3100);
  assert.equal(socket.sent.filter((each) => each === text).length, 2, 'sent again after three seconds');
  socket.close();
  assert.equal(link.online, false);
  mock.timers.tick(1000);
  const again = sockets.at(-1);
  assert.match(again.address, /\?v=5$/, 'comes back with the version it knows');
  again.open();
  assert.equal(again.sent[0], text, 'the same message with the same id');
  again.say({ t: 'ack', a: JSON.parse(text).a, v: 6 });
  await second;
  link.close();
  mock.timers.reset();
});

test('a silent line is noticed', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { link, socket } = await connected();
  mock.timers.tick(8000);
  assert.equal(socket.sent.at(-1), 'p');
  socket.say('0');
  mock.timers.tick(5000);
  assert.equal(link.online, true);
  mock.timers.tick(3000);
  assert.equal(socket.sent.filter((each) => each === 'p').length, 2);
  mock.timers.tick(5100);
  assert.equal(link.online, false, 'no answer to the heartbeat within five seconds');
  link.close();
  mock.timers.reset();
});

test('a server that has had too much is left alone for five seconds, however much the page hurries', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { link, socket } = await connected();
  const before = sockets.length;
  socket.close(1008);
  hurry();
  mock.timers.tick(4900);
  assert.equal(sockets.length, before, 'nobody calls');
  mock.timers.tick(1000);
  assert.equal(sockets.length, before + 1, 'then it comes back');
  sockets.at(-1).open();
  sockets.at(-1).close(1001);
  mock.timers.tick(500);
  assert.equal(sockets.length, before + 2, 'a restart is not waited for');
  link.close();
  mock.timers.reset();
});

test('a game that another node has is looked for there at once, or when the server has said so', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { link, socket } = await connected();
  void link.send({ t: 'act', n: 1, d: 'b' });
  const before = sockets.length;
  socket.say({ t: 'bye', code: 'E_MOVED' });
  socket.close(1012);
  mock.timers.tick(1);
  assert.equal(sockets.length, before + 1, 'at once');
  const second = sockets.at(-1);
  assert.match(second.address, /\?v=5$/, 'with what is known');
  second.open();
  assert.equal(second.sent.length, 1, 'what was not acknowledged is sent again');
  second.say({ t: 'bye', code: 'E_ENDING', after_ms: 120 });
  second.close(1001);
  mock.timers.tick(119);
  assert.equal(sockets.length, before + 1);
  mock.timers.tick(1);
  assert.equal(sockets.length, before + 2);
  link.close();
  mock.timers.reset();
});
