// The editor: any position of any game, put together by hand. The server says what it is and what is wrong with it.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, tOr, words } from '../lib/i18n.js';
import { note, say } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { levelName } from '../lib/level.js';
import { go } from '../lib/router.js';
import { DRAWINGS, fetchDrawing, fits, isDrawn } from '../board/games.js';
import { picture } from '../board/board-paint.js';
import { lone } from '../board/palette.js';
import { catalog, createGame } from '../net/api.js';
import { sketch } from '../net/edit.js';
import { keepStudy } from '../net/studies.js';
import { PlayDesk } from '../parts/desk.js';
import { dialField, hands, isOfMan, partsOf } from '../parts/dials.js';
import { HAND, RUBBER, easel, editOf, possible } from '../parts/easel.js';
import { flawList, flawMarks } from '../parts/flaws.js';
import { copy } from '../parts/invite.js';
import { tableKeys } from '../parts/keys.js';
import { lonely } from '../parts/lonely.js';
import { address } from './analysis-source.js';
import { valueLabel } from './newgame.js';

await words('editor', 'study');

/** @typedef {import('../net/edit.js').Sketch} Sketch */
/** @typedef {import('../net/edit.js').Edit} Edit */
/** @typedef {import('../net/api.js').Kind} Kind */
/** @typedef {import('../lib/icons.js').IconName} IconName */

/** So many steps can be taken back. */
const PAST_MAX = 200;
/** Against whom one plays from here, unless another is chosen. */
const LEVEL = 'normal';
const TOOLS = /** @type {Record<string, string>} */ ({ up: '▲', down: '▼', breach: '✕', fuse: '✸' });

export class EditorPage extends HTMLElement {
  #kind;
  /** @type {Kind | null} */
  #game = null;
  #rules = '';
  /** How the next start is set up. @type {Record<string, string>} */
  #start = {};
  /** @type {Sketch | null} */
  #sketch = null;
  /** The set-ups so far; the one that is shown is at `#at`. @type {string[]} */
  #past = [];
  #at = -1;
  #brush = HAND;
  /** The cell that was touched last. @type {string | null} */
  #spot = null;
  #bottom = 0;
  #level = LEVEL;
  /** Changes are made one after another. */
  #queue = Promise.resolve();
  #desk = new PlayDesk();
  #head = h('header', { class: 'lesson-head' });
  #tools = h('div', { class: 'row editor-tools' });
  #palette = h('div', { class: 'palette' });
  #man = h('div', { class: 'dials-of-man' });
  #dials = h('div', { class: 'dials' });
  #flaws = h('section', { class: 'flaws', role: 'status' });
  #begin = h('details', { class: 'editor-start' });
  #text = h('div', { class: 'editor-text' });
  #foot = h('div', { class: 'row editor-foot' });
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind */
  constructor(kind) {
    super();
    this.#kind = kind;
  }

  connectedCallback() {
    this.className = `kind-${this.#kind}`;
    const side = h('div', { class: 'analysis-side' }, this.#flaws, this.#dials, this.#man, this.#begin, this.#text, this.#foot, h('div', { hidden: true }, this.#desk.tools));
    this.append(this.#head, h('div', { class: 'analysis-table' }, this.#desk, h('div', { class: 'editor-top' }, this.#palette, this.#tools), side));
    const { board } = this.#desk;
    board.addEventListener('act', (event) => this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    board.addEventListener('gesture', () => board.steps[0] && this.#look(board.steps[0]));
    board.addEventListener('keydown', (event) => this.#boardKey(event));
    this.addEventListener('keydown', (event) => this.#undoKey(event));
    const pick = (/** @type {number} */ index) => () => this.#pick([HAND, RUBBER, ...(this.#sketch?.men ?? []).map(({ man }) => man)][index] ?? HAND);
    this.#ends = [language.watch(() => this.#paint()), tableKeys({ KeyH: pick(0), KeyX: pick(1), KeyF: () => this.#flip() })];
    void this.#open();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  get #drawing() {
    return DRAWINGS[this.#kind];
  }

  async #open() {
    if (!isDrawn(this.#kind)) return refill(this, lonely(t('refusal.E_KIND')));
    const kept = new URLSearchParams(location.hash.slice(1));
    const [{ games }] = await Promise.all([catalog(), fetchDrawing(this.#kind)]);
    this.#game = games.find(({ kind }) => kind === this.#kind) ?? null;
    this.#rules = kept.get('rules') ?? this.#game?.presets[0].name ?? '';
    this.#ask(kept.get('state'), []);
    // What was shared may be from another house.
    this.#queue = this.#queue.then(async () => {
      if (!this.#sketch) await this.#draw(null, []);
    });
  }

  /** @param {string | null} state @param {Edit[]} edits @param {string} [rules] */
  #ask(state, edits, rules) {
    this.#queue = this.#queue.then(() => this.#draw(state ?? null, edits, rules)).catch((error) => {
      this.#paint();
      note(refusalText(error, this.#kind), 'refusal');
    });
  }

  /** @param {string | null} state @param {Edit[]} edits @param {string} [rules] */
  async #draw(state, edits, rules = this.#rules) {
    const drawn = await sketch(this.#kind, rules, state, edits);
    this.#sketch = drawn;
    if (this.#past[this.#at] !== drawn.state) {
      this.#past = [...this.#past.slice(0, this.#at + 1), drawn.state].slice(-PAST_MAX);
      this.#at = this.#past.length - 1;
    }
    history.replaceState(history.state, '', `#${new URLSearchParams({ rules: this.#rules, state: drawn.state })}`);
    this.#paint();
  }

  /** Changes what is shown when its turn has come. @param {Edit[]} edits */
  #edit(...edits) {
    this.#queue = this.#queue.then(() => this.#draw(this.#sketch?.state ?? null, edits)).catch((error) => {
      this.#paint();
      note(refusalText(error, this.#kind), 'refusal');
    });
  }

  /** @param {string} action */
  #act(action) {
    if (!this.#sketch) return;
    const edit = editOf(action, this.#sketch);
    this.#spot = action.split(' ').at(-1) ?? null;
    if (edit) this.#edit(edit);
    else this.#paint();
  }

  /** @param {string} cell */
  #look(cell) {
    if (this.#spot === cell) return;
    this.#spot = cell;
    this.#paintMan();
  }

  /** @param {KeyboardEvent} event */
  #boardKey(event) {
    const at = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
    if (!at || event.key !== 'Delete') return;
    event.preventDefault();
    this.#edit({ do: 'take', at });
  }

  /** @param {KeyboardEvent} event */
  #undoKey(event) {
    const writes = event.target instanceof Element && event.target.closest('textarea, input');
    if (writes || !(event.ctrlKey || event.metaKey) || !['KeyZ', 'KeyY'].includes(event.code)) return;
    event.preventDefault();
    this.#step(event.code === 'KeyY' || event.shiftKey ? 1 : -1);
  }

  /** @param {number} by */
  #step(by) {
    const state = this.#past[this.#at + by];
    if (state === undefined) return;
    this.#at += by;
    this.#ask(state, []);
    say(t(by < 0 ? 'editor.undone' : 'editor.redone'));
  }

  /** @param {string} brush */
  #pick(brush) {
    this.#brush = brush;
    this.#paint();
  }

  #flip() {
    this.#bottom = (this.#bottom + 1) % this.#drawing.seats.length;
    this.#paint();
  }

  async #play() {
    const state = this.#sketch?.state;
    const turn = this.#sketch?.view.turn;
    const own = Math.max(0, this.#drawing.seats.indexOf(turn));
    const [preset, ...rest] = this.#rules.split(';');
    const options = Object.fromEntries(rest.map((each) => each.split('=')));
    const seats = this.#drawing.seats.map((_, seat) => (seat === own ? { type: /** @type {const} */ ('me') } : { type: /** @type {const} */ ('computer'), level: this.#level }));
    await this.#try(async () => go(`/g/${(await createGame({ kind: this.#kind, preset, options, position: state, seats, help: true })).id}`));
  }

  async #study() {
    const title = t('study.untitled', { game: t(`game.${this.#kind}`) });
    await this.#try(async () => go(`/a/${(await keepStudy({ kind: this.#kind, rules: this.#rules, state: this.#sketch?.state ?? null, title, nodes: [] })).id}`));
  }

  /** @param {() => Promise<void>} deed */
  async #try(deed) {
    await deed().catch((error) => note(refusalText(error, this.#kind), 'refusal'));
  }

  // Painting.

  #paint() {
    const drawn = this.#sketch;
    if (!drawn || !this.#drawing) return;
    const game = t(`game.${this.#kind}`);
    document.title = `${t('editor.title', { game })} – ${t('site')}`;
    refill(this.#head, h('h1', null, t('editor.title', { game })));
    const drawing = easel(this.#drawing, (view, look) => flawMarks(drawn.problems, this.#drawing, view, look));
    const { look } = this.#desk;
    this.#desk.show({ drawing, view: drawn.view, legal: possible(this.#drawing, drawn, { ...look, bottom: this.#bottom }, this.#brush), bottom: this.#bottom, own: null, last: null, still: true });
    this.#paintTools();
    this.#paintPalette();
    refill(this.#flaws, flawList(drawn, this.#drawing, this.#desk.look, (cells) => this.#desk.board.blame(cells)));
    this.#paintDials();
    this.#paintMan();
    this.#paintBegin();
    this.#paintText();
    this.#paintFoot();
  }

  #paintTools() {
    const button = (/** @type {string} */ name, /** @type {IconName} */ symbol, /** @type {() => void} */ act, off = false) =>
      h('button', { class: 'small', 'data-focus': name, disabled: off, onclick: act }, icon(symbol), t(`editor.${name}`));
    refill(
      this.#tools,
      button('undo', 'undo', () => this.#step(-1), this.#at <= 0),
      button('redo', 'next', () => this.#step(1), this.#at >= this.#past.length - 1),
      button('clear', 'close', () => this.#edit({ do: 'clear' })),
      this.#sketch?.mirrors ? button('mirror', 'again', () => this.#edit({ do: 'mirror' })) : null,
      h('button', { class: 'small', 'data-focus': 'flip', onclick: () => this.#flip() }, icon('flip'), t('tool.flip')),
    );
  }

  #paintPalette() {
    const { men = [], view } = this.#sketch ?? {};
    const { seats } = this.#drawing;
    const group = (/** @type {string} */ name, /** @type {HTMLElement[]} */ buttons) => h('div', { class: 'palette-group', role: 'group', 'aria-label': name }, buttons);
    const tool = (/** @type {string} */ brush, /** @type {string} */ label, /** @type {Node | string} */ sign) =>
      h('button', { class: 'brush', 'aria-pressed': String(this.#brush === brush), 'aria-label': label, title: label, 'data-focus': `brush-${brush}`, 'data-brush': brush, onclick: () => this.#pick(brush) }, sign);
    const man = (/** @type {string} */ name) => {
      const found = lone(this.#drawing, name, view, this.#desk.look);
      if (!found) return tool(name, t(`editor.tool.${name}`), TOOLS[name] ?? name);
      const { piece: { kind, name: label, shapes, turn }, box } = found;
      const inside = [{ tag: /** @type {const} */ ('g'), at: { class: `piece ${kind}`, transform: `rotate(${turn ?? 0})` }, inside: shapes }];
      return tool(name, label.split(', ')[0], picture(inside, box, `board ${this.#kind}`));
    };
    const of = (/** @type {number | null} */ seat) => men.filter((each) => each.seat === seat).map((each) => man(each.man));
    refill(
      this.#palette,
      group(t('editor.tools'), [tool(HAND, t('editor.hand'), '✥'), tool(RUBBER, t('editor.rubber'), icon('close')), ...of(null)]),
      seats.map((seat, index) => group(t(`seat.${this.#kind}.${seat}`), of(index))),
      h('p', { class: 'about' }, t(this.#brush === HAND ? 'editor.about.hand' : this.#brush === RUBBER ? 'editor.about.rubber' : 'editor.about.put')),
    );
  }

  #paintDials() {
    const dials = this.#sketch?.dials ?? [];
    const set = (/** @type {string} */ dial, /** @type {string} */ to) => this.#edit({ do: 'set', dial, to });
    const plain = dials.filter((dial) => !isOfMan(dial) && partsOf(dial.dial)[0] !== 'hand');
    refill(this.#dials, plain.map((dial) => dialField(this.#kind, dial, (to) => set(dial.dial, to))), hands(this.#drawing, dials, set));
  }

  /** What can be set of the man that was touched last. */
  #paintMan() {
    const drawn = this.#sketch;
    if (!drawn) return;
    const piece = this.#drawing.pieces(drawn.view, this.#desk.look).find(({ at, id }) => at === this.#spot || id === this.#spot);
    const own = piece ? drawn.dials.filter((dial) => isOfMan(dial) && [piece.at, piece.id].includes(partsOf(dial.dial)[1])) : [];
    const fields = own.map((dial) => dialField(this.#kind, dial, (to) => this.#edit({ do: 'set', dial: dial.dial, to })));
    refill(this.#man, fields.length > 0 ? h('fieldset', { class: 'dials' }, h('legend', null, piece?.name.split(', ')[0]), fields) : null);
  }

  /** Rules and starts. */
  #paintBegin() {
    const game = this.#game;
    if (!game) return;
    const [preset] = this.#rules.split(';');
    const select = (/** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ values, /** @type {string} */ value, /** @type {(to: string) => void} */ set) =>
      h('label', { class: 'dial' }, h('span', null, label), h('select', { 'data-focus': `start-${name}`, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value) }, values.map(([each, said]) => h('option', { value: each, selected: each === value }, said))));
    const starts = game.starts.map(({ key, values }) => ({ key, values: values.filter((value) => !/TEXT|N$/.test(value) && fits(this.#kind, key, value, preset)) })).filter(({ values }) => values.length > 1);
    const begin = () => this.#ask(null, [], [preset, ...starts.filter(({ key }) => this.#start[key]).map(({ key }) => `${key}=${this.#start[key]}`)].join(';'));
    const presets = /** @type {[string, string][]} */ (game.presets.map(({ name }) => [name, tOr(`preset.${this.#kind}.${name}`, name)]));
    const rule = (/** @type {string} */ to) => {
      const untouched = this.#past.length === 1;
      [this.#rules, this.#start] = [to, {}];
      this.#ask(untouched ? null : (this.#sketch?.state ?? null), []);
    };
    refill(
      this.#begin,
      h('summary', null, t('editor.begin')),
      h(
        'div',
        { class: 'dials' },
        select('rules', t('editor.rules'), presets, preset, rule),
        starts.map(({ key, values }) => select(key, tOr(`opt.${this.#kind}.${key}`, key), values.map((value) => [value, valueLabel(this.#kind, key, value)]), this.#start[key] ?? values[0], (to) => (this.#start = { ...this.#start, [key]: to }))),
        h('button', { 'data-focus': 'start', onclick: begin }, icon('first'), t('editor.start')),
      ),
    );
  }

  #paintText() {
    const field = h('textarea', { rows: 2, spellcheck: 'false', maxlength: 4000, 'data-focus': 'text', 'aria-label': t('editor.text'), value: this.#sketch?.state ?? '' });
    const read = () => this.#ask(field.value.trim(), []);
    refill(
      this.#text,
      field,
      h('button', { class: 'small', 'data-focus': 'read', onclick: read }, icon('check'), t('editor.read')),
      h('button', { class: 'small', 'data-focus': 'copy', onclick: () => void copy(this.#sketch?.state ?? '') }, icon('copy'), t('editor.copy')),
    );
  }

  #paintFoot() {
    const { state = null, problems = [] } = this.#sketch ?? {};
    const off = problems.length > 0;
    const levels = this.#game?.levels ?? [];
    const place = { rules: this.#rules, state, acts: [] };
    const button = (/** @type {string} */ name, /** @type {IconName} */ symbol, /** @type {() => void} */ act, plain = false) =>
      h('button', { class: name === 'analyze' ? 'primary' : '', 'data-focus': name, disabled: off && !plain, onclick: act }, icon(symbol), t(`editor.${name}`));
    refill(
      this.#foot,
      button('analyze', 'learn', () => go(address(this.#kind, place).slice(location.origin.length))),
      button('play', 'machine', () => void this.#play()),
      h('select', { 'data-focus': 'level', 'aria-label': t('editor.level'), disabled: off, onchange: (/** @type {Event} */ event) => (this.#level = /** @type {HTMLSelectElement} */ (event.target).value) }, levels.map((level) => h('option', { value: level, selected: level === this.#level }, levelName(level)))),
      button('study', 'talk', () => void this.#study()),
      button('share', 'link', () => void copy(location.href), true),
      h('p', { class: 'keys' }, t('editor.keys')),
    );
  }
}

customElements.define('editor-page', EditorPage);
