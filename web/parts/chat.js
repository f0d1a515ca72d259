// What is said around a table: beside the moves on a wide screen, a sheet on a phone. Whatever somebody has written becomes a
// text node in an element of its own direction.

import { h, refill } from '../lib/h.js';
import { spoken, t, words } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note, say } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { remembered } from '../lib/store.js';
import { catalog, me } from '../net/api.js';
import { LINE_MAX, PRESETS } from '../net/talk.js';
import { isMuted, mute, muteKey } from './mutes.js';
import { openSheet } from './sheet.js';

await words('talk');

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/types.js').GameLink} GameLink */
/** @typedef {import('../net/talk.js').Line} Line */

/** Whether the chat is seen at all. */
const shown = remembered('chat', /** @type {const} */ (['on', 'off']), 'on');
/** The most lines that are kept. */
const MOST = 200;
/** Where there is room beside the board. */
const isWide = () => matchMedia('(min-width: 1000px) and (min-height: 541px)').matches;

export class Chat {
  /** The tabs of moves and chat, where there is room for both. */
  tabs = h('div', { class: 'tabs talktabs' });
  element = h('section', { class: 'chat', id: 'chat' });
  #link;
  /** @type {() => void} */
  #changed;
  /** @type {Map<number, Line>} */
  #lines = new Map();
  #list = h('div', { class: 'spoken', role: 'log', tabindex: 0, 'data-focus': 'spoken' });
  #composer = h('div', { class: 'composer' });
  #open = false;
  #unread = 0;
  /** What may be said here; nothing before that is known. @type {'' | 'preset' | 'text'} */
  #may = '';
  #asked = false;
  /** For which language and people it was last painted. */
  #painted = '';
  /** Under which name one is a member. */
  #own = '';
  /** @type {State | null} */
  #state = null;
  /** @type {(() => void) | null} */
  #closeSheet = null;

  /** @param {GameLink} link @param {() => void} changed the tools and tabs are to be painted anew */
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
    link.addEventListener('talk', (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** Whether the moves give way to it. */
  get beside() {
    return this.#open && this.offered && isWide();
  }

  /** Whether there is somebody to talk to, or something to read. */
  get offered() {
    const state = this.#state;
    if (!state) return false;
    return this.#lines.size > 0 || (this.#may !== '' && hasCompany(state));
  }

  /** @param {State} state */
  paint(state) {
    this.#state = state;
    if (hasCompany(state) && !this.#asked) void this.#ask();
    this.tabs.hidden = !this.offered || !isWide();
    this.element.hidden = !this.beside && !this.#closeSheet;
    if (this.beside && this.#closeSheet) this.#closeSheet();
    if (!this.offered) return;
    if (isWide()) this.#paintTabs();
    const key = JSON.stringify([spoken.get(), state.seats, state.you, state.phase === 'over']);
    if (key !== this.#painted || !this.element.hasChildNodes()) this.repaint();
    this.#painted = key;
  }

  /** The page is left. */
  end() {
    this.#closeSheet?.();
  }

  /** The button of a narrow screen. */
  tool() {
    if (!this.offered || isWide()) return null;
    const label = this.#label();
    return h('button', { class: 'quiet talk', 'data-focus': 'talk', 'aria-haspopup': 'dialog', 'aria-label': label, title: label, onclick: () => this.#openSheet() }, icon('talk'), this.#dot(), h('span', null, t('talk.title')));
  }

  /** What may be said depends on the house and on who asks. */
  async #ask() {
    this.#asked = true;
    const [house, own] = await Promise.all([catalog(), me()]).catch(() => [null, null]);
    if (!house || !own) return void (this.#asked = false);
    this.#own = own.kind === 'member' ? own.name : '';
    this.#may = house.chat === 'off' ? '' : house.chat === 'members' && own.kind === 'member' ? 'text' : 'preset';
    this.repaint();
    this.#changed();
  }

  /** @param {{ t: string, d: any }} told */
  #hear({ t: what, d }) {
    if (what === 'unsaid') this.#lines.delete(d.n);
    for (const line of what === 'lines' ? d.lines : what === 'said' ? [d] : []) this.#lines.set(line.n, line);
    const old = [...this.#lines.keys()].sort((a, b) => a - b).slice(0, -MOST);
    for (const n of old) this.#lines.delete(n);
    const before = `${this.offered} ${this.#unread}`;
    if (what === 'said') this.#notice(d);
    this.repaint();
    if (before !== `${this.offered} ${this.#unread}` || this.#lines.size < 2) this.#changed();
  }

  /** @param {Line} line */
  #notice(line) {
    if (this.#isOpen() || this.#isOwn(line) || shown.get() === 'off' || isMuted(muteKey(line, this.#id))) return;
    this.#unread += 1;
    say(t('talk.heard', { name: this.#name(line), text: lineText(line) }));
  }

  get #id() {
    return this.#state?.id ?? '';
  }

  #isOpen() {
    return this.beside || this.#closeSheet !== null;
  }

  /** @param {Line} line */
  #isOwn({ seat, person, name }) {
    if (seat === undefined) return person === 'member' && name === this.#own;
    return this.#state?.you.includes(seat) === true;
  }

  /** @param {Line} line */
  #name(line) {
    const { seat, name, person } = line;
    if (person === 'closed') return t('talk.gone');
    if (this.#isOwn(line)) return t('talk.you');
    // A guest goes by the label on the seat.
    const label = person === 'guest' && seat !== undefined ? this.#state?.seats[seat]?.name : '';
    return label || name || t('talk.guest');
  }

  // Painting.

  repaint() {
    this.element.setAttribute('aria-label', t('talk.title'));
    this.#list.setAttribute('aria-label', t('talk.title'));
    if (shown.get() === 'off') return refill(this.element, h('p', { class: 'empty' }, t('talk.hidden')), this.#switch());
    if (!this.element.contains(this.#list)) refill(this.element, this.#list, this.#composer);
    const atEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    this.#paintLines();
    if (atEnd) this.#scroll();
    this.#paintComposer();
  }

  /** Lines that are there already stay as they are, so that only new ones are read out. */
  #paintLines() {
    const lines = [...this.#lines.values()].sort((a, b) => a.n - b.n).filter((line) => !isMuted(muteKey(line, this.#id)));
    const old = new Map([...this.#list.children].map((each) => [/** @type {HTMLElement} */ (each).dataset.key, each]));
    const items = lines.map((line) => {
      const key = JSON.stringify([line.n, this.#name(line), lineText(line)]);
      return old.get(key) ?? this.#item(line, key);
    });
    const empty = h('p', { class: 'empty' }, t('talk.empty'));
    const wanted = items.length ? items : [empty];
    if (wanted.length !== this.#list.children.length || wanted.some((each, index) => each !== this.#list.children[index])) this.#list.replaceChildren(...wanted);
  }

  /** @param {Line} line @param {string} key */
  #item(line, key) {
    const name = this.#name(line);
    const seat = line.seat === undefined ? '' : ` of-${line.seat}`;
    const who = this.#isOwn(line) ? h('b', null, h('bdi', null, name)) : h('button', { type: 'button', class: 'person', 'aria-haspopup': 'dialog', 'data-focus': `line-${line.n}`, onclick: () => this.#openLine(line) }, h('bdi', null, name));
    return h('p', { class: `line${seat}`, 'data-n': line.n, 'data-key': key }, who, line.room === 'watchers' ? h('small', null, icon('eye'), t('talk.watcher')) : null, h('bdi', { class: 'words' }, lineText(line)));
  }

  #scroll() {
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  #paintComposer() {
    const may = this.#may;
    const watching = this.#state?.you.length === 0 && this.#state.phase !== 'over';
    const key = `${may} ${t('talk.send')} ${watching}`;
    // What somebody is writing stays.
    if (this.#composer.dataset.key === key) return;
    this.#composer.dataset.key = key;
    refill(
      this.#composer,
      watching && may ? h('p', { class: 'hint' }, t('talk.watching')) : null,
      may ? h('div', { class: 'phrases', role: 'group', 'aria-label': t('talk.presets') }, PRESETS.map((preset) => h('button', { type: 'button', class: 'phrase', 'data-preset': preset, 'data-focus': `preset-${preset}`, onclick: () => void this.#say({ preset }) }, t(`talk.preset.${preset}`)))) : null,
      may === 'text' ? this.#form() : may ? h('p', { class: 'hint' }, t('talk.guests')) : null,
      this.#switch(),
    );
  }

  #form() {
    const field = h('input', { name: 'said', maxlength: LINE_MAX, autocomplete: 'off', enterkeyhint: 'send', dir: 'auto', 'aria-label': t('talk.say'), placeholder: t('talk.say'), 'data-focus': 'line' });
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text && (await this.#say({ d: text }))) field.value = '';
    };
    return h('form', { class: 'saying', onsubmit: (/** @type {Event} */ event) => void send(event) }, field, h('button', { class: 'primary', 'aria-label': t('talk.send'), 'data-focus': 'send' }, icon('next')));
  }

  #switch() {
    const off = shown.get() === 'off';
    const turn = () => {
      shown.set(off ? 'on' : 'off');
      this.#composer.dataset.key = '';
      this.repaint();
      this.#changed();
      /** @type {HTMLElement | null} */ (this.element.querySelector('[data-focus=talk-switch]'))?.focus();
    };
    return h('button', { type: 'button', class: 'quiet small', 'data-focus': 'talk-switch', onclick: turn }, t(off ? 'talk.show' : 'talk.hide'));
  }

  /** @param {{ d: string } | { preset: string }} what @returns {Promise<boolean>} */
  async #say(what) {
    try {
      await this.#link.send({ t: 'say', ...what });
      this.#scroll();
      return true;
    } catch (error) {
      note(refusalText(error), 'refusal');
      return false;
    }
  }

  // Opening and closing.

  #label() {
    return this.#unread > 0 ? `${t('talk.title')}, ${t('talk.unread', { count: this.#unread })}` : t('talk.title');
  }

  #dot() {
    return this.#unread > 0 ? h('i', { class: 'dot', 'aria-hidden': 'true' }) : null;
  }

  #paintTabs() {
    this.tabs.setAttribute('role', 'tablist');
    this.tabs.setAttribute('aria-label', t('talk.tabs'));
    const tab = (/** @type {boolean} */ talk) => {
      const chosen = this.#open === talk;
      const turn = (/** @type {KeyboardEvent} */ { key }) => (key === 'ArrowLeft' || key === 'ArrowRight') && (this.#choose(!talk), this.#focusTab(!talk));
      return h('button', { type: 'button', role: 'tab', 'aria-selected': String(chosen), tabindex: chosen ? 0 : -1, 'aria-label': talk ? this.#label() : false, 'data-focus': talk ? 'tab-talk' : 'tab-moves', onclick: () => this.#choose(talk), onkeydown: turn }, icon(talk ? 'talk' : 'learn'), t(talk ? 'talk.title' : 'talk.moves'), talk ? this.#dot() : null);
    };
    refill(this.tabs, tab(false), tab(true));
  }

  /** @param {boolean} talk */
  #focusTab(talk) {
    /** @type {HTMLElement | null} */ (this.tabs.querySelector(`[data-focus=${talk ? 'tab-talk' : 'tab-moves'}]`))?.focus();
  }

  /** @param {boolean} talk */
  #choose(talk) {
    this.#open = talk;
    if (talk) this.#unread = 0;
    this.#changed();
    if (talk) this.#scroll();
  }

  #openSheet() {
    this.#unread = 0;
    const home = h('span', { hidden: true });
    this.element.before(home);
    const { body, close } = openSheet(t('talk.title'), 'talksheet', () => {
      this.#closeSheet = null;
      home.replaceWith(this.element);
      this.#changed();
    });
    this.#closeSheet = close;
    body.append(this.element);
    this.element.hidden = false;
    this.#changed();
    this.#scroll();
  }

  /** What can be done about a line. @param {Line} line */
  #openLine(line) {
    const name = this.#name(line);
    const key = muteKey(line, this.#id);
    const { body, close } = openSheet(t('talk.about', { name }), 'linesheet');
    const silence = () => {
      mute(key, !isMuted(key));
      note(t(isMuted(key) ? 'talk.muted' : 'talk.unmuted'));
      close();
      this.repaint();
    };
    const complain = async () => {
      close();
      (await import('./complain.js')).openComplaint(name, { game: this.#id, line: line.n });
    };
    const card = async () => {
      close();
      void (await import('./person.js')).openPerson(line.name, this.#state?.kind ?? '', this.#id);
    };
    body.append(
      h('blockquote', null, h('bdi', null, lineText(line))),
      h(
        'div',
        { class: 'others' },
        line.person === 'member' || line.person === 'bot' ? h('button', { type: 'button', 'data-focus': 'card', onclick: () => void card() }, icon('person'), t('talk.card')) : null,
        h('button', { type: 'button', 'data-focus': 'mute', onclick: silence }, icon('mute'), t(isMuted(key) ? 'talk.unmute' : 'talk.mute')),
        h('button', { type: 'button', 'data-focus': 'report', onclick: () => void complain() }, icon('flag'), t('talk.report')),
      ),
    );
  }
}

/** Whether others are at the table, or one only watches. @param {State} state */
const hasCompany = (state) => state.you.length === 0 || state.seats.some(({ type, you }) => !you && type === 'person');

/** Presets are read in the reader's own language. @param {Line} line */
export const lineText = ({ preset, text }) => (preset ? t(`talk.preset.${preset}`) : (text ?? ''));
