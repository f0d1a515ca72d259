// The one socket of the house: tables in the lobby, games to look at, and calls for whoever sits in front of the screen.

import { ask } from './api.js';

/** @typedef {{ type: 'person' | 'computer' | 'open' | 'invited', name: string, person?: 'guest' | 'member' | 'bot' | 'closed', rating?: number, rank?: string, level?: string }} Sitter */
/** @typedef {{ id: string, kind: string, rules: string, rated: boolean, members: boolean, clock: import('./api.js').Control | null, free: number, seats: Sitter[], range?: [number, number] }} LobbyTable */
/** @typedef {{ e: 'challenge' | 'seated' | 'turn' | 'offer' | 'over', d: { game: string, from: string } }} Call */
/** @typedef {'me' | 'lobby' | 'live' | `tv:${string}`} Topic */
/** @typedef {{ id: string, phase: string, turn: number | null, n: number, last: string | null, view: any, clock: import('./link.js').Clock | null, result: import('./link.js').Result | null }} Screen */
/** @typedef {{ kind: string, age_ms: number, table: LobbyTable | null, screen: Screen | null }} Channel `age_ms`: how long ago it was seen so */

/** How often a sign of life is given. */
const BEAT_MS = 15_000;
/** How long to wait before the socket is opened again: at first, and at most. */
const AGAIN_MS = 1_000;
const AGAIN_MAX_MS = 30_000;

/** @param {{ kind: string, preset?: string, clock: Partial<import('./api.js').Control>, rated: boolean }} wish @returns {Promise<{ id: string }>} */
export const findTable = (wish) => ask('POST', '/api/lobby/match', wish);

class House extends EventTarget {
  /** @type {Map<Topic, Map<string, LobbyTable>>} */
  #lists = new Map([
    ['lobby', new Map()],
    ['live', new Map()],
  ]);
  /** How many listen to each. @type {Map<Topic, number>} */
  #wanted = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #again = AGAIN_MS;
  /** Whether the socket was opened by somebody whom the server knew. */
  #known = false;

  /** @param {'lobby' | 'live'} topic */
  tables(topic) {
    return [...(this.#lists.get(topic)?.values() ?? [])];
  }

  /** Listens to a topic until the answer is called. @param {Topic} topic @returns {() => void} */
  watch(topic) {
    const count = this.#wanted.get(topic) ?? 0;
    this.#wanted.set(topic, count + 1);
    if (count === 0) this.#say('watch', topic);
    this.#open();
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      const left = (this.#wanted.get(topic) ?? 1) - 1;
      this.#wanted.set(topic, left);
      if (left === 0) this.#say('unwatch', topic);
    };
  }

  /** A newcomer has got an identity since the page was opened: the socket is opened anew with it. */
  known() {
    if (this.#known) return;
    this.#known = true;
    const before = this.#socket;
    this.#socket = null;
    before?.close();
    this.#open();
  }

  /** @param {string} t @param {Topic} topic */
  #say(t, topic) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ t, d: topic }));
  }

  #open() {
    if (this.#socket) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`);
    this.#socket = socket;
    let beat = 0;
    socket.addEventListener('open', () => {
      this.#again = AGAIN_MS;
      for (const [topic, count] of this.#wanted) if (count > 0) this.#say('watch', topic);
      beat = setInterval(() => socket.send('p'), BEAT_MS);
    });
    socket.addEventListener('message', ({ data }) => data !== '0' && this.#hear(JSON.parse(data)));
    socket.addEventListener('close', () => {
      clearInterval(beat);
      if (this.#socket !== socket) return;
      this.#socket = null;
      const wanted = [...this.#wanted.values()].some((count) => count > 0);
      if (wanted) setTimeout(() => this.#open(), this.#again);
      this.#again = Math.min(this.#again * 2, AGAIN_MAX_MS);
    });
  }

  /** @param {{ t: string, e?: string, d: any }} told */
  #hear({ t, e, d }) {
    if (t === 'tv') return void this.dispatchEvent(new CustomEvent('tv', { detail: d }));
    if (t === 'me') return void this.dispatchEvent(new CustomEvent('call', { detail: { e, d } }));
    const topic = /** @type {Topic} */ (t === 'table' ? 'lobby' : t === 'game' ? 'live' : t === 'gone' ? d.of : t);
    const list = this.#lists.get(topic);
    if (!list) return;
    if (t === topic) {
      list.clear();
      for (const table of d.tables) list.set(table.id, table);
    } else if (t === 'gone') list.delete(d.id);
    else list.set(d.id, d);
    this.dispatchEvent(new CustomEvent('tables'));
  }
}

export const house = new House();
