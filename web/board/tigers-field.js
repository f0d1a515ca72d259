// Where the tiles, portraits, dots and rings of Five Tigers lie on the screen.

import { closed, line, path, rect, text } from './shapes.js';
import { t } from '../lib/i18n.js';
import { at, knocker, lineSign, siteShapes, token, troops } from './pieces/tigers.js';
import { SEATS, nameOf, neighbors, sideOf } from './tigers-view.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./tigers-view.js').View} View */
/** @typedef {import('./tigers-view.js').General} General */

/** Half a base. */
const U = 110;
export const WIDTH = 6 * U;
const GAP = 14;

export class Field {
  /** @param {View} view @param {Look} look */
  constructor(view, look) {
    this.view = view;
    this.look = look;
    this.compact = look.compact;
    /** The height of a row; narrow screens are short too. */
    this.row = look.compact ? 130 : 158;
    this.height = 6 * this.row;
  }

  /** The own camp is always at the bottom. @param {[number, number]} corner @returns {Spot} */
  spot([x, y]) {
    return this.look.bottom === 0 ? [(6 - x) * U, (6 - y) * this.row] : [x * U, y * this.row];
  }

  /** @param {number} tile @returns {Spot[]} */
  corners(tile) {
    return this.view.tiles[tile].corners.map((corner) => this.spot(corner));
  }

  /** @param {number} tile @returns {Spot} */
  center(tile) {
    const spots = this.corners(tile);
    // The edge tiles lie on their side; there is more room toward their apex.
    if (this.view.tiles[tile].zone === 'edge') return [spots.reduce((sum, [x]) => sum + x, 0) / 3 + (spots[0][0] < WIDTH / 2 ? 15 : -15), (spots[0][1] + spots[1][1] + spots[2][1]) / 3];
    return [spots.reduce((sum, [x]) => sum + x, 0) / 3, spots.reduce((sum, [, y]) => sum + y, 0) / 3];
  }

  /** The edge that two tiles share. @param {number} one @param {number} other @returns {[Spot, Spot]} */
  edge(one, other) {
    const far = this.corners(other);
    const shared = this.corners(one).filter(([x, y]) => far.some(([a, b]) => Math.abs(a - x) < 1 && Math.abs(b - y) < 1));
    return [shared[0] ?? [0, 0], shared[1] ?? [0, 0]];
  }

  /** The middle and size of a portrait. @param {number} seat @param {number} index @returns {{ x: number, y: number, w: number, h: number }} */
  card(seat, index) {
    const own = seat === this.look.bottom;
    if (this.compact) {
      const w = (WIDTH - 4 * 8) / 5;
      return { x: w / 2 + index * (w + 8), y: own ? this.height + 68 : -68, w, h: 108 };
    }
    const h = (this.height - 4 * GAP) / 5;
    return { x: own ? WIDTH + 108 : -108, y: h / 2 + index * (h + GAP), w: 180, h };
  }

  /** @returns {[number, number, number, number]} */
  get box() {
    return this.compact ? [-10, -126, WIDTH + 20, this.height + 252] : [-204, -14, WIDTH + 408, this.height + 30];
  }
}

/** @param {Field} field @returns {Shape[]} */
export function groundShapes(field) {
  const { view, look } = field;
  const outline = [[1, 0], [5, 0], [6, 1], [6, 5], [5, 6], [1, 6], [0, 5], [0, 1]].map((corner) => field.spot(/** @type {[number, number]} */ (corner)));
  const shapes = [path(closed(outline), 'tg-shadow', { transform: 'translate(0 9)' }), path(closed(outline), 'tg-rim')];
  view.tiles.forEach((tile, index) => {
    shapes.push(path(closed(field.corners(index)), `tg-tile ${tile.zone} ${points(field, index) ? 'up' : 'down'}`));
    if (tile.zone.endsWith('end')) shapes.push(door(field, index));
    if (look.coordinates) shapes.push(number(field, index));
  });
  if (look.mode === 'lines') shapes.push(...allLines(field));
  for (const site of view.sites) shapes.push(at(...field.center(site.tile), siteShapes(site)));
  return [...shapes, ...actionDots(field), ...SEATS.flatMap((_, seat) => [...knocks(field, seat), ...cards(field, seat)])];
}

/** Whether a triangle points upward on the screen. @param {Field} field @param {number} tile */
function points(field, tile) {
  const ys = field.corners(tile).map(([, y]) => Math.round(y)).sort((a, b) => a - b);
  return ys[1] === ys[2];
}

/** A faint knocker on the tiles where the other side knocks. @param {Field} field @param {number} tile @returns {Shape} */
function door(field, tile) {
  const [x, y] = field.center(tile);
  return { tag: 'g', at: { transform: `translate(${x} ${y}) scale(1.5)`, class: 'tg-door' }, inside: knocker(false) };
}

/** @param {Field} field @param {number} tile @returns {Shape} */
function number(field, tile) {
  const [x, y] = field.center(tile);
  const [a, b] = field.corners(tile).reduce((best, spot) => (spot[0] < best[0] ? spot : best));
  return text(String(tile), x + (a - x) * 0.66, y + (b - y) * 0.66 + 6, 17, 'tg-number');
}

/** Every line of the board with its sign. @param {Field} field @returns {Shape[]} */
function allLines(field) {
  const shapes = [];
  for (let tile = 0; tile < field.view.tiles.length; tile++) {
    for (const other of neighbors(field.view, tile)) if (other > tile) shapes.push(...lineShapes(field, tile, other, 0.74));
  }
  return shapes;
}

/** @param {Field} field @param {number} one @param {number} other @param {number} size @returns {Shape[]} */
export function lineShapes(field, one, other, size) {
  const { sun, moon } = field.view.tiles[one];
  const kind = sun.includes(other) ? 'sun' : moon.includes(other) ? 'moon' : 'front';
  const [a, b] = field.edge(one, other);
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return [path(line([a, b]), `tg-line ${kind}`), { tag: 'g', at: { transform: `translate(${x} ${y}) scale(${size})` }, inside: lineSign(kind) }];
}

/** The actions that are left, in the corner beside the acting camp. @param {Field} field @returns {Shape[]} */
function actionDots(field) {
  const { view, look } = field;
  if (view.result) return [];
  const own = view.turn === SEATS[look.bottom];
  const count = Math.max(view.actions, view.actions_per_turn);
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [12, 16 + index * 31];
    const used = index >= view.actions;
    return at(x, own ? field.height - y : y, [{ tag: 'circle', at: { r: 13, class: `tg-action ${view.turn} ${used ? 'used' : 'left'}` } }, ...(used ? [] : [path('M-5 0L-1 5L6 -5', 'tg-action-sign')])]);
  });
}

/** @param {Field} field @param {number} seat @returns {Shape[]} */
function knocks(field, seat) {
  const own = seat === field.look.bottom;
  const { knocks: made } = field.view.sides[seat];
  return Array.from({ length: Math.max(made, field.view.knocks_to_win) }, (_, index) => at(WIDTH - 12, own ? field.height - 20 - index * 36 : 16 + index * 36, [{ tag: 'g', at: { transform: 'scale(.78)' }, inside: knocker(index < made) }], `team-${SEATS[seat]}`));
}

/** @param {Field} field @param {number} seat @returns {Shape[]} */
function cards(field, seat) {
  return field.view.sides[seat].generals.map((general, index) => {
    const { x, y, w, h } = field.card(seat, index);
    const kind = `tg-card team-${sideOf(general)}${general.lives === 0 ? ' fallen' : general.tile === null ? ' away' : ''}`;
    return at(x, y, [rect(-w / 2, -h / 2, w, h, 'tg-card-face', 12), ...(field.compact ? narrowCard(general, w, h, field.look) : wideCard(general, w, h, field.look))], kind);
  });
}

/** Where a general is, if it is not on the board. @param {General} general */
export function placeWords(general) {
  if (general.tile !== null) return '';
  const kind = general.place[0];
  return t(`tigers.place.${kind}`, { turns: general.place.slice(1) });
}

/** Two lives, one, or none. @param {General} general @param {number} x @param {number} y @returns {Shape[]} */
function lives(general, x, y) {
  return [0, 1].map((index) => at(x + index * 18, y, [path('M0 -7L7 0L0 7L-7 0Z', index < general.lives ? 'tg-life' : 'tg-life lost')]));
}

/** @param {General} general @param {number} w @param {number} h @param {Look} look @returns {Shape[]} */
function narrowCard(general, w, h, look) {
  const name = nameOf(general, look.language);
  return [
    text(name, 0, -h / 2 + 31, name.length > 9 ? 16 : name.length > 6 ? 19 : name.length > 3 ? 22 : 29, 'tg-card-name', undefined, look.language === 'ja' ? 'ja' : 'ko'),
    ...(general.tile === null ? [text(placeWords(general), 0, 10, 20, 'tg-card-place')] : troops(general, 0, -h / 2 + 44, w - 18)),
    stat(`☀${general.sun} ☾${general.moon}`, -w / 2 + 12, h / 2 - 14, 20, `${t('tigers.stat.sun')} ${general.sun}, ${t('tigers.stat.moon')} ${general.moon}`),
    ...lives(general, w / 2 - 34, h / 2 - 21),
  ];
}

/** A number with its sign; the sign's name is told to whoever points at it. @param {string} words @param {number} x @param {number} y @param {number} size @param {string} name @returns {Shape} */
function stat(words, x, y, size, name) {
  return { ...text(words, x, y, size, 'tg-card-stat'), title: name };
}

/** A name of two words stands in two lines. @param {string} name @param {number} x @param {number} top @param {Look['language']} language @returns {Shape[]} */
function cardName(name, x, top, language) {
  const words = name.split(' ');
  if (words.length === 1) return [text(name, x, top + 42, 30, 'tg-card-name start', undefined, language === 'ja' ? 'ja' : 'ko')];
  return words.map((word, index) => text(word, x, top + 31 + index * 24, 22, 'tg-card-name start'));
}

/** @param {General} general @param {number} w @param {number} h @param {Look} look @returns {Shape[]} */
function wideCard(general, w, h, look) {
  const name = nameOf(general, look.language);
  const [left, top] = [-w / 2 + 12, -h / 2];
  const stats = /** @type {const} */ ([['☀', 'sun'], ['☾', 'moon'], ['→', 'moves'], ['★', 'star']]);
  return [
    { tag: 'g', at: { transform: `translate(${left + 32} ${top + 46}) scale(.74)`, class: `piece tg-general team-${sideOf(general)}` }, inside: token(general, sideOf(general), look, { bare: true }) },
    ...cardName(name, left + 68, top, look.language),
    ...lives(general, left + 76, top + (name.includes(' ') ? 74 : 64)),
    ...(general.tile === null ? [text(placeWords(general), left, top + 116, 22, 'tg-card-place start')] : troops(general, 0, top + 94, w - 26)),
    ...stats.map(([sign, name], index) => stat(`${sign}${general[name]}`, left + index * 40, top + 156, 21, `${t(`tigers.stat.${name}`)} ${general[name]}`)),
  ];
}

/** @param {Field} field @returns {Cell[]} */
export function cells(field) {
  const { view } = field;
  const tiles = view.tiles.map((tile, index) => {
    const center = field.center(index);
    return { id: String(index), center, polygon: field.corners(index), radius: 52, row: Math.round(center[1] / (field.row / 2)), near: near(field, index), name: tileName(field, index) };
  });
  const portraits = SEATS.flatMap((_, seat) => view.sides[seat].generals.map((general, index) => portrait(field, seat, index, general)));
  return [...tiles, ...portraits].sort((a, b) => a.row - b.row || a.center[0] - b.center[0]);
}

/** @param {Field} field @param {number} seat @param {number} index @param {General} general @returns {Cell} */
function portrait(field, seat, index, general) {
  const { x, y, w, h } = field.card(seat, index);
  const own = seat === field.look.bottom;
  const beside = (/** @type {number} */ step) => field.view.sides[seat].generals[index + step]?.code;
  const tile = String(nearest(field, [own ? Math.min(x, WIDTH) : Math.max(0, x), y]));
  const near = field.compact
    ? { left: beside(-1), right: beside(1), up: own ? tile : undefined, down: own ? undefined : tile }
    : { up: beside(-1), down: beside(1), left: own ? tile : undefined, right: own ? undefined : tile };
  const place = general.tile === null ? placeWords(general) : t('tigers.tile', { tile: general.tile });
  const polygon = /** @type {Spot[]} */ ([[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]]);
  const stats = t('tigers.stats', { sun: general.sun, moon: general.moon, moves: general.moves, star: general.star });
  return { id: general.code, center: [x, y], polygon, radius: Math.min(w, h) / 2, row: field.compact ? (own ? 1000 : -1000) : Math.round(y / (field.row / 2)), near, name: `${t('tigers.portrait', { name: spokenGeneral(general, field.look), place })}, ${stats}`, title: stats, kind: 'portrait' };
}

/** @param {Field} field @param {Spot} spot */
function nearest(field, [x, y]) {
  const far = (/** @type {number} */ tile) => Math.hypot(field.center(tile)[0] - x, field.center(tile)[1] - y);
  return field.view.tiles.reduce((best, _, tile) => (far(tile) < far(best) ? tile : best), 0);
}

const WAYS = /** @type {[import('./types.js').Way, Spot][]} */ ([['up', [0, -1]], ['down', [0, 1]], ['left', [-1, 0]], ['right', [1, 0]]]);

/** Arrows cross the edge that lies there; where none does, they go to the nearest tile that way. @param {Field} field @param {number} tile @returns {Cell['near']} */
function near(field, tile) {
  const [x, y] = field.center(tile);
  const around = neighbors(field.view, tile);
  return Object.fromEntries(WAYS.map(([way, [dx, dy]]) => {
    const cost = (/** @type {number} */ other) => {
      const [a, b] = [field.center(other)[0] - x, field.center(other)[1] - y];
      const [ahead, aside] = [a * dx + b * dy, Math.abs(a * dy) + Math.abs(b * dx)];
      if (other === tile || ahead < 20 || aside > ahead * 1.8) return Infinity;
      return ahead + aside + (around.includes(other) ? 0 : 120);
    };
    const best = field.view.tiles.reduce((found, _, other) => (cost(other) < cost(found) ? other : found), tile);
    return [way, cost(best) === Infinity ? beyond(field, way, x, y) : String(best)];
  }));
}

/** Past the edge of the board lie the portraits. @param {Field} field @param {string} way @param {number} x @param {number} y */
function beyond(field, way, x, y) {
  const { bottom } = field.look;
  const seat = field.compact ? { up: 1 - bottom, down: bottom }[way] : { left: 1 - bottom, right: bottom }[way];
  if (seat === undefined) return undefined;
  const index = Math.min(4, Math.max(0, Math.floor(field.compact ? (x / WIDTH) * 5 : (y / field.height) * 5)));
  return field.view.sides[seat].generals[index]?.code;
}

/** @param {General} general @param {Look} look */
export function spokenGeneral(general, look) {
  return t('piece.of', { side: t(`seat.tigers.${sideOf(general)}`), piece: nameOf(general, look.language) });
}

/** @param {Field} field @param {number} tile */
function tileName(field, tile) {
  const { zone } = field.view.tiles[tile];
  const seat = zone[0] === 'A' ? 'A' : 'B';
  const where = zone === 'neutral' || zone === 'edge' ? t(`tigers.zone.${zone}`) : t(`tigers.zone.${zone.slice(2)}`, { side: t(`seat.tigers.${seat}`) });
  const site = field.view.sites.find((each) => each.tile === tile);
  const built = site ? t('tigers.site', { side: t(`seat.tigers.${site.owner}`), site: t(`tigers.site.${site.code}`) }) : '';
  return [t('tigers.tile', { tile }), where, built].filter(Boolean).join(', ');
}
