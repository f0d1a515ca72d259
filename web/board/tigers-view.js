// Five Tigers' view and actions as the server writes them, and what a view becomes by an action.

export { nameOf } from './pieces/tigers.js';

/** @typedef {'A' | 'B'} Seat */
/** @typedef {{ code: string, ko: string, en: string, ground: 'field' | 'office', spent: boolean, in_place: boolean }} Tactic */

/**
 * @typedef {object} General
 * @property {string} code as actions write it, small letters for B
 * @property {string} ko
 * @property {string} en
 * @property {string} hanja
 * @property {number} sun
 * @property {number} moon
 * @property {number} moves
 * @property {number} star
 * @property {number} cap
 * @property {number} troops
 * @property {number | null} tile
 * @property {string} place a tile, `o2`, `o1`, `w2`, `w1`, `h`, `x` or `sXX`
 * @property {number} lives
 * @property {number} start
 * @property {string | null} partner
 * @property {string[]} effects
 * @property {string} used
 * @property {Tactic[]} tactics
 */

/** @typedef {{ seat: Seat, knocks: number, reserve: number, graveyard: number, generals: General[] }} Army */
/** @typedef {{ corners: [number, number][], zone: string, sun: number[], moon: number[], front: number | null }} Tile */
/** @typedef {{ tile: number, owner: Seat, code: string, durability: number | null, shots: number | null, revealed: boolean | null }} Site */

/**
 * @typedef {object} View
 * @property {'base' | 'full'} mode
 * @property {Seat} turn
 * @property {number} actions
 * @property {number} actions_per_turn
 * @property {number} knocks_to_win
 * @property {number} number
 * @property {number} quiet
 * @property {number} quiet_limit
 * @property {number} number_limit
 * @property {string | null} result
 * @property {Tile[]} tiles
 * @property {[Army, Army]} sides
 * @property {[string, string][]} pairs
 * @property {Site[]} sites
 * @property {{ by: string, target: string, dealt: number, taken: number }[]} [strikes] what attacks would cost
 * @property {{ code: string, from: number | null, to: number | null } | null} last
 */

export const SEATS = /** @type {const} */ (['A', 'B']);

/** @typedef {{ kind: 'move' | 'attack' | 'knock' | 'sortie' | 'tactic' | 'end', code: string, path: string[], tactic: string, targets: string[], troops: number }} Deed */

/** @param {string} action @returns {Deed | null} */
export function parse(action) {
  const deed = { code: action.slice(0, 2), path: /** @type {string[]} */ ([]), tactic: '', targets: /** @type {string[]} */ ([]), troops: 0 };
  if (action === 'end') return { ...deed, kind: 'end', code: '' };
  const found = /^[A-Za-z]{2}([mxkdt])(.*)$/.exec(action);
  if (!found || /^(resign|timeout|forfeit|agree)/.test(action)) return null;
  const rest = found[2];
  switch (found[1]) {
    case 'm':
      return { ...deed, kind: 'move', path: rest.split('-') };
    case 'x':
      return { ...deed, kind: 'attack', targets: [rest] };
    case 'k':
      return { ...deed, kind: 'knock' };
    case 'd':
      return { ...deed, kind: 'sortie', path: [rest.split(':')[0]], troops: Number(rest.split(':')[1]) };
    default: {
      const [tactic, targets] = rest.split('>');
      return { ...deed, kind: 'tactic', tactic, targets: targets ? targets.split(',') : [] };
    }
  }
}

/** @param {View} view @returns {General[]} */
export const generals = (view) => view.sides.flatMap((side) => side.generals);

/** @param {View} view @param {string} code */
export const byCode = (view, code) => generals(view).find((general) => general.code === code);

/** @param {View} view @param {string} cell */
export const onTile = (view, cell) => (isTile(cell) ? generals(view).find((general) => general.tile === Number(cell)) : undefined);

/** The general that a cell shows, on the board or as a portrait. @param {View} view @param {string} cell */
export const shownBy = (view, cell) => (isTile(cell) ? onTile(view, cell) : byCode(view, cell));

/** @param {string} step */
export const isTile = (step) => /^\d+$/.test(step);

/** @param {{ code: string }} general @returns {Seat} */
export const sideOf = ({ code }) => (code === code.toUpperCase() ? 'A' : 'B');

/** @param {View} view @param {number} tile @returns {number[]} */
export function neighbors(view, tile) {
  const { sun, moon, front } = view.tiles[tile];
  return [...sun, ...moon, ...(front === null ? [] : [front])];
}

/** Which line two tiles share. @param {View} view @param {number} one @param {number} other @returns {'sun' | 'moon' | 'front' | null} */
export function lineBetween(view, one, other) {
  const { sun, moon, front } = view.tiles[one];
  return sun.includes(other) ? 'sun' : moon.includes(other) ? 'moon' : front === other ? 'front' : null;
}

/** Where a gesture of a general begins: on its tile, or at its portrait. @param {View} view @param {string} code */
function origins(view, code) {
  const tile = byCode(view, code)?.tile;
  return tile === null || tile === undefined ? [code] : [String(tile), code];
}

/** The cell of a target. @param {View} view @param {string} target */
function cellOf(view, target) {
  const tile = isTile(target) ? target : byCode(view, target)?.tile;
  return tile === null || tile === undefined ? target : String(tile);
}

/** What follows the first step. @param {View} view @param {Deed} deed @returns {string[]} */
function rest(view, deed) {
  switch (deed.kind) {
    case 'move':
      return deed.path;
    case 'attack':
      return deed.targets.map((target) => cellOf(view, target));
    case 'knock':
      return ['k'];
    case 'sortie':
      return [...deed.path, `n:${deed.troops}`];
    default:
      return [`t:${deed.tactic}`, ...deed.targets.map((target) => cellOf(view, target))];
  }
}

/** @param {string} action @param {View} view @returns {string[]} */
export function stepsOf(action, view) {
  const deed = parse(action);
  return deed && deed.kind !== 'end' ? [origins(view, deed.code)[0], ...rest(view, deed)] : [];
}

/**
 * All gestures. The server lists one path to each tile; any other that keeps to those tiles and to the
 * steps of the general means the same kind of move, and the server judges it as it judges every action.
 * @param {string[]} legal @param {View} view @returns {import('./gesture.js').Spelled[]}
 */
export function spell(legal, view) {
  const texts = new Set(legal);
  for (const text of legal) for (const twin of twins(text)) texts.add(twin);
  for (const code of new Set(legal.map((text) => text.slice(0, 2)))) for (const text of walks(view, code, legal)) texts.add(text);
  return [...texts].flatMap((text) => {
    const deed = parse(text);
    if (!deed || deed.kind === 'end') return [];
    const after = rest(view, deed);
    return origins(view, deed.code).map((origin) => ({ text, steps: [origin, ...after] }));
  });
}

/** Two bolts or decoys may be named in either order. @param {string} text @returns {string[]} */
function twins(text) {
  const deed = parse(text);
  if (deed?.kind !== 'tactic' || deed.targets.length !== 2 || deed.tactic === 'RM') return [];
  return [`${deed.code}t${deed.tactic}>${deed.targets[1]},${deed.targets[0]}`];
}

/** @param {View} view @param {string} code @param {string[]} legal @returns {string[]} */
function walks(view, code, legal) {
  const general = byCode(view, code);
  const paths = legal.map(parse).filter((deed) => deed?.kind === 'move' && deed.code === code);
  // Over corners there would be thousands; the listed paths must do.
  if (!general || general.tile === null || paths.length === 0 || general.effects.some((effect) => effect.startsWith('BT'))) return [];
  const reached = new Set(paths.map((deed) => Number(deed?.path.at(-1))));
  const ends = new Set(generals(view).flatMap(({ tile }) => (tile === null ? [] : [tile])));
  for (const site of view.sites) if (site.owner !== sideOf(general) && site.revealed) ends.add(site.tile);
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {number[]} */ path) => {
    const at = path.at(-1) ?? general.tile ?? 0;
    if (path.length > 0) found.push(`${code}m${path.join('-')}`);
    if (path.length >= general.moves || (path.length > 0 && ends.has(at))) return;
    for (const next of neighbors(view, at)) if (reached.has(next) && !path.includes(next)) walk([...path, next]);
  };
  walk([]);
  return found;
}

/** The view as it will look after an action, as far as that needs no judge. @param {View} view @param {string} action @returns {View} */
export function foretold(view, action) {
  const deed = parse(action);
  const general = deed && byCode(view, deed.code);
  if (!deed || !general) return view;
  const letter = { move: 'm', attack: 'a', knock: 'k', sortie: 'd', tactic: 't', end: '' }[deed.kind];
  const next = { ...general, used: general.used + letter };
  const last = { code: deed.code, from: general.tile, to: Number(deed.path.at(-1) ?? cellOf(view, deed.targets[0] ?? '')) };
  if (deed.kind === 'move') Object.assign(next, arrival(view, String(deed.path.at(-1))));
  if (deed.kind === 'sortie') Object.assign(next, { tile: Number(deed.path[0]), place: deed.path[0], troops: deed.troops });
  if (deed.kind === 'tactic') next.tactics = general.tactics.map((tactic) => (tactic.code === deed.tactic ? { ...tactic, spent: true } : tactic));
  const sides = /** @type {[Army, Army]} */ (view.sides.map((side) => ({ ...side, generals: side.generals.map((each) => (each.code === deed.code ? next : each)) })));
  return { ...view, sides, actions: Math.max(0, view.actions - 1), last: { ...last, to: Number.isNaN(last.to) ? null : last.to } };
}

/** Who steps onto an ally leaves the board. @param {View} view @param {string} end */
function arrival(view, end) {
  return onTile(view, end) ? { tile: null, place: 'w2' } : { tile: Number(end), place: end };
}
