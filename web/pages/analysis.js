// Analysis: any position of any game, what it is worth, and what else could have been done.

import { textOf } from '../lib/decode.js';
import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { say, urge } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { DRAWINGS, fetchDrawing, isDrawn } from '../board/games.js';
import { catalog, record } from '../net/api.js';
import { Analyst, readRecord } from '../net/analysis.js';
import { position } from '../net/learn.js';
import { openVolume } from '../net/library.js';
import { chanceWords, paintBar, paintGraph, worthWords } from '../parts/chances.js';
import { PlayDesk, marked } from '../parts/desk.js';
import { copy } from '../parts/invite.js';
import { tableKeys, tableWheel } from '../parts/keys.js';
import { Mistakes } from '../parts/mistakes.js';
import { MoveTree } from '../parts/movetree.js';
import { report } from '../parts/report.js';
import { NoteBook, keep } from '../parts/notebook.js';
import { isRich, packed, studyOf, treeOf } from '../parts/study.js';
import { save } from '../parts/tools.js';
import { SIGNS, Variations } from '../parts/variations.js';
import { arrowMarks, lineWords } from '../parts/ways.js';
import { address, askForRecord, fromAddress, studyAddress } from './analysis-source.js';

await words('analysis', 'explorer', 'study', 'editor');

/** @typedef {import('../net/analysis.js').Lines} Lines */
/** @typedef {import('../net/analysis.js').Turn} Turn */
/** @typedef {import('../net/learn.js').Sight} Sight */
/** @typedef {{ rules: string, state: string | null, acts: string[] }} Source */

/** Lines that are looked for. */
const LINES = 3;
/** What is thought about a try at a better move, as much as about each turn of a review. */
const TRY_NODES = 60_000;

export class AnalysisPage extends HTMLElement {
  /** @type {string} */
  #kind;
  /** @type {Source} */
  #from = { rules: '', state: null, acts: [] };
  #tree = new Variations([]);
  #analyst = new Analyst();
  #thinks = true;
  #bottom = 0;
  /** @type {Lines | null} */
  #lines = null;
  /** What the other side would do if it were its turn. @type {string[]} */
  #threat = [];
  /** @type {Turn[]} */
  #turns = [];
  /** @type {(number | null)[]} */
  #accuracy = [];
  #mistakes = new Mistakes({
    tree: () => this.#tree,
    go: (id) => this.#go(id),
    tell: (words, kind) => this.#tell(words, kind),
    judge: (up, act, found) => this.#judge(up, act, found),
    words: (acts, from) => lineWords(acts, this.#drawing, this.#tree.nodes[from].seen?.view, this.#desk.look).join(' '),
    offer: (buttons) => refill(this.#thoughts, buttons),
    focus: () => this.#desk.focusStart(),
    ended: () => this.#endLesson(),
  });
  #reviewing = false;
  #desk = new PlayDesk();
  #moves = new MoveTree();
  #head = h('header', { class: 'lesson-head' });
  #bar = h('div', { class: 'chances' });
  #graph = h('div', { class: 'graphplace' });
  #thoughts = h('div', { class: 'thoughts' });
  #said = h('p', { class: 'said', role: 'status', hidden: true });
  #notes = h('div', { class: 'notes' });
  #foot = h('div', { class: 'analysis-tools row' });
  #found = h('div', { class: 'found' });
  #tabs = h('div', { class: 'tabs', role: 'tablist' });
  #line = h('div', { role: 'tabpanel', id: 'analysis-moves', class: 'analysis-panel' }, this.#graph, this.#moves, this.#notes);
  #explored = h('div', { role: 'tabpanel', id: 'analysis-explorer', class: 'analysis-panel', hidden: true });
  /** @type {'moves' | 'explorer'} */
  #tab = 'moves';
  /** @type {import('../parts/explorer.js').OpeningExplorer | null} */
  #explorer = null;
  /** The study that is open. @type {import('../net/studies.js').StudySight | null} */
  #study;
  #book = new NoteBook((title) => this.#written(title), (newer) => void this.#show(newer));
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind @param {import('../net/studies.js').StudySight | null} [study] */
  constructor(kind, study = null) {
    super();
    [this.#kind, this.#study] = [kind, study];
  }

  connectedCallback() {
    this.className = `kind-${this.#kind}`;
    const side = h('div', { class: 'analysis-side' }, this.#book, this.#said, this.#thoughts, this.#tabs, this.#line, this.#explored, this.#desk.tools, this.#foot, this.#found);
    this.append(this.#head, h('div', { class: 'analysis-table' }, this.#bar, this.#desk, side));
    this.#moves.onstep = (id) => void this.#go(id);
    for (const name of ['act', 'attempt']) this.#desk.board.addEventListener(name, (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    this.#desk.board.addEventListener('arrows', () => this.#drawn());
    this.addEventListener('dragover', (event) => event.preventDefault());
    this.addEventListener('drop', (event) => void this.#drop(event));
    this.#ends = [language.watch(() => (this.#paint(), this.#book.repaint())), this.#keys(), tableWheel(this.#desk, (by) => void this.#go(this.#tree.step(by))), () => this.#analyst.close()];
    void this.#begin();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  #keys() {
    const play = (/** @type {number} */ rank) => () => this.#playLine(rank);
    return tableKeys({
      ArrowLeft: () => this.#go(this.#tree.step(-1)), ArrowRight: () => this.#go(this.#tree.step(1)), Home: () => this.#go(0), End: () => this.#go(this.#tree.line(this.#tree.at).at(-1)?.id ?? 0),
      Digit1: play(0), Digit2: play(1), Digit3: play(2), Digit4: play(3), Digit5: play(4),
      KeyX: () => this.#showThreat(), KeyE: () => this.#toggle(), KeyF: () => this.#flip(), KeyC: () => this.#notes.querySelector('textarea')?.focus(),
      KeyL: () => this.#sayLine(), KeyV: () => this.#sayChances(),
    });
  }

  get #drawing() {
    return DRAWINGS[this.#kind];
  }

  /** The position that is asked about. @param {string[]} acts */
  #place(acts) {
    return { kind: this.#kind, rules: this.#from.rules, state: this.#from.state, acts };
  }

  async #begin() {
    if (!isDrawn(this.#kind)) return refill(this, h('p', { class: 'card over lonely' }, t('refusal.E_KIND')));
    await fetchDrawing(this.#kind);
    if (this.#study) return this.#show(this.#study);
    const { game, volume: kept, study, source } = fromAddress();
    const brought = study ? await study : null;
    if (brought && brought.kind === this.#kind) return this.#open({ rules: brought.rules, state: brought.state, acts: [] }, treeOf(brought));
    if (!game && !kept) return this.#open(source);
    try {
      if (kept) return await this.#open(await openVolume(kept));
      const known = (await catalog()).games.find(({ kind }) => kind === this.#kind);
      const format = known?.formats.find(({ exact }) => exact)?.name ?? '';
      await this.#read(await (await record(game ?? '', format)).text());
    } catch (error) {
      await this.#open(source);
      this.#refused(error);
    }
  }

  /** A text with a game. @param {string} text */
  async #read(text) {
    const { games: [game], refused } = await readRecord(this.#kind, text);
    if (!game) throw Object.assign(new Error(''), { code: refused[0]?.code ?? 'E_RECORD' });
    await this.#open({ rules: game.rules, state: game.state, acts: game.acts });
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) await this.#read(await textOf(file)).catch((error) => this.#refused(error));
  }

  /** What is written now, as a study. @param {string} title */
  #written(title) {
    return studyOf(this.#tree, this.#kind, this.#from, title);
  }

  /** @param {import('../net/studies.js').StudySight} sight */
  async #show(sight) {
    const { rules, state } = sight.study;
    this.#book.show(sight);
    await this.#open({ rules, state, acts: [] }, treeOf(sight.study));
  }

  /** Somebody has drawn on the board. */
  #drawn() {
    this.#tree.current.arrows = this.#desk.board.arrows;
    this.#book.touch();
  }

  /** @param {Source} source @param {Variations} [tree] */
  async #open(source, tree = new Variations(source.acts)) {
    this.#from = source;
    this.#tree = tree;
    [this.#turns, this.#accuracy, this.#reviewing] = [[], [], false];
    this.#mistakes.end();
    const last = this.#tree.line().at(-1)?.id ?? 0;
    if (last > 0) await this.#survey(last).catch((error) => this.#refused(error));
    await this.#go(0);
  }

  /** Asks for the positions of the main line, so that every move has its notation. @param {number} last */
  async #survey(last) {
    const { trail = [], ...sight } = await position({ ...this.#place(this.#tree.acts(last)), trail: true });
    const line = this.#tree.line();
    for (const [index, step] of trail.entries()) line[index].seen = step;
    Object.assign(this.#tree.nodes[last], { sight, seen: sight });
  }

  /** @param {number} id */
  async #know(id) {
    const node = this.#tree.nodes[id];
    node.sight ??= await position(this.#place(this.#tree.acts(id)));
    node.seen = node.sight;
    return node.sight;
  }

  /** @param {number} id */
  async #go(id) {
    const before = this.#tree.current;
    const forth = this.#tree.nodes[id].up === before.id;
    try {
      await this.#know(id);
    } catch (error) {
      return this.#refused(error);
    }
    this.#tree.at = id;
    [this.#lines, this.#threat] = [null, []];
    if (forth && before.seen) say(this.#drawing.spoken(this.#tree.current.act, before.seen.view));
    if (!this.#mistakes.going && !this.#reviewing) this.#tell('');
    this.#paint(!forth);
    this.#paintWhy();
    this.#think();
    void this.#explore();
  }

  /** Looks up what was played here, while that is wanted. */
  async #explore() {
    if (this.#tab !== 'explorer') return;
    this.#explorer ??= new (await import('../parts/explorer.js')).OpeningExplorer();
    if (!this.#explorer.isConnected) this.#explored.append(this.#explorer);
    const view = this.#tree.current.sight?.view;
    await this.#explorer.show({
      place: this.#place(this.#tree.acts(this.#tree.at)),
      drawing: this.#drawing,
      say: (act) => lineWords([act], this.#drawing, view, this.#desk.look).join(' '),
      play: (act) => void this.#act(act),
    });
  }

  /** @param {'moves' | 'explorer'} tab */
  #choose(tab) {
    this.#tab = tab;
    this.#paintTabs();
    void this.#explore();
  }

  #paintTabs() {
    this.#tabs.setAttribute('aria-label', t('explorer.tabs'));
    const other = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.stopPropagation();
      this.#choose(this.#tab === 'moves' ? 'explorer' : 'moves');
      /** @type {HTMLElement | null} */ (this.#tabs.querySelector('[aria-selected=true]'))?.focus();
    };
    refill(this.#tabs, /** @type {const} */ (['moves', 'explorer']).map((tab) => h('button', { role: 'tab', 'aria-selected': String(tab === this.#tab), 'aria-controls': `analysis-${tab}`, tabindex: tab === this.#tab ? 0 : -1, 'data-focus': `tab-${tab}`, onclick: () => this.#choose(tab), onkeydown: other }, t(`explorer.tab.${tab}`))));
    for (const [tab, panel] of /** @type {const} */ ([['moves', this.#line], ['explorer', this.#explored]])) {
      panel.hidden = tab !== this.#tab;
      panel.setAttribute('aria-label', t(`explorer.tab.${tab}`));
    }
  }

  /** @param {string} act */
  async #act(act) {
    const up = this.#tree.at;
    try {
      const sight = await position(this.#place([...this.#tree.acts(up), act]));
      const count = this.#tree.nodes.length;
      const node = this.#tree.add(up, sight.told.at(-1)?.text ?? act);
      if (this.#tree.nodes.length > count) this.#book.touch();
      node.sight ??= sight;
      node.seen = node.sight;
      await this.#go(node.id);
      this.#mistakes.tried(up, node.act);
    } catch (error) {
      this.#desk.board.takeBack();
      this.#refused(error);
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#tell(refusalText(error, this.#kind), 'refusal');
    urge(this.#said.textContent ?? '');
  }

  /** @param {string} words @param {string} [kind] */
  #tell(words, kind = '') {
    this.#said.hidden = words === '';
    this.#said.className = `said ${kind}`;
    this.#said.textContent = words;
  }

  // What the server thinks.

  #think() {
    if (this.#reviewing || this.#mistakes.going) return;
    const { sight, id } = this.#tree.current;
    if (!this.#thinks || !sight || sight.turn === null) return this.#analyst.stop();
    this.#analyst.ask('look', { ...this.#place(this.#tree.acts(id)), lines: LINES }, {
      lines: (lines) => {
        if (this.#tree.at !== id) return;
        this.#lines = lines;
        this.#tree.nodes[id].w ??= lines.w;
        if (lines.done) this.#tree.nodes[id].w = lines.w;
        this.#paintThoughts();
        this.#paintBoard(true);
      },
      refused: (error) => this.#refused(error),
    });
  }

  #toggle() {
    this.#thinks = !this.#thinks;
    this.#lines = null;
    this.#paint(true);
    this.#think();
  }

  #flip() {
    this.#bottom = (this.#bottom + 1) % this.#drawing.seats.length;
    this.#paint(true);
  }

  /** @param {number} rank */
  #playLine(rank) {
    const act = this.#lines?.lines[rank]?.acts[0];
    if (act) void this.#act(act);
  }

  #showThreat() {
    const { id } = this.#tree.current;
    if (this.#threat.length > 0) {
      this.#threat = [];
      this.#paintBoard(true);
      return this.#think();
    }
    this.#analyst.ask('threat', { ...this.#place(this.#tree.acts(id)), nodes: TRY_NODES }, {
      lines: (lines) => {
        if (!lines.done || this.#tree.at !== id) return;
        this.#threat = lines.lines.slice(0, 1).map(({ acts }) => acts[0]);
        this.#paintBoard(true);
        const view = this.#tree.current.sight?.view;
        this.#tell(t('analysis.threat.is', { move: lineWords(this.#threat, this.#drawing, view, this.#desk.look).join(' ') }));
      },
      refused: (error) => this.#refused(error),
    });
  }

  #sayLine() {
    const line = this.#lines?.lines[0];
    const view = this.#tree.current.sight?.view;
    say(line && view ? lineWords(line.acts, this.#drawing, view, null).join(', ') : t('analysis.unknown'));
  }

  #sayChances() {
    const w = this.#lines?.w ?? this.#tree.current.w;
    const best = this.#lines?.lines[0];
    const end = best && best.end !== null ? [worthWords(best)] : [];
    say(w ? [...end, chanceWords(this.#drawing, w)].join(', ') : t('analysis.unknown'));
  }

  /** What a try is worth, with as much thought as a turn of a review. @param {number} up @param {string} act @param {(line: import('../net/analysis.js').Line | undefined) => void} found */
  #judge(up, act, found) {
    this.#analyst.ask('look', { ...this.#place(this.#tree.acts(up)), lines: 1, only: [act], nodes: TRY_NODES }, {
      lines: (lines) => lines.done && found(lines.lines[0]),
      refused: (error) => this.#refused(error),
    });
  }

  // A whole game.

  #review() {
    const line = this.#tree.line();
    [this.#turns, this.#accuracy, this.#reviewing] = [[], [], true];
    this.#mistakes.end();
    this.#paint(true);
    this.#analyst.ask('review', this.#place(this.#tree.acts(line[line.length - 1].id)), {
      turn: (turn) => {
        this.#turns.push(turn);
        Object.assign(line[turn.n], { turn, w: turn.w });
        this.#tell(t('analysis.reviewing', { n: this.#turns.length, all: turn.of }));
        this.#paintFound();
      },
      reviewed: (accuracy) => {
        [this.#accuracy, this.#reviewing] = [accuracy, false];
        this.#tell(t('analysis.reviewed'), 'done');
        this.#paint(true);
        this.#think();
      },
      refused: (error) => {
        this.#reviewing = false;
        this.#refused(error);
      },
    });
  }

  /** @param {number} seat */
  #learn(seat) {
    this.#bottom = seat;
    this.#analyst.stop();
    this.#mistakes.begin(this.#turns, seat);
  }

  // Painting.

  #paint(still = true) {
    if (!this.#drawing || !this.#tree.current.sight) return;
    const game = t(`game.${this.#kind}`);
    document.title = `${t('analysis.title', { game })} – ${t('site')}`;
    refill(this.#head, h('h1', null, t('analysis.title', { game })));
    this.#paintBoard(still);
    this.#paintTabs();
    this.#explorer?.paint();
    this.#paintThoughts();
    this.#paintFound();
    this.#paintNotes();
    this.#paintFoot();
    this.#moves.show(this.#tree, this.#drawing, this.#desk.look);
  }

  /** @param {boolean} still */
  #paintBoard(still) {
    const { sight, up, act } = this.#tree.current;
    if (!sight) return;
    const firsts = this.#mistakes.going ? [] : (this.#lines?.lines ?? []).map(({ acts }) => acts[0]);
    const drawing = marked(this.#drawing, (view, look) => [...arrowMarks(firsts, 'best', this.#drawing, view, look), ...arrowMarks(this.#threat, 'threat', this.#drawing, view, look)]);
    const before = up === null ? sight.view : (this.#tree.nodes[up].seen?.view ?? sight.view);
    this.#desk.show({ drawing, view: sight.view, legal: sight.legal, bottom: this.#bottom, own: sight.turn, last: act || null, before, still });
    this.#desk.board.arrows = this.#tree.current.arrows;
  }

  #paintThoughts() {
    paintBar(this.#bar, this.#drawing, this.#lines?.w ?? this.#tree.current.w);
    const view = this.#tree.current.sight?.view;
    const lines = this.#lines;
    if (this.#mistakes.going || !lines || !view) return refill(this.#thoughts, this.#tree.current.sight?.result ? h('p', null, t('analysis.over')) : null);
    refill(
      this.#thoughts,
      h('p', { class: 'depth' }, t('analysis.depth', { depth: lines.depth }), lines.done ? '' : ' …'),
      h('ol', null, lines.lines.map((line, rank) => h('li', null, h('button', { class: 'quiet line', 'data-focus': `line-${rank}`, 'data-act': line.acts[0], onclick: () => this.#playLine(rank) }, h('b', null, worthWords(line)), ` ${lineWords(line.acts, this.#drawing, view, this.#desk.look).join(' ')}`)))),
    );
  }

  /** Says what was wrong with the turn that begins here. */
  #paintWhy() {
    const { turn } = this.#tree.current;
    if (this.#mistakes.going || this.#reviewing || !turn?.verdict) return;
    const why = turn.why;
    /** @type {Record<string, string | number>} */
    const about = why && 'at' in why ? { at: this.#desk.nameOf(why.at), by: this.#desk.nameOf(why.by) } : { plies: why?.plies ?? 0 };
    this.#tell([t('analysis.turn', { verdict: t(`analysis.${turn.verdict}`), drop: Math.round(turn.drop) }), why ? t(`analysis.why.${why.reason}`, about) : ''].filter(Boolean).join(' '), 'again');
  }

  #paintFound() {
    paintGraph(this.#graph, this.#drawing, this.#tree.line(this.#tree.at), this.#tree.at, (id) => void this.#go(id));
    if (this.#turns.length === 0) return refill(this.#found);
    refill(this.#found, report(this.#drawing, this.#turns, this.#accuracy, (seat) => this.#learn(seat)));
  }

  #paintNotes() {
    const node = this.#tree.current;
    const change = (/** @type {Event} */ event, /** @type {'note' | 'sign'} */ key) => {
      node[key] = /** @type {HTMLInputElement} */ (event.target).value;
      this.#book.touch();
      this.#moves.show(this.#tree, this.#drawing, this.#desk.look);
    };
    refill(
      this.#notes,
      node.up === null ? null : h('label', null, h('span', null, t('analysis.sign')), h('select', { 'data-focus': 'sign', onchange: (/** @type {Event} */ event) => change(event, 'sign') }, SIGNS.map((sign) => h('option', { value: sign, selected: sign === node.sign }, sign || '–')))),
      h('label', { class: 'wide' }, h('span', null, t('analysis.comment')), h('textarea', { rows: 2, maxlength: 500, 'data-focus': 'comment', value: node.note, oninput: (/** @type {Event} */ event) => change(event, 'note') })),
      node.up === null ? null : h('button', { class: 'small quiet', 'data-focus': 'cut', onclick: () => (this.#book.touch(), void this.#go(this.#tree.cut(node.id))) }, icon('close'), t('analysis.cut')),
    );
  }

  #paintFoot() {
    const button = (/** @type {string} */ name, /** @type {import('../lib/icons.js').IconName} */ symbol, /** @type {string} */ label, /** @type {() => void} */ act, pressed = false) =>
      h('button', { class: 'small', 'data-focus': name, 'aria-pressed': pressed ? 'true' : null, onclick: act }, icon(symbol), label);
    refill(
      this.#foot,
      this.#mistakes.going ? button('enough', 'close', t('analysis.enough'), () => this.#endLesson()) : button('review', 'learn', t('analysis.review'), () => this.#review()),
      button('engine', 'machine', t(this.#thinks ? 'analysis.engine.off' : 'analysis.engine.on'), () => this.#toggle()),
      button('threat', 'ask', t('analysis.threat'), () => this.#showThreat()),
      button('flip', 'flip', t('tool.flip'), () => this.#flip()),
      button('record', 'plus', t('analysis.bring'), () => void askForRecord((text) => this.#read(text), (error) => this.#refused(error))),
      button('share', 'link', t('analysis.share.link'), () => void this.#share()),
      button('edit', 'flag', t('editor.open'), () => this.#edit()),
      this.#book.open ? null : button('keep', 'save', t('study.keep'), () => void keep(this.#written(t('study.untitled', { game: t(`game.${this.#kind}`) })))),
      h('a', { class: 'button small', href: '/studies', 'data-route': true, 'data-focus': 'studies' }, icon('talk'), t('study.mine')),
      button('picture', 'image', t('analysis.picture'), () => void this.#picture().catch((error) => this.#refused(error))),
      h('p', { class: 'keys' }, t('analysis.keys')),
    );
  }

  /** A link to what is shown: with its other lines and words if they fit into it. */
  async #share() {
    const text = isRich(this.#tree) ? await packed(this.#written('')) : null;
    if (text === null && isRich(this.#tree)) return this.#tell(t('study.long'), 'again');
    void copy(text ? studyAddress(this.#kind, text) : address(this.#kind, { ...this.#from, acts: this.#tree.acts(this.#tree.at) }));
  }

  #edit() {
    const state = this.#tree.current.sight?.state ?? null;
    go(`/edit/${this.#kind}#${new URLSearchParams({ rules: this.#from.rules, ...(state ? { state } : {}) })}`);
  }

  /** The board and the graph under it, handed to other apps where the device can do that, else saved. */
  async #picture() {
    const graph = /** @type {SVGSVGElement | null} */ (this.#graph.querySelector('svg'));
    const image = await this.#desk.board.portrait(graph);
    if (!image) return;
    const file = new File([image], `daeguk-${this.#kind}-${this.#tree.acts(this.#tree.at).length}.png`, { type: 'image/png' });
    if (!navigator.canShare?.({ files: [file] })) return save(file, file.name);
    await navigator.share({ files: [file] }).catch((error) => error.name === 'AbortError' || save(file, file.name));
  }

  #endLesson() {
    this.#mistakes.end();
    this.#tell('');
    this.#paint(true);
    this.#think();
  }
}

customElements.define('analysis-page', AnalysisPage);
