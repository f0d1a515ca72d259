// The table: one game, from the first seat taken to the result. The link to the game is handed to it.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { attend, calm } from '../lib/attention.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { note, say } from '../lib/live.js';
import { go } from '../lib/router.js';
import { refusalText } from '../lib/refusal.js';
import { confirmMoves, coordinates, hanFrame, names, pieceSet } from '../lib/settings.js';
import { play } from '../lib/sound.js';
import { GameBoard } from '../board/board.js';
import { DRAWINGS, fetchDrawing, isDrawn } from '../board/games.js';
import { About, paintLesson } from '../parts/about.js';
import { Bar } from '../parts/bar.js';
import { Chat } from '../parts/chat.js';
import { confirmed } from '../parts/confirm.js';
import { Handover } from '../parts/handover.js';
import { Helper } from '../parts/helper.js';
import { BANNER_MS, Herald, isMate } from '../parts/herald.js';
import { copy } from '../parts/invite.js';
import { tableKeys, tableWheel } from '../parts/keys.js';
import { marked } from '../parts/desk.js';
import { lonely } from '../parts/lonely.js';
import { MoveList } from '../parts/moves.js';
import { NextGame } from '../parts/next.js';
import { offerRows } from '../parts/offers.js';
import { Pace } from '../parts/pace.js';
import { paintPanel } from '../parts/panel.js';
import { handCard, openingCard, waitingCard } from '../parts/overlays.js';
import { plate } from '../parts/plate.js';
import { Queue } from '../parts/queue.js';
import { resultCard } from '../parts/result.js';
import { Review } from '../parts/review.js';
import { Seeing } from '../parts/seeing.js';
import { nextWords, readyWord, statusWords } from '../parts/status.js';
import { toolButtons } from '../parts/tools.js';
import { offerLesson } from '../parts/tutor.js';
import { Typed } from '../parts/typed.js';
import { openNewGame } from './newgame.js';

await words('learn', 'reasons');

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/link.js').Happening} Happening */
/** @typedef {import('../net/types.js').GameLink} GameLink */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

export class TablePage extends HTMLElement {
  /** @type {GameLink} */
  #link;
  #board = new GameBoard();
  #moves = new MoveList();
  #seeing = new Seeing();
  #handover = new Handover();
  #queue = new Queue();
  #next = new NextGame();
  #pace = new Pace((state, happenings) => this.#changed(state, happenings));
  /** @type {Review} */
  #review;
  /** @type {Herald} */
  #herald;
  /** @type {Helper} */
  #helper;
  /** @type {Chat} */
  #chat;
  #bar = new Bar(this.#board, {
    act: (action) => void this.#act(action),
    offer: (d) => void this.#send({ t: 'offer', d }),
    resign: () => void this.#resign(),
    leave: () => void this.#leave(),
    abort: () => void this.#send({ t: 'abort' }),
    hint: () => void this.#hint(),
    finish: () => this.#finish(),
  });
  #typed = new Typed((text) => this.#send({ t: 'act', n: this.#state?.deeds.length, d: text }));
  /** The state that is shown. @type {State | null} */
  #state = null;
  #shown = '';
  #overlaid = '';
  #resultClosed = false;
  /** How fair the board is, in games whose players make it. @type {import('../parts/ground.js').GroundNote | null} */
  #ground = null;
  /** Who the members at this table are, and how strong. @type {import('../net/people.js').TableRatings | null} */
  #ratings = null;
  /** For which people that was asked. */
  #ratingsOf = '';
  /** When the result may be shown: a mate has the board for a moment first. */
  #resultAt = 0;
  /** The own seat whose rest of a phase is left to chance. @type {number | null} */
  #finishing = null;
  #top = h('div', { class: 'plates top' });
  #bottom = h('div', { class: 'plates bottom' });
  #about = new About(() => this.#paint());
  #lesson = h('div', { class: 'lesson' });
  #overlay = h('div', { class: 'overlay' });
  #viewing = h('div', { class: 'viewing' });
  #result = h('div', { class: 'resultplace' });
  #panel = h('section', { class: 'panel' });
  #offers = h('div', { class: 'offers' });
  #switches = h('div', { class: 'row switches' });
  #tools = h('div', { class: 'tools' });
  #status = h('p', { class: 'status' });
  #side = h('aside', { class: 'side' }, this.#offers, this.#bar.element, this.#switches, this.#panel, this.#moves, h('div', { class: 'takes' }, this.#typed.element, this.#tools));
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {GameLink} link */
  constructor(link) {
    super();
    this.#link = link;
    this.#review = new Review(link, () => this.#repaint());
    this.#herald = new Herald(this.#review.story);
    this.#helper = new Helper(link, () => (this.#paint(true), this.#sayHelp()));
    this.#chat = new Chat(link, () => this.#paintTalk());
    this.#moves.before(this.#chat.tabs);
    this.#moves.after(this.#chat.element);
  }

  connectedCallback() {
    const wrap = h('div', { class: 'boardwrap' }, this.#board, this.#viewing, this.#herald.element, this.#overlay);
    this.append(h('div', { class: 'table' }, this.#about.element, this.#top, wrap, this.#result, this.#status, this.#lesson, this.#bar.turning, this.#side, this.#bottom));
    this.#moves.onstep = (n) => this.#step(n);
    this.#listen();
    const sizes = new ResizeObserver(() => this.#paint());
    sizes.observe(this.#board);
    const at = () => (this.#state ? this.#review.count(this.#state) : 0);
    this.#ends = [language, pieceSet, coordinates, names, hanFrame].map((setting) => setting.watch(() => this.#repaint()));
    this.#ends.push(() => sizes.disconnect(), tableWheel(wrap, (by) => this.#step(at() + by)), this.#keys(at));
    document.addEventListener('visibilitychange', this.#title);
    this.#paint();
  }

  #listen() {
    const board = /** @type {[string, (detail: any) => void][]} */ ([
      ['act', (action) => this.#wish(action)],
      ['attempt', (action) => void this.#attempt(action)],
      ['ready', (action) => this.#layReady(action)],
      ['gesture', () => (this.#paintBar(), this.#paintLesson())],
    ]);
    for (const [name, act] of board) this.#board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    this.#link.addEventListener('state', (event) => this.#link.state && this.#pace.hear(this.#link.state, /** @type {CustomEvent<Happening[]>} */ (event).detail));
    this.#link.addEventListener('here', () => this.#here());
    this.#link.addEventListener('link', () => this.#paintStatus());
    this.#link.addEventListener('gone', () => this.#paintGone());
  }

  /** @param {() => number} at */
  #keys(at) {
    return tableKeys({
      ArrowLeft: () => this.#step(at() - 1),
      ArrowRight: () => this.#step(at() + 1),
      Home: () => this.#step(0),
      End: () => this.#step(Infinity),
      Escape: () => this.#escape(),
      KeyF: () => this.#turn(),
      KeyB: () => this.#board.focusBoard(),
      Slash: () => this.#typed.focus(),
      Space: () => this.#drawing?.spaceEnds && this.#bar.press(),
      KeyP: () => this.#bar.press(),
    });
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    calm();
    this.#pace.stop();
    this.#next.close();
    this.#chat.end();
    document.removeEventListener('visibilitychange', this.#title);
    this.#link.close();
  }

  /** @returns {Drawing | null} */
  get #drawing() {
    return this.#state ? (DRAWINGS[this.#state.kind] ?? null) : null;
  }

  /** @param {State} state @param {Drawing} drawing @returns {Look} */
  #look(state, drawing) {
    return this.#seeing.look(state, drawing, this.#board.clientWidth);
  }

  // What the game told.

  #here() {
    if (this.#pace.behind) return;
    this.#state = this.#link.state;
    this.#paint();
  }

  /** @param {State} state @param {Happening[]} happenings */
  #changed(state, happenings) {
    this.#state = state;
    const drawing = this.#drawing;
    if (!drawing && isDrawn(state.kind)) return void fetchDrawing(state.kind).then(() => this.#changed(state, happenings));
    if (!drawing) return this.#paint();
    this.#findRatings(state);
    this.#next.follow(state);
    this.#review.follow(state, drawing, happenings.some(({ type }) => type === 'takeback'));
    this.#helper.follow(state);
    this.#bar.settle();
    this.#herald.tell(happenings, state, drawing, this.#look(state, drawing));
    if (happenings.length > 0 && isMate(state, drawing)) this.#holdResult();
    this.#paint();
    // Whoever came to look through a game begins with its first position.
    if (happenings.length === 0 && history.state?.from === 'start' && this.#review.at === null) this.#step(0);
    this.#title();
    this.#playReady(state, drawing);
    this.#playOn(state, drawing);
  }

  /** The board belongs to the mate for a moment. */
  #holdResult() {
    this.#resultAt = performance.now() + BANNER_MS;
    setTimeout(() => this.#paint(), BANNER_MS + 10);
  }

  // What the player wishes.

  /** @param {string | null} action */
  #layReady(action) {
    const drawing = this.#drawing;
    if (!drawing || !this.#queue.lay(action, drawing.queue ?? 1)) return;
    say(t(action ? 'ready.laid' : 'ready.gone'));
    this.#paint(true);
  }

  /** Does what was laid ready, if it is legal now that the turn has come. @param {State} state @param {Drawing} drawing */
  #playReady(state, drawing) {
    if (state.legal.length === 0 || this.#queue.all.length === 0) return;
    const wish = this.#queue.take();
    const action = drawing.settle?.(wish, state.legal, state.view) ?? (state.legal.includes(wish) ? wish : null);
    this.#paint(true);
    if (action) return this.#board.act(action);
    this.#queue.clear();
    this.#paint(true);
    note(t('ready.lost'));
  }

  /** @param {string} action */
  #wish(action) {
    const question = this.#state ? this.#drawing?.warn?.(action, this.#state.view) : null;
    if (question) void this.#ask(question, action);
    else if (this.#state && this.#helper.weighs(this.#state)) void this.#weigh(action);
    else if (confirmMoves.get() === 'on') this.#bar.confirm(action);
    else void this.#act(action);
  }

  /** Does an action unless it is a blunder; then it is asked once. @param {string} action */
  async #weigh(action) {
    const [state, drawing] = [this.#state, this.#drawing];
    const question = state && drawing ? await this.#helper.warning(action, state, drawing, this.#look(state, drawing)) : null;
    if (question) await this.#ask(question, action);
    else await this.#act(action);
  }

  async #hint() {
    await this.#helper.hint().catch((error) => this.#refuse(error));
  }

  #sayHelp() {
    const words = this.#helpWords();
    if (words) say(words);
  }

  /** What help says of the position that is shown. */
  #helpWords() {
    const [state, drawing] = [this.#state, this.#drawing];
    if (!state?.hints || !drawing || this.#review.at !== null || state.phase !== 'playing') return '';
    return this.#helper.words(drawing, state.view, this.#look(state, drawing));
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
    this.#bar.unconfirmed = null;
    this.#herald.own(state, drawing, action, this.#look(state, drawing));
    try {
      await this.#link.send({ t: 'act', n: state.deeds.length, d: action });
    } catch (error) {
      this.#board.takeBack();
      this.#refuse(error);
    }
  }

  /** Asks about a click that is not legal: the answer says the rule. @param {string} action */
  async #attempt(action) {
    const refused = await this.#link.explain(action);
    if (!refused) return;
    const [view, drawing] = [this.#state?.view, this.#drawing];
    this.#refuse(refused, drawing?.why?.(action, refused, view) ?? null);
    this.#board.blame(drawing?.culprits?.(action, refused, view) ?? []);
  }

  /** Leaves the rest of a phase to chance, or takes it back into the own hands. */
  #finish() {
    const [state, drawing] = [this.#state, this.#drawing];
    if (!state || !drawing) return;
    const seat = state.you.find((each) => each === state.turn) ?? state.you[0];
    this.#finishing = this.#finishing === seat ? null : seat;
    this.#playOn(state, drawing);
    this.#paint();
  }

  /** @param {State} state @param {Drawing} drawing */
  #playOn(state, drawing) {
    const rest = drawing.chance?.(state.view);
    if (!rest || state.phase !== 'playing') this.#finishing = null;
    if (this.#finishing === null || this.#finishing !== state.turn || !rest) return;
    const free = state.legal.filter(rest.match);
    const action = free[Math.floor(Math.random() * free.length)];
    if (action) void this.#act(action);
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

  /** @param {unknown} error @param {string | null} [key] of a sentence that says it more exactly */
  #refuse(error, key = null) {
    play('refused');
    note(key ? t(key) : refusalText(error, this.#state?.kind), 'refusal');
    void offerLesson(this.#lesson, this.#state?.kind, error);
  }

  /** Whoever sits here already is asked before one person holds two seats. @param {number} seat */
  #sit = async (seat) => {
    if ((this.#state?.you.length ?? 0) > 0 && !(await confirmed(t('confirm.both'), t('invite.both')))) return;
    await this.#send({ t: 'sit', seat });
  };

  async #resign() {
    const state = this.#state;
    if (!state) return;
    const seat = state.you.find((each) => each === state.turn) ?? state.you[0];
    if (await confirmed(t('confirm.resign'), t('action.resign'))) await this.#send({ t: 'resign', seat });
  }

  async #leave() {
    if (await confirmed(t('confirm.leave'), t('action.leave'))) await this.#send({ t: 'leave', seat: this.#state?.you[0] });
  }

  // Looking around.

  /** @param {number} n */
  #step(n) {
    const state = this.#state;
    const drawing = this.#drawing;
    if (!state || !drawing) return;
    const back = this.#review.step(state, n, () => this.#paint(true));
    this.#paint(back);
    say(this.#review.spoken(this.#review.lines(state, drawing, this.#look(state, drawing)), this.#review.count(state)));
  }

  #turn() {
    if (this.#drawing) this.#seeing.turn(this.#drawing);
    this.#repaint();
  }

  /** @param {string} mode */
  #see(mode) {
    if (this.#drawing) this.#seeing.choose(this.#drawing, mode);
    this.#repaint();
  }

  #escape() {
    if (this.#board.wipe()) return;
    if (this.#queue.all.length > 0) return this.#layReady(null);
    this.#board.clear();
  }

  // Painting.

  #repaint() {
    this.#shown = '';
    this.#overlaid = '';
    this.#paint(true);
  }

  #paint(still = false) {
    const state = this.#state;
    const drawing = this.#drawing;
    this.#paintStatus();
    if (!state) return;
    if (!drawing && isDrawn(state.kind)) return;
    if (!drawing) return refill(this.#overlay, h('p', { class: 'card over' }, t('table.unknown')));
    const look = this.#look(state, drawing);
    const count = this.#review.count(state);
    const view = this.#review.view(state);
    const covered = this.#paintOverlay(state, drawing, look);
    this.className = `kind-${state.kind} seats-${drawing.seats.length} phase-${state.phase}${covered ? ' covered' : ''}`;
    this.#paintBoard(state, drawing, view, look, count, still);
    this.#paintPlates(state, drawing, view, look);
    this.#paintResult(state, drawing);
    this.#about.paint(state, drawing);
    this.#side.setAttribute('aria-label', t('table.side'));
    refill(this.#offers, offerRows(state, drawing, (message) => void this.#send(message)));
    refill(this.#switches, this.#helper.switches(state));
    void this.#paintGround(state, drawing);
    this.#paintBar();
    this.#typed.paint(state.kind, state.legal.length > 0 && this.#review.at === null);
    this.#typed.element.hidden = state.you.length === 0 || state.phase !== 'playing';
    this.#paintTalk();
    // Last, when its height is settled: it scrolls to the current move.
    this.#moves.show(this.#review.lines(state, drawing, look), count, state.deeds.length, drawing.seats.length);
  }

  /** @param {State} state @param {Drawing} drawing @param {any} view @param {Look} look @param {number} count @param {boolean} still */
  #paintBoard(state, drawing, view, look, count, still) {
    const now = this.#review.at === null;
    const legal = now && this.#finishing !== state.turn ? state.legal : [];
    const deed = state.deeds[count - 1];
    const before = this.#review.story.before(count - 1, drawing);
    const ahead = now && state.phase === 'playing' && state.you.length === 1 && state.turn !== state.you[0];
    const own = now && (ahead || legal.length > 0) ? (ahead ? state.you[0] : state.turn) : null;
    const ready = this.#queue.all;
    const shown = JSON.stringify([view, legal, look, deed?.text, own, ready, now ? this.#helper.key : '']);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#board.show({ drawing: state.hints ? this.#helped(drawing) : drawing, view, legal, look, last: deed?.text ?? null, before, own, ahead, ready, still });
    // What lies over and beside the board is told how wide it is.
    document.documentElement.style.setProperty('--ratio', this.#board.style.getPropertyValue('--ratio'));
  }

  /** The drawing with what help shows; always the same one, so that moves are seen to follow each other. @type {Drawing | null} */
  #drawn = null;

  /** @param {Drawing} drawing */
  #helped(drawing) {
    return (this.#drawn ??= marked(drawing, (view, look) => (this.#review.at === null ? this.#helper.marks(drawing, view, look) : [])));
  }

  /** @param {State} state @param {Drawing} drawing @param {any} view @param {Look} look */
  #paintPlates(state, drawing, view, look) {
    const does = { sit: (/** @type {number} */ seat) => void this.#sit(seat), invite: () => void copy(location.href) };
    const make = (/** @type {number} */ seat) => plate(state, drawing, view, look, seat, this.#link.told, does, this.#ratings);
    const count = drawing.seats.length;
    // Clockwise from the left of the own seat, so that two, three or one stand above the board.
    const others = Array.from({ length: count - 1 }, (_, index) => (look.bottom + index + 1) % count);
    refill(this.#top, others.map(make));
    refill(this.#bottom, make(look.bottom));
  }

  /** What lies over the board. @param {State} state @param {Drawing} drawing @param {Look} look @returns {boolean} whether it hides the board */
  #paintOverlay(state, drawing, look) {
    const covered = this.#handover.covered(state, drawing);
    // What a person fills in must not be made anew whenever somebody comes or goes.
    const key = JSON.stringify([covered, state.phase, state.opening, state.you, state.seats.map(({ type, name }) => [type, name]), look]);
    if (key === this.#overlaid) return covered !== null;
    this.#overlaid = key;
    if (covered !== null) {
      this.#paintHand(drawing, covered);
    } else if (state.phase === 'waiting') {
      refill(this.#overlay, waitingCard(state, drawing, { sit: (seat) => void this.#sit(seat), send: (message) => void this.#send(message) }));
    } else if (state.phase === 'opening') {
      refill(this.#overlay, openingCard(state, drawing, look, (seat, value) => void this.#send({ t: 'choose', seat, d: value })));
    } else {
      refill(this.#overlay);
    }
    return covered !== null;
  }

  /** @param {State} state @param {Drawing} drawing */
  async #paintGround(state, drawing) {
    if (!drawing.isLaid) return;
    const { GroundNote } = await import('../parts/ground.js');
    this.#ground ??= new GroundNote((message) => void this.#send(message));
    if (!this.#ground.element.isConnected) this.#offers.after(this.#ground.element);
    this.#ground.paint(state, drawing);
  }

  /** Asks who the members are whenever somebody sits down or the game begins. @param {State} state */
  #findRatings(state) {
    const people = JSON.stringify([state.id, state.seats.map(({ name, type }) => [name, type]), state.pool ?? '']);
    if (people === this.#ratingsOf || state.seats.every(({ type, you }) => type !== 'person' || you)) return;
    this.#ratingsOf = people;
    void import('../net/people.js').then(({ ratingsAt }) => ratingsAt(state.id)).then((ratings) => ((this.#ratings = ratings), this.#repaint()), () => undefined);
  }

  /** @param {State} state @param {Drawing} drawing */
  #paintResult(state, drawing) {
    const shown = state.phase === 'over' && (state.result || state.stopped) && !this.#resultClosed && performance.now() >= this.#resultAt;
    if (!shown) return refill(this.#result);
    const close = () => {
      this.#resultClosed = true;
      this.#paint();
    };
    refill(
      this.#result,
      resultCard(state, drawing, {
        close,
        clear: drawing.finale ? () => void this.#clearAway(drawing) : null,
        rematch: () => void this.#send({ t: 'offer', d: 'rematch' }),
        fresh: () => void openNewGame(state.kind),
        menu: () => go('/'),
        review: () => this.#step(0),
      }),
    );
  }

  /** @param {Drawing} drawing @param {number} seat */
  #paintHand(drawing, seat) {
    const open = () => {
      this.#handover.open(seat);
      this.#repaint();
      this.#board.focusBoard();
    };
    refill(this.#overlay, handCard(drawing, seat, open));
    /** @type {HTMLElement | null} */ (this.#overlay.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** Puts the game away before the eyes; a touch or a key hurries it. @param {Drawing} drawing */
  async #clearAway(drawing) {
    const state = this.#state;
    if (!state) return;
    const hurry = () => this.#board.hurry();
    addEventListener('pointerdown', hurry);
    addEventListener('keydown', hurry);
    await this.#board.perform(drawing.finale?.(state.view, this.#look(state, drawing)) ?? []);
    removeEventListener('pointerdown', hurry);
    removeEventListener('keydown', hurry);
    this.#repaint();
  }

  /** How the picked piece moves, for strangers to the game. */
  #paintLesson() {
    const [state, drawing] = [this.#state, this.#drawing];
    if (state && drawing) paintLesson(this.#lesson, this.#board, drawing, this.#review.view(state), this.#look(state, drawing));
  }

  #paintGone() {
    refill(this, lonely(t('refusal.E_GAME'), { about: t('table.gone') }));
  }

  #paintStatus() {
    const [state, drawing] = [this.#state, this.#drawing];
    const lost = !this.#link.online;
    this.#status.className = `status${lost ? ' lost' : ''}`;
    if (lost) return void (this.#status.textContent = t(state ? 'table.lost' : 'table.connecting'));
    if (!state || !drawing) return;
    const why = this.#helpWords() || nextWords(state, drawing, this.#review.at);
    refill(this.#status, statusWords(state, drawing, this.#review.at), why ? h('small', null, why) : null, readyWord(this.#queue.all.length, drawing.queue ?? 1, () => this.#layReady(null)), this.#next.element);
  }

  #paintBar() {
    const [state, drawing] = [this.#state, this.#drawing];
    if (!state || !drawing) return;
    const look = this.#look(state, drawing);
    const playing = state.phase === 'playing' || state.phase === 'over';
    if (playing) paintPanel(this.#panel, this.#board, drawing, this.#review.view(state), look, this.#bar.gestureRow());
    else this.#panel.hidden = true;
    this.#bar.paint(state, drawing, look, { looking: this.#review.at !== null, finishing: this.#finishing !== null && (state.you.length === 1 || this.#finishing === state.turn) });
  }

  /** What is said beside the moves, and the button to it where there is no room. */
  #paintTalk() {
    const [state, drawing] = [this.#state, this.#drawing];
    if (!state || !drawing) return;
    this.#chat.paint(state);
    this.#side.classList.toggle('talking', this.#chat.beside);
    this.#paintTools(state, drawing);
  }

  /** @param {State} state @param {Drawing} drawing */
  #paintTools(state, drawing) {
    const next = this.#seeing.next(drawing);
    const choose = () => next && this.#see(next);
    const mode = next ? { label: t(`mode.${state.kind}.${next}`), choose } : null;
    refill(this.#viewing, mode && drawing.smallMode ? h('button', { class: 'small', 'data-focus': 'mode', onclick: mode.choose }, icon('eye'), mode.label) : null);
    refill(
      this.#tools,
      toolButtons(state, {
        turn: () => this.#turn(),
        mode: drawing.smallMode ? null : mode,
        record: (format) => this.#link.record(format),
        picture: () => this.#board.portrait(),
        refused: (error) => this.#refuse(error),
      }),
      this.#chat.tool(),
    );
  }

  #title = () => {
    const state = this.#state;
    const mine = state?.phase === 'playing' && state.turn !== null && state.you.includes(state.turn);
    const others = state?.seats.some(({ you }) => !you) === true;
    attend({ name: state ? t(`game.${state.kind}`) : '', mine: mine && others, over: others && state?.phase === 'over', key: `${state?.id} ${state?.phase} ${state?.deeds.length}` });
  };
}

customElements.define('table-page', TablePage);
