// Studies: kept by the house, read by whoever has the link.

import { Refused, ask } from './api.js';

/** @typedef {{ up: number, act: string, note?: string, sign?: string, w?: number[], arrows?: [string, string][] }} StudyNode */
/** @typedef {{ kind: string, rules: string, state: string | null, title: string, note?: string, arrows?: [string, string][], nodes: StudyNode[] }} Study */
/** @typedef {{ id: string, version: number, changed_ms: number, yours: boolean, study: Study }} StudySight */
/** @typedef {{ id: string, kind: string, title: string, nodes: number, version: number, changed_ms: number }} StudyLine */

/** A study that was changed elsewhere meanwhile. */
export class Changed extends Refused {
  /** @param {StudySight} newer */
  constructor(newer) {
    super('E_CHANGED', 'the study was changed meanwhile');
    this.newer = newer;
  }
}

/** @returns {Promise<{ studies: StudyLine[], most: number }>} */
export const myStudies = () => ask('GET', '/api/studies');

/** @param {string} id @returns {Promise<StudySight>} */
export const openStudy = (id) => ask('GET', `/api/studies/${id}`);

/** @param {Study} study @returns {Promise<{ id: string, version: number }>} */
export const keepStudy = (study) => ask('POST', '/api/studies', study);

/** @param {string} id */
export const dropStudy = (id) => ask('DELETE', `/api/studies/${id}`);

/** Writes one's own study anew, if that version is still the newest. @param {string} id @param {number} version @param {Study} study @returns {Promise<{ id: string, version: number }>} */
export async function changeStudy(id, version, study) {
  const answer = await fetch(`/api/studies/${id}`, { method: 'PUT', body: JSON.stringify({ version, study }), headers: { 'Content-Type': 'application/json' } }).catch(() => {
    throw new Refused('E_OFFLINE', 'the server does not answer');
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  throw said.newer ? new Changed(said.newer) : new Refused(said.code ?? 'E_BROKEN', said.detail ?? '');
}
