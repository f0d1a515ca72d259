// Nanguk: eight by eight squares with a height each, built first and fought over then. Seen from
// above a corner, or flat; pieces are tablets that stand on the ground.

import { has, t } from '../lib/i18n.js';
import { burstEffects, deedEffects, finaleEffects, musterEffects } from './nanguk-motion.js';
import { SEATS, beforeWall, drawn, fan, foretold, heightAt, manAt, parse, plainName } from './nanguk-view.js';
import { Camera, SIZE, column, onBoard, parts, slab, square } from './pieces/ground.js';
import { LETTER, bomb, hangul, hanja, measure, tablet } from './pieces/nanguk.js';
import { closed, path, text } from './shapes.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./nanguk-view.js').View} View */
/** @typedef {import('./nanguk-view.js').Side} Side */
/** @typedef {import('./nanguk-view.js').Man} Man */
/** @param {Side} side @param {string} role @param {View} view */
function roleName(side, role, view) {
  return t('piece.of', { side: t(`seat.nanguk.${side}`), piece: plainName(role, view) });
}

/** @param {View} view @param {string} id @returns {import('./pieces/ground.js').Soil} */
function soil(view, id) {
  const owner = SEATS.find((_, seat) => view.castles?.[seat].includes(id)) ?? null;
  return { sea: view.variant === 'sea', castle: owner, breached: view.breached.includes(id), marked: lastKind(view, id) };
}

/** @param {View} view @param {string} id */
function lastKind(view, id) {
  const deed = view.last ? parse(view.last.action) : null;
  if (!deed) return '';
  if (id === deed.to) return 'to';
  return id === deed.from ? 'from' : '';
}

/** @param {View} view @param {Camera} camera */
function solids(view, camera) {
  const all = [];
  for (let v = SIZE - 1; v >= 0; v--) {
    for (let u = 0; u < SIZE; u++) {
      const id = square(...camera.under(u, v));
      const beside = (/** @type {number} */ x, /** @type {number} */ y) => (onBoard(x, y) ? heightAt(view, square(...camera.under(x, y))) : 0);
      all.push(...column(camera, u, v, heightAt(view, id), [beside(u, v - 1), beside(u + 1, v)], soil(view, id), id));
      if (id === view.fuse) all.push({ z: camera.depth(u, v) + 0.3, id: 'fuse', shapes: [at(camera.center(u, v, heightAt(view, id)), [path(closed(ring(camera, 0.05)), 'ng-fuse-ring'), ...bombAside(view, id)])] });
    }
  }
  return all;
}

/** A bomb lies beside the piece that stands on its square. @param {View} view @param {string} id */
function bombAside(view, id) {
  const aside = manAt(view, id) ? 'translate(34 2) scale(.8)' : 'translate(0 -14)';
  return [{ tag: /** @type {const} */ ('g'), at: { transform: aside }, inside: bomb(0) }];
}

/** @param {Spot} spot @param {Shape[]} inside @returns {Shape} */
const at = ([x, y], inside) => ({ tag: 'g', at: { transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})` }, inside });

/** A square's outline around its center. @param {Camera} camera @param {number} inset @returns {Spot[]} */
function ring(camera, inset) {
  const [x, y] = camera.center(0, 0, 0);
  return camera.top(0, 0, 0, inset).map(([a, b]) => [a - x, b - y]);
}

/** What a click must hit: the top of the square, and the tablet that stands on it. @param {Camera} camera @param {number} u @param {number} v @param {number} height @param {Man | undefined} man @returns {Spot[]} */
function target(camera, u, v, height, man) {
  const top = camera.top(u, v, height);
  if (!man || camera.flat) return top;
  const [x, y] = camera.center(u, v, height);
  const [w, tall] = measure(man.role);
  const [left, near, right] = top;
  return [left, [x - w, y - tall * 0.3], [x - w, y - tall], [x + w, y - tall], [x + w, y - tall * 0.3], right, near];
}

/** @param {View} view @param {string} id */
function cellName(view, id) {
  const words = [id, view.variant === 'sea' ? t(heightAt(view, id) > 0 ? 'nanguk.isle' : 'nanguk.water') : t('nanguk.height', { height: heightAt(view, id) })];
  const { castle, breached } = soil(view, id);
  if (castle) words.push(t(breached ? 'nanguk.breach' : 'nanguk.castle', { side: t(`seat.nanguk.${castle}`) }));
  if (view.fuse === id) words.push(t('nanguk.fuse'));
  return words.join(', ');
}

/** @param {View} view @param {Look} look @param {Camera} camera */
function cells(view, look, camera) {
  const ahead = look.bottom === 0 ? 1 : -1;
  const go = (/** @type {number} */ f, /** @type {number} */ r) => (onBoard(f, r) ? square(f, r) : undefined);
  const all = [];
  // Rows are ranks, in the order in which the nearer lie over the farther.
  const upward = camera.quarter === 1 || camera.quarter === 2;
  for (let row = 0; row < SIZE; row++) {
    for (let step = 0; step < SIZE; step++) {
      const rank = upward ? row : SIZE - 1 - row;
      const file = camera.quarter < 2 ? step : SIZE - 1 - step;
      const id = square(file, rank);
      const [u, v] = camera.seen(file, rank);
      const height = heightAt(view, id);
      all.push({
        id, row, name: cellName(view, id), radius: 34,
        kind: view.phase === 'terrain' ? 'building' : 'ground',
        center: camera.center(u, v, camera.flat ? 0 : height),
        polygon: target(camera, u, v, height, manAt(view, id)),
        // Arrows follow the own seat, however the board is turned.
        near: { up: go(file, rank + ahead), down: go(file, rank - ahead), left: go(file - ahead, rank), right: go(file + ahead, rank) },
      });
    }
  }
  return all;
}

/** Whether the way to a target climbs somewhere. @param {View} view @param {string} from @param {string} to */
function climbs(view, from, to) {
  const [[a, b], [c, d]] = [parts(from), parts(to)];
  const [dx, dy] = [c - a, d - b];
  const straight = dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy);
  if (!straight) return heightAt(view, to) > heightAt(view, from);
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  const way = Array.from({ length: steps + 1 }, (_, step) => heightAt(view, square(a + (dx / steps) * step, b + (dy / steps) * step)));
  return way.some((height, step) => step > 0 && height > way[step - 1]);
}

/** What a piece would do to a square; the signs of the rule book tell. @param {View} view @param {string} from @param {string} to @returns {string} */
function aim(view, from, to) {
  const man = manAt(view, from);
  const enemy = manAt(view, to);
  if (!man) return 'place';
  if (man.role === 'rocket_cart' && fan(from, man.side).includes(to)) return 'volley';
  if (man.role === 'empty_cart' && from === to) return 'reload';
  const far = Math.max(...parts(from).map((part, axis) => Math.abs(part - parts(to)[axis])));
  if (man.role === 'mortar' && far > 1) return 'lob';
  if (man.role === 'ram' && !enemyless(view, man.side, to)) return 'charge';
  if (enemy && (man.role === 'archer' || man.role === 'gunship')) return heightAt(view, to) > heightAt(view, from) ? 'shoot-up' : heightAt(view, to) < heightAt(view, from) ? 'shoot-down' : 'shoot';
  if (enemy) return climbs(view, from, to) ? 'take-climb' : 'take';
  return climbs(view, from, to) ? 'go-climb' : 'go';
}

/** Whether a square is no standing wall of the other side. @param {View} view @param {Side} side @param {string} to */
function enemyless(view, side, to) {
  const { castle, breached } = soil(view, to);
  return castle === null || castle === side || breached;
}

const CHEVRONS = 'M-15 2L0 -11L15 2M-15 15L0 2L15 15';

/** What lies on the ground of a target; each deed has its own shape. @param {string} kind @param {Camera} camera @returns {Shape[]} */
function aimFloor(kind, camera) {
  const outline = (/** @type {number} */ inset, /** @type {string} */ style) => path(closed(ring(camera, inset)), style);
  switch (kind.split('-')[0]) {
    case 'go':
      return [outline(0.3, 'ng-dot')];
    case 'take':
    case 'charge':
      return [outline(0.04, 'ng-take'), path(corners(camera), 'ng-take-corner')];
    case 'lob':
      return [outline(0.1, 'ng-lob')];
    case 'reload':
      return [];
    default:
      return [outline(0.04, 'ng-shoot-ground')];
  }
}

/** What stands before a target. @param {string} kind @param {Camera} camera @returns {Shape[]} */
function aimShapes(kind, camera) {
  const [base, extra] = kind.split('-');
  const aside = (/** @type {Shape[]} */ inside) => /** @type {Shape} */ ({ tag: 'g', at: { transform: camera.flat ? 'translate(28 26) scale(.72)' : 'translate(30 4) scale(.72)' }, inside });
  if (extra === 'climb') return [base === 'go' ? at([0, -3], climbing()) : aside(climbing())];
  if (base === 'shoot') return crosshair(camera.flat ? 0 : -32, extra);
  if (base === 'charge') return [aside([path('M-30 4L-12 -4L-18 -20L2 -8L14 -26L14 -4L32 0L12 10L16 24L-2 14L-18 22L-12 8Z', 'ng-blast')])];
  if (base === 'lob') return [aside(bomb(0))];
  if (base === 'volley') return [aside([path('M-22 22L-12 -18L0 12L12 -28L22 22Z', 'ng-blast')])];
  if (base === 'reload') return [path('M-14 -4A15 15 0 1 1 -4 14M-14 -18V-4H0', 'ng-chevron halo'), path('M-14 -4A15 15 0 1 1 -4 14M-14 -18V-4H0', 'ng-chevron')];
  return [];
}

const climbing = () => [path(CHEVRONS, 'ng-chevron halo'), path(CHEVRONS, 'ng-chevron')];

/** @param {Camera} camera */
function corners(camera) {
  const spots = ring(camera, -0.02);
  return spots.map(([x, y], index) => {
    const [before, after] = [spots[(index + 3) % 4], spots[(index + 1) % 4]];
    const part = (/** @type {Spot} */ [a, b]) => `${(x + (a - x) * 0.26).toFixed(1)} ${(y + (b - y) * 0.26).toFixed(1)}`;
    return `M${part(before)}L${x.toFixed(1)} ${y.toFixed(1)}L${part(after)}`;
  }).join('');
}

/** @param {number} y @param {string | undefined} way @returns {Shape[]} */
function crosshair(y, way) {
  const cross = `M-44 ${y}H-22M22 ${y}H44M0 ${y - 44}V${y - 22}M0 ${y + 22}V${y + 44}`;
  const shapes = [{ tag: /** @type {const} */ ('circle'), at: { cy: y, r: 33, class: 'ng-aim' } }, path(cross, 'ng-aim')];
  if (way) shapes.push(path(way === 'up' ? `M30 ${y - 26}l11 -15l11 15z` : `M30 ${y - 38}l11 15l11 -15z`, 'ng-aim-way'));
  return shapes;
}

/** Marks lie on a square's blocks and under its piece. @param {Camera} camera @param {string} id */
const floorDepth = (camera, id) => camera.depth(...camera.seen(...parts(id))) + 0.2;

/** @type {import('./types.js').Drawing<View>} */
export const nanguk = {
  kind: 'nanguk',
  seats: SEATS,
  modes: ['tilted', 'flat'],
  turns: 4,
  smallMode: 'flat',
  ownLast: true,
  aside: (step) => step === '**' || step === '^',
  isMate: (reason) => reason === 'king-killed' || reason === 'mate',
  /** The blocks of a turn stand in one line. */
  joins: (last, next) => parse(last)?.kind === 'place' && parse(next)?.kind === 'place',
  isLaid: (view) => view.phase === 'battle',
  chance: (view) => (view.phase === 'terrain' ? { label: 'nanguk.finish', match: (action) => parse(action)?.kind === 'place' } : null),

  ground(view, look) {
    const camera = new Camera(look);
    return { box: camera.box(view.height_max, look.coordinates), shapes: [], solids: [{ z: -1, id: 'floor', shapes: slab(camera, look.coordinates, view.variant === 'sea') }, ...solids(view, camera)], cells: cells(view, look, camera) };
  },

  pieces(view, look) {
    const camera = new Camera(look);
    // While the ground is built, the armies are seen as they will stand on it.
    const ghosts = (view.muster ?? []).map((man) => ({
      id: `ghost ${man.letter}`,
      at: man.square,
      shapes: drawn(man, view, look),
      kind: `tablet ghost ${man.side} role-${man.role}`,
      z: camera.depth(...camera.seen(...parts(man.square))) + 0.5,
      name: t('nanguk.will', { piece: roleName(man.side, man.role, view) }),
      seat: null,
    }));
    const standing = view.pieces.map((man) => ({
      id: man.letter,
      at: man.square,
      shapes: drawn(man, view, look),
      kind: `tablet ${man.side} role-${man.role}`,
      z: camera.depth(...camera.seen(...parts(man.square))) + 0.5,
      name: roleName(man.side, man.role, view),
      seat: SEATS.indexOf(man.side),
    }));
    return [...ghosts, ...standing];
  },

  /** The neighbors that would lie too low beside the block. */
  culprits(action, { code }, view) {
    const deed = parse(action);
    if (code !== 'E_SLOPE' || deed?.kind !== 'place') return [];
    const [file, rank] = parts(deed.to);
    const around = [[file - 1, rank], [file + 1, rank], [file, rank - 1], [file, rank + 1]].filter(([f, r]) => onBoard(f, r)).map(([f, r]) => square(f, r));
    return around.filter((id) => heightAt(view, id) < heightAt(view, deed.to));
  },

  marks(view, look) {
    const camera = new Camera(look);
    const kings = view.pieces.filter(({ role, side }) => role === 'king' && view.danger[SEATS.indexOf(side)]);
    const floor = [path(closed(ring(camera, 0.01)), 'ng-danger-ground')];
    const shapes = [at([0, camera.flat ? 0 : -34], [path(burst(52, 40, 14), 'ng-danger'), text('!', 34, -24, 40, 'ng-danger-sign')])];
    return view.phase === 'battle' ? kings.map(({ square: king }) => ({ kind: 'danger', at: king, name: t('nanguk.danger'), shapes, floor, z: floorDepth(camera, king) })) : [];
  },

  steps(action, view) {
    const deed = parse(action);
    if (!deed) return [];
    if (deed.kind === 'place') return [deed.to];
    if (deed.kind === 'volley') return [deed.from, '**'];
    if (deed.kind === 'reload') return [deed.from, '^'];
    return manAt(view, deed.from) || deed.kind === 'shift' ? [deed.from, deed.to] : [];
  },

  /** A volley may also be chosen by pointing at the fan, a reload by pointing at the cart again. */
  spell(legal, view) {
    return legal.flatMap((text) => {
      const deed = parse(text);
      const plain = { text, steps: nanguk.steps(text, view) };
      if (deed?.kind === 'reload') return [plain, { text, steps: [deed.from, deed.from] }];
      if (deed?.kind !== 'volley') return [plain];
      const hit = fan(deed.from, view.turn).filter((id) => manAt(view, id));
      return [plain, ...hit.map((id) => ({ text, steps: [deed.from, id] }))];
    });
  },

  /** The last block ends the turn; it can be taken back only before. */
  waits(action, view) {
    return parse(action)?.kind === 'place' && view.left_in_turn === 1 && view.hands[SEATS.indexOf(view.turn)] > 1;
  },

  attempt(steps, view) {
    if (view.phase === 'terrain') return `+${steps[0]}`;
    if (steps.length !== 2) return null;
    const kind = aim(view, steps[0], steps[1]).split('-')[0];
    const sign = { shoot: '*', charge: '!', lob: '@' }[kind] ?? (manAt(view, steps[1]) ? 'x' : '-');
    return kind === 'volley' ? `${steps[0]}**` : `${steps[0]}${sign}${steps[1]}`;
  },

  isButton(action) {
    return action === '--';
  },

  travel(action) {
    const deed = parse(action);
    if (!deed) return { from: null, to: null };
    if (deed.kind === 'charge') return { from: deed.from, to: beforeWall(deed.from, deed.to) };
    if (deed.kind === 'move' || deed.kind === 'take') return { from: deed.from, to: deed.to };
    return { from: null, to: null };
  },

  target(steps, step, view, look) {
    const camera = new Camera(look);
    const kind = view.phase === 'battle' ? aim(view, steps[0], step) : 'go';
    const shapes = aimShapes(kind, camera);
    return { kind, name: t(`nanguk.aim.${kind}`), floor: aimFloor(kind, camera), z: floorDepth(camera, step), ...(shapes.length > 0 ? { shapes } : {}) };
  },

  /** While the ground is built, the squares that take a block. */
  beginning(step, view, look) {
    if (view.phase !== 'terrain') return [];
    const camera = new Camera(look);
    return [{ kind: 'free', at: step, floor: [path(closed(ring(camera, 0.4)), 'ng-free')], z: floorDepth(camera, step) }];
  },

  trace(steps, view, look) {
    const camera = new Camera(look);
    if (steps.length === 0) return [];
    const building = view.phase === 'terrain';
    const floor = [path(closed(ring(camera, 0.02)), 'ng-picked')];
    const mark = { kind: building ? 'draft' : 'picked', at: steps[0], floor, z: floorDepth(camera, steps[0]) };
    return [building ? { ...mark, shapes: ghost(camera) } : mark];
  },

  after(view, action) {
    return foretold(view, action);
  },

  notation(action, view, look) {
    const deed = parse(action);
    if (!deed) return t(`deed.${action.split(':')[0]}`);
    if (deed.kind === 'pass') return t(view.phase === 'inspection' ? 'nanguk.inspected' : 'action.pass');
    const man = manAt(view, deed.from);
    if (!man) return action;
    const glyph = look.language === 'en' ? LETTER[man.role] : look.language === 'ko' ? hangul(man.role) : hanja(man.role, 'ja');
    return `${glyph}${action.replace('-', '–').replace('x', '×')}`;
  },

  spoken(action, view) {
    const deed = parse(action);
    if (!deed) return t(`deed.${action.split(':')[0]}`);
    const man = manAt(view, deed.from);
    const taken = manAt(view, deed.to);
    const piece = man ? plainName(man.role, view) : '';
    return t(`nanguk.said.${deed.kind}`, { piece, from: deed.from, to: deed.to, taken: taken ? plainName(taken.role, view) : '' }).trim();
  },

  plate(view, seat, look) {
    const side = SEATS[seat];
    const badge = [{ tag: /** @type {const} */ ('g'), at: { class: side, transform: 'translate(0 44) scale(.98)' }, inside: tablet('king', side, look.set, { language: look.language }) }];
    const building = view.phase === 'terrain' || view.phase === 'inspection';
    const notes = [];
    if (!building && view.bombs) notes.push(t('nanguk.bombs', { count: view.bombs[seat] }));
    if (!building && view.castles) notes.push(t('nanguk.walls', { count: view.castles[seat].filter((id) => !view.breached.includes(id)).length }));
    notes.push(t(building ? 'nanguk.hand' : 'nanguk.killed'));
    const danger = view.danger[seat] && view.phase === 'battle';
    return { badge, score: String(building ? view.hands[seat] : view.killed[1 - seat]), note: notes.join(' · '), state: danger ? t('nanguk.danger.short') : '' };
  },

  explain(view) {
    if (view.phase === 'terrain') return view.left_in_turn === 1 ? t('nanguk.explain.last') : t('nanguk.explain.build', { count: view.left_in_turn });
    if (view.phase === 'inspection') return t('nanguk.explain.inspect');
    if (view.fuse) return t('nanguk.explain.fuse', { square: view.fuse });
    const seat = SEATS.indexOf(view.turn);
    return view.danger[seat] ? t('nanguk.explain.danger') : '';
  },

  call(before, view) {
    if (before.phase !== 'battle' && view.phase === 'battle') return { key: 'battle' };
    const fresh = SEATS.some((_, seat) => view.danger[seat] && !before.danger[seat]);
    return fresh && view.phase === 'battle' ? { key: 'check' } : null;
  },

  buttons(view) {
    const label = t(view.phase === 'inspection' ? 'nanguk.inspected' : 'action.pass');
    return [{ match: (action) => action === '--', label, icon: 'pass', rare: true }];
  },

  panel(view, steps, next, look) {
    if (view.phase === 'inspection') return { title: t('nanguk.phase.inspection'), about: t('nanguk.inspect.about'), facts: [], items: [] };
    if (view.phase === 'terrain') {
      const hands = SEATS.map((side, seat) => `${t(`seat.nanguk.${side}`)} ${t('nanguk.blocks', { count: view.hands[seat] })}`);
      return { title: t('nanguk.phase.terrain'), about: t('nanguk.left', { count: view.left_in_turn }), facts: hands, items: [] };
    }
    const man = manAt(view, steps[0] ?? '');
    if (!man) return view.phase === 'battle' ? { title: t('nanguk.pick'), about: t('nanguk.pick.about'), facts: [], items: [] } : null;
    const items = [['**', 'volley'], ['^', 'reload']].filter(([step]) => next.has(step));
    return {
      title: roleName(man.side, man.role, view),
      about: t(has(`nanguk.${view.variant}.${man.role}.about`) ? `nanguk.${view.variant}.${man.role}.about` : `nanguk.${man.role}.about`),
      facts: [cellName(view, man.square), ...(man.side === view.turn && next.size === 0 ? [t('hint.none')] : [])],
      items: items.map(([step, kind]) => ({ step, label: t(`nanguk.do.${kind}`), state: 'can', shapes: [{ tag: 'g', at: { class: man.side }, inside: aimShapes(kind, new Camera({ ...look, mode: 'flat' })) }] })),
    };
  },

  brief(view, steps, next, look) {
    const man = manAt(view, steps[0] ?? '');
    const panel = man ? nanguk.panel?.(view, steps, next, look) : null;
    return panel ? { name: panel.title, how: [panel.about, ...panel.facts.slice(1)].filter(Boolean).join(' ') } : null;
  },

  effects(action, before, view, look) {
    const deed = parse(action);
    if (!deed) return [];
    const camera = new Camera(look);
    if (before.phase !== 'battle' && view.phase === 'battle') return [...deedEffects(deed, before, view, look, camera), ...musterEffects(view, camera)];
    return [...deedEffects(deed, before, view, look, camera), ...burstEffects(before, view, look, camera)];
  },

  finale(view, look) {
    return finaleEffects(view, new Camera(look));
  },
};

/** @param {Camera} camera @returns {Shape[]} */
function ghost(camera) {
  const lifted = ring(camera, 0.04).map(([x, y]) => /** @type {Spot} */ ([x, y - camera.block]));
  const base = ring(camera, 0.04);
  return [path(closed(lifted), 'ng-ghost'), path(base.map(([x, y], index) => `M${x} ${y}L${lifted[index].join(' ')}`).join(''), 'ng-ghost')];
}

/** @param {number} outer @param {number} inner @param {number} points */
function burst(outer, inner, points) {
  return closed(Array.from({ length: points * 2 }, (_, index) => {
    const [radius, angle] = [index % 2 === 0 ? outer : inner, (index / points) * Math.PI];
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  }));
}
