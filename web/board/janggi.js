// Janggi: nine files and ten ranks of points, two palaces, octagons in three sizes.

import { number, spoken as language, t } from '../lib/i18n.js';
import { around, closed, path, plank, regular, text } from './shapes.js';
import { pictogram } from './pictures.js';
import { brushed } from './brush.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Look} Look */

/**
 * @typedef {object} View as the server sends it
 * @property {{ at: string, piece: string }[]} pieces
 * @property {'cho' | 'han'} turn
 * @property {string[]} checked
 * @property {boolean} facing
 * @property {boolean} bikjang
 * @property {[number, number]} half_points
 * @property {number} dum_half_points
 * @property {'cho' | 'han'} leader
 * @property {[string, string]} lost
 */

const SEATS = /** @type {const} */ (['cho', 'han']);
const [DX, DY] = [100, 96];
const [FILES, RANKS] = [9, 10];
const EDGE = 76;
const WIDTH = (FILES - 1) * DX;
const HEIGHT = (RANKS - 1) * DY;

/** Half the height of an octagon, by the letter of the piece: king, then the strong, then the small. */
const SIZE = /** @type {Record<string, number>} */ ({ K: 46, R: 40, C: 40, N: 40, B: 40, A: 33, P: 33 });
const PICTURE = /** @type {Record<string, string>} */ ({ K: 'king', A: 'guard', R: 'chariot', C: 'cannon', N: 'horse', B: 'elephant', P: 'soldier' });
const HANJA = /** @type {Record<string, string>} */ ({
  K: '楚', A: '士', R: '車', C: '包', N: '馬', B: '象', P: '卒', k: '漢', a: '士', r: '車', c: '包', n: '馬', b: '象', p: '兵',
});
const HANGUL = /** @type {Record<string, string>} */ ({
  K: '초', A: '사', R: '차', C: '포', N: '마', B: '상', P: '졸', k: '한', a: '사', r: '차', c: '포', n: '마', b: '상', p: '병',
});
const LETTER = /** @type {Record<string, string>} */ ({ K: 'K', A: 'G', R: 'R', C: 'C', N: 'H', B: 'E', P: 'S' });

/** @param {string} piece */
const isCho = (piece) => piece === piece.toUpperCase();

/** File and rank from 0. @param {string} id @returns {[number, number]} */
function parts(id) {
  return [id.charCodeAt(0) - 97, Number(id.slice(1)) - 1];
}

/** @param {number} file @param {number} rank */
const point = (file, rank) => `${String.fromCharCode(97 + file)}${rank + 1}`;

/** @param {string} id @param {boolean} flipped @returns {Spot} */
function spot(id, flipped) {
  const [file, rank] = parts(id);
  return flipped ? [(FILES - 1 - file) * DX, rank * DY] : [file * DX, (RANKS - 1 - rank) * DY];
}

/** Row and file as Korean records count, from Cho's view: the tenth row is 0. @param {string} id */
export function numeric(id) {
  const [file, rank] = parts(id);
  return `${(RANKS - rank) % 10}${file + 1}`;
}

/** The point that lies there for whoever sits opposite. @param {string} id */
function opposite(id) {
  const [file, rank] = parts(id);
  return point(FILES - 1 - file, RANKS - 1 - rank);
}

/** Whether points are counted from Han's side: the board is turned, and the reader wishes it so. @param {Pick<Look, 'frame' | 'bottom'>} look */
const fromHan = ({ frame, bottom }) => frame === 'han' && bottom === 1;

/** @param {string} id @param {Pick<Look, 'frame' | 'bottom' | 'language'>} look */
function written(id, look) {
  const seen = fromHan(look) ? opposite(id) : id;
  return look.language === 'en' ? seen : numeric(seen);
}

/** @param {string} action @returns {[string, string]} */
function split(action) {
  const match = /^([a-i](?:10|[1-9]))([a-i](?:10|[1-9]))$/.exec(action);
  return match ? [match[1], match[2]] : ['', ''];
}

/** @param {View} view @param {string} id */
const pieceAt = (view, id) => view.pieces.find((placed) => placed.at === id)?.piece ?? null;

/** @param {Look} look @param {[number, number]} border beside and below the lines @returns {Shape[]} */
function ground(look, border) {
  const lines = [];
  for (let rank = 0; rank < RANKS; rank++) lines.push(`M0 ${rank * DY}H${WIDTH}`);
  for (let file = 0; file < FILES; file++) lines.push(`M${file * DX} 0V${HEIGHT}`);
  const palaces = [0, 7 * DY].map((y) => `M${3 * DX} ${y}l${2 * DX} ${2 * DY}m0 ${-2 * DY}l${-2 * DX} ${2 * DY}`);
  const shapes = [
    ...plank(WIDTH, HEIGHT, EDGE),
    path(lines.join(''), 'rule'),
    path(palaces.join(''), 'rule palace'),
    path(`M0 0H${WIDTH}V${HEIGHT}H0Z`, 'rule frame'),
    path([...crosses()].join(''), 'rule cross'),
  ];
  return look.coordinates ? [...shapes, ...labels(look, border)] : shapes;
}

/** The little crosses where soldiers and cannons start. */
function* crosses() {
  const starts = [[0, 3], [2, 3], [4, 3], [6, 3], [8, 3], [1, 2], [7, 2]];
  for (const [file, rank] of starts) {
    for (const y of [rank * DY, (RANKS - 1 - rank) * DY]) {
      const x = file * DX;
      for (const [a, b] of [[-1, -1], [1, -1], [-1, 1], [1, 1]]) {
        if (x + a < 0 || x + a > WIDTH) continue;
        yield `M${x + a * 7} ${y + b * 20}V${y + b * 7}H${x + a * 20}`;
      }
    }
  }
}

/** @param {Look} look @param {[number, number]} border @returns {Shape[]} */
function labels(look, [side, border]) {
  const shapes = [];
  const { language } = look;
  // Counted from Han's side, a turned board reads as an upright one.
  const flipped = look.bottom === 1 && !fromHan(look);
  for (let file = 0; file < FILES; file++) {
    const x = (flipped ? FILES - 1 - file : file) * DX;
    const name = language === 'en' ? String.fromCharCode(97 + file) : String(file + 1);
    shapes.push(text(name, x, HEIGHT + border - 13, 19, 'coordinate'));
  }
  for (let rank = 0; rank < RANKS; rank++) {
    const y = (flipped ? rank : RANKS - 1 - rank) * DY;
    const name = language === 'en' ? String(rank + 1) : String((RANKS - rank) % 10);
    shapes.push(text(name, -side + (look.compact ? 11 : 19), y + 7, 19, 'coordinate'));
  }
  return shapes;
}

/** @param {string} piece @param {Look['set'] | 'blank'} set blank: its back @param {boolean} [named] @returns {Shape[]} */
export function octagon(piece, set, named = false) {
  const size = SIZE[piece.toUpperCase()] ?? 40;
  const radius = size / Math.cos(Math.PI / 8);
  const face = closed(regular(8, radius));
  const thick = size * 0.13;
  return [
    path(face, 'piece-shadow', { transform: `translate(${thick * 0.7} ${thick * 1.7})` }),
    path(face, 'piece-side', { transform: `translate(0 ${thick})` }),
    path(face, 'piece-face'),
    path(closed(regular(8, radius * 0.9)), 'piece-rim'),
    ...(set === 'blank' ? [] : glyph(piece, size, set)),
    ...(named ? [text(t(`janggi.${piece}`), 0, size * 0.84, size * 0.36, 'piece-name')] : []),
  ];
}

/** @param {string} piece @param {number} size @param {Look['set']} set @returns {Shape[]} */
function glyph(piece, size, set) {
  if (set === 'picture') return [pictogram(PICTURE[piece.toUpperCase()], size / 46)];
  if (set === 'hangul') return [text(HANGUL[piece], 0, size * 0.43, size * 1.22, 'glyph hangul', undefined, 'ko')];
  // Cho is written in a running hand, Han in the regular one.
  if (isCho(piece)) return [brushed(HANJA[piece], size * 1.36)];
  return [text(HANJA[piece], 0, size * 0.44, size * 1.22, 'glyph hanja', undefined, 'ko')];
}

/** @param {string} piece */
const kindOf = (piece) => (isCho(piece) ? 'cho' : 'han');

/** @type {import('./types.js').Drawing<View>} */
export const janggi = {
  kind: 'janggi',
  seats: SEATS,

  ground(_view, look) {
    const flipped = look.bottom === 1;
    const cells = [];
    for (let row = 0; row < RANKS; row++) {
      for (let column = 0; column < FILES; column++) {
        const [file, rank] = flipped ? [FILES - 1 - column, row] : [column, RANKS - 1 - row];
        const go = (/** @type {number} */ f, /** @type {number} */ r) =>
          f < 0 || r < 0 || f >= FILES || r >= RANKS ? undefined : point(f, r);
        const side = flipped ? -1 : 1;
        const id = point(file, rank);
        const center = spot(id, flipped);
        cells.push({
          id,
          center,
          polygon: around(center, DX, DY),
          radius: 46,
          row,
          near: { up: go(file, rank + side), down: go(file, rank - side), left: go(file - side, rank), right: go(file + side, rank) },
          name: written(id, look),
        });
      }
    }
    // A narrow screen gives its width to the points.
    const side = look.compact ? 64 : EDGE;
    const border = look.compact && !look.coordinates ? 64 : EDGE;
    return {
      box: [-side, -border, WIDTH + 2 * side, HEIGHT + 2 * border + 10],
      shapes: ground(look, [side, border]),
      cells,
    };
  },

  pieces(view, look) {
    return view.pieces.map(({ at, piece }) => ({
      id: piece,
      at,
      shapes: octagon(piece, look.set, look.names && !(look.set === 'hangul' && look.language === 'ko')),
      kind: kindOf(piece),
      name: t('piece.of', { side: t(`seat.janggi.${kindOf(piece)}`), piece: t(`janggi.${piece}`) }),
      seat: isCho(piece) ? 0 : 1,
    }));
  },

  marks(view, look) {
    /** @type {import('./types.js').Mark[]} */
    const marks = view.checked.map((at) => ({ kind: 'check', at, name: t('cell.check') }));
    if (view.facing) marks.push(...facingLine(view, look));
    return marks;
  },

  steps(action) {
    return split(action);
  },

  isButton(action) {
    const [from, to] = split(action);
    return from === to;
  },

  attempt(steps) {
    return steps.length === 2 ? steps.join('') : null;
  },

  travel(action) {
    const [from, to] = split(action);
    return { from: from || null, to: to || null };
  },

  after(view, action) {
    const [from, to] = split(action);
    const turn = view.turn === 'cho' ? 'han' : 'cho';
    if (from === to) return { ...view, turn };
    const stay = view.pieces.filter((placed) => placed.at !== from && placed.at !== to);
    const piece = pieceAt(view, from);
    return { ...view, turn, checked: [], facing: false, pieces: piece ? [...stay, { at: to, piece }] : stay };
  },

  notation(action, view, look) {
    const [from, to] = split(action);
    if (!from) return t(`deed.${action.split(':')[0]}`);
    if (from === to) return t(view.bikjang ? 'action.bikjang' : 'action.pass');
    const piece = pieceAt(view, from) ?? 'P';
    const taken = pieceAt(view, to);
    const a = written(from, look);
    const b = written(to, look);
    if (look.language === 'en') return `${LETTER[piece.toUpperCase()]}${a}${taken ? '×' : '–'}${b}`;
    const names = look.language === 'ko' ? HANGUL : HANJA;
    return `${a}${names[piece]}${b}${taken ? `×${names[taken]}` : ''}`;
  },

  spoken(action, view) {
    const [from, to] = split(action);
    if (!from) return t(`deed.${action.split(':')[0]}`);
    if (from === to) return t(view.bikjang ? 'action.bikjang' : 'action.pass');
    const piece = pieceAt(view, from);
    const taken = pieceAt(view, to);
    // As the board is written in this language.
    const at = (/** @type {string} */ id) => (language.get() === 'en' ? id : numeric(id));
    const words = { piece: piece ? t(`janggi.${piece}`) : '', from: at(from), to: at(to) };
    return taken ? t('spoken.take', { ...words, taken: t(`janggi.${taken}`) }) : t('spoken.move', words);
  },

  lesson(view, id) {
    const piece = pieceAt(view, id);
    return piece === null ? null : { name: t('piece.of', { side: t(`seat.janggi.${kindOf(piece)}`), piece: t(`janggi.${piece}`) }), how: t(`janggi.how.${piece.toUpperCase()}`) };
  },

  plate(view, seat, look) {
    const badge = octagon(seat === 0 ? 'K' : 'k', look.set);
    const points = view.half_points[seat] / 2;
    const dum = seat === 1 && view.dum_half_points > 0 ? t('janggi.dum', { points: number(view.dum_half_points / 2) }) : '';
    const trophies = [...view.lost[1 - seat]].map((piece) => ({ shapes: octagon(piece, look.set), name: t(`janggi.${piece}`) }));
    const checked = view.checked.some((at) => pieceAt(view, at) === (seat === 0 ? 'K' : 'k'));
    const leads = view.leader === SEATS[seat];
    const note = [dum, leads ? t('janggi.leads') : ''].filter(Boolean).join(' · ');
    return { badge, score: number(points), note, trophies, state: checked ? t('plate.check') : '' };
  },

  explain(view) {
    return view.bikjang ? t('explain.bikjang') : '';
  },

  call(before, view) {
    if (view.bikjang && !before.bikjang) return { key: 'bikjang' };
    if (view.checked.length > 0) return { key: before.checked.length > 0 ? 'parry-check' : 'check' };
    return before.checked.length > 0 ? { key: 'parry' } : null;
  },

  opening: lineup,

  isMate: (reason) => reason === 'checkmate',

  drawWord: (options) => (options.end_by === 'score' ? 'action.count' : 'action.draw'),

  tally(view, reason) {
    if (ON_BOARD.has(reason)) return '';
    const [cho, han] = view.half_points.map((half) => number(half / 2));
    return t('janggi.tally', { cho, han });
  },

  /** Which point blocks the way of a horse or an elephant. */
  culprits(_action, { code, message }) {
    const at = code === 'E_LEG' ? /\bon ([a-i](?:10|[1-9]))$/.exec(message)?.[1] : undefined;
    return at ? [at] : [];
  },

  /** An elephant is blocked at its first point or at its second. */
  why(action, refused, view) {
    const [from] = split(action);
    const [at] = janggi.culprits?.(action, refused, view) ?? [];
    if (!at || pieceAt(view, from)?.toUpperCase() !== 'B') return null;
    const [[a, b], [c, d]] = [parts(from), parts(at)];
    return Math.abs(a - c) + Math.abs(b - d) === 1 ? 'refusal.janggi.E_LEG.first' : 'refusal.janggi.E_LEG.second';
  },

  /** Whoever passes turns the king over for a moment. */
  effects(action, before, _view, look) {
    const [from, to] = split(action);
    if (!from || from !== to) return [];
    const king = before.pieces.find(({ piece }) => piece === (before.turn === 'cho' ? 'K' : 'k'));
    if (!king) return [];
    const [x, y] = spot(king.at, look.bottom === 1);
    const blank = { tag: /** @type {const} */ ('g'), at: { class: `piece ${kindOf(king.piece)}`, transform: `translate(${x} ${y})` }, inside: octagon(king.piece, 'blank') };
    const turning = { transformOrigin: `${x}px ${y}px` };
    return [{ shapes: [blank], frames: [{ ...turning, transform: 'scaleX(0)' }, { ...turning, transform: 'scaleX(1)', offset: 0.2 }, { ...turning, transform: 'scaleX(1)', offset: 0.8 }, { ...turning, transform: 'scaleX(0)' }], ms: 900 }];
  },

  buttons(view) {
    const match = (/** @type {string} */ action) => janggi.isButton?.(action) === true;
    const label = t(view.bikjang ? 'action.bikjang' : 'action.pass');
    return [{ match, label, icon: 'pass', strong: view.bikjang }];
  },
};

/** Endings that need no counting. */
const ON_BOARD = new Set(['checkmate', 'stalemate', 'perpetual-check', 'resign', 'time', 'disconnect']);

/** What each set-up puts on the wings, from the owner's left to right. */
const LINEUPS = /** @type {Record<string, string>} */ ({ inner: 'RNB.BNR', outer: 'RBN.NBR', left: 'RBN.BNR', right: 'RNB.NBR', mobile: 'BNR.RNB' });

/** @param {string} value @param {number} seat @param {Look} look @returns {import('./types.js').Option} */
function lineup(value, seat, look) {
  const row = LINEUPS[value] ?? 'RNB.BNR';
  const shapes = [...row].flatMap((letter, index) => {
    const x = (index - 3) * 94;
    if (letter === '.') return octagonAt(seat === 0 ? 'K' : 'k', x, look.set);
    return octagonAt(seat === 0 ? letter : letter.toLowerCase(), x, look.set);
  });
  return { label: t(`val.janggi.lineup.${value}`), shapes: [path('M-326 0H326', 'rule'), ...shapes], box: [-332, -54, 664, 114] };
}

/** @param {string} piece @param {number} x @param {Look['set']} set @returns {Shape[]} */
function octagonAt(piece, x, set) {
  const kind = `piece ${kindOf(piece)}`;
  return [{ tag: 'g', at: { transform: `translate(${x} 0)`, class: kind }, inside: octagon(piece, set) }];
}

/** A dotted line between kings that face. @param {View} view @param {Look} look */
function facingLine(view, look) {
  const kings = view.pieces.filter(({ piece }) => piece.toUpperCase() === 'K').map(({ at }) => at);
  if (kings.length !== 2) return [];
  const [one, other] = kings.map((at) => spot(at, look.bottom === 1));
  const away = other[1] > one[1] ? 1 : -1;
  const d = `M0 ${away * 54}V${other[1] - one[1] - away * 54}`;
  return [{ kind: 'facing', at: kings[0], name: t('cell.facing'), shapes: [path(d, 'facing-line')] }];
}
