// Yonin shogi: nine by nine squares, pentagons that face, four hands around the board.

import { t } from '../lib/i18n.js';
import { around, closed, path, plank, rect, text } from './shapes.js';
import { pictogram } from './pictures.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {'s' | 'w' | 'n' | 'e'} Seat */

/**
 * @typedef {object} View as the server sends it
 * @property {({ owner: Seat | null, facing: Seat, role: string } | null)[]} cells from `9a` to `1i`
 * @property {{ seat: Seat, usable: boolean, rook: number, gold: number, silver: number, pawn: number }[]} hands
 * @property {Seat | null} turn
 * @property {{ seat: Seat, king: string, by: string[] }[]} checks
 * @property {Seat[]} skipped
 * @property {{ seat: Seat, cause: string, credit?: Seat | null }[]} out
 * @property {number} ply
 * @property {number[]} points
 * @property {{ by: Seat, from: string | null, to: string } | null} last
 * @property {string | null} result
 */

const SIZE = 9;
const UNIT = 100;
const WIDTH = SIZE * UNIT;
/** Clockwise, as the turn goes. */
export const SEATS = /** @type {const} */ (['s', 'w', 'n', 'e']);
const KINDS = /** @type {const} */ (['rook', 'gold', 'silver', 'pawn']);
const LETTER = { rook: 'R', gold: 'G', silver: 'S', pawn: 'P' };
const KIND = /** @type {Record<string, 'rook' | 'gold' | 'silver' | 'pawn'>} */ ({ R: 'rook', G: 'gold', S: 'silver', P: 'pawn' });

const KANJI = /** @type {Record<string, string>} */ ({ K: '王', R: '飛', G: '金', S: '銀', P: '步', '+R': '龍', '+S': '全', '+P': 'と' });
/** Japan writes its own forms. */
const JAPANESE = /** @type {Record<string, string>} */ ({ P: '歩', '+R': '竜' });
/** @param {string} role @param {Look['language']} language */
const kanji = (role, language) => (language === 'ja' ? (JAPANESE[role] ?? KANJI[role]) : KANJI[role]);
const HANGUL = /** @type {Record<string, string>} */ ({ K: '왕', R: '비', G: '금', S: '은', P: '보', '+R': '용', '+S': '성', '+P': '토' });
const PICTURE = /** @type {Record<string, string>} */ ({ K: 'king', R: 'rook', G: 'gold', S: 'silver', P: 'pawn', '+R': 'dragon', '+S': 'gold', '+P': 'gold' });
/** Where a man may go, for the pictures: one step, or a slide (`*`). Ahead is up. */
const WAYS = /** @type {Record<string, string>} */ ({
  K: 'F B L R FL FR BL BR', R: 'F* B* L* R*', G: 'F B L R FL FR', S: 'F FL FR BL BR', P: 'F',
  '+R': 'F* B* L* R* FL FR BL BR', '+S': 'F B L R FL FR', '+P': 'F B L R FL FR',
});
/** How broad a man is at its foot; kings are the greatest. */
const BREADTH = /** @type {Record<string, number>} */ ({ K: 41, R: 39, G: 37, S: 37, P: 33 });
const RANK_KO = '일이삼사오육칠팔구';
const RANK_JA = '一二三四五六七八九';

/** @param {number} index */
const square = (index) => `${SIZE - (index % SIZE)}${String.fromCharCode(97 + Math.floor(index / SIZE))}`;

/** Column and row from the top left, as South sees it. @param {string} id @returns {[number, number]} */
const place = (id) => [SIZE - Number(id[0]), id.charCodeAt(1) - 97];

/** @param {string} id */
const indexOf = (id) => {
  const [column, row] = place(id);
  return row * SIZE + column;
};

/** Turns a place so that the seat at the bottom looks up. @param {number} x @param {number} y @param {number} bottom @returns {[number, number]} */
function turned(x, y, bottom) {
  const last = SIZE - 1;
  if (bottom === 1) return [y, last - x];
  if (bottom === 2) return [last - x, last - y];
  if (bottom === 3) return [last - y, x];
  return [x, y];
}

/** @param {string} id @param {number} bottom @returns {Spot} */
function spot(id, bottom) {
  const [x, y] = turned(...place(id), bottom);
  return [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
}

/** Where a seat sits on the screen: 0 bottom, 1 left, 2 top, 3 right. @param {Seat} seat @param {number} bottom */
export const side = (seat, bottom) => (SEATS.indexOf(seat) - bottom + 4) % 4;

/** @param {string} role */
const base = (role) => role.replace('+', '');

/**
 * A man as it lies on the board, pointing up.
 * @param {string} role @param {Look['set']} set @param {boolean} [named] @param {Look['language']} [language]
 * @returns {Shape[]}
 */
export function pentagon(role, set, named = false, language = 'ko') {
  const b = BREADTH[base(role)] ?? 36;
  const h = b * 1.12;
  /** @type {Spot[]} */
  const face = [[0, -h], [b * 0.62, -h * 0.78], [b * 0.95, h * 0.92], [-b * 0.95, h * 0.92], [-b * 0.62, -h * 0.78]];
  const d = closed(face);
  return [
    path(d, 'piece-shadow', { transform: 'translate(3 7)' }),
    path(d, 'piece-side', { transform: 'translate(0 4)' }),
    path(d, 'piece-face'),
    path(closed([[-b * 0.95, h * 0.92], [b * 0.95, h * 0.92], [b * 0.9, h * 0.72], [-b * 0.9, h * 0.72]]), 'piece-foot'),
    ...glyph(role, b, set, language),
    ...(named ? [text(t(`yonin.${role}`), 0, h * 0.9, b * 0.36, 'piece-name')] : []),
  ];
}

/** @param {string} role @param {number} b @param {Look['set']} set @param {Look['language']} language @returns {Shape[]} */
function glyph(role, b, set, language) {
  const kind = role.startsWith('+') ? 'glyph promoted' : 'glyph';
  if (set === 'hanja') return [text(kanji(role, language), 0, b * 0.5, b * 1.2, `${kind} hanja`, undefined, 'ja')];
  if (set === 'hangul') return [text(HANGUL[role], 0, b * 0.48, b * 1.16, `${kind} hangul`, undefined, 'ko')];
  const picture = pictogram(PICTURE[role], b / 56, b * 0.08);
  return [{ tag: 'g', at: { class: kind }, inside: [picture, path(ways(role, b), 'ways')] }];
}

/** @param {string} role @param {number} b */
function ways(role, b) {
  const axis = /** @type {Record<string, number>} */ ({ F: -1, B: 1 });
  const cross = /** @type {Record<string, number>} */ ({ L: -1, R: 1 });
  return WAYS[role].split(' ').map((way) => {
    const slides = way.endsWith('*');
    const letters = [...way.replace('*', '')];
    const dx = letters.reduce((sum, letter) => sum + (cross[letter] ?? 0), 0);
    const dy = letters.reduce((sum, letter) => sum + (axis[letter] ?? 0), 0);
    const long = Math.hypot(dx, dy);
    const reach = slides ? 0.22 : 0.12;
    const [x, y] = [(dx / long) * b * 0.62, (dy / long) * b * 0.7 + b * 0.08];
    return `M${x} ${y}l${(dx / long) * b * reach} ${(dy / long) * b * reach}`;
  }).join('');
}

/** @param {Look} look */
function box(look) {
  return look.compact ? { left: 14, top: 130, right: 14, bottom: 124 } : { left: 126, top: 126, right: 126, bottom: 126 };
}

/** The trays of the four hands; the own one lies at the bottom. @param {View} view @param {Look} look @returns {Cell[]} */
function trays(view, look) {
  return view.hands.flatMap((hand) =>
    KINDS.map((kind, index) => {
      const where = side(hand.seat, look.bottom);
      const center = trayCenter(where, index, look);
      const small = look.compact && where !== 0;
      const id = `${hand.seat}:${LETTER[kind]}`;
      return {
        id,
        center,
        polygon: around(center, small ? 72 : 100, small ? 92 : 96),
        radius: small ? 34 : 46,
        row: where === 0 ? SIZE + 1 : -4 + where,
        near: look.compact && where > 0 ? rowNear(hand.seat, index, where, look.bottom) : trayNear(hand.seat, index, where, look.bottom),
        name: t('cell.hand', { seat: t(`seat.yonin.${hand.seat}`), piece: t(`yonin.${LETTER[kind]}`), count: hand[kind] }),
      };
    }),
  );
}

/** @param {number} where @param {number} index @param {Look} look @returns {Spot} */
function trayCenter(where, index, look) {
  const along = (2.5 + index * 1.33) * UNIT;
  if (where === 0) return [along, WIDTH + 78];
  if (look.compact) {
    // Left, across, right in one row above the board.
    const slot = [0, 0, 1, 2][where] * 306;
    return [slot + 36 + index * 72, -80];
  }
  if (where === 1) return [-78, along];
  if (where === 2) return [WIDTH - along, -78];
  return [WIDTH + 78, WIDTH - along];
}

/** @param {Seat} seat @param {number} index @param {number} where @param {number} bottom @returns {Cell['near']} */
function trayNear(seat, index, where, bottom) {
  const beside = (/** @type {number} */ to) => (KINDS[to] ? `${seat}:${LETTER[KINDS[to]]}` : undefined);
  const screen = (/** @type {number} */ x, /** @type {number} */ y) => idAt(x, y, bottom);
  const middle = 2 + index;
  if (where === 0) return { left: beside(index - 1), right: beside(index + 1), up: screen(middle, SIZE - 1) };
  if (where === 2) return { left: beside(index + 1), right: beside(index - 1), down: screen(SIZE - 1 - middle, 0) };
  if (where === 1) return { up: beside(index - 1), down: beside(index + 1), right: screen(0, middle) };
  return { up: beside(index + 1), down: beside(index - 1), left: screen(SIZE - 1, SIZE - 1 - middle) };
}

/** On a narrow screen the others' hands lie in one row. @param {Seat} seat @param {number} index @param {number} where @param {number} bottom @returns {Cell['near']} */
function rowNear(seat, index, where, bottom) {
  const at = (/** @type {number} */ to) => {
    const other = SEATS[(SEATS.indexOf(seat) + Math.floor(to / KINDS.length) - where + 1 + 4) % 4];
    return to < 0 || to >= 3 * KINDS.length ? undefined : `${other}:${LETTER[KINDS[to % KINDS.length]]}`;
  };
  const own = (where - 1) * KINDS.length + index;
  return { left: at(own - 1), right: at(own + 1), down: idAt(Math.floor((own * SIZE) / (3 * KINDS.length)), 0, bottom) };
}

/** The square at a place of the screen. @param {number} x @param {number} y @param {number} bottom */
function idAt(x, y, bottom) {
  if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) return undefined;
  // Turning back is turning on by the rest of the circle.
  const [column, row] = turned(x, y, (4 - bottom) % 4);
  return square(row * SIZE + column);
}

/** @param {Look} look @returns {Shape[]} */
function lines(look) {
  const rules = [];
  for (let index = 0; index <= SIZE; index++) rules.push(`M${index * UNIT} 0V${WIDTH}M0 ${index * UNIT}H${WIDTH}`);
  const dots = [3, 6].flatMap((x) => [3, 6].map((y) => ({ tag: /** @type {const} */ ('circle'), at: { cx: x * UNIT, cy: y * UNIT, r: 7, class: 'dot' } })));
  return [...camps(), path(rules.join(''), 'rule'), path(`M0 0H${WIDTH}V${WIDTH}H0Z`, 'rule frame'), ...dots, ...(look.coordinates ? labels(look) : [])];
}

/** The four camps are tinted, so that the zone of promotion is seen. @returns {Shape[]} */
function camps() {
  const deep = 3 * UNIT;
  return [
    rect(0, 0, WIDTH, deep, 'camp'), rect(0, WIDTH - deep, WIDTH, deep, 'camp'),
    rect(0, 0, deep, WIDTH, 'camp'), rect(WIDTH - deep, 0, deep, WIDTH, 'camp'),
  ];
}

/** @param {Look} look @returns {Shape[]} */
function labels(look) {
  const shapes = [];
  for (let index = 0; index < SIZE; index++) {
    const [top, left] = [idAt(index, 0, look.bottom) ?? '', idAt(0, index, look.bottom) ?? ''];
    const sideways = look.bottom % 2 === 1;
    const at = (index + 0.5) * UNIT;
    shapes.push(text(sideways ? rankName(top[1], look) : top[0], at, -7, 19, 'coordinate'));
    shapes.push(text(sideways ? left[0] : rankName(left[1], look), look.compact ? WIDTH + 8 : WIDTH + 13, at + 7, look.compact ? 16 : 19, 'coordinate'));
  }
  return shapes;
}

/** @param {string} letter @param {Look} look */
function rankName(letter, look) {
  const rank = letter.charCodeAt(0) - 97;
  if (look.language === 'ja') return RANK_JA[rank];
  return look.language === 'ko' ? RANK_KO[rank] : letter;
}

/** @param {string} id @param {Look['language']} language */
function written(id, language) {
  return language === 'en' ? id : `${id[0]}${rankName(id[1], { ...NO_LOOK, language })}`;
}

/** @type {Look} */
const NO_LOOK = { bottom: 0, set: 'hanja', compact: false, coordinates: false, language: 'ko', names: false };

const ARROW = { s: '↑', w: '→', n: '↓', e: '←' };

/** @typedef {{ from: string, to: string, promote: boolean, drop: null } | { from: null, to: string, promote: false, drop: string }} Parsed */

/** @param {string} action @returns {Parsed | null} */
function parse(action) {
  const drop = /^([RGSP])\*([1-9][a-i])$/.exec(action);
  if (drop) return { from: null, to: drop[2], promote: false, drop: drop[1] };
  const move = /^([1-9][a-i])([1-9][a-i])(\+?)$/.exec(action);
  return move ? { from: move[1], to: move[2], promote: move[3] === '+', drop: null } : null;
}

/** Whether a man at `from` could promote by going there; then the choice is asked. @param {View} view @param {string} from */
const roleAt = (view, from) => view.cells[indexOf(from)]?.role ?? '';

/** @type {import('./types.js').Drawing<View>} */
export const yonin = {
  kind: 'yonin',
  seats: SEATS,

  ground(view, look) {
    const cells = [];
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const id = idAt(x, y, look.bottom) ?? '';
        const center = spot(id, look.bottom);
        cells.push({
          id,
          center,
          polygon: around(center, UNIT, UNIT),
          radius: 45,
          row: y,
          near: nearSquare(x, y, view, look),
          name: written(id, look.language),
        });
      }
    }
    const { left, top, right, bottom } = box(look);
    return {
      box: [-left - 8, -top - 8, WIDTH + left + right + 16, WIDTH + top + bottom + 22],
      shapes: [...plank(WIDTH, WIDTH, 28), ...trayShapes(view, look), ...(look.compact ? [] : order()), ...lines(look)],
      cells: [...cells, ...trays(view, look)],
    };
  },

  pieces(view, look) {
    const out = new Set(view.out.map(({ seat }) => seat));
    const standing = view.cells.flatMap((man, index) => {
      if (!man) return [];
      const owner = man.owner ?? (out.has(man.facing) ? null : man.facing);
      return [{
        id: man.role,
        at: square(index),
        shapes: [...pentagon(man.role, look.set, look.names && !(look.set === 'hangul' && look.language === 'ko'), look.language), ...ownerMark(man)],
        kind: `man seat-${man.owner ?? 'x'} ${man.owner ? '' : 'frozen'}`,
        turn: side(man.facing, look.bottom) * 90,
        name: manName(man.role, owner, man.facing),
        seat: man.owner === null ? null : SEATS.indexOf(man.owner),
      }];
    });
    return [...standing, ...inHands(view, look)];
  },

  marks(view) {
    const checked = view.checks.map(({ seat, king }) => ({ kind: 'check', at: king, name: t('cell.checked', { seat: t(`seat.yonin.${seat}`) }) }));
    const attackers = view.checks.flatMap(({ by }) => by.map((at) => ({ kind: 'attacker', at, name: t('cell.attacker') })));
    return [...checked, ...attackers];
  },

  steps(action, view) {
    const parsed = parse(action);
    if (!parsed) return [];
    if (parsed.drop) return [`${view.turn}:${parsed.drop}`, parsed.to];
    const could = view.turn !== null && 'RSP'.includes(roleAt(view, parsed.from ?? ''));
    return [parsed.from ?? '', parsed.to, ...(parsed.promote ? ['+'] : could ? ['='] : [])];
  },

  attempt(steps) {
    const [from, to] = steps;
    if (!to || to.includes(':')) return null;
    return from.includes(':') ? `${from.slice(2)}*${to}` : `${from}${to}`;
  },

  choice(choice, view, steps) {
    const role = roleAt(view, steps[0]);
    const shown = choice === '+' ? `+${role}` : role;
    return { label: t(choice === '+' ? 'choice.promote' : 'choice.stay'), shapes: [{ tag: 'g', at: { class: `man seat-${view.turn}` }, inside: pentagon(shown, yoninSet, false, yoninLanguage) }], box: [-48, -52, 96, 104] };
  },

  travel(action, view) {
    const parsed = parse(action);
    if (!parsed) return { from: null, to: null };
    return { from: parsed.from ?? `${view.turn}:${parsed.drop}`, to: parsed.to };
  },

  after(view, action) {
    const parsed = parse(action);
    const turn = view.turn;
    if (!parsed || !turn) return view;
    const cells = [...view.cells];
    const taken = cells[indexOf(parsed.to)];
    const hands = view.hands.map((hand) => (hand.seat === turn ? changedHand(hand, parsed.drop, taken?.role ?? null) : hand));
    if (parsed.from !== null) {
      const man = cells[indexOf(parsed.from)];
      cells[indexOf(parsed.from)] = null;
      cells[indexOf(parsed.to)] = man && { ...man, role: parsed.promote ? `+${man.role}` : man.role };
    } else {
      cells[indexOf(parsed.to)] = { owner: turn, facing: turn, role: parsed.drop };
    }
    return { ...view, cells, hands, checks: [] };
  },

  notation(action, view, look) {
    const parsed = parse(action);
    if (!parsed) return t(`deed.${action.split(':')[0]}`);
    const role = parsed.drop ?? roleAt(view, parsed.from ?? '');
    const facing = parsed.from ? view.cells[indexOf(parsed.from)]?.facing : view.turn;
    const arrow = facing ? ARROW[facing] : '';
    const to = written(parsed.to, look.language);
    const takes = view.cells[indexOf(parsed.to)] !== null;
    if (look.language === 'en') return `${arrow}${role}${parsed.drop ? '*' : takes ? '×' : '–'}${to}${parsed.promote ? '+' : ''}`;
    const name = look.language === 'ja' ? kanji(role, 'ja') : HANGUL[role];
    const [dropped, promoted] = look.language === 'ja' ? ['打', '成'] : [' 투입', ' 승격'];
    const end = parsed.drop ? dropped : parsed.promote ? promoted : '';
    return `${arrow}${to}${name}${end}`;
  },

  spoken(action, view) {
    const parsed = parse(action);
    if (!parsed) return t(`deed.${action.split(':')[0]}`);
    const to = parsed.to;
    if (parsed.drop) return t('spoken.drop', { piece: t(`yonin.${parsed.drop}`), to });
    const words = { piece: t(`yonin.${roleAt(view, parsed.from ?? '')}`), from: parsed.from ?? '', to };
    const taken = view.cells[indexOf(to)];
    const said = taken ? t('spoken.take', { ...words, taken: t(`yonin.${taken.role}`) }) : t('spoken.move', words);
    return parsed.promote ? `${said}, ${t('spoken.promote')}` : said;
  },

  lesson(view, id) {
    const role = id.includes(':') ? id.slice(2) : roleAt(view, id);
    return role ? { name: t(`yonin.${role}`), how: t(`yonin.how.${role}`) } : null;
  },

  plate(view, seat, look) {
    const letter = SEATS[seat];
    const gone = view.out.find((each) => each.seat === letter);
    const checked = view.checks.some((check) => check.seat === letter);
    const badge = [{ tag: /** @type {const} */ ('g'), at: { class: `man seat-${letter}${gone ? ' frozen' : ''}` }, inside: pentagon('K', look.set, false, look.language) }];
    const state = gone ? t(`out.${gone.cause}`) : checked ? t('plate.check') : '';
    return { badge, score: t('yonin.points', { count: view.points[seat] ?? 0 }), state, out: gone !== undefined };
  },

  explain(view) {
    if (!view.turn) return '';
    const [first, ...later] = view.checks.map(({ seat }) => t(`seat.yonin.${seat}`));
    const skipped = view.skipped.map((seat) => t(`seat.yonin.${seat}`)).join(', ');
    const words = [];
    if (first) words.push(t('explain.answer', { seat: first }));
    if (later.length > 0) words.push(t('explain.then', { seats: later.join(', ') }));
    if (skipped) words.push(t('explain.skipped', { seats: skipped }));
    return words.join(' ');
  },

  call(before, view) {
    if (view.out.length > before.out.length) return { key: 'out', seat: view.out.at(-1)?.seat };
    const known = new Set(before.checks.map(({ seat }) => seat));
    const fresh = view.checks.find(({ seat }) => !known.has(seat));
    return fresh ? { key: 'check', seat: fresh.seat } : null;
  },

  isMate: (_reason, view) => view.out.at(-1)?.cause === '#',

  isOut: (view, seat) => view.out.some((each) => each.seat === SEATS[seat]),

  /** A seat gives up on its own turn; some tournaments wait for the duel. */
  resigns: (view, seat, options) => view.turn === SEATS[seat] && (options.resign !== 'duel' || view.out.length >= 2),
};

/** The set of the last drawing, for the pictures of the choice. @type {Look['set']} */
let yoninSet = 'hanja';
/** @type {Look['language']} */
let yoninLanguage = 'ko';

/** @param {number} x @param {number} y @param {View} view @param {Look} look @returns {Cell['near']} */
function nearSquare(x, y, view, { bottom, compact }) {
  const hand = (/** @type {number} */ where, /** @type {number} */ along) => {
    const seat = view.hands.find((each) => side(each.seat, bottom) === where)?.seat;
    const index = Math.min(3, Math.max(0, along - 2));
    return seat ? `${seat}:${LETTER[KINDS[index]]}` : undefined;
  };
  const aside = (/** @type {number} */ where, /** @type {number} */ along) => (compact ? undefined : hand(where, along));
  return {
    up: idAt(x, y - 1, bottom) ?? (compact ? hand(1 + Math.floor(x / 3), 2 + (x % 3)) : hand(2, SIZE - 1 - x)),
    down: idAt(x, y + 1, bottom) ?? hand(0, x),
    left: idAt(x - 1, y, bottom) ?? aside(1, y),
    right: idAt(x + 1, y, bottom) ?? aside(3, SIZE - 1 - y),
  };
}

/** Arrows from hand to hand: the turn goes clockwise. @returns {Shape[]} */
function order() {
  const way = `M118 ${WIDTH + 84}Q-84 ${WIDTH + 84} -84 ${WIDTH - 118}m-13 22l13 -24l13 24`;
  return [0, 90, 180, 270].map((turn) => path(way, 'order', { transform: `rotate(${turn} ${WIDTH / 2} ${WIDTH / 2})` }));
}

/** @param {View} view @param {Look} look @returns {Shape[]} */
function trayShapes(view, look) {
  [yoninSet, yoninLanguage] = [look.set, look.language];
  return view.hands.map(({ seat, usable }) => {
    const where = side(seat, look.bottom);
    const kind = `tray seat-${seat}${usable ? '' : ' unusable'}${view.turn === seat ? ' acting' : ''}`;
    const [x1, y1] = trayCenter(where, 0, look);
    const [x2, y2] = trayCenter(where, 3, look);
    const room = look.compact && where !== 0 ? [38, 44] : [62, 46];
    const upright = !look.compact && where % 2 === 1;
    const [w, h] = upright ? [room[1], room[0]] : room;
    return rect(Math.min(x1, x2) - w, Math.min(y1, y2) - h, Math.abs(x2 - x1) + 2 * w, Math.abs(y2 - y1) + 2 * h, kind, 16);
  });
}

/** @param {View} view @param {Look} look */
function inHands(view, look) {
  return view.hands.flatMap((hand) =>
    KINDS.filter((kind) => hand[kind] > 0).map((kind) => {
      const where = side(hand.seat, look.bottom);
      const scale = look.compact && where !== 0 ? 0.72 : 0.86;
      const turn = look.compact && where !== 0 ? 0 : where * 90;
      const count = hand[kind] > 1 ? [countBadge(hand[kind], scale, turn)] : [];
      const man = { tag: /** @type {const} */ ('g'), at: { transform: `scale(${scale})` }, inside: pentagon(LETTER[kind], look.set, false, look.language) };
      return {
        id: LETTER[kind],
        at: `${hand.seat}:${LETTER[kind]}`,
        shapes: [man, ...count],
        kind: `man inhand seat-${hand.seat}${hand.usable ? '' : ' frozen'}`,
        turn,
        name: '',
        seat: hand.usable ? SEATS.indexOf(hand.seat) : null,
      };
    }),
  );
}

/** @param {number} count @param {number} scale @param {number} turn @returns {Shape} */
function countBadge(count, scale, turn) {
  const [x, y] = [30 * scale, 30 * scale];
  return {
    tag: 'g',
    at: { class: 'count', transform: `rotate(${-turn}) translate(${x} ${y})` },
    inside: [{ tag: 'circle', at: { r: 16 } }, text(String(count), 0, 8, 23, 'count-number')],
  };
}

/** A man whose owner is not the one it points for carries the owner's sign. @param {{ owner: Seat | null, facing: Seat }} man @returns {Shape[]} */
function ownerMark(man) {
  if (man.owner === null || man.owner === man.facing) return [];
  return [{ tag: 'circle', at: { cy: 24, r: 11, class: `owner-dot seat-${man.owner}` } }];
}

/** @param {string} role @param {Seat | null} owner @param {Seat} facing */
function manName(role, owner, facing) {
  const piece = t(`yonin.${role}`);
  if (owner === null) return t('piece.frozen', { piece, seat: t(`seat.yonin.${facing}`) });
  return t('piece.of', { side: t(`seat.yonin.${owner}`), piece });
}

/** @param {View['hands'][number]} hand @param {string | null} dropped @param {string | null} taken */
function changedHand(hand, dropped, taken) {
  const next = { ...hand };
  if (dropped) next[KIND[dropped]] -= 1;
  const kind = taken ? KIND[base(taken)] : undefined;
  if (kind) next[kind] += 1;
  return next;
}
