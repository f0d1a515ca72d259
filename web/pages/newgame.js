// The dialog for a new game: presets first, every option of the server's catalog behind "more".

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, tOr } from '../lib/i18n.js';
import { isRank, levelAbout, levelName } from '../lib/level.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { read, write } from '../lib/store.js';
import { QUICK, fits, isDrawn } from '../board/games.js';
import { catalog, createGame } from '../net/api.js';

/** @typedef {import('../net/api.js').Kind} Kind */
/** @typedef {import('../net/api.js').Choice} Choice */
/** @typedef {import('../net/api.js').SeatWish} SeatWish */
/** @typedef {import('../net/api.js').Control} Control */

/** @type {Record<string, Control | null>} */
const CLOCKS = {
  none: null,
  rapid: control({ main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 }),
  blitz: control({ main_ms: 180_000, increment_ms: 2_000 }),
  long: control({ main_ms: 1_800_000, byoyomi_ms: 60_000, periods: 3 }),
  turn: control({ turn_ms: 60_000 }),
};

const DAY_MS = 86_400_000;
/** How many days a turn may take, or a bank of a week that grows by a day with every turn. */
const DAYS = ['1', '2', '3', '5', '7', '14', 'bank'];

/** @param {Wish} wish @returns {Control | null} */
function clockOf({ clock, custom, days }) {
  if (clock === 'custom') return custom;
  if (clock !== 'days') return CLOCKS[clock] ?? null;
  return control(days === 'bank' ? { main_ms: 7 * DAY_MS, increment_ms: DAY_MS } : { turn_ms: Number(days) * DAY_MS });
}

/** @param {Partial<Control>} parts @returns {Control} */
function control(parts) {
  return { main_ms: 0, increment_ms: 0, byoyomi_ms: 0, periods: 0, turn_ms: 0, total_ms: 0, ...parts };
}

/**
 * @typedef {object} Wish what the form holds
 * @property {Kind} kind
 * @property {string} preset
 * @property {Record<string, string>} options only what differs from the preset
 * @property {Record<string, string>} start
 * @property {'computer' | 'here' | 'link' | 'anyone' | 'mixed'} mode
 * @property {string} level
 * @property {number | 'any'} seat
 * @property {string[]} mixed for each seat `me`, `open` or a level
 * @property {string} clock
 * @property {Control} custom
 * @property {string} days of a turn, one of `DAYS`
 * @property {string} position
 * @property {boolean} rated whether it is to be rated if it can be
 * @property {boolean} help whether whoever plays may be helped
 * @property {string} rival whom it is meant for; empty for anybody
 */

/** @typedef {{ level?: string, choice?: string }} Liking what was chosen for quick play before */

/** @param {string} kind @returns {Liking} */
export function liking(kind) {
  try {
    return JSON.parse(read(`quick.${kind}`) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} kind @param {Liking} change */
export function like(kind, change) {
  write(`quick.${kind}`, JSON.stringify({ ...liking(kind), ...change }));
}

/** Starts a game against the computer as it was liked before. @param {string} name @param {boolean} [other] with the other beginning that the game has */
export async function playNow(name, other = false) {
  try {
    const kind = (await catalog()).games.find((each) => each.kind === name);
    if (!kind) throw new Error(name);
    const wish = { ...fresh(kind), seat: 0 };
    const { choice } = liking(name);
    const quick = QUICK[name] ?? {};
    const start = { ...(other ? quick.other?.start : quick.start), ...(quick.choice && choice ? { [quick.choice]: choice } : {}) };
    go(`/g/${(await createGame({ kind: name, choose: false, start: seeded(start), seats: seatsOf(wish), help: true })).id}`);
  } catch (error) {
    note(refusalText(error), 'refusal');
  }
}

/** Opens the dialog. @param {string} name @param {string} [rival] a member who is challenged @param {string} [clock] the one that is chosen at first */
export async function openNewGame(name, rival = '', clock = '') {
  const all = await catalog().catch((error) => void note(refusalText(error), 'refusal'));
  const games = all?.games.filter((each) => isDrawn(each.kind)) ?? [];
  const kind = games.find((each) => each.kind === name) ?? games[0];
  if (!kind) return;
  let wish = challenging(fresh(kind), rival);
  if (clock) wish = { ...wish, mode: 'link', seat: 'any', clock };
  const form = h('form', { class: 'newgame', method: 'dialog' });
  const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'newgame-title', onclose: () => (unwatch(), dialog.remove()) }, form);
  const update = (/** @type {Partial<Wish>} */ change) => {
    wish = { ...wish, ...change };
    paint();
  };
  const paint = () => {
    const open = /** @type {HTMLDetailsElement | null} */ (form.querySelector('.more'))?.open ?? false;
    refill(form, ...fields(wish, games, update, dialog, open));
  };
  const unwatch = language.watch(paint);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void start(wish, dialog);
  });
  paint();
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Kind} kind @returns {Wish} */
function fresh(kind) {
  const level = kind.levels.find((each) => each === liking(kind.kind).level) ?? kind.levels.find((each) => each === 'easy') ?? kind.levels[0] ?? '';
  return {
    kind,
    preset: kind.presets[0].name,
    options: {},
    start: {},
    mode: kind.levels.length > 0 ? 'computer' : 'here',
    level,
    seat: 0,
    mixed: kind.seats.map((_, seat) => (seat === 0 ? 'me' : (kind.levels[0] ?? 'open'))),
    clock: 'none',
    custom: control({ main_ms: 600_000 }),
    days: '1',
    position: '',
    rated: true,
    help: false,
    rival: '',
  };
}

/** Whoever challenges somebody plays by a link and with a clock. @param {Wish} wish @param {string} rival @returns {Wish} */
function challenging(wish, rival) {
  return rival ? { ...wish, rival, mode: 'link', seat: 'any', clock: 'rapid' } : wish;
}

/** @param {Wish} wish @param {HTMLDialogElement} dialog */
async function start(wish, dialog) {
  if (wish.mode === 'computer') like(wish.kind.kind, { level: wish.level });
  try {
    const { id } = await (isForAnyone(wish) ? find(wish) : make(wish));
    dialog.close();
    go(`/g/${id}`);
  } catch (error) {
    note(refusalText(error, wish.kind.kind), 'refusal');
  }
}

/** @param {Wish} wish */
function make(wish) {
  const { kind, preset, options, start: begin, position, mode } = wish;
  const seats = seatsOf(wish);
  return createGame({
    kind: kind.kind, preset, options, start: seeded(begin), seats,
    position: position.trim() || null,
    clock: clockOf(wish),
    rated: wish.rated,
    help: wish.help && mayHelp(seats),
    listed: mode === 'anyone',
  });
}

/** Whether somebody may be waiting for the same: with the usual beginning, under the usual rules of a preset. @param {Wish} wish */
const isForAnyone = ({ mode, options, start: begin, position }) => mode === 'anyone' && position.trim() === '' && Object.keys({ ...options, ...begin }).length === 0;

/** Sits down where somebody waits for the same, or waits. @param {Wish} wish */
async function find(wish) {
  const { findTable } = await import('../net/house.js');
  const { kind, preset, rated } = wish;
  return findTable({ kind: kind.kind, preset: preset === kind.presets[0].name ? undefined : preset, clock: clockOf(wish) ?? {}, rated });
}

/** `random:N` means any seed: one is drawn here. @param {Record<string, string>} begin */
function seeded(begin) {
  return Object.fromEntries(Object.entries(begin).map(([key, value]) => [key, value.replace(/:N$/, () => `:${Math.floor(Math.random() * 2 ** 31)}`)]));
}

/** @param {Wish} wish @returns {SeatWish[]} */
function seatsOf({ kind, mode, level, seat, mixed, rival }) {
  if (mode === 'mixed') return mixed.map(seatWish);
  const own = seat === 'any' ? Math.floor(Math.random() * kind.seats.length) : seat;
  const rest = /** @type {SeatWish} */ (mode === 'computer' ? { type: 'computer', level } : { type: 'open' });
  const seats = kind.seats.map((_, index) => /** @type {SeatWish} */ (mode === 'here' || index === own ? { type: 'me' } : rest));
  // Who is challenged has the next seat; at a table for four the others are free.
  if (rival && mode === 'link') seats[(own + 1) % seats.length] = { type: 'person', name: rival };
  return seats;
}

/** @param {string} value @returns {SeatWish} */
function seatWish(value) {
  return value === 'me' || value === 'open' ? { type: value } : { type: 'computer', level: value };
}

// The form.

/** @typedef {(change: Partial<Wish>) => void} Update */

/** @param {Wish} wish @param {Kind[]} games @param {Update} update @param {HTMLDialogElement} dialog @param {boolean} open whether "more" is */
function fields(wish, games, update, dialog, open) {
  const { kind } = wish;
  return [
    h(
      'header',
      null,
      h('h2', { id: 'newgame-title' }, wish.rival ? t('people.challenge.title', { name: wish.rival }) : t('new.title')),
      h('button', { type: 'button', class: 'quiet corner', 'aria-label': t('close'), 'data-focus': 'close', onclick: () => dialog.close() }, icon('close')),
    ),
    segments('new.game', 'kind', games.map((each) => [each.kind, t(`game.${each.kind}`)]), kind.kind, (value) => {
      const next = games.find((each) => each.kind === value);
      if (next) update(challenging(fresh(next), wish.rival));
    }),
    whom(wish, update),
    presets(wish, update),
    clocks(wish, update),
    stakes(wish, update),
    helps(wish, update),
    more(wish, update, open),
    h('footer', { class: 'row end' }, h('button', { class: 'primary big', 'data-focus': 'start', autofocus: true }, t('new.start'))),
  ];
}

/** @param {string} label @param {string} name @param {[string, string][]} values @param {string} current @param {(value: string) => void} choose */
function segments(label, name, values, current, choose) {
  return h(
    'fieldset',
    { class: 'segments' },
    h('legend', null, t(label)),
    h(
      'div',
      { class: 'segmentrow' },
      values.map(([value, words]) =>
        h('label', { class: value === current ? 'on' : '' },
          h('input', { type: 'radio', name, value, checked: value === current, 'data-focus': `${name}-${value}`, onchange: () => choose(value) }), h('span', null, words)),
      ),
    ),
  );
}

/** @param {Wish} wish @param {Update} update */
function whom(wish, update) {
  const { kind, mode } = wish;
  const modes = ['computer', 'here', 'link', ...(wish.rival ? [] : ['anyone']), ...(kind.seats.length > 2 ? ['mixed'] : [])].filter((each) => each !== 'computer' || kind.levels.length > 0);
  const count = kind.seats.length > 2 ? '4' : '2';
  const parts = /** @type {HTMLElement[]} */ ([
    segments('new.whom', 'mode', modes.map((each) => [each, t(`mode.${each}.${count}`)]), mode, (value) => update({ mode: /** @type {Wish['mode']} */ (value), clock: fittingClock(wish.clock, value) })),
  ]);
  if (mode === 'computer') {
    parts.push(...levels(wish, update));
  }
  if (mode === 'computer' || mode === 'link') {
    const seats = /** @type {[string, string][]} */ (kind.seats.map((name, seat) => [String(seat), t(`seat.${kind.kind}.${name}`)]));
    parts.push(segments('new.seat', 'seat', [...seats, ['any', t('new.any')]], String(wish.seat), (value) => update({ seat: value === 'any' ? 'any' : Number(value) })));
  }
  if (mode === 'mixed') parts.push(mixedSeats(wish, update));
  return parts;
}

/** Strangers play with a clock, and people around one screen do not sit there for days. @param {string} clock @param {string} mode */
function fittingClock(clock, mode) {
  if (mode === 'anyone' && clock === 'none') return 'rapid';
  return mode === 'here' && clock === 'days' ? 'none' : clock;
}

/** Names for most people, each with what to expect; whoever knows ranks slides to one. @param {Wish} wish @param {Update} update */
function levels({ kind, level }, update) {
  const ranks = kind.levels.filter(isRank);
  const named = kind.levels.filter((each) => !isRank(each));
  const choices = /** @type {[string, string][]} */ (named.map((each) => [each, levelName(each)]));
  if (ranks.length > 0) choices.push(['rank', t('level.rank')]);
  const current = isRank(level) ? 'rank' : level;
  const parts = /** @type {HTMLElement[]} */ ([segments('new.level', 'level', choices, current, (value) => update({ level: value === 'rank' ? ranks[Math.floor(ranks.length / 3)] : value }))]);
  parts.push(current === 'rank' ? rankSlider(ranks, level, update) : h('p', { class: 'hint' }, levelAbout(level)));
  return parts;
}

/** @param {string[]} ranks the weakest first @param {string} level @param {Update} update */
function rankSlider(ranks, level, update) {
  const shown = h('output', null, levelName(level));
  const at = (/** @type {Event} */ event) => ranks[Number(/** @type {HTMLInputElement} */ (event.target).value)];
  const say = (/** @type {Event} */ event) => {
    shown.textContent = levelName(at(event));
    /** @type {Element} */ (event.target).setAttribute('aria-valuetext', levelName(at(event)));
  };
  return h(
    'label',
    { class: 'rank' },
    h('span', { class: 'unseen' }, t('level.rank.label')),
    h('small', { 'aria-hidden': 'true' }, levelName(ranks[0])),
    h('input', { type: 'range', name: 'rank', min: 0, max: ranks.length - 1, step: 1, value: ranks.indexOf(level), 'aria-valuetext': levelName(level), 'data-focus': 'rank', oninput: say, onchange: (/** @type {Event} */ event) => update({ level: at(event) }) }),
    h('small', { 'aria-hidden': 'true' }, levelName(ranks[ranks.length - 1])),
    shown,
  );
}

/** @param {Wish} wish @param {Update} update */
function mixedSeats({ kind, mixed }, update) {
  const values = ['me', 'open', ...kind.levels.filter((each) => !isRank(each))];
  return h(
    'fieldset',
    { class: 'mixed' },
    h('legend', null, t('new.seats')),
    kind.seats.map((name, seat) =>
      h('label', null, h('span', null, t(`seat.${kind.kind}.${name}`)),
        select(`mixed-${seat}`, values.map((value) => [value, seatLabel(value)]), mixed[seat], (value) => update({ mixed: mixed.map((old, index) => (index === seat ? value : old)) }))),
    ),
  );
}

/** @param {string} value */
function seatLabel(value) {
  if (value === 'me') return t('new.me');
  return value === 'open' ? t('plate.open') : t('plate.computer', { level: levelName(value) });
}

/** @param {string} name @param {[string, string][]} values @param {string} current @param {(value: string) => void} choose */
function select(name, values, current, choose) {
  return h(
    'select',
    { name, 'data-focus': name, onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value) },
    values.map(([value, words]) => h('option', { value, selected: value === current }, words)),
  );
}

/** What was chosen for the start, as far as a rule set offers it. @param {string} kind @param {Record<string, string>} start @param {string} preset */
function fitting(kind, start, preset) {
  return Object.fromEntries(Object.entries(start).filter(([key, value]) => fits(kind, key, value, preset)));
}

/** @param {Wish} wish @param {Update} update */
function presets({ kind, preset, start }, update) {
  return h(
    'fieldset',
    { class: 'presets' },
    h('legend', null, t('new.rules')),
    h(
      'div',
      { class: 'presetgrid' },
      kind.presets.map(({ name, about }) =>
        h(
          'label',
          { class: name === preset ? 'on' : '' },
          h('input', { type: 'radio', name: 'preset', value: name, checked: name === preset, 'data-focus': `preset-${name}`, onchange: () => update({ preset: name, options: {}, start: fitting(kind.kind, start, name) }) }),
          h('b', null, tOr(`preset.${kind.kind}.${name}`, name)),
          h('small', null, tOr(`preset.${kind.kind}.${name}.about`, about)),
        ),
      ),
    ),
  );
}

/** @param {Wish} wish @param {Update} update */
function clocks({ clock, custom, days, mode }, update) {
  const names = [...Object.keys(CLOCKS), 'days', 'custom'].filter((name) => fittingClock(name, mode) === name);
  const parts = /** @type {(Node | null)[]} */ ([
    segments('new.clock', 'clock', names.map((name) => [name, t(`clock.${name}`)]), clock, (value) => update({ clock: value })),
    clock === 'days' ? segments('new.days', 'days', DAYS.map((each) => [each, each === 'bank' ? t('clock.days.bank') : t('clock.days.each', { count: each })]), days, (value) => update({ days: value })) : null,
    h('p', { class: 'hint clockhint' }, t(`clock.${clock}.about`)),
    clock === 'custom'
      ? h('div', { class: 'customclock' }, Object.entries(custom).map(([key, value]) => clockField(/** @type {keyof Control} */ (key), value, (changed) => update({ custom: { ...custom, [key]: changed } }))))
      : null,
  ]);
  return parts;
}

/** Among people a game is rated or casual; what cannot be rated says why before it begins. @param {Wish} wish @param {Update} update */
function stakes({ kind, mode, preset, options, clock, position, rated }, update) {
  if (mode === 'computer' || mode === 'here') return null;
  const changed = Object.keys(options).length > 0 || position.trim() !== '' || !kind.families.some(({ presets }) => presets.includes(preset));
  const hint = !rated ? 'people.stakes.casual' : changed ? 'people.stakes.rules' : clock === 'none' ? 'people.stakes.clock' : 'people.stakes.rated';
  return [
    segments('people.stakes', 'rated', [['yes', t('people.stakes.yes')], ['no', t('people.stakes.no')]], rated ? 'yes' : 'no', (value) => update({ rated: value === 'yes' })),
    h('p', { class: 'hint' }, t(hint)),
  ];
}

/** Whoever plays alone or against computers may be helped. @param {SeatWish[]} seats */
const mayHelp = (seats) => seats.every(({ type }) => type !== 'open');

/** @param {Wish} wish @param {Update} update */
function helps(wish, update) {
  if (!mayHelp(seatsOf(wish))) return null;
  return [
    segments('help.choice', 'help', [['no', t('help.choice.no')], ['yes', t('help.choice.yes')]], wish.help ? 'yes' : 'no', (value) => update({ help: value === 'yes' })),
    h('p', { class: 'hint' }, t(`help.choice.${wish.help ? 'yes' : 'no'}.about`)),
  ];
}

/** @param {keyof Control} key @param {number} value @param {(value: number) => void} choose */
function clockField(key, value, choose) {
  const unit = key === 'periods' ? 1 : key === 'main_ms' || key === 'total_ms' ? 60_000 : 1000;
  return h('label', null, h('span', null, t(`clock.field.${key}`)),
    h('input', { type: 'number', min: 0, max: 999, value: value / unit, 'data-focus': `clock-${key}`, onchange: (/** @type {Event} */ event) => choose(Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value) * unit)) }));
}

/** @param {Wish} wish @param {Update} update @param {boolean} open */
function more(wish, update, open) {
  const { kind, start, position } = wish;
  const values = kind.presets.find(({ name }) => name === wish.preset)?.options ?? {};
  const setOption = (/** @type {string} */ key, /** @type {string} */ value) => {
    const options = { ...wish.options, [key]: value };
    if (values[key] === value) delete options[key];
    update({ options });
  };
  const setStart = (/** @type {string} */ key, /** @type {string} */ value) => {
    const next = { ...start, [key]: value };
    if (value === '') delete next[key];
    update({ start: next });
  };
  return h(
    'details',
    { class: 'more', open },
    h('summary', { 'data-focus': 'more' }, t('new.more')),
    kind.starts.length > 0 ? h('h3', null, t('new.opening')) : null,
    kind.starts.map((choice) => field(kind, { ...choice, values: choice.values.filter((value) => fits(kind.kind, choice.key, value, wish.preset)) }, start[choice.key] ?? '', true, (value) => setStart(choice.key, value))),
    h('h3', null, t('new.options')),
    kind.options.map((choice) => field(kind, choice, wish.options[choice.key] ?? values[choice.key] ?? choice.values[0], false, (value) => setOption(choice.key, value))),
    h('h3', null, t('new.position')),
    h('label', { class: 'option wide' }, h('span', null, t('new.position.about')),
      h('input', { value: position, 'data-focus': 'position', spellcheck: 'false', onchange: (/** @type {Event} */ event) => update({ position: /** @type {HTMLInputElement} */ (event.target).value }) })),
  );
}

/**
 * @param {Kind} kind @param {Choice} choice @param {string} value @param {boolean} optional
 * @param {(value: string) => void} choose
 */
function field(kind, choice, value, optional, choose) {
  const { key, values, about } = choice;
  const free = values.includes('N') || values.includes('TEXT');
  const read = (/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.target).value);
  const listed = /** @type {[string, string][]} */ (values.map((each) => [each, valueLabel(kind.kind, key, each)]));
  // What a seat brings is chosen at the table unless it is settled here; the rest begins with its first value.
  const asked = /** @type {[string, string][]} */ (optional && kind.seats.includes(key) ? [['', t('new.attable')]] : []);
  const input = free
    ? h('input', { value, type: values.includes('N') ? 'number' : 'text', min: 0, 'data-focus': `option-${key}`, onchange: read, placeholder: optional ? t('new.default') : '' })
    : select(`option-${key}`, [...asked, ...listed], value || (asked.length > 0 ? '' : values[0]), choose);
  return h(
    'label',
    { class: 'option' },
    h('span', null, h('b', null, tOr(`opt.${kind.kind}.${key}`, key)), h('small', null, tOr(`opt.${kind.kind}.${key}.about`, about))),
    input,
  );
}

/** @param {string} kind @param {string} key @param {string} value */
export function valueLabel(kind, key, value) {
  const lineup = tOr(`val.${kind}.lineup.${value}`, '');
  const own = tOr(`val.${kind}.${key}.${value}`, '');
  return own || ((key === 'cho' || key === 'han') && lineup) || tOr(`val.${value}`, value);
}
