// Every rating, from nothing but the stored results: a second implementation, to compare profiles with.
//
// node web/tests/tools/recompute.js DATA/daeguk.db   prints a line a rating; needs Debian's `sqlite3`

import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** @typedef {{ points: number, deviation: number, volatility: number, games: number, won: number, drawn: number, lost: number, best: number, played: number, history: number[] }} Score */
/** @typedef {{ who: string, person: boolean, place: number }} Sitter */
/** @typedef {{ pool: string, ended: number, sitters: Sitter[] }} Result */

const DAY_MS = 86_400_000;
const SCALE = 173.7178;
const BETA2 = SCALE ** 2 / 2;
/** By form: the first deviation, how much is forgotten a day, above which deviation a rating is a guess. */
const FORMS = {
  duel: { start: 350, growth: (/** @type {number} */ volatility) => (SCALE * volatility) ** 2 * 0.21436, guess: 110 },
  four: { start: Math.sqrt(2) * SCALE, growth: () => 23.288, guess: 140 },
};

/** @param {Result} result @returns {'duel' | 'four' | 'doubles'} */
const formOf = ({ pool, sitters }) => (sitters.length === 2 ? 'duel' : pool.split('/')[1] === 'doubles' ? 'doubles' : 'four');

/** @param {string} file @param {string} question @returns {any[]} */
export function stored(file, question) {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-json', '-readonly', file, question], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout || '[]');
}

/** What was stored of games that moved ratings, in the order of their ends. @param {string} file @returns {Result[]} */
export function results(file) {
  const rows = stored(file, "SELECT pool, ended_ms, seats FROM result WHERE state = 'done' ORDER BY ended_ms, game");
  const sitter = (/** @type {{ who: { person?: string, bot?: string, house?: string }, place: number }} */ { who, place }) => ({ who: who.person ?? who.bot ?? `house/${who.house}`, person: who.person !== undefined, place });
  return rows.map(({ pool, ended_ms, seats }) => ({ pool, ended: ended_ms, sitters: JSON.parse(seats).map(sitter) }));
}

/** Everybody's rating in every pool, by `who pool`. @param {Result[]} all @returns {Map<string, Score>} */
export function recompute(all) {
  const scores = /** @type {Map<string, Score>} */ (new Map());
  for (const result of all) rateOne(scores, result);
  return scores;
}

/** @param {Map<string, Score>} scores @param {Result} result */
function rateOne(scores, result) {
  const { pool, ended, sitters } = result;
  const form = formOf(result);
  const { start, growth, guess } = FORMS[form === 'duel' ? 'duel' : 'four'];
  const rested = sitters.map(({ who }) => {
    const known = scores.get(`${who} ${pool}`);
    if (!known) return { points: 1500, deviation: start, volatility: 0.06, games: 0, won: 0, drawn: 0, lost: 0, best: 0, played: ended, history: [] };
    const days = Math.max(0, ended - known.played) / DAY_MS;
    return { ...known, deviation: Math.min(start, Math.sqrt(known.deviation ** 2 + growth(known.volatility) * days)) };
  });
  const after = { duel, four, doubles }[form](rested, sitters);
  for (const [seat, { who }] of sitters.entries()) {
    const moved = after[seat];
    // Two computers of one level are one: the first moves.
    if (!moved || sitters.findIndex((other) => other.who === who) !== seat) continue;
    const before = rested[seat];
    const points = Math.max(400, before.points + Math.max(-700, Math.min(700, moved.points - before.points)));
    const deviation = Math.max(45, Math.min(start, moved.deviation));
    const [won, drawn, lost] = outcome(sitters, seat, form === 'doubles');
    scores.set(`${who} ${pool}`, {
      points, deviation, volatility: Math.min(0.1, moved.volatility), games: before.games + 1, won: before.won + won, drawn: before.drawn + drawn, lost: before.lost + lost,
      best: deviation > guess ? before.best : Math.max(before.best, points), played: Math.max(before.played, ended), history: [...before.history, points],
    });
  }
}

/** @param {Sitter[]} sitters @param {number} seat @param {boolean} doubles */
function outcome(sitters, seat, doubles) {
  const others = sitters.filter((_, other) => other !== seat && !(doubles && other % 2 === seat % 2));
  const best = Math.min(...others.map(({ place }) => place));
  const { place } = sitters[seat];
  return place < best ? [1, 0, 0] : place === best ? [0, 1, 0] : [0, 0, 1];
}

/** @param {number} own @param {number} other */
const score = (own, other) => (own < other ? 1 : own === other ? 0.5 : 0);

/** Glicko-2, one game a period, without the widening of step 6. @param {Score[]} ratings @param {Sitter[]} sitters */
function duel(ratings, sitters) {
  const human = sitters.every(({ person }) => person);
  return ratings.map((own, seat) => {
    const other = ratings[1 - seat];
    // People are moved by people; a computer by everybody whose rating is no guess.
    if (!human && (sitters[seat].person || other.deviation > FORMS.duel.guess)) return null;
    const [mu, phi, rival] = [(own.points - 1500) / SCALE, own.deviation / SCALE, other.deviation / SCALE];
    const g = 1 / Math.sqrt(1 + (3 * rival ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (other.points - 1500) / SCALE)));
    const surprise = g * (score(sitters[seat].place, sitters[1 - seat].place) - expected);
    const variance = 1 / (g ** 2 * expected * (1 - expected));
    const volatility = volatilityAfter(phi, own.volatility, variance * surprise, variance);
    const next = 1 / Math.sqrt(1 / phi ** 2 + 1 / variance);
    return { points: 1500 + SCALE * (mu + next ** 2 * surprise), deviation: SCALE * next, volatility };
  });
}

/** The root of Glickman's f, by plain bisection. @param {number} phi @param {number} sigma @param {number} delta @param {number} variance */
function volatilityAfter(phi, sigma, delta, variance) {
  const start = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const sum = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - start) / 0.75 ** 2;
  };
  // f falls, from above zero to below it.
  let [low, high] = [start - 60, start + 60];
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (f(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.exp(low / 2);
}

/** Weng-Lin by pairs, each of which counts a third. @param {Score[]} ratings @param {Sitter[]} sitters */
function four(ratings, sitters) {
  return ratings.map((own, seat) => {
    const counts = (/** @type {number} */ other) => other !== seat && (!sitters[seat].person || sitters[other].person);
    const pairs = ratings.flatMap((rival, other) => (counts(other) ? [{ rival, s: score(sitters[seat].place, sitters[other].place) }] : []));
    return learned(own, own.points, own.deviation ** 2, pairs.map(({ rival, s }) => ({ mu: rival.points, variance: rival.deviation ** 2, s })), 1 / 3);
  });
}

/** Two teams: seats opposite each other are partners. @param {Score[]} ratings @param {Sitter[]} sitters */
function doubles(ratings, sitters) {
  const team = (/** @type {number} */ side) => [ratings[side], ratings[side + 2]];
  const sum = (/** @type {number} */ side) => ({ mu: team(side)[0].points + team(side)[1].points, variance: team(side)[0].deviation ** 2 + team(side)[1].deviation ** 2 });
  return ratings.map((own, seat) => {
    const [mine, theirs] = [sum(seat % 2), sum(1 - (seat % 2))];
    return learned(own, mine.mu, mine.variance, [{ ...theirs, s: score(sitters[seat].place, sitters[1 - (seat % 2)].place) }], 1);
  });
}

/** @param {Score} own @param {number} mu @param {number} variance of the own side @param {{ mu: number, variance: number, s: number }[]} rivals @param {number} weight */
function learned(own, mu, variance, rivals, weight) {
  let [omega, delta] = [0, 0];
  for (const rival of rivals) {
    const c = Math.sqrt(variance + rival.variance + 2 * BETA2);
    const p = 1 / (1 + Math.exp((rival.mu - mu) / c));
    omega += ((weight * variance) / c) * (rival.s - p);
    delta += weight * (Math.sqrt(variance) / c) ** 3 * p * (1 - p);
  }
  const share = own.deviation ** 2 / variance;
  return { points: own.points + share * omega, deviation: own.deviation * Math.sqrt(Math.max(1 - share * delta, 1e-4)), volatility: own.volatility };
}

/** 18급 below 900, then one each 60 points. @param {number} points */
export function rankOf(points) {
  const step = Math.max(0, Math.min(26, Math.floor((points - 840) / 60)));
  return step < 18 ? `${18 - step}k` : `${step - 17}d`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [whose, { points, deviation, games, won, drawn, lost }] of recompute(results(process.argv[2]))) {
    console.log([whose, Math.round(points), Math.round(deviation), rankOf(Math.round(points)), games, won, drawn, lost].join('\t'));
  }
}
