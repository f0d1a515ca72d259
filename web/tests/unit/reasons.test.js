// Every way in which a game ends, in words for winner, loser and onlookers, in all languages.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { WEB } from './stub.js';
import { ko } from '../tools/texts.js';
import { language } from '../../lib/settings.js';
import { speak, words } from '../../lib/i18n.js';
import { fetchDrawing, DRAWINGS } from '../../board/games.js';
import { resultReason, resultTitle } from '../../parts/result.js';

const SNAPSHOT = join(WEB, 'tests/fixtures/reasons.txt');
/** Endings that nobody wins. */
const DRAWN = new Set(['repetition', 'no-progress', 'dead-position', 'agreement', 'insufficient', 'no-capture-limit', 'move-limit', 'double-pass', 'bikjang']);

/** @param {string} kind @param {string} reason @param {number[]} you @param {boolean} drawn @returns {any} */
function over(kind, reason, you, drawn) {
  const seats = DRAWINGS[kind].seats.length;
  const places = drawn ? Array(seats).fill(1) : reason === 'team' ? [1, 2, 1, 2] : Array.from({ length: seats }, (_, seat) => seat + 1);
  const view = kind === 'janggi' ? { half_points: [120, 123] } : {};
  return { kind, you, view, result: { reason, text: reason, places, winner: drawn ? null : 0 } };
}

test('reasons speak to their reader: every ending, for the winner, the loser and whoever looks on', async () => {
  await words('reasons');
  const lines = [];
  for (const spoken of /** @type {const} */ (['ko', 'en', 'ja'])) {
    language.set(spoken);
    await speak();
    lines.push(`# ${spoken}`);
    for (const kind of ['janggi', 'nanguk', 'tigers', 'yonin']) {
      await fetchDrawing(kind);
      const reasons = Object.keys(ko).filter((key) => key.startsWith(`reason.${kind}.`) && key.split('.').length === 3).map((key) => key.split('.')[2]);
      for (const reason of reasons) {
        for (const [who, you] of /** @type {[string, number[]][]} */ ([['winner', [0]], ['loser', [1]], ['spectator', []]])) {
          const state = over(kind, reason, you, DRAWN.has(reason));
          lines.push(`${kind} ${reason}, ${who}: ${resultTitle(state, DRAWINGS[kind])} | ${resultReason(state, DRAWINGS[kind])}`);
        }
      }
    }
  }
  language.set('ko');
  const told = `${lines.join('\n')}\n`;
  // DAEGUK_SNAPSHOT=new writes the texts anew, to be read in the diff.
  if (process.env.DAEGUK_SNAPSHOT === 'new') writeFileSync(SNAPSHOT, told);
  assert.equal(told, readFileSync(SNAPSHOT, 'utf8'));
});

test('nobody reads that the opponent resigned who resigned, nor that they survived who did not', () => {
  const told = readFileSync(SNAPSHOT, 'utf8');
  for (const line of told.split('\n').filter((each) => /, loser:/.test(each))) assert.doesNotMatch(line, /상대가 (기권|자리)|opponent (resigned|left)|相手の投了/, line);
  assert.match(told, /yonin win, loser: 졌습니다 \| 남\(南\)이 마지막까지 살아남았습니다\./);
});
