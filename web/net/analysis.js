// Asks the server what positions are worth. One question at a time: a new one ends the last.

import { Refused } from './api.js';

/** @typedef {{ kind: string, rules: string, state: string | null, acts: string[] }} Place a position: where it begins and what was done since */
/** @typedef {{ acts: string[], v: number | null, end: number | null, w: number }} Line */
/** @typedef {{ seat: number, depth: number, nodes: number, w: number[] | null, done: boolean, lines: Line[] }} Lines */
/** @typedef {'inaccuracy' | 'mistake' | 'blunder'} Verdict */
/** @typedef {{ n: number, count: number, of: number, seat: number, w: number[], best: string[], refutation: string[], drop: number, verdict: Verdict | null, why: Why | null, themes: string[] }} Turn */
/** @typedef {{ reason: string, plies?: number, at?: string, by?: string, and?: string | null, next?: number }} Why */
/** @typedef {{ rules: string, state: string, acts: string[], headers: [string, string][], result: string | null }} Game */

/**
 * @typedef {object} Ears what is done with the answers
 * @property {(lines: Lines) => void} [lines]
 * @property {(turn: Turn) => void} [turn]
 * @property {(accuracy: (number | null)[]) => void} [reviewed]
 * @property {(error: Refused) => void} refused
 */

const HEARTBEAT_MS = 15_000;

export class Analyst {
  /** @type {WebSocket | null} */
  #socket = null;
  /** The question that is under way. @type {{ text: string, name: string, ears: Ears } | null} */
  #asked = null;
  #count = 0;
  #beat = 0;

  /** @param {'look' | 'threat' | 'review'} what @param {Place & { lines?: number, only?: string[], nodes?: number, ms?: number }} place @param {Ears} ears */
  ask(what, place, ears) {
    const name = `q${(this.#count += 1)}`;
    this.#asked = { text: JSON.stringify({ t: what, a: name, ...place }), name, ears };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#asked.text);
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#open();
  }

  stop() {
    const asked = this.#asked;
    this.#asked = null;
    if (asked && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ t: 'stop', a: asked.name }));
  }

  close() {
    this.#asked = null;
    clearInterval(this.#beat);
    this.#socket?.close();
    this.#socket = null;
  }

  #open() {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/analysis/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#asked && socket.send(this.#asked.text);
    socket.onmessage = ({ data }) => data !== '0' && this.#hear(JSON.parse(data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#lost();
    };
    clearInterval(this.#beat);
    this.#beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('p'), HEARTBEAT_MS);
  }

  #lost() {
    clearInterval(this.#beat);
    const asked = this.#asked;
    this.#asked = null;
    asked?.ears.refused(new Refused('E_FULL', 'there is no analysis now'));
  }

  /** @param {any} said */
  #hear(said) {
    const asked = this.#asked;
    if (!asked || (said.a !== asked.name && said.a !== '')) return;
    const { ears } = asked;
    const over = said.t === 'refused' || said.t === 'reviewed' || said.done === true;
    // Whoever hears the end may ask on.
    if (over) this.#asked = null;
    if (said.t === 'lines') ears.lines?.(said);
    if (said.t === 'turn') ears.turn?.(said);
    if (said.t === 'reviewed') ears.reviewed?.(said.accuracy);
    if (said.t === 'refused') ears.refused(new Refused(said.code, said.detail));
  }
}

/** The games of a text. @param {string} kind @param {string} text @returns {Promise<{ games: Game[], refused: { line: number, code: string }[] }>} */
export async function readRecord(kind, text) {
  const answer = await fetch('/api/records', { method: 'POST', body: JSON.stringify({ kind, text }), headers: { 'Content-Type': 'application/json' } });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(said.code ?? 'E_BROKEN', said.detail ?? '');
  return said;
}
