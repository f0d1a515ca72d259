// One game's socket: it keeps the state as the protocol says, delivers every message exactly once,
// and comes back by itself after a lost connection.

import { Refused, exists, me, positions, record } from './api.js';

/** @typedef {{ seat: number | null, text: string, clock_ms?: number, at_ms?: number }} Deed */
/** @typedef {{ type: 'person' | 'computer' | 'open' | 'invited', name: string, person?: 'guest' | 'member' | 'bot' | 'closed', level?: string, you: boolean, here: boolean }} SeatState */
/** @typedef {{ control: import('./api.js').Control, seats: { main_ms: number, period_ms: number, periods: number }[], running: number | null, turn_ms: number | null, total_ms: number | null }} Clock */
/** @typedef {{ text: string, reason: string, places: number[], winner: number | null, statistics?: any }} Result */
/** @typedef {{ order: 'open' | 'sealed', first?: number, pending: number[], choices: Record<string, string | true | null>, offered: Record<string, string[]> }} Opening */

/**
 * @typedef {object} State
 * @property {number} v
 * @property {string} id
 * @property {string} kind
 * @property {string} rules
 * @property {Record<string, string>} options
 * @property {SeatState[]} seats
 * @property {number[]} you
 * @property {number | null} as
 * @property {'waiting' | 'opening' | 'playing' | 'over'} phase
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {any} view
 * @property {Deed[]} deeds
 * @property {Clock | null} clock
 * @property {{ what: string, by: number, accepted: number[] }[]} offers
 * @property {Opening | null} opening
 * @property {Result | null} result
 * @property {string[]} can
 * @property {number | null} [sides] the seat that has to decide whether seats are exchanged
 * @property {'aborted' | 'closed' | null} [stopped] why it ended without the rules
 * @property {boolean} [listed] whether strangers play here
 * @property {string} [stand_in] the level that plays on for whoever leaves
 * @property {boolean} [shuffle] whether seats are dealt
 * @property {string | null} rematch
 * @property {boolean} [rated] whether people's ratings move
 * @property {'fast' | 'slow' | 'days'} [tempo] how fast it is played, with a clock
 * @property {string} [pool] where something moves
 * @property {string} [why] why people's ratings do not
 * @property {string} [volume] its name in one's library, if it is a record and no game of the house
 * @property {number[]} [hints] how often each seat was shown what to do, where there is help
 * @property {number} watchers
 */

/** @typedef {{ v: number, type: string, seat?: number, n?: number, count?: number, why?: string, what?: string, to?: number, game?: string }} Happening */
/** @typedef {{ text: string, done(answer: any): void, failed(error: Refused): void, timer: number }} Waiting */

/** What help is answered with. */
const ANSWERS = new Set(['advice', 'weighed', 'threatened']);
/** What is told of what people say. */
const TALK = new Set(['said', 'lines', 'unsaid']);
const BEAT_MS = 8000;
const SILENCE_MS = 5000;
const RESEND_MS = 3000;
const RETRY_MS = [300, 800, 1500, 3000, 5000];
/** The server has had too much of us and wants to be left alone for a while. */
const TOO_MANY = 1008;
const TOO_MANY_MS = 5000;
/** Another node of the house has the game. */
const MOVED = 1012;

export class Link extends EventTarget {
  /** @type {State | null} */
  state = null;
  /** When the clock of the state was told, by our own clock. */
  told = 0;
  online = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  #tries = 0;
  /** Not before this moment, by our own clock, is the server called again. */
  #notBefore = 0;
  /** When to come back, if the server has said so: its game goes on elsewhere. @type {number | null} */
  #againMs = null;
  #count = 0;
  #closed = false;
  #beat = 0;
  #silence = 0;
  #page = Math.random().toString(36).slice(2, 8);

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    // Whoever may sit down needs a name for the server first; a socket cannot be given one later.
    void me().catch(() => null).then(() => this.#closed || this.#open());
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  close() {
    this.#closed = true;
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  /**
   * Sends a message until the server has answered it.
   * @param {Record<string, unknown>} message
   * @returns {Promise<void>} rejected with {@link Refused}
   */
  async send(message) {
    await this.ask(message);
  }

  /**
   * The same for what is answered with more than a word.
   * @param {Record<string, unknown>} message @returns {Promise<any>} rejected with {@link Refused}
   */
  ask(message) {
    const a = `${this.#page}-${++this.#count}`;
    const text = JSON.stringify({ ...message, a });
    return new Promise((done, failed) => {
      this.#waiting.set(a, { text, done, failed, timer: 0 });
      this.#deliver(a);
    });
  }

  /**
   * Asks which rule forbids an action; nothing is done, whatever the answer.
   * @param {string} action @returns {Promise<Refused | null>} nothing if it is legal
   */
  async explain(action) {
    return this.send({ t: 'explain', n: this.state?.deeds.length ?? 0, d: action }).then(() => null, (refused) => refused);
  }

  /** @param {number} from @param {number} to */
  positions(from, to) {
    return positions(this.id, from, to);
  }

  /** @param {string} format */
  record(format) {
    return record(this.id, format);
  }

  /** @param {string} a */
  #deliver(a) {
    const waiting = this.#waiting.get(a);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    if (this.online) {
      this.#socket?.send(waiting.text);
      waiting.timer = setTimeout(() => this.#deliver(a), RESEND_MS);
    }
  }

  #open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const version = this.state ? `?v=${this.state.v}` : '';
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/socket${version}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(String(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  #opened() {
    this.#tries = 0;
    this.#setOnline(true);
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#ping(), BEAT_MS);
    for (const a of this.#waiting.keys()) this.#deliver(a);
  }

  #ping() {
    this.#socket?.send('p');
    clearTimeout(this.#silence);
    // A dead line closes by itself much later; we do not wait for that.
    this.#silence = setTimeout(() => {
      this.#socket?.close();
      this.#lost();
    }, SILENCE_MS);
  }

  /** @param {number} [code] why the server has closed the socket, if it has */
  #lost(code) {
    this.#socket = null;
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    this.#setOnline(false);
    if (this.#closed) return;
    if (!this.state) void this.#doubt();
    if (code === MOVED) this.#againMs ??= 0;
    const wait = this.#againMs ?? RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)] * (0.8 + 0.4 * Math.random());
    this.#againMs = null;
    const pause = code === TOO_MANY ? TOO_MANY_MS : 0;
    this.#notBefore = performance.now() + pause;
    setTimeout(() => this.#socket ?? (this.#closed || this.#open()), pause + wait);
  }

  /** A game that was never seen may not exist; then it is not waited for. */
  async #doubt() {
    if (await exists(this.id)) return;
    this.close();
    this.dispatchEvent(new Event('gone'));
  }

  #hurry = () => {
    const mayCall = !this.#closed && !this.#socket && performance.now() >= this.#notBefore;
    if (mayCall && document.visibilityState === 'visible') this.#open();
  };

  /** @param {boolean} online */
  #setOnline(online) {
    if (this.online === online) return;
    this.online = online;
    this.dispatchEvent(new Event('link'));
  }

  /** @param {string} text */
  #heard(text) {
    clearTimeout(this.#silence);
    if (text === '0') return;
    const said = JSON.parse(text);
    if (said.t === 'state') this.#whole(said.d);
    else if (said.t === 'event') this.#event(said);
    else if (said.t === 'here') this.#here(said.d);
    else if (said.t === 'bye') this.#againMs = said.code === 'E_MOVED' ? 0 : said.after_ms ?? null;
    else if (TALK.has(said.t)) this.dispatchEvent(new CustomEvent('talk', { detail: said }));
    else if (said.t === 'ack' || (said.t === 'explained' && !said.code)) this.#answered(said.a)?.done(said);
    else if (ANSWERS.has(said.t)) this.#answered(said.a)?.done(said);
    else if (said.t === 'refused' || said.t === 'explained') this.#answered(said.a)?.failed(new Refused(said.code, said.detail, said.until_ms));
  }

  /** @param {string} a */
  #answered(a) {
    const waiting = this.#waiting.get(a);
    this.#waiting.delete(a);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  /** @param {State} state */
  #whole(state) {
    this.state = state;
    this.told = performance.now();
    this.#changed([]);
  }

  /** @param {{ v: number, e: Happening[], d: Partial<State>, deeds?: { from: number, add: Deed[] } }} event */
  #event(event) {
    const old = this.state;
    if (!old || event.v <= old.v) return;
    if (event.deeds && event.deeds.from > old.deeds.length) {
      this.#socket?.send(JSON.stringify({ t: 'sync', v: old.v }));
      return;
    }
    const deeds = event.deeds ? [...old.deeds.slice(0, event.deeds.from), ...event.deeds.add] : old.deeds;
    this.state = { ...old, ...event.d, deeds, v: event.v };
    if (event.d.clock !== undefined) this.told = performance.now();
    this.#changed(event.e ?? []);
  }

  /** @param {{ seats: boolean[], watchers: number }} here */
  #here(here) {
    if (!this.state) return;
    const seats = this.state.seats.map((seat, index) => ({ ...seat, here: here.seats[index] ?? seat.here }));
    this.state = { ...this.state, seats, watchers: here.watchers };
    this.dispatchEvent(new Event('here'));
  }

  /** @param {Happening[]} happenings */
  #changed(happenings) {
    this.dispatchEvent(new CustomEvent('state', { detail: happenings }));
  }
}
