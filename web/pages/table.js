// The table: one game, from the first seat taken to the result.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { attend, calm } from '../lib/attention.js';
import { spoken as language, t, tOr } from '../lib/i18n.js';
import { note, say, urge } from '../lib/live.js';
import { go } from '../lib/router.js';
import { refusalText } from '../lib/refusal.js';
import { chosenSet, confirmMoves, coordinates, mayMove, names, pieceSet, shortcuts } from '../lib/settings.js';
import { call, play } from '../lib/sound.js';
import { read, write } from '../lib/store.js';
import { GameBoard } from '../board/board.js';
import { DRAWINGS, fetchDrawing, isDrawn } from '../board/games.js';
import { catalog } from '../net/api.js';
import { Link } from '../net/link.js';
import { Story } from '../net/story.js';
import { confirmed } from '../parts/confirm.js';
import { MoveList } from '../parts/moves.js';
import { offerRows } from '../parts/offers.js';
import { paintPanel } from '../parts/panel.js';
import { handCard, openingCard, resultCard, resultReason, resultTitle, waitingCard } from '../parts/overlays.js';
import { plate, seatName } from '../parts/plate.js';
import { toolButtons } from '../parts/tools.js';
import { openNewGame } from './newgame.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/link.js').Happening} Happening */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

const COMPACT_PX = 620;
const BANNER_MS = 1500;
/** A second press within this time does what the first only announced. */
const SURE_MS = 3500;
/** Computers answer faster than people see: each action has the board for so long. */
const PACE_MS = 380;

export class TablePage extends HTMLElement {
  #link;
  #board = new GameBoard();
  #moves = new MoveList();
  /** How many deeds are shown while looking back; `null` follows the game. @type {number | null} */
  #browsing = null;
  /** For notation, motion and looking back. */
  #story = new Story(() => this.#repaint());
  /** @type {number | null} */
  #turned = null;
  /** Quarter turns, where a game has them. */
  #quarter = 0;
  #shown = '';
  /** @type {any} */
  #shownView = null;
  /** To whom the board was opened, where one screen serves people with secrets. @type {number | null} */
  #openTo = null;
  #resultClosed = false;
  /** The number of deeds at which an own action was sent and already heard. */
  #heard = -1;
  /** @type {string | null} */
  #sure = null;
  /** @type {string | null} */
  #unconfirmed = null;
  /** An action laid ready before its turn. @type {string | null} */
  #ready = null;
  #top = h('div', { class: 'plates top' });
  #bottom = h('div', { class: 'plates bottom' });
  #about = h('div', { class: 'about-game' });
  #lesson = h('div', { class: 'lesson' });
  #info = h('aside', { class: 'info' }, this.#about, this.#lesson);
  #overlay = h('div', { class: 'overlay' });
  #banner = h('div', { class: 'banner', 'aria-hidden': 'true' });
  #panel = h('section', { class: 'panel' });
  #bar = h('div', { class: 'actions' });
  #offers = h('div', { class: 'offers' });
  #typed = h('form', { class: 'typed' });
  #tools = h('div', { class: 'tools' });
  #status = h('p', { class: 'status' });
  /** The first preset of each game, once it is needed. @type {Map<string, string>} */
  #presets = new Map();
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} id */
  constructor(id) {
    super();
    this.#link = new Link(id);
  }

  connectedCallback() {
    const wrap = h('div', { class: 'boardwrap' }, this.#board, this.#banner, this.#overlay);
    const side = h('aside', { class: 'side' }, this.#status, this.#offers, this.#panel, this.#bar, this.#moves, this.#typed, this.#tools);
    this.append(h('div', { class: 'table' }, this.#info, this.#top, wrap, side, this.#bottom));
    this.#moves.onstep = (n) => this.#step(n);
    this.#board.addEventListener('act', (event) => this.#wish(/** @type {CustomEvent<string>} */ (event).detail));
    this.#board.addEventListener('attempt', (event) => void this.#attempt(/** @type {CustomEvent<string>} */ (event).detail));
    this.#board.addEventListener('ready', (event) => this.#layReady(/** @type {CustomEvent<string | null>} */ (event).detail));
    this.#board.addEventListener('gesture', () => (this.#paintBar(), this.#paintLesson()));
    this.#link.addEventListener('state', (event) => this.#hear(/** @type {CustomEvent<Happening[]>} */ (event).detail));
    this.#link.addEventListener('here', () => this.#here());
    this.#link.addEventListener('link', () => this.#paintStatus());
    this.#link.addEventListener('gone', () => this.#paintGone());
    const sizes = new ResizeObserver(() => this.#paint());
    sizes.observe(this.#board);
    document.addEventListener('keydown', this.#key);
    document.addEventListener('visibilitychange', this.#title);
    this.#ends = [language, pieceSet, coordinates, names].map((setting) => setting.watch(() => this.#repaint()));
    this.#ends.push(() => sizes.disconnect());
    this.#paint();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    calm();
    clearTimeout(this.#pace);
    document.removeEventListener('keydown', this.#key);
    document.removeEventListener('visibilitychange', this.#title);
    this.#link.close();
  }

  /** What was heard and is not shown yet. @type {{ state: State, happenings: Happening[] }[]} */
  #heardOf = [];
  /** The state that is shown. @type {State | null} */
  #state = null;
  #shownAt = -Infinity;
  #pace = 0;

  /** @returns {Drawing | null} */
  get #drawing() {
    return this.#state ? (DRAWINGS[this.#state.kind] ?? null) : null;
  }

  /** @returns {Look} */
  #look() {
    const seat = this.#state?.you[0] ?? 0;
    const seats = this.#drawing?.seats.length ?? 2;
    return {
      bottom: (seat + (this.#turned ?? 0)) % seats,
      set: chosenSet(),
      compact: this.#board.clientWidth > 0 && this.#board.clientWidth < COMPACT_PX,
      coordinates: coordinates.get() === 'on',
      language: language.get(),
      names: names.get() === 'on',
      mode: this.#mode(),
      turn: this.#quarter,
    };
  }

  /** The chosen way of seeing, remembered for each game. */
  #mode() {
    const modes = this.#drawing?.modes ?? [];
    const kept = read(`mode.${this.#drawing?.kind}`);
    return modes.find((mode) => mode === kept) ?? modes[0];
  }

  #modeAfter() {
    const modes = this.#drawing?.modes ?? [''];
    return modes[(modes.indexOf(this.#mode() ?? '') + 1) % modes.length];
  }

  #nextMode() {
    write(`mode.${this.#drawing?.kind}`, this.#modeAfter());
    this.#repaint();
  }

  // What the server told.

  /** @param {Happening[]} happenings */
  #hear(happenings) {
    const state = this.#link.state;
    if (!state) return;
    if (happenings.length === 0) this.#heardOf = [];
    this.#heardOf.push({ state, happenings });
    this.#catchUp();
  }

  /** Shows what was heard, one action after another. */
  #catchUp() {
    clearTimeout(this.#pace);
    for (let next = this.#heardOf[0]; next; next = this.#heardOf[0]) {
      const acted = next.happenings.some(({ type }) => type === 'act');
      const foreign = next.happenings.some(({ type, seat }) => type === 'act' && seat !== undefined && !next.state.you.includes(seat));
      const wait = this.#shownAt + PACE_MS - performance.now();
      if (foreign && wait > 0 && document.visibilityState === 'visible') {
        this.#pace = setTimeout(() => this.#catchUp(), wait);
        return;
      }
      if (acted) this.#shownAt = performance.now();
      this.#heardOf.shift();
      this.#state = next.state;
      this.#changed(next.happenings);
    }
  }

  #here() {
    if (this.#heardOf.length > 0) return;
    this.#state = this.#link.state;
    this.#paint();
  }

  /** @param {Happening[]} happenings */
  #changed(happenings) {
    const state = this.#state;
    const drawing = this.#drawing;
    if (state && !drawing && isDrawn(state.kind)) return void fetchDrawing(state.kind).then(() => this.#changed(happenings));
    if (!state || !drawing) return this.#paint();
    const known = this.#story.length;
    this.#story.follow(state, drawing);
    if (happenings.some(({ type }) => type === 'takeback')) this.#story.forget();
    if (state.deeds.length !== known) this.#browsing = null;
    this.#sure = null;
    for (const happening of happenings) this.#tell(happening, state, drawing);
    if (happenings.some(({ type }) => ['act', 'leave', 'agree', 'time'].includes(type))) this.#callOut(state, drawing);
    this.#paint();
    this.#title();
    this.#playReady(state);
  }

  /** @param {Happening} happening @param {State} state @param {Drawing} drawing */
  #tell(happening, state, drawing) {
    const seat = happening.seat === undefined ? '' : t(`seat.${drawing.kind}.${drawing.seats[happening.seat]}`);
    if (happening.type === 'act') this.#tellAct(happening, state, drawing);
    else if (happening.type === 'leave') note(t(`tell.${happening.why}`, { seat }));
    else if (happening.type === 'takeback') note(t('tell.takeback'));
    else if (happening.type === 'sit') note(t('tell.sit', { seat }));
    else if (happening.type === 'start' && state.seats.some(({ type, you }) => type === 'person' && !you)) note(t('tell.start'));
    else if (happening.type === 'decline') note(t(`tell.decline.${happening.what}`));
    else if (happening.type === 'offer' && happening.seat !== undefined && !state.you.includes(happening.seat)) urge(t(`tell.offer.${happening.what}`, { seat }));
    else if (happening.type === 'rematch' && happening.game && state.you.length > 0) go(`/g/${happening.game}`);
  }

  /** @param {Happening} happening @param {State} state @param {Drawing} drawing */
  #tellAct(happening, state, drawing) {
    const from = happening.n ?? state.deeds.length - 1;
    for (let n = from; n < from + (happening.count ?? 1); n++) {
      const deed = state.deeds[n];
      const before = this.#story.before(n, drawing);
      if (!deed || !before) continue;
      const seat = deed.seat === null ? '' : t(`seat.${drawing.kind}.${drawing.seats[deed.seat]}`);
      const mine = state.turn !== null && state.you.includes(state.turn) ? ` ${t('plate.yourturn')}` : '';
      say(`${seat}: ${drawing.spoken(deed.text, before)}.${mine}`);
      if (n !== this.#heard) this.#sound(drawing, before, deed.text);
    }
  }

  /** @param {Drawing} drawing @param {any} before @param {string} action */
  #sound(drawing, before, action) {
    const { to } = drawing.travel(action, before);
    play(to && drawing.pieces(before, this.#look()).some(({ at }) => at === to) ? 'take' : 'move');
  }

  /** 장군, 멍군, 빅장, 외통. @param {State} state @param {Drawing} drawing */
  #callOut(state, drawing) {
    const before = this.#story.before(state.deeds.length - 1, drawing);
    const key = state.result ? endCall(state.result.reason) : before ? drawing.call?.(before, state.view) : null;
    // On a phone the buttons are far below the board, and the result would be missed there.
    if (state.result && !matchMedia('(min-width: 1000px)').matches) scrollTo({ top: 0, behavior: mayMove() ? 'smooth' : 'auto' });
    if (state.result) play('end');
    else if (key === 'check' || key === 'parry-check') play('check');
    if (state.result) urge(`${resultTitle(state, drawing)} ${resultReason(state, drawing)}`);
    if (!key) return;
    const words = t(`call.${drawing.kind}.${key}`);
    if (!state.result) urge(words);
    call(`call.${drawing.kind}.${key}`);
    this.#banner.textContent = words;
    this.#banner.className = `banner shown ${key}`;
    setTimeout(() => this.#banner.classList.remove('shown'), BANNER_MS);
  }

  // What the player wishes.

  /** @param {string | null} action */
  #layReady(action) {
    if (this.#ready === action) return;
    this.#ready = action;
    say(t(action ? 'ready.laid' : 'ready.gone'));
    this.#paint(true);
  }

  /** Does what was laid ready, if it is legal now that the turn has come. @param {State} state */
  #playReady(state) {
    const action = this.#ready;
    if (action === null || state.legal.length === 0) return;
    this.#layReady(null);
    if (state.legal.includes(action)) this.#board.act(action);
    else note(t('ready.lost'));
  }

  /** @param {string} action */
  #wish(action) {
    const question = this.#state ? this.#drawing?.warn?.(action, this.#state.view) : null;
    if (question) {
      void this.#ask(question, action);
    } else if (confirmMoves.get() === 'on') {
      this.#unconfirmed = action;
      this.#paintBar();
      this.#bar.querySelector('button')?.focus();
    } else {
      void this.#act(action);
    }
  }

  /** @param {string} question @param {string} action */
  async #ask(question, action) {
    if (await confirmed(question, t('action.confirm'))) await this.#act(action);
    else this.#board.takeBack();
  }

  /** @param {string} action */
  async #act(action) {
    const state = this.#state;
    const drawing = this.#drawing;
    if (!state || !drawing) return;
    this.#unconfirmed = null;
    this.#heard = state.deeds.length;
    this.#sound(drawing, state.view, action);
    try {
      await this.#link.send({ t: 'act', n: state.deeds.length, d: action });
    } catch (error) {
      this.#board.takeBack();
      this.#refuse(error);
    }
  }

  /** Asks the server about a click that is not legal: its refusal says the rule. @param {string} action */
  async #attempt(action) {
    const state = this.#state;
    if (!state) return;
    await this.#send({ t: 'act', n: state.deeds.length, d: action });
  }

  /** @param {Record<string, unknown>} message @returns {Promise<boolean>} */
  async #send(message) {
    try {
      await this.#link.send(message);
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    play('refused');
    note(refusalText(error, this.#state?.kind), 'refusal');
  }

  /** @param {number} seat */
  #sit = (seat) => void this.#send({ t: 'sit', seat });

  async #resign() {
    const state = this.#state;
    if (!state) return;
    const seat = state.you.find((each) => each === state.turn) ?? state.you[0];
    if (await confirmed(t('confirm.resign'), t('action.resign'))) await this.#send({ t: 'resign', seat });
  }

  async #leave() {
    if (await confirmed(t('confirm.leave'), t('action.leave'))) await this.#send({ t: 'leave', seat: this.#state?.you[0] });
  }

  // Looking back.

  /** @param {number} n */
  #step(n) {
    const state = this.#state;
    if (!state) return;
    const to = Math.max(0, Math.min(state.deeds.length, n));
    const back = to < (this.#browsing ?? state.deeds.length);
    this.#browsing = to === state.deeds.length ? null : to;
    void this.#story.recall(state.id, to).then(() => this.#browsing === to && this.#paint(true));
    this.#paint(back);
    const line = this.#lines().find((each) => each.n === to);
    say(line ? `${line.n}. ${line.spoken}` : t('moves.start'));
  }

  #lines() {
    const state = this.#state;
    const drawing = this.#drawing;
    if (!state || !drawing) return [];
    const look = this.#look();
    return state.deeds.map((deed, index) => {
      const before = this.#story.before(index, drawing);
      return {
        n: index + 1,
        seat: deed.seat === null ? '' : drawing.seats[deed.seat],
        // Until the positions are known, the words of the rule book stand in.
        text: before ? drawing.notation(deed.text, before, look) : deed.text,
        spoken: before ? drawing.spoken(deed.text, before) : deed.text,
      };
    });
  }

  // Painting.

  #repaint() {
    this.#shown = '';
    this.#paint(true);
  }

  #paint(still = false) {
    const state = this.#state;
    const drawing = this.#drawing;
    this.#paintStatus();
    if (!state) return;
    if (!drawing && isDrawn(state.kind)) return;
    if (!drawing) return refill(this.#overlay, h('p', { class: 'card over' }, t('table.unknown')));
    const look = this.#look();
    const count = this.#browsing ?? state.deeds.length;
    const view = this.#browsing === null ? state.view : (this.#story.after(count) ?? state.view);
    this.#shownView = view;
    this.#paintBoard(state, drawing, view, look, count, still);
    this.#paintPlates(state, drawing, view, look);
    this.#paintOverlay(state, drawing, look);
    this.#paintInfo(state, drawing);
    refill(this.#offers, offerRows(state, drawing, (message) => void this.#send(message)));
    this.#paintBar();
    this.#paintTyped(state);
    refill(
      this.#tools,
      toolButtons(state, count, {
        turn: () => this.#turn(),
        mode: (drawing.modes?.length ?? 0) > 1 ? { next: this.#modeAfter(), choose: () => this.#nextMode() } : null,
        refused: (error) => this.#refuse(error),
      }),
    );
    const covered = this.classList.contains('covered') ? ' covered' : '';
    this.className = `kind-${state.kind} seats-${drawing.seats.length} phase-${state.phase}${covered}`;
    // Last, when its height is settled: it scrolls to the current move.
    this.#moves.show(this.#lines(), count, drawing.seats.length);
  }

  /** @param {State} state @param {Drawing} drawing @param {any} view @param {Look} look @param {number} count @param {boolean} still */
  #paintBoard(state, drawing, view, look, count, still) {
    const legal = this.#browsing === null ? state.legal : [];
    const deed = state.deeds[count - 1];
    const before = this.#story.before(count - 1, drawing);
    const ahead = this.#browsing === null && state.phase === 'playing' && state.you.length === 1 && state.turn !== state.you[0];
    const own = this.#browsing === null && (ahead || legal.length > 0) ? (ahead ? state.you[0] : state.turn) : null;
    const shown = JSON.stringify([view, legal, look, deed?.text, own, this.#ready]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#board.show({ drawing, view, legal, look, last: deed?.text ?? null, before, own, ahead, ready: this.#ready, still });
    // What lies over the board is as wide as the board.
    this.#board.parentElement?.style.setProperty('--ratio', this.#board.style.getPropertyValue('--ratio'));
  }

  /** @param {State} state @param {Drawing} drawing @param {any} view @param {Look} look */
  #paintPlates(state, drawing, view, look) {
    const make = (/** @type {number} */ seat) => plate(state, drawing, view, look, seat, this.#link.told, this.#sit);
    const count = drawing.seats.length;
    // Clockwise from the left of the own seat, so that two, three or one stand above the board.
    const others = Array.from({ length: count - 1 }, (_, index) => (look.bottom + index + 1) % count);
    refill(this.#top, others.map(make));
    refill(this.#bottom, make(look.bottom));
  }

  /** @param {State} state @param {Drawing} drawing @param {Look} look */
  #paintOverlay(state, drawing, look) {
    const holder = this.#holder(state, drawing);
    const covered = holder !== null && holder !== this.#openTo;
    this.classList.toggle('covered', covered);
    if (covered) return this.#paintHand(drawing, holder);
    if (state.phase === 'waiting') return refill(this.#overlay, waitingCard(state));
    if (state.phase === 'opening') {
      return refill(this.#overlay, openingCard(state, drawing, look, (seat, value) => void this.#send({ t: 'choose', seat, d: value })));
    }
    if (state.phase !== 'over' || this.#resultClosed || this.#browsing !== null) return refill(this.#overlay);
    const close = () => {
      this.#resultClosed = true;
      this.#paint();
      this.#board.focusBoard();
    };
    refill(
      this.#overlay,
      resultCard(state, drawing, {
        close,
        clear: drawing.finale ? () => void this.#clearAway(drawing, close) : null,
        rematch: () => void this.#send({ t: 'offer', d: 'rematch' }),
        fresh: () => void openNewGame(state.kind),
        menu: () => go('/'),
        review: () => {
          close();
          this.#step(0);
        },
      }),
    );
  }

  /** At one screen, who alone may see what is to be seen now. @param {State} state @param {Drawing} drawing @returns {number | null} */
  #holder(state, drawing) {
    if (state.you.length < 2) return null;
    const holder = holderOf(state, drawing);
    // Where nothing is hidden, the board is open to whoever plays; so is the first of the sealed choices.
    const chosen = Object.values(state.opening?.choices ?? {}).some(Boolean);
    if (holder === null) this.#openTo = state.as;
    else if (state.phase === 'opening' && !chosen) this.#openTo = holder;
    return holder;
  }

  /** @param {Drawing} drawing @param {number} seat */
  #paintHand(drawing, seat) {
    const open = () => {
      this.#openTo = seat;
      this.#repaint();
      this.#board.focusBoard();
    };
    refill(this.#overlay, handCard(drawing, seat, open));
    /** @type {HTMLElement | null} */ (this.#overlay.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** Puts the game away before the eyes; a touch or a key hurries it. @param {Drawing} drawing @param {() => void} close */
  async #clearAway(drawing, close) {
    const state = this.#state;
    if (!state) return;
    close();
    const hurry = () => this.#board.hurry();
    addEventListener('pointerdown', hurry);
    addEventListener('keydown', hurry);
    await this.#board.perform(drawing.finale?.(state.view, this.#look()) ?? []);
    removeEventListener('pointerdown', hurry);
    removeEventListener('keydown', hurry);
    this.#resultClosed = false;
    this.#repaint();
  }

  /** @param {State} state @param {Drawing} drawing */
  #paintInfo(state, drawing) {
    const preset = state.rules.split(';')[0] || this.#usual(state.kind);
    refill(
      this.#about,
      h('h1', null, t(`game.${drawing.kind}`)),
      h('p', { class: 'rules' }, tOr(`preset.${drawing.kind}.${preset}`, preset)),
      h('p', { class: 'about' }, tOr(`preset.${drawing.kind}.${preset}.about`, '')),
      h('p', { class: 'about how' }, t(`game.${drawing.kind}.how`)),
      state.watchers > 0 ? h('p', { class: 'watchers' }, icon('eye'), t('table.watchers', { count: state.watchers })) : null,
      state.you.length === 0 && state.phase !== 'waiting' ? h('p', { class: 'watching' }, t('table.watching')) : null,
    );
  }

  /** The preset of a game that was made without naming one. @param {string} kind */
  #usual(kind) {
    if (this.#presets.size === 0) {
      void catalog().then(({ games }) => {
        this.#presets = new Map(games.map((game) => [game.kind, game.presets[0].name]));
        this.#paint();
      }, () => {});
    }
    return this.#presets.get(kind) ?? '';
  }

  /** How the picked piece moves, for strangers to the game. */
  #paintLesson() {
    const step = this.#board.steps[0];
    const lesson = step && this.#state ? this.#drawing?.lesson?.(this.#state.view, step) : null;
    refill(this.#lesson, lesson ? [h('b', null, lesson.name), h('p', null, lesson.how)] : null);
  }

  #paintGone() {
    const home = h('a', { class: 'button', href: '/', 'data-route': true }, t('table.home'));
    refill(this, h('div', { class: 'card over lonely' }, h('h1', null, t('refusal.E_GAME')), h('p', null, t('table.gone')), home));
  }

  #paintStatus() {
    const state = this.#state;
    const drawing = this.#drawing;
    const lost = !this.#link.online;
    this.#status.className = `status${lost ? ' lost' : ''}`;
    if (lost) return void (this.#status.textContent = t(state ? 'table.lost' : 'table.connecting'));
    if (!state || !drawing) return;
    const why = this.#browsing === null && state.phase === 'playing' ? drawing.explain?.(state.view) : '';
    refill(this.#status, statusWords(state, drawing, this.#browsing), why ? h('small', null, why) : null);
  }

  #paintBar() {
    const state = this.#state;
    const drawing = this.#drawing;
    if (!state || !drawing) return;
    if (state.phase === 'playing' || state.phase === 'over') paintPanel(this.#panel, this.#board, drawing, this.#shownView ?? state.view, this.#look(), this.#unconfirmed ? null : this.#gestureRow());
    else this.#panel.hidden = true;
    refill(this.#bar, this.#confirmRow(), ...(this.#unconfirmed ? [] : [drawing.panel ? null : this.#gestureRow(), ...this.#gameButtons(state, drawing), ...this.#tableButtons(state)]));
  }

  #confirmRow() {
    const action = this.#unconfirmed;
    if (!action) return null;
    const cancel = () => {
      this.#unconfirmed = null;
      this.#board.takeBack();
      this.#paintBar();
    };
    return h(
      'div',
      { class: 'row confirmrow' },
      h('button', { class: 'primary', 'data-focus': 'confirm', onclick: () => void this.#act(action) }, icon('check'), t('action.confirm')),
      h('button', { 'data-focus': 'cancel', onclick: cancel }, t('action.cancel')),
    );
  }

  /** For gestures of several steps: take one back, or be content. */
  #gestureRow() {
    if (!this.#board.busy || this.#board.meaning === null) return null;
    return h(
      'div',
      { class: 'row' },
      h('button', { class: 'primary', 'data-focus': 'done', onclick: () => this.#board.confirm() }, icon('check'), t('action.confirm')),
      h('button', { 'data-focus': 'stepback', onclick: () => this.#board.back() }, icon('undo'), t('action.stepback')),
    );
  }

  /** @param {State} state @param {Drawing} drawing */
  #gameButtons(state, drawing) {
    const buttons = state.phase === 'playing' ? (drawing.buttons?.(state.view, this.#look()) ?? []) : [];
    return buttons.map((button) => {
      const action = this.#browsing === null ? state.legal.find(button.match) : undefined;
      if (button.rare && action === undefined) return null;
      return this.#sureButton(`do-${button.label}`, button.icon, button.label, action === undefined, () => action && this.#board.act(action), button.strong);
    });
  }

  /** @param {State} state */
  #tableButtons(state) {
    const can = new Set(state.can);
    const offer = (/** @type {string} */ d) => void this.#send({ t: 'offer', d });
    const drawWord = t(state.kind === 'janggi' && state.options.end_by === 'score' ? 'action.count' : 'action.draw');
    const buttons = [];
    if (can.has('takeback')) buttons.push(this.#button('takeback', 'undo', t('action.takeback'), () => offer('takeback')));
    if (can.has('draw')) buttons.push(this.#sureButton('draw', 'draw', drawWord, false, () => offer('draw')));
    if (can.has('resign')) buttons.push(this.#button('resign', 'flag', t('action.resign'), () => void this.#resign()));
    if (can.has('leave') && !can.has('resign')) buttons.push(this.#button('leave', 'door', t('action.leave'), () => void this.#leave()));
    if (can.has('rematch')) buttons.push(this.#button('rematch', 'again', t('action.rematch'), () => offer('rematch')));
    return buttons;
  }

  /** @param {string} name @param {import('../lib/icons.js').IconName} symbol @param {string} label @param {() => void} act */
  #button(name, symbol, label, act) {
    return h('button', { class: 'tile', 'data-focus': name, 'data-action': name, onclick: act }, icon(symbol), h('span', null, label));
  }

  /**
   * A button that asks to be pressed twice.
   * @param {string} name @param {import('../lib/icons.js').IconName} symbol @param {string} label @param {boolean} off @param {() => void} act @param {boolean} [strong]
   */
  #sureButton(name, symbol, label, off, act, strong = false) {
    const sure = this.#sure === name;
    const press = () => {
      this.#sure = sure ? null : name;
      if (sure) act();
      else setTimeout(() => this.#unsure(name), SURE_MS);
      this.#paintBar();
      if (!sure) say(t('action.again', { action: label }));
    };
    const kind = `tile${sure ? ' sure' : ''}${strong ? ' strong' : ''}`;
    return h('button', { class: kind, disabled: off, 'data-focus': name, 'data-action': name, onclick: press }, icon(sure ? 'check' : symbol), h('span', null, sure ? t('action.sure', { action: label }) : label));
  }

  /** @param {string} name */
  #unsure(name) {
    if (this.#sure !== name) return;
    this.#sure = null;
    this.#paintBar();
  }

  /** @param {State} state */
  #paintTyped(state) {
    const may = state.legal.length > 0 && this.#browsing === null;
    this.#typed.hidden = !may;
    if (this.#typed.dataset.language === language.get()) return;
    this.#typed.dataset.language = language.get();
    const field = h('input', { name: 'move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: t(`typed.hint.${state.kind}`), 'aria-label': t('typed.label') });
    refill(this.#typed, field, h('button', { class: 'small', 'aria-label': t('typed.send') }, icon('check')));
    this.#typed.onsubmit = (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text) void this.#sendTyped(text, field);
    };
  }

  /** @param {string} text @param {HTMLInputElement} field */
  async #sendTyped(text, field) {
    const state = this.#state;
    if (state && (await this.#send({ t: 'act', n: state.deeds.length, d: text }))) field.value = '';
  }

  #turn() {
    if (this.#drawing?.turns) {
      this.#quarter = (this.#quarter + 1) % this.#drawing.turns;
      return this.#repaint();
    }
    const seats = this.#drawing?.seats.length ?? 2;
    this.#turned = ((this.#turned ?? 0) + 1) % seats;
    this.#repaint();
  }

  #title = () => {
    const state = this.#state;
    const mine = state?.phase === 'playing' && state.turn !== null && state.you.includes(state.turn);
    const others = state?.seats.some(({ you }) => !you) === true;
    attend({ name: state ? t(`game.${state.kind}`) : '', mine: mine && others, over: others && state?.phase === 'over', key: `${state?.id} ${state?.phase} ${state?.deeds.length}` });
  };

  /** Where a turn is of several actions, the space bar ends it; twice, as the button asks. */
  #endTurn() {
    if (this.#state?.kind === 'tigers') /** @type {HTMLElement | null} */ (this.#bar.querySelector('[data-action^="do-"]'))?.click();
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (shortcuts.get() === 'off' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable], .hits')) return;
    if (event.code === 'Space' && target instanceof Element && target.closest('button, a, summary')) return;
    const at = this.#browsing ?? this.#state?.deeds.length ?? 0;
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.#step(at - 1),
      ArrowRight: () => this.#step(at + 1),
      Home: () => this.#step(0),
      End: () => this.#step(Infinity),
      Escape: () => /** @type {HTMLElement | null} */ (this.#overlay.querySelector('.result .corner'))?.click(),
      KeyF: () => this.#turn(),
      KeyB: () => this.#board.focusBoard(),
      Slash: () => this.#typed.querySelector('input')?.focus(),
      Space: () => this.#endTurn(),
      KeyP: () => /** @type {HTMLElement | null} */ (this.#bar.querySelector('[data-action^="do-"]'))?.click(),
    });
    const act = acts[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** @param {State} state @param {Drawing} drawing @returns {number | null} */
function holderOf(state, drawing) {
  const opening = state.opening;
  if (state.phase === 'opening' && opening?.order === 'sealed') return opening.pending.find((seat) => state.you.includes(seat)) ?? null;
  return state.phase === 'playing' && drawing.secret?.(state.view) ? state.as : null;
}

/** Endings on the board, as against those by agreement or by the clock. */
const ENDINGS = new Set(['checkmate', 'mate', 'king-killed', 'knock', 'annihilation', 'collapse']);

/** @param {string} reason */
function endCall(reason) {
  return ENDINGS.has(reason) ? 'mate' : null;
}

/** @param {State} state @param {Drawing} drawing @param {number | null} browsing */
function statusWords(state, drawing, browsing) {
  if (browsing !== null) return t('table.browsing', { n: browsing });
  if (state.phase === 'over') return `${resultTitle(state, drawing)} – ${resultReason(state, drawing)}`;
  if (state.phase === 'waiting') return t('table.waiting');
  if (state.phase === 'opening') return t('table.opening');
  if (state.turn === null) return '';
  const seat = t(`seat.${drawing.kind}.${drawing.seats[state.turn]}`);
  if (state.you.length > 1) return t('table.turn.here', { seat });
  return t('table.turn', { seat, name: seatName(state, state.turn) });
}

customElements.define('table-page', TablePage);
