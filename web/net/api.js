// Questions to the server over HTTP.

/** @typedef {{ key: string, values: string[], about: string }} Choice */
/** @typedef {{ name: string, about: string, options: Record<string, string> }} Preset */
/** @typedef {{ main_ms: number, increment_ms: number, byoyomi_ms: number, periods: number, turn_ms: number, total_ms: number }} Control */

/**
 * @typedef {object} Kind
 * @property {string} kind
 * @property {Record<string, string>} title
 * @property {string[]} seats
 * @property {Preset[]} presets
 * @property {{ name: string, presets: string[] }[]} families the presets by which players are rated
 * @property {Choice[]} options
 * @property {Choice[]} starts
 * @property {Record<string, 'none' | 'sealed' | { open: { first: number } }>} openings
 * @property {{ name: string, about: string, exact: boolean }[]} formats
 * @property {string[]} levels
 * @property {any} [stock] what starts that are written as text are made of
 */

/** @typedef {{ protocol: number, version: string, levels: string[], chat: 'off' | 'presets' | 'members', games: Kind[] }} Catalog */
/** @typedef {{ type: 'me' | 'open' | 'computer' | 'person', name?: string, level?: string }} SeatWish */

/**
 * @typedef {object} GameWish
 * @property {string} kind
 * @property {string} [preset]
 * @property {Record<string, string>} [options]
 * @property {Record<string, string>} [start]
 * @property {string | null} [position]
 * @property {boolean} [choose]
 * @property {SeatWish[]} seats
 * @property {Control | null} [clock]
 * @property {boolean} [rated] whether it is to be rated if it can be
 * @property {boolean} [help] whether whoever plays may be helped
 * @property {boolean} [listed] whether strangers find it
 */

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} kind
 * @property {string} phase
 * @property {number | null} turn
 * @property {number[]} you
 * @property {number} deeds
 * @property {{ name: string, type: string, level?: string, person?: string }[]} seats
 * @property {unknown} result
 * @property {number} changed_ms
 */

/** A refusal of the server: a code that the page says in words. */
export class Refused extends Error {
  /** @param {string} code @param {string} detail @param {number} [until] when it is no longer refused */
  constructor(code, detail, until) {
    super(detail);
    this.code = code;
    this.until = until;
  }
}

/** How often what is on its way to another node is looked for again. */
const MOVED_TRIES = 20;

/** @param {string} method @param {string} address @param {unknown} [body] @param {number} [tries] */
export async function ask(method, address, body, tries = MOVED_TRIES) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const answer = await fetch(address, init).catch(() => {
    throw new Refused('E_OFFLINE', 'the server does not answer');
  });
  const said = await answer.json().catch(() => ({}));
  if (said.code === 'E_MOVED' && tries > 0) {
    // Nothing was done.
    await new Promise((done) => setTimeout(done, said.retry_ms ?? 300));
    return ask(method, address, body, tries - 1);
  }
  if (!answer.ok) throw new Refused(said.code ?? 'E_BROKEN', said.detail ?? answer.statusText, said.until_ms);
  return said;
}

/** @type {Promise<Catalog> | null} */
let known = null;

/** @returns {Promise<Catalog>} */
export function catalog() {
  known ??= ask('GET', '/api/catalog').catch((error) => {
    known = null;
    throw error;
  });
  return known ?? Promise.reject();
}

/** @returns {Promise<{ id: string, name: string, kind: 'guest' | 'member' | 'bot', role: string, pending: number, ranks: { pool: string, rating: number, rank: string, provisional: boolean }[] }>} */
export const me = () => ask('GET', '/api/me');

/** @param {string} name */
export const rename = (name) => ask('PUT', '/api/me', { name });

/** @param {GameWish} wish @returns {Promise<{ id: string }>} */
export const createGame = (wish) => ask('POST', '/api/games', wish);

/** One message of the protocol, without a socket. @param {string} id @param {Record<string, unknown>} message @returns {Promise<{ v: number }>} */
export const message = (id, message) => ask('POST', `/api/games/${id}/messages`, message);

/** @returns {Promise<{ games: Summary[] }>} */
export const myGames = () => ask('GET', '/api/games');

/** The record of a game in a format, a picture that moves among them. @param {string} id @param {string} format @returns {Promise<Blob>} */
export async function record(id, format) {
  const answer = await fetch(`/api/games/${id}/${format === 'gif' ? 'game' : 'record'}.${format}`);
  if (answer.ok) return answer.blob();
  const said = await answer.json().catch(() => ({}));
  throw new Refused(said.code ?? 'E_BROKEN', said.detail ?? '');
}

/** Whether there is such a game; in doubt there is. @param {string} id @returns {Promise<boolean>} */
export async function exists(id) {
  const answer = await fetch(`/api/games/${id}`).catch(() => null);
  return answer?.status !== 404;
}

/** @typedef {{ judged: 'even' | 'leaning' | 'uneven', w: [number, number] }} Ground */

/** How fair the board is that the players have made. @param {string} id @returns {Promise<Ground>} */
export const groundOf = (id) => ask('GET', `/api/games/${id}/ground`);

/** @param {string} id @param {number} from @param {number} to @returns {Promise<{ positions: { n: number, view: any }[] }>} */
export const positions = (id, from, to) => ask('GET', `/api/games/${id}/positions?from=${from}&to=${to}`);
