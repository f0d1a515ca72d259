// The game with comments of nanguk's rule book, played on a table of one's own, to be stepped through.

import { go } from '../lib/router.js';
import { createGame, message } from '../net/api.js';

/** Each turn of building is one text, each action of the battle another. */
const TURNS = [
  '+e1 +d1 +f1 +e2 +e1 +c1 +g1 +d2', '+g6 +g5 +f6 +h6 +g7 +g6 +f5 +h5', '+d1 +f2 +f1 +e3 +e2 +e1 +b1 +c2', '+e6 +f7 +f6 +h7 +h6 +g8 +g7 +e5',
  '+e4 +d4 +f4 +e4 +d3 +f3 +g4 +g3', '+b7 +b6 +a7 +c7 +b8 +b7 +b5 +a6', '+f3 +g2 +f2 +h3 +h4 +d2 +a4 +g5', '+c6 +b6 +a5 +g6 +h5 +h8 +h7 +h6',
];
const BATTLE = 'g1-f3 g8-h6 b1-c3 e7-e5 e3-e4 e5xe4 e2xe4 d7-d5 d3-d4 d5xd4 d2xd4 e8-c6 c1-e3 b8-a6 d4xd6 f8xd6 f3-d4 c6-e8 d4xe6 c8xe6 d1xd6 e6-d7 d6xb6 d8-c8 f1-c4 a6-b8 c3-d5 e8-d8 b6xa7 a8xa7 d5-b6 b8-a6 b6xc8';

/** Plays the sample and opens it at its beginning. */
export async function openSample() {
  const { id } = await createGame({ kind: 'nanguk', start: { terrain: 'build' }, seats: [{ type: 'me' }, { type: 'me' }] });
  let n = 0;
  for (const turn of [...TURNS.flatMap((blocks) => blocks.split(' ')), ...BATTLE.split(' ')]) {
    await message(id, { t: 'act', a: `sample-${n}`, n, d: turn });
    n += 1;
  }
  go(`/g/${id}`, 'start');
}
