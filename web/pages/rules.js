// A rule book of a game, with boards that can be tried.

import { h, refill } from '../lib/h.js';
import { spoken as language, t, words } from '../lib/i18n.js';
import { ruleBook } from '../net/learn.js';
import { lonely } from '../parts/lonely.js';
import { TryBoard } from '../parts/tryboard.js';

await words('learn');

/** @typedef {import('../net/learn.js').RuleBook} RuleBook */
/** @typedef {import('../net/learn.js').Article} Article */
/** @typedef {import('../net/learn.js').Block} Block */
/** @typedef {import('../net/learn.js').Inline} Inline */

export class RulesPage extends HTMLElement {
  #kind;
  /** @type {RuleBook | null} */
  #book = null;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {string} kind */
  constructor(kind) {
    super();
    this.#kind = kind;
  }

  connectedCallback() {
    this.#ends = [language.watch(() => void this.#load())];
    addEventListener('hashchange', this.#aim);
    void this.#load();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    removeEventListener('hashchange', this.#aim);
  }

  async #load() {
    this.#book = await ruleBook(this.#kind, language.get()).catch(() => null);
    this.#paint();
    this.#aim();
  }

  /** Leads to the article that the address names. */
  #aim = () => {
    const wanted = decodeURIComponent(location.hash.slice(1)).replace('§', '');
    for (const each of this.querySelectorAll('.aimed')) each.classList.remove('aimed');
    const article = wanted ? this.querySelector(`#a${CSS.escape(wanted)}`) : null;
    article?.classList.add('aimed');
    article?.scrollIntoView({ block: 'start' });
    /** @type {HTMLElement | null} */ (article?.querySelector('h1, h2, h3, h4') ?? null)?.focus({ preventScroll: true });
  };

  #paint() {
    const book = this.#book;
    const game = t(`game.${this.#kind}`);
    document.title = `${t('rules.title', { game })} – ${t('site')}`;
    if (!book) return refill(this, lonely(t('refusal.E_KIND')));
    const headed = book.articles.filter(({ id }) => id);
    refill(
      this,
      h(
        'nav',
        { class: 'contents', 'aria-label': t('rules.contents') },
        h('details', { open: matchMedia('(min-width: 1100px)').matches }, h('summary', null, t('rules.contents')), h('ol', null, headed.map(({ id, title }) => h('li', null, h('a', { href: `#${id.slice(1)}` }, plain(title)))))),
        h('p', null, h('a', { class: 'button', href: `/learn/${this.#kind}`, 'data-route': true }, t('learn.game', { game }))),
      ),
      h('article', { class: 'rulebook', lang: book.lang }, book.articles.map((article) => this.#article(article, book))),
    );
  }

  /** @param {Article} article @param {RuleBook} book */
  #article({ id, level, title, body }, book) {
    const tag = /** @type {'h1' | 'h2' | 'h3' | 'h4'} */ (`h${Math.max(1, Math.min(4, level))}`);
    const taught = book.lessons[id] ?? [];
    return h(
      'section',
      { id: id ? `a${id.slice(1)}` : false },
      title.length > 0 ? h(tag, { tabindex: -1 }, inline(title)) : null,
      body.map((block) => blockOf(block, this.#kind)),
      taught.length > 0 ? h('p', { class: 'to-lessons', lang: language.get() }, h('span', null, t('rules.lessons')), taught.map((lesson) => h('a', { href: `/learn/${this.#kind}/${lesson.id}`, 'data-route': true }, lesson.title))) : null,
    );
  }
}

/** @param {Block} block @param {string} kind @returns {Node} */
function blockOf(block, kind) {
  if (block.p) return h('p', null, inline(block.p));
  if (block.list) return listOf(block.list, kind);
  if (block.table) return tableOf(block.table);
  if (block.quote) return h('blockquote', null, block.quote.map((each) => blockOf(each, kind)));
  if (block.board) return new TryBoard(block.board.kind, block.board, null);
  if (block.sample) return new TryBoard(kind, null, block.sample);
  return h('pre', { tabindex: 0 }, h('code', null, block.code ?? ''));
}

/** @param {{ start: number | null, items: Block[][] }} list @param {string} kind */
function listOf({ start, items }, kind) {
  // A paragraph alone needs no element of its own in a list.
  const item = (/** @type {Block[]} */ blocks) => h('li', null, blocks.map((block, index) => (block.p && index === 0 ? h('span', null, inline(block.p)) : blockOf(block, kind))));
  return start === null ? h('ul', null, items.map(item)) : h('ol', { start }, items.map(item));
}

/** @param {Inline[][][]} rows */
function tableOf([head, ...rows]) {
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group' },
    h('table', null, h('thead', null, h('tr', null, head.map((cell) => h('th', { scope: 'col' }, inline(cell))))), h('tbody', null, rows.map((row) => h('tr', null, row.map((cell) => h('td', null, inline(cell))))))),
  );
}

/** @param {Inline[]} pieces @returns {(Node | string)[]} */
function inline(pieces) {
  return pieces.map((piece) => {
    if (piece.strong) return h('strong', null, inline(piece.strong));
    if (piece.em) return h('em', null, inline(piece.em));
    if (piece.code !== undefined) return h('code', null, piece.code);
    return cited(piece.text ?? '');
  }).flat();
}

/** Articles that are cited lead there. @param {string} text @returns {(Node | string)[]} */
function cited(text) {
  return text.split(/(§\d+)/).map((part, index) => (index % 2 === 1 ? h('a', { href: `#${part.slice(1)}` }, part) : part));
}

/** The words alone, for the contents. @param {Inline[]} pieces @returns {string} */
function plain(pieces) {
  return pieces.map((piece) => piece.text ?? piece.code ?? plain(piece.strong ?? piece.em ?? [])).join('');
}

customElements.define('rules-page', RulesPage);
