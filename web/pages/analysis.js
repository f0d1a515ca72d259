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
import { lonely } from '../parts/lonely.js';
import { MoveTree } from '../parts/movetree.js';
import { NoteBook, keep } from '../parts/notebook.js';
import { GameReview, TRY_NODES } from '../parts/reviewer.js';
import { paintShares, sharePicture } from '../parts/sharing.js';
import { isRich, packed, studyOf, treeOf } from '../parts/study.js';
import { Tabs } from '../parts/tabs.js';
import { paintLines, paintNotes } from '../parts/thoughts.js';
import { Variations } from '../parts/variations.js';
import { arrowMarks, lineText, lineWords } from '../parts/ways.js';
import { address, askForRecord, chosenGame, closeRecordDialog, fromAddress, studyAddress } from './analysis-source.js';

await words('analysis', 'explorer', 'study', 'editor');

/** @typedef {import('../net/analysis.js').Lines} Lines */
/** @typedef {import('../net/learn.js').Sight} Sight */
/** @typedef {{ rules: string, state: string | null, acts: string[] }} Source */

/** Lines that are looked for. */
const LINES = 3;

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
  #desk = new PlayDesk();
  #moves = new MoveTree();
  #head = h('header', { class: 'lesson-head' });
  #bar = h('div', { class: 'chances' });
  #graph = h('div', { class: 'graphplace' });
  #thoughts = h('div', { class: 'thoughts' });
  #said = h('p', { class: 'said', role: 'status', hidden: true });
  #notes = h('div', { class: 'notes' });
  #foot = h('div', { class: 'analysis-tools row' });
  #keys = h('p', { class: 'keys' });
  #moved = h('div', null, this.#moves, this.#notes);
  #explored = h('div');
  #shared = h('div');
  #review = new GameReview(this.#analyst, {
    tree: () => this.#tree,
    drawing: () => this.#drawing,
    place: (acts) => this.#place(acts),
    go: (id) => this.#go(id),
    tell: (words, kind) => this.#tell(words, kind),
    refused: (error) => this.#refused(error),
    nameOf: (cell) => this.#desk.nameOf(cell),
    words: (acts, from) => lineText(acts, this.#drawing, this.#tree.nodes[from].seen?.view, this.#desk.look),
    face: (seat) => void (this.#bottom = seat),
    offer: (buttons) => refill(this.#thoughts, buttons),
    focus: () => this.#desk.focusStart(),
    changed: () => this.#paintFound(),
    rest: () => (this.#paint(), this.#think()),
    practice: (themes) => void this.#practice(themes),
  });
  #tabs = new Tabs(
    [
      { name: 'moves', panel: this.#moved, label: () => t('explorer.tab.moves') },
      { name: 'report', panel: this.#review.element, label: () => t('analysis.report') },
      { name: 'explorer', panel: this.#explored, label: () => t('explorer.tab.explorer') },
      { name: 'share', panel: this.#shared, label: () => t('analysis.share.tab') },
    ],
    () => (this.#moves.reveal(), void this.#explore()),
  );
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
    const side = h('div', { class: 'analysis-side' }, this.#book, this.#said, this.#review.summary, this.#thoughts, this.#graph, this.#tabs.element, this.#moved, this.#review.element, this.#explored, this.#shared, this.#desk.tools, this.#foot);
    this.append(this.#head, h('div', { class: 'analysis-table' }, this.#bar, this.#desk, side), this.#keys);
    this.#moves.onstep = (id) => void this.#go(id);
    for (const name of ['act', 'attempt']) this.#desk.board.addEventListener(name, (event) => void this.#act(/** @type {CustomEvent<string>} */ (event).detail));
    this.#desk.board.addEventListener('arrows', () => this.#drawn());
    this.#ends = [language.watch(() => (this.#paint(), this.#book.repaint())), this.#listen(), this.#receive(), tableWheel(this.#desk, (by) => void this.#go(this.#tree.step(by))), () => this.#analyst.close()];
    void this.#begin();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  #listen() {
    const play = (/** @type {number} */ rank) => () => this.#playLine(rank);
    return tableKeys({
      ArrowLeft: () => this.#go(this.#tree.step(-1)), ArrowRight: () => this.#go(this.#tree.step(1)), Home: () => this.#go(0), End: () => this.#go(this.#tree.line(this.#tree.at).at(-1)?.id ?? 0),
      Digit1: play(0), Digit2: play(1), Digit3: play(2), Digit4: play(3), Digit5: play(4),
      KeyX: () => this.#showThreat(), KeyE: () => this.#toggle(), KeyF: () => this.#flip(), KeyC: () => (this.#tabs.choose('moves'), this.#notes.querySelector('textarea')?.focus()),
      KeyL: () => this.#sayLine(), KeyV: () => this.#sayChances(),
    });
  }

  /** Takes records that are dropped or pasted anywhere on the page. */
  #receive() {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragover', (event) => event.preventDefault(), { signal });
    addEventListener('drop', (event) => void this.#drop(event), { signal });
    addEventListener('paste', (event) => void this.#paste(event), { signal });
    return () => listening.abort();
  }

  get #drawing() {
    return DRAWINGS[this.#kind];
  }

  /** The position that is asked about. @param {string[]} acts */
  #place(acts) {
    return { kind: this.#kind, rules: this.#from.rules, state: this.#from.state, acts };
  }

  async #begin() {
    if (!isDrawn(this.#kind)) return refill(this, lonely(t('refusal.E_KIND')));
    await fetchDrawing(this.#kind);
    if (this.#study) return this.#show(this.#study);
    const { game, volume: kept, study, source } = fromAddress();
    const brought = study ? await study : null;
    if (brought && brought.kind === this.#kind) return this.#open({ rules: brought.rules, state: brought.state, acts: [] }, treeOf(brought));
    if (!game && !kept) return this.#open(source);
    try {
      if (kept) return await this.#bring(await openVolume(kept));
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
    const { games, refused } = await readRecord(this.#kind, text);
    if (games.length === 0) throw Object.assign(new Error(''), { code: 'E_RECORD' }, refused[0]);
    const game = games.length === 1 ? games[0] : await chosenGame(games);
    if (game) await this.#bring({ rules: game.rules, state: game.state, acts: game.acts });
  }

  /** A whole game, which is gone through at once. @param {Source} source */
  async #bring(source) {
    await this.#open(source);
    if (source.acts.length > 0 && this.#tree.nodes.length > source.acts.length) this.#review.begin();
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    closeRecordDialog();
    await this.#read(await textOf(file)).catch((error) => this.#refused(error));
  }

  /** @param {ClipboardEvent} event */
  async #paste(event) {
    // What is pasted into a field is meant for it.
    if (event.target instanceof Element && event.target.closest('input, textarea, dialog')) return;
    const file = event.clipboardData?.files[0];
    const text = file ? await textOf(file) : (event.clipboardData?.getData('text') ?? '');
    if (text.trim() !== '') await this.#read(text).catch((error) => this.#refused(error));
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
    this.#review.clear();
    const last = this.#tree.line().at(-1)?.id ?? 0;
    /** @type {unknown} */
    let broken = null;
    if (last > 0) await this.#survey(last).catch((error) => (broken = error));
    // What cannot be played is not shown as if it could.
    if (broken) this.#tree = new Variations([]);
    await this.#go(0);
    if (broken) this.#refused(broken);
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
    if (!this.#review.busy) this.#tell('');
    this.#paint(!forth);
    this.#paintWhy();
    this.#think();
    void this.#explore();
  }

  /** Looks up what was played here, while that is wanted. */
  async #explore() {
    if (this.#tabs.chosen !== 'explorer') return;
    this.#explorer ??= new (await import('../parts/explorer.js')).OpeningExplorer();
    if (!this.#explorer.isConnected) this.#explored.append(this.#explorer);
    const view = this.#tree.current.sight?.view;
    await this.#explorer.show({
      place: this.#place(this.#tree.acts(this.#tree.at)),
      drawing: this.#drawing,
      say: (act) => lineText([act], this.#drawing, view, this.#desk.look),
      play: (act) => void this.#act(act),
      begin: (setup) => void this.#beginWith(setup),
    });
  }

  /** The start of a set-up, under the rules in question. A study keeps its own. @param {string} setup */
  async #beginWith(setup) {
    const [preset = ''] = this.#from.rules.split(';');
    const known = (await catalog()).games.find(({ kind }) => kind === this.#kind)?.presets[0].name ?? '';
    const source = { rules: `${preset || known};${setup}`, state: null, acts: [] };
    if (this.#book.open) go(address(this.#kind, source).slice(location.origin.length));
    else await this.#open(source).catch((error) => this.#refused(error));
  }

  /** Leads to a puzzle like what went wrong: of the first of these themes that has any. @param {string[]} themes */
  async #practice(themes) {
    const [{ goOn }, { puzzlesOf }] = await Promise.all([import('./puzzles.js'), import('../net/puzzles.js')]);
    const known = (await puzzlesOf(this.#kind).catch(() => null))?.themes ?? [];
    const theme = themes.find((each) => known.some(({ id, count }) => id === each && count > 0)) ?? null;
    await goOn({ kind: this.#kind, theme, streak: null });
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
      this.#review.tried(up, node.act);
    } catch (error) {
      this.#desk.board.takeBack();
      this.#refused(error);
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    const why = refusalText(error, this.#kind);
    const { line } = /** @type {{ line?: number }} */ (error ?? {});
    this.#tell(line ? t('analysis.unread', { line, why }) : why, 'refusal');
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
    if (this.#review.busy) return;
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
    if (this.#review.busy) return;
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
        this.#tell(t('analysis.threat.is', { move: lineText(this.#threat, this.#drawing, view, this.#desk.look) }));
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

  // Painting.

  #paint(still = true) {
    if (!this.#drawing || !this.#tree.current.sight) return;
    const game = t(`game.${this.#kind}`);
    document.title = `${t('analysis.title', { game })} – ${t('site')}`;
    refill(this.#head, h('h1', null, t('analysis.title', { game })));
    this.#paintBoard(still);
    this.#tabs.paint();
    this.#explorer?.paint();
    this.#paintThoughts();
    this.#paintFound();
    this.#paintNotes();
    this.#paintFoot();
    this.#moves.show(this.#tree, this.#drawing, this.#desk.look);
    this.#keys.textContent = t('analysis.keys');
  }

  /** @param {boolean} still */
  #paintBoard(still) {
    const { sight, up, act } = this.#tree.current;
    if (!sight) return;
    const firsts = this.#review.learning ? [] : (this.#lines?.lines ?? []).map(({ acts }) => acts[0]);
    const drawing = marked(this.#drawing, (view, look) => [...arrowMarks(firsts, 'best', this.#drawing, view, look), ...arrowMarks(this.#threat, 'threat', this.#drawing, view, look)]);
    const before = up === null ? sight.view : (this.#tree.nodes[up].seen?.view ?? sight.view);
    this.#desk.show({ drawing, view: sight.view, legal: sight.legal, bottom: this.#bottom, own: sight.turn, last: act || null, before, still });
    this.#desk.board.arrows = this.#tree.current.arrows;
  }

  #paintThoughts() {
    paintBar(this.#bar, this.#drawing, this.#lines?.w ?? this.#tree.current.w);
    const view = this.#tree.current.sight?.view;
    const lines = this.#lines;
    if (this.#review.learning) return;
    if (this.#review.busy) return refill(this.#thoughts);
    if (!lines || !view) return refill(this.#thoughts, h('p', { class: 'depth' }, this.#tree.current.sight?.result ? t('analysis.over') : this.#thinks ? t('analysis.thinking') : t('analysis.engine.is.off')));
    paintLines(this.#thoughts, lines, (acts) => lineText(acts, this.#drawing, view, this.#desk.look), (rank) => this.#playLine(rank));
  }

  /** Says what was wrong with the turn that begins here. */
  #paintWhy() {
    const { turn } = this.#tree.current;
    if (!this.#review.busy && turn?.verdict) this.#tell(this.#review.turnWords(turn), 'again');
  }

  #paintFound() {
    paintBar(this.#bar, this.#drawing, this.#lines?.w ?? this.#tree.current.w);
    paintGraph(this.#graph, this.#drawing, this.#tree.line(this.#tree.at), this.#tree.at, (id) => void this.#go(id));
    this.#review.paint();
    this.#moves.show(this.#tree, this.#drawing, this.#desk.look);
  }

  #paintNotes() {
    const node = this.#tree.current;
    paintNotes(this.#notes, node, {
      change: (key, value) => {
        node[key] = value;
        this.#book.touch();
        this.#moves.show(this.#tree, this.#drawing, this.#desk.look);
      },
      cut: () => (this.#book.touch(), void this.#go(this.#tree.cut(node.id))),
    });
  }

  #paintFoot() {
    const button = (/** @type {string} */ name, /** @type {import('../lib/icons.js').IconName} */ symbol, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h('button', { class: 'small', 'data-focus': name, onclick: act }, icon(symbol), label);
    refill(
      this.#foot,
      this.#review.learning ? button('enough', 'close', t('analysis.enough'), () => this.#review.endLesson()) : null,
      button('engine', 'machine', t(this.#thinks ? 'analysis.engine.off' : 'analysis.engine.on'), () => this.#toggle()),
      button('threat', 'ask', t('analysis.threat'), () => this.#showThreat()),
      button('flip', 'flip', t('tool.flip'), () => this.#flip()),
      button('record', 'plus', t('analysis.bring'), () => void askForRecord((text) => this.#read(text), (error) => this.#refused(error))),
    );
    paintShares(this.#shared, {
      link: () => this.#share(),
      picture: () => this.#picture().catch((error) => this.#refused(error)),
      keep: this.#book.open ? null : () => void keep(this.#written(t('study.untitled', { game: t(`game.${this.#kind}`) }))),
      edit: () => this.#edit(),
    });
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

  /** The board and the graph under it. */
  async #picture() {
    const image = await this.#desk.board.portrait(() => /** @type {SVGSVGElement | null} */ (this.#graph.querySelector('svg')));
    if (image) await sharePicture(image, `daeguk-${this.#kind}-${this.#tree.acts(this.#tree.at).length}.png`);
  }
}

customElements.define('analysis-page', AnalysisPage);
