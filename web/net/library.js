// One's own library of games: files are packed for the server, games are found, opened and thrown away.

import { textOf } from '../lib/decode.js';
import { Refused, ask } from './api.js';

/** @typedef {{ id: string, kind: string, title: string, day: string, setup: string, result: string, deeds: number, added_ms: number }} Spine */
/** @typedef {Spine & { rules: string, state: string, acts: string[], headers: [string, string][], names: string[], outcome: import('./link.js').Result | null }} Volume */
/** @typedef {{ kind: string, added: string[], known: number, refused: { line: number, code: string }[] }} Shelved */
/** @typedef {{ name: string, text: string }} Named */
/** @typedef {{ name: string, text: string, parts: { name: string, line: number }[] }} Parcel files that travel together, each with the line on which it begins */

/** What the server takes at once, with some room. */
const BYTES_MAX = 1_000_000;
/** Most files hold one game, and the server reads so many at once. */
const FILES_MAX = 400;

/** @param {{ kind?: string, find?: string, day?: string, setup?: string, from?: number }} wanted @returns {Promise<{ games: Spine[], count: number }>} */
export const findGames = (wanted) => ask('GET', `/api/library?${new URLSearchParams(Object.entries(wanted).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])))}`);

/** @param {string} id @returns {Promise<Volume>} */
export const openVolume = (id) => ask('GET', `/api/library/${encodeURIComponent(id)}`);

/** Throws a game away, or all of them. @param {string} [id] @returns {Promise<void>} */
export async function throwAway(id) {
  await ask('DELETE', id ? `/api/library/${encodeURIComponent(id)}` : '/api/library');
}

/** @param {Parcel} parcel @returns {Promise<Shelved>} */
export async function bring({ name, text }) {
  const answer = await fetch(`/api/library?${new URLSearchParams({ name })}`, { method: 'POST', body: new Blob([text]), headers: { 'Content-Type': 'application/octet-stream' } }).catch(() => {
    throw new Refused('E_OFFLINE', 'the server does not answer');
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(said.code ?? 'E_BROKEN', said.detail ?? '');
  return said;
}

/** @param {Iterable<File>} files @returns {Promise<Named[]>} */
export const texts = (files) => Promise.all([...files].map(async (file) => ({ name: file.name, text: await textOf(file) })));

/** @param {string} name */
const ending = (name) => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '');

/** Puts files of one sort together, as many as the server takes at once. @param {Named[]} files @returns {Parcel[]} */
export function packed(files) {
  /** @type {Parcel[]} */
  const parcels = [];
  for (const sort of new Set(files.map(({ name }) => ending(name)))) {
    /** @type {Parcel | null} */
    let open = null;
    let [bytes, lines] = [0, 0];
    for (const { name, text } of files.filter((file) => ending(file.name) === sort)) {
      const size = new Blob([text]).size + 2;
      if (!open || bytes + size > BYTES_MAX || open.parts.length >= FILES_MAX) {
        open = { name, text: '', parts: [] };
        [bytes, lines] = [0, 0];
        parcels.push(open);
      }
      open.parts.push({ name, line: lines + 1 });
      open.text += `${text}\n\n`;
      bytes += size;
      lines += text.split('\n').length + 1;
    }
  }
  return parcels;
}

/** The file and the line there that a line of a parcel was. @param {Parcel} parcel @param {number} line */
export function whereIs({ parts }, line) {
  const part = parts.findLast((each) => each.line <= line) ?? parts[0];
  return { name: part.name, line: line - part.line + 1 };
}
