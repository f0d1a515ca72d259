// Five Tigers: 34 triangles, five generals a side, three actions a turn.

import { t } from '../lib/i18n.js';
import { SWORDS, at, knocker, token } from './pieces/tigers.js';
import { closed, line, path, text } from './shapes.js';
import { Field, cells, groundShapes, lineShapes, placeWords, spokenGeneral } from './tigers-field.js';
import { SEATS, byCode, foretold, generals, isTile, lineBetween, nameOf, neighbors, onTile, parse, shownBy, sideOf, spell, stepsOf } from './tigers-view.js';

/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').Effect} Effect */
/** @typedef {import('./tigers-view.js').View} View */
/** @typedef {import('./tigers-view.js').General} General */
/** @typedef {import('./tigers-view.js').Deed} Deed */

const STEP_MS = 90;
const HIT_MS = 250;

/** The look of the last drawing, for sentences that are asked for without one. @type {Look['language']} */
let language = 'ko';

/** @param {General} general */
function spokenState(general) {
  const words = [t('tigers.troops', { troops: general.troops, cap: general.cap })];
  if (general.partner) words.push(t('tigers.stalemate'));
  for (const effect of general.effects) words.push(t(`tigers.effect.${effect.slice(0, 2)}`));
  return words.join(', ');
}

/** What a step would do. @param {View} view @param {string[]} steps @param {string} step */
function aim(view, steps, step) {
  if (steps.some((each) => each.startsWith('t:'))) return 'aim';
  const general = shownBy(view, steps[0]);
  const other = onTile(view, step);
  if (other && general) return sideOf(other) === sideOf(general) ? 'supply' : 'attack';
  const wall = view.sites.find((site) => site.tile === Number(step) && site.durability !== null);
  return wall ? 'attack' : general?.tile === null ? 'sortie' : 'go';
}

/** @param {string} kind @param {boolean} close @returns {Shape[]} */
function aimShapes(kind, close) {
  switch (kind) {
    case 'go':
    case 'sortie':
      return [{ tag: 'circle', at: { r: close ? 17 : 11, class: `tg-go${close ? '' : ' far'}` } }];
    case 'supply':
      return [at(32, -34, [{ tag: 'circle', at: { r: 18, class: 'tg-supply-disc' } }, path('M0 -9V9M-9 0H9', 'tg-supply-sign')])];
    case 'attack':
      return [at(36, -36, [{ tag: 'circle', at: { r: 19, class: 'tg-attack-disc' } }, path(SWORDS, 'tg-attack-sign')])];
    default:
      return [{ tag: 'circle', at: { r: 40, class: 'tg-aim' } }, path('M-54 0H-28M28 0H54M0 -54V-28M0 28V54', 'tg-aim')];
  }
}

/** What an attack would cost, as the rules foretell it. @param {View} view @param {string} from @param {string} to */
function strikeOf(view, from, to) {
  const [by, target] = [shownBy(view, from), onTile(view, to)];
  return view.strikes?.find((strike) => strike.by === by?.code && strike.target === target?.code);
}

/** The losses of both, under the target. @param {{ dealt: number, taken: number }} strike @returns {Shape[]} */
function strikeShapes({ dealt, taken }) {
  const words = taken > 0 ? `−${dealt} / −${taken}` : `−${dealt}`;
  const half = taken > 0 ? 46 : 26;
  return [at(0, 66, [path(`M${-half} -17H${half}V15H${-half}Z`, 'tg-strike'), text(words, 0, 8, 24, 'tg-strike-count')])];
}

/** The ring around a target lies under the pieces, so that it hides neither troops nor frames. @param {string} kind @returns {Shape[]} */
function aimFloor(kind) {
  if (kind === 'supply') return [{ tag: 'circle', at: { r: 51, class: 'tg-supply' } }];
  return kind === 'attack' ? [{ tag: 'circle', at: { r: 52, class: 'tg-attack' } }] : [];
}

/** The way so far: a line with a dot for every step and an arrow at its end. @param {Field} field @param {string[]} tiles @returns {Shape[]} */
function wayShapes(field, tiles) {
  const spots = tiles.map((tile) => field.center(Number(tile)));
  const [ox, oy] = spots[0];
  const around = /** @type {Spot[]} */ (spots.map(([x, y]) => [x - ox, y - oy]));
  const shapes = [path(line(around), 'tg-way halo'), path(line(around), 'tg-way')];
  around.slice(1).forEach(([x, y], index) => shapes.push(at(x, y, [{ tag: 'circle', at: { r: index + 2 === around.length ? 21 : 15, class: 'tg-way-step' } }, text(String(index + 1), 0, 7, 20, 'tg-way-count')])));
  return shapes;
}

/** Numbers that float up where troops were lost or gained. @param {View} before @param {View} view @param {Field} field @param {number} delay @returns {Effect[]} */
function changes(before, view, field, delay) {
  return generals(before).flatMap((old) => {
    const now = byCode(view, old.code);
    const tile = old.tile ?? now?.tile;
    if (!now || tile === null || tile === undefined || now.troops === old.troops) return [];
    const by = now.troops - old.troops;
    const [x, y] = field.center(tile);
    const shapes = [text(by > 0 ? `+${by}` : `−${-by}`, x, y - 40, 46, by > 0 ? 'tg-gain' : 'tg-loss')];
    const float = [{ opacity: 0, transform: 'none' }, { opacity: 1, offset: 0.25 }, { opacity: 0, transform: 'translate(0px, -46px)' }];
    const shake = [{ transform: 'none' }, { transform: 'translate(-6px, 0px)' }, { transform: 'translate(6px, 0px)' }, { transform: 'none' }];
    return [{ shapes, frames: float, ms: 700, delay }, ...(by < 0 ? [{ thing: `piece:${tile}`, frames: shake, ms: HIT_MS, delay }] : [])];
  });
}

/** Who was on the board and is not any more, for a moment. @param {View} before @param {View} view @param {Field} field @returns {Effect[]} */
function departures(before, view, field) {
  return generals(before).flatMap((old) => {
    const now = byCode(view, old.code);
    if (old.tile === null || now?.tile !== null) return [];
    const [x, y] = field.center(old.tile);
    const shapes = [at(x, y, token(old, sideOf(old), field.look), `piece tg-general team-${sideOf(old)}`)];
    return [{ shapes, frames: [{ opacity: 1 }, { opacity: 0, transform: 'translate(0px, 20px)' }], ms: HIT_MS, delay: 80 }];
  });
}

/** @param {Deed} deed @param {View} before @param {View} view @param {Field} field @returns {Effect[]} */
function deedEffects(deed, before, view, field) {
  const general = byCode(before, deed.code);
  if (!general || general.tile === null) return [];
  const [x, y] = field.center(general.tile);
  const target = deed.targets[0] ? (isTile(deed.targets[0]) ? Number(deed.targets[0]) : byCode(before, deed.targets[0])?.tile) : null;
  if (deed.kind === 'move') return walking(deed, general, view, field);
  if (deed.kind === 'attack' && typeof target === 'number') {
    const [a, b] = field.center(target);
    const lunge = [{ transform: 'none' }, { transform: `translate(${((a - x) * 0.4).toFixed(1)}px, ${((b - y) * 0.4).toFixed(1)}px)` }, { transform: 'none' }];
    return [{ thing: `piece:${general.tile}`, frames: lunge, ms: 220 }];
  }
  if (deed.kind === 'knock') return [{ shapes: [at(x, y, [{ tag: 'circle', at: { r: 60, class: 'tg-knock' } }, { tag: 'g', at: { transform: 'scale(2)' }, inside: knocker(true) }])], frames: [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], ms: 600 }];
  return [];
}

/** @param {Deed} deed @param {General} general @param {View} view @param {Field} field @returns {Effect[]} */
function walking(deed, general, view, field) {
  const now = byCode(view, deed.code)?.tile;
  const end = deed.path.findIndex((tile) => Number(tile) === now);
  if (now === null || now === undefined || end < 0) return [];
  const [x, y] = field.center(now);
  const stops = [general.tile ?? now, ...deed.path.slice(0, end + 1).map(Number)].map((tile) => field.center(tile));
  const frames = stops.map(([a, b]) => ({ transform: `translate(${(a - x).toFixed(1)}px, ${(b - y).toFixed(1)}px)` }));
  return [{ thing: `piece:${now}`, frames, ms: Math.min(400, 160 + STEP_MS * (stops.length - 2)) }];
}

/** @param {Deed} deed @param {View} view */
function targetNames(deed, view) {
  return deed.targets.map((target) => (isTile(target) ? t('tigers.tile', { tile: target }) : named(view, target))).join(', ');
}

/** @param {View} view @param {string} code */
function named(view, code) {
  const general = byCode(view, code);
  return general ? nameOf(general, language) : code;
}

/** @type {import('./types.js').Drawing<View>} */
export const tigers = {
  kind: 'tigers',
  seats: SEATS,
  modes: ['plain', 'lines'],
  ownLast: true,
  far: isTile,
  aside: (step) => step === 'k' || step.startsWith('t:'),
  spell,
  spaceEnds: true,
  queue: 3,
  panelRoom: (view) => (view.mode === 'full' ? 'large' : 'small'),
  openingForm: 'deploy',
  isMate: (reason) => ['knock', 'annihilation', 'collapse'].includes(reason),
  secret: (view) => view.sites.some(({ code, revealed }) => code === 'QQ' || revealed === false),

  ground(view, look) {
    language = look.language;
    const field = new Field(view, look);
    return { box: field.box, shapes: groundShapes(field), cells: cells(field) };
  },

  pieces(view, look) {
    return generals(view).flatMap((general) => {
      if (general.tile === null) return [];
      return [{
        id: general.code,
        at: String(general.tile),
        shapes: token(general, sideOf(general), look),
        kind: `tg-general team-${sideOf(general)}${sideOf(general) === view.turn && general.used.length > 0 ? ' acted' : ''}`,
        name: `${spokenGeneral(general, look)}, ${spokenState(general)}`,
        seat: SEATS.indexOf(sideOf(general)),
      }];
    });
  },

  marks(view, look) {
    const { last } = view;
    if (!last) return [];
    const field = new Field(view, look);
    const tile = (/** @type {number | null} */ index, /** @type {string} */ kind) => {
      if (index === null) return [];
      const [x, y] = field.center(index);
      return [{ kind, at: String(index), name: kind === 'last-to' ? t('cell.last') : undefined, shapes: [path(closed(field.corners(index).map(([a, b]) => [(a - x) * 0.93, (b - y) * 0.93])), `tg-${kind}`)] }];
    };
    return [...(last.from === last.to ? [] : tile(last.from, 'last-from')), ...tile(last.to, 'last-to')];
  },

  steps: stepsOf,

  waits(action, view) {
    const deed = parse(action);
    return deed?.kind === 'move' || (deed?.kind === 'tactic' && deed.targets.length === 0 && view.mode === 'full');
  },

  isButton(action) {
    return action === 'end';
  },

  attempt(steps, view) {
    const general = shownBy(view, steps[0]);
    const last = steps.at(-1);
    if (!general || steps.length < 2 || !last) return null;
    const tactic = steps.find((step) => step.startsWith('t:'));
    const other = shownBy(view, last);
    if (tactic) return `${general.code}t${tactic.slice(2)}>${other?.code ?? last}`;
    if (!isTile(last)) return null;
    if (other && sideOf(other) !== sideOf(general)) return `${general.code}x${other.code}`;
    return general.tile === null ? `${general.code}d${last}:1` : `${general.code}m${steps.slice(1).join('-')}`;
  },

  travel(action, view) {
    const deed = parse(action);
    const general = deed && byCode(view, deed.code);
    if (!deed || !general) return { from: null, to: null };
    if (deed.kind === 'move') return { from: general.tile === null ? null : String(general.tile), to: deed.path.at(-1) ?? null };
    return deed.kind === 'sortie' ? { from: general.code, to: deed.path[0] } : { from: null, to: null };
  },

  /** A way laid ready means the way that the rules list to its end. */
  settle(wish, legal) {
    if (legal.includes(wish)) return wish;
    const deed = parse(wish);
    if (deed?.kind !== 'move') return null;
    return legal.find((text) => text.startsWith(`${deed.code}m`) && parse(text)?.path.at(-1) === deed.path.at(-1)) ?? null;
  },

  aims(action, view) {
    const deed = parse(action);
    const general = deed && byCode(view, deed.code);
    if (!deed || !general) return { from: null, to: null };
    const target = deed.targets[0] ? (isTile(deed.targets[0]) ? deed.targets[0] : String(byCode(view, deed.targets[0])?.tile ?? '')) : (deed.path.at(-1) ?? null);
    return { from: general.tile === null ? general.code : String(general.tile), to: target || null };
  },

  target(steps, step, view) {
    const kind = aim(view, steps, step);
    const from = isTile(steps.at(-1) ?? '') ? Number(steps.at(-1)) : (shownBy(view, steps[0])?.tile ?? null);
    const across = from === null || !isTile(step) ? null : lineBetween(view, from, Number(step));
    const strike = kind === 'attack' ? strikeOf(view, steps[0], step) : undefined;
    const name = kind === 'attack' && across ? t('tigers.aim.attack', { line: t(`tigers.line.${across}`) }) : t(`tigers.aim.${kind === 'attack' ? 'wall' : kind}`);
    const cost = strike ? `, ${t('tigers.strike', strike)}` : '';
    const floor = aimFloor(kind);
    return { kind: `tg-${kind}-mark`, name: name + cost, ...(floor.length > 0 ? { floor, z: -1 } : {}), shapes: [...aimShapes(kind, across !== null || kind !== 'go'), ...(strike ? strikeShapes(strike) : [])] };
  },

  trace(steps, view, look) {
    const field = new Field(view, look);
    const general = shownBy(view, steps[0]);
    if (!general) return [];
    if (general.tile === null) return [{ kind: 'mark selected', at: general.code }];
    const tiles = [String(general.tile), ...(steps.some((step) => step.startsWith('t:')) ? [] : steps.slice(1).filter(isTile))];
    const here = Number(tiles.at(-1));
    const [x, y] = field.center(here);
    const lines = neighbors(view, here).flatMap((other) => lineShapes(field, here, other, 0.9));
    /** @type {import('./types.js').Mark[]} */
    const marks = [
      { kind: 'tg-lines', at: String(here), shapes: [{ tag: 'g', at: { transform: `translate(${-x} ${-y})` }, inside: lines }] },
      { kind: 'mark picked', at: String(general.tile), floor: [{ tag: 'circle', at: { r: 53, class: 'tg-picked' } }], z: -1 },
    ];
    if (tiles.length > 1) marks.push({ kind: 'way', at: tiles[0], shapes: wayShapes(field, tiles) });
    const aims = steps.slice(1).filter((step) => steps[1]?.startsWith('t:') && !step.startsWith('t:'));
    return [...marks, ...aims.map((step) => ({ kind: 'mark aimed', at: step, shapes: [{ tag: /** @type {const} */ ('circle'), at: { r: 40, class: 'tg-aimed' } }] }))];
  },

  after: foretold,

  notation(action, view, look) {
    const deed = parse(action);
    if (!deed) return t(`deed.${action.replace(/[AB]$/, '')}`);
    if (deed.kind === 'end') return t('tigers.end');
    const general = byCode(view, deed.code);
    const name = general ? nameOf(general, look.language) : deed.code;
    const target = deed.targets.map((each) => (isTile(each) ? each : nameOf(byCode(view, each) ?? { code: each, ko: each, en: each, hanja: each, ...NOBODY }, look.language))).join(', ');
    switch (deed.kind) {
      case 'move':
        return `${name} → ${deed.path.join('·')}`;
      case 'attack':
        return `${name} ⚔ ${target}`;
      case 'knock':
        return `${name} ◎`;
      case 'sortie':
        return `${name} ⚑ ${deed.path[0]} (${deed.troops})`;
      default:
        return `${name} ${t(`tigers.tactic.${deed.tactic}`)}${target ? ` → ${target}` : ''}`;
    }
  },

  spoken(action, view) {
    const deed = parse(action);
    if (!deed) return t(`deed.${action.replace(/[AB]$/, '')}`);
    if (deed.kind === 'end') return t('tigers.end');
    const words = { name: named(view, deed.code), path: deed.path.join(', '), target: targetNames(deed, view), tactic: deed.tactic ? t(`tigers.tactic.${deed.tactic}`) : '', troops: deed.troops };
    return t(deed.kind === 'tactic' && deed.targets.length === 0 ? 'tigers.said.cast' : `tigers.said.${deed.kind}`, words);
  },

  plate(view, seat, look) {
    const side = view.sides[seat];
    const general = side.generals[0];
    const badge = [{ tag: /** @type {const} */ ('g'), at: { class: `piece tg-general team-${SEATS[seat]}` }, inside: token(general, SEATS[seat], look, { bare: true }) }];
    const strength = side.generals.reduce((sum, each) => sum + each.troops, 0);
    const notes = view.mode === 'full' ? [t('tigers.reserve', { count: side.reserve }), t('tigers.graveyard', { count: side.graveyard })] : [];
    notes.unshift(t('tigers.strength', { count: strength }));
    return { badge, score: `◎ ${side.knocks}/${view.knocks_to_win}`, note: notes.join(' · ') };
  },

  explain(view) {
    const words = [t('tigers.explain.actions', { left: view.actions, all: view.actions_per_turn })];
    if (view.quiet_limit - view.quiet <= 10) words.push(t('tigers.explain.quiet', { count: view.quiet_limit - view.quiet }));
    return words.join(' ');
  },

  call(before, view) {
    if (view.sides.some((side, seat) => side.knocks > before.sides[seat].knocks)) return { key: 'knock' };
    const fallen = (/** @type {View} */ each) => generals(each).reduce((sum, { lives }) => sum + lives, 0);
    return fallen(view) < fallen(before) ? { key: 'rout' } : null;
  },

  warn(action, view) {
    const deed = parse(action);
    const general = deed?.kind === 'move' ? byCode(view, deed.code) : undefined;
    if (!general?.partner || general.effects.some((effect) => effect.startsWith('UB'))) return null;
    const name = nameOf(general, language);
    return general.troops <= 2 ? t('tigers.warn.lethal', { name, troops: general.troops }) : t('tigers.warn.leave', { name });
  },

  choice(choice) {
    const count = choice.slice(2);
    return { label: t('tigers.sortie.troops', { count }), shapes: [path('M-20 34V-34M-20 -32H26L16 -18L26 -4H-20', 'tg-flag'), text(count, 0, -11, 20, 'tg-flag-count')], box: [-40, -42, 80, 84] };
  },

  buttons(view) {
    return [{ match: (action) => action === 'end', label: t('tigers.end'), icon: 'next', strong: view.actions < view.actions_per_turn }];
  },

  panel(view, steps, next, look) {
    const general = shownBy(view, steps[0] ?? '');
    if (view.result) return null;
    if (!general) return { title: t('tigers.pick'), about: t('tigers.pick.about'), facts: [], items: [] };
    const facts = [t('tigers.stats', { sun: general.sun, moon: general.moon, moves: general.moves, star: general.star }), t('tigers.troops', { troops: general.troops, cap: general.cap })];
    const place = placeWords(general);
    if (place) facts.push(place);
    if (general.partner) facts.push(`⚔ ${t('tigers.stalemate')}`);
    facts.push(...general.effects.map((effect) => t(`tigers.effect.${effect.slice(0, 2)}`)));
    if (general.used) facts.push(t('tigers.used', { deeds: [...general.used].map((letter) => t(`tigers.deed.${letter}`)).join(', ') }));
    return { title: spokenGeneral(general, look), about: hint(general, next, view), facts, items: sideOf(general) === view.turn ? items(general, steps, next, view) : [] };
  },

  brief(view, steps, next, look) {
    const general = shownBy(view, steps[0] ?? '');
    if (!general) return null;
    // What to do comes first; the troops are seen on the piece.
    return { name: spokenGeneral(general, look), how: `${hint(general, next, view)} ${t('tigers.stats', { sun: general.sun, moon: general.moon, moves: general.moves, star: general.star })}` };
  },

  effects(action, before, view, look) {
    const deed = parse(action);
    const field = new Field(view, look);
    if (!deed) return [];
    return [...deedEffects(deed, before, view, field), ...changes(before, view, field, deed.kind === 'move' ? 200 : 110), ...departures(before, view, field)];
  },

  aftermath(foreseen, view, look) {
    const field = new Field(view, look);
    return [...changes(foreseen, view, field, 0), ...departures(foreseen, view, field)];
  },

  summary(view, deeds, told) {
    const kinds = deeds.map(({ seat, text }) => ({ seat, kind: parse(text)?.kind }));
    const count = (/** @type {number} */ seat, /** @type {string} */ kind) => kinds.filter((each) => each.seat === seat && each.kind === kind).length;
    const row = (/** @type {string} */ key, /** @type {(seat: number) => number | string} */ of) => ({ label: t(`tigers.count.${key}`), values: [0, 1].map((seat) => String(of(seat))) });
    const army = (/** @type {number} */ seat) => view.sides[seat].generals;
    const strength = (/** @type {number} */ seat) => army(seat).reduce((sum, { troops }) => sum + troops, view.mode === 'full' ? view.sides[seat].reserve : 0);
    return [
      { label: t('tigers.count.turns'), values: [String(view.number)] },
      row('knocks', (seat) => `${view.sides[seat].knocks} / ${view.knocks_to_win}`),
      row('generals', (seat) => army(seat).filter(({ lives }) => lives > 0).length),
      row('troops', strength),
      ...(told ? [row('dealt', (seat) => told.sides[seat].troops_dealt), row('lost', (seat) => told.sides[seat].troops_lost)] : []),
      row('routs', (seat) => army(1 - seat).reduce((sum, { lives }) => sum + 2 - lives, 0)),
      row('moves', (seat) => count(seat, 'move')),
      row('attacks', (seat) => count(seat, 'attack')),
      ...(told ? [row('lines', (seat) => t('tigers.count.lines.of', told.sides[seat].attacks))] : []),
      ...(view.mode === 'full' ? [row('tactics', (seat) => count(seat, 'tactic'))] : []),
    ];
  },
};

const NOBODY = { sun: 0, moon: 0, moves: 0, star: 0, cap: 0, troops: 0, tile: null, place: 'x', lives: 0, start: 0, partner: null, effects: [], used: '', tactics: [] };

/** @param {General} general @param {Set<string>} next @param {View} view */
function hint(general, next, view) {
  if (next.size === 0) return t(sideOf(general) === view.turn ? 'tigers.hint.none' : 'tigers.hint.enemy');
  if (general.tile === null) return t('tigers.hint.sortie');
  return t(general.partner ? 'tigers.hint.stalemate' : 'tigers.hint.move');
}

/** Knock and the tactics: spent, impossible and possible ones look different. @param {General} general @param {string[]} steps @param {Set<string>} next @param {View} view @returns {import('./types.js').PanelItem[]} */
function items(general, steps, next, view) {
  const knock = { step: 'k', label: t('tigers.knock'), about: t('tigers.knock.about'), state: /** @type {'can' | 'cannot'} */ (next.has('k') ? 'can' : 'cannot'), shapes: [{ tag: /** @type {const} */ ('g'), at: { transform: 'scale(2)' }, inside: knocker(true) }] };
  const shown = next.has('k') ? [knock] : [];
  if (view.mode === 'base') return [...shown, ...[1, 2, 3].map((slot) => ({ step: `soon:${slot}`, label: t('tigers.slot'), state: /** @type {const} */ ('soon') }))];
  return [...shown, ...general.tactics.map((tactic) => tacticItem(tactic, steps, next))];
}

/** @param {import('./tigers-view.js').Tactic} tactic @param {string[]} steps @param {Set<string>} next @returns {import('./types.js').PanelItem} */
function tacticItem(tactic, steps, next) {
  const step = `t:${tactic.code}`;
  const state = tactic.spent ? 'spent' : steps.includes(step) ? 'on' : next.has(step) ? 'can' : 'cannot';
  const sign = tactic.ground === 'field' ? [path('M26 -34L34 -26L-8 16L-16 8ZM-24 2L-2 24M-14 12L-32 30', 'tg-field')] : [path('M-30 -24C-16 -30 -6 -26 0 -20C6 -26 16 -30 30 -24V22C16 16 6 20 0 26C-6 20 -16 16 -30 22ZM0 -20V26', 'tg-office')];
  return { step, label: t(`tigers.tactic.${tactic.code}`), about: t(`tigers.tactic.${tactic.code}.about`), state, shapes: sign };
}
