// Questions about lessons, rule books and boards to try.

import { Refused } from './api.js';

/** @typedef {{ id: string, article: string, title: string, stages: number, stars: number[] }} LessonLine */
/** @typedef {{ kind: string, lessons: LessonLine[] }} GameLine */

/**
 * @typedef {object} Stage
 * @property {string} id
 * @property {string} article
 * @property {string} rules
 * @property {string} seat
 * @property {number} par
 * @property {string[]} marks
 * @property {string} text
 * @property {string} hint
 * @property {string} done
 * @property {(string | null)[]} [refuse]
 * @property {string[]} [wrong]
 */

/** @typedef {{ id: string, article: string, title: string, about: string, stages: Stage[] }} Lesson */
/** @typedef {{ id: string, rules: string, state: string, seat: string, limit: number, text: string }} Practice */
/** @typedef {{ id: string, seat: string, moves_max: number }} Ending */
/** @typedef {{ id: string, rules: string, state: string, seat: string, moves: number }} Dealt */
/** @typedef {{ kind: string, codes: Record<string, [string, string]>, lessons: Lesson[], practice: Practice[] }} Book */
/** @typedef {{ seat: number, text: string, view: any }} Told */

/**
 * @typedef {object} Answer
 * @property {any} view
 * @property {string[]} legal
 * @property {Told[]} told
 * @property {'going' | 'done' | 'again'} state
 * @property {number} stars
 * @property {string | null} say
 * @property {string} [show]
 */

/**
 * @typedef {object} Sight
 * @property {string} state
 * @property {number | null} turn
 * @property {any} view
 * @property {string[]} legal
 * @property {string | null} result
 * @property {{ seat: number, text: string }[]} told
 * @property {Step[]} [trail]
 */

/** @typedef {{ turn: number | null, view: any }} Step a position on the way */

/** A refusal that may have words of its own. */
export class RefusedAct extends Refused {
  /** @param {string} code @param {string} detail @param {string | null} say */
  constructor(code, detail, say) {
    super(code, detail);
    this.say = say;
  }
}

/** @param {string} method @param {string} address @param {unknown} [body] */
async function ask(method, address, body) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const answer = await fetch(address, init).catch(() => {
    throw new RefusedAct('E_OFFLINE', 'the server does not answer', null);
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new RefusedAct(said.code ?? 'E_BROKEN', said.detail ?? answer.statusText, said.say ?? null);
  return said;
}

/** @param {string} language @returns {Promise<{ games: GameLine[] }>} */
export const allLessons = (language) => ask('GET', `/api/lessons?lang=${language}`);

/** @param {Record<string, Record<string, number[]>>} stars @param {string} language @returns {Promise<{ games: GameLine[] }>} */
export const bringStars = (stars, language) => ask('PUT', `/api/lessons?lang=${language}`, { stars });

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** Asks once for what never changes. @param {string} address */
function once(address) {
  const asked = known.get(address) ?? ask('GET', address);
  known.set(address, asked);
  asked.catch(() => known.delete(address));
  return asked;
}

/** @param {string} kind @param {string} language @returns {Promise<Book>} */
export const lessonBook = (kind, language) => once(`/api/lessons/${kind}?lang=${language}`);

/** @param {string} kind @param {string} lesson @param {string} stage @param {{ acts: string[], hints: number, fails: number }} tried @returns {Promise<Answer>} */
export const tryStage = (kind, lesson, stage, tried) => ask('POST', `/api/lessons/${kind}/${lesson}/${stage}`, tried);

/** @param {{ kind: string, rules?: string, state?: string | null, acts?: string[], trail?: boolean }} question @returns {Promise<Sight>} */
export const position = (question) => ask('POST', '/api/positions', question);

/** @typedef {{ text?: string, strong?: Inline[], em?: Inline[], code?: string }} Inline one of these */
/** @typedef {{ kind: string, rules: string, state: string | null, acts: string[], pick: string | null, refuse: [string, string][] }} TryBoard */
/** @typedef {{ rules: string, state: string, acts: string[], notes: string[] }} Sample */
/** @typedef {{ p?: Inline[], list?: { start: number | null, items: Block[][] }, table?: Inline[][][], code?: string, quote?: Block[], board?: TryBoard, sample?: Sample }} Block one of these */
/** @typedef {{ id: string, level: number, title: Inline[], body: Block[] }} Article */
/** @typedef {{ kind: string, lang: string, articles: Article[], codes: Record<string, string>, lessons: Record<string, { id: string, title: string }[]> }} RuleBook */

/** @param {string} kind @param {string} language @returns {Promise<RuleBook>} */
export const ruleBook = (kind, language) => once(`/api/rules/${kind}?lang=${language}`);

/**
 * The endings of a game that are dealt from tables, and one that is dealt.
 * @param {string} kind @param {string} [id] @param {number} [moves] @returns {Promise<{ endings: Ending[], dealt?: Dealt }>}
 */
export const endings = (kind, id, moves) => ask('GET', `/api/practice/${kind}${id ? `?class=${id}&moves=${moves}` : ''}`);
