// One's own library: records are dropped or pasted, found again, opened at a table or in the analysis, taken along and thrown away.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { has, number, spoken as language, t, tOr, words } from '../lib/i18n.js';
import { note, say } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { catalog } from '../net/api.js';
import { bring, findGames, packed, texts, throwAway, whereIs } from '../net/library.js';
import { confirmed } from '../parts/confirm.js';

await words('library');

/** @typedef {import('../net/library.js').Spine} Spine */
/** @typedef {import('../net/library.js').Named} Named */
/** @typedef {import('../net/api.js').Kind} Kind */
/** @typedef {{ kind: string, find: string, day: string, setup: string }} Wanted */

/** How many lines that were not read are told. */
const REFUSED_MAX = 50;
/** So long is waited for the next letter of a search. */
const TYPING_MS = 250;

/** The library, or one of its games at a table. @param {string} [id] @returns {Promise<HTMLElement>} */
export async function libraryPage(id) {
  if (!id) return new LibraryPage();
  const [{ TablePage }, { VolumeLink }] = await Promise.all([import('./table.js'), import('../net/volume.js')]);
  history.replaceState({ ...history.state, from: 'start' }, '');
  return new TablePage(new VolumeLink(id));
}

/** @param {unknown} error @param {string} kind */
function reason(error, kind) {
  const own = `refusal.library.${/** @type {{ code?: string }} */ (error).code}`;
  return has(own) ? t(own) : refusalText(error, kind);
}

export class LibraryPage extends HTMLElement {
  /** @type {Kind[]} */
  #kinds = [];
  /** @type {Wanted} */
  #wanted = { kind: '', find: '', day: '', setup: '' };
  /** @type {Spine[]} */
  #games = [];
  #count = 0;
  #asked = 0;
  #timer = 0;
  /** What came of the last files. @type {{ added: number, known: number, refused: { where: string, why: string }[] } | null} */
  #brought = null;
  #busy = false;
  #head = h('section', { class: 'hero small' });
  #bring = h('section', { class: 'bring' });
  #told = h('div', { class: 'brought', role: 'status' });
  #filters = h('div', { class: 'filters', role: 'search' });
  #list = h('div');
  #foot = h('div', { class: 'row' });
  /** @type {(() => void)[]} */
  #ends = [];

  connectedCallback() {
    this.append(this.#head, this.#bring, this.#told, this.#filters, this.#list, this.#foot);
    this.#ends = [language.watch(() => this.#paint())];
    this.addEventListener('dragover', (event) => (event.preventDefault(), this.classList.add('dropping')));
    this.addEventListener('dragleave', () => this.classList.remove('dropping'));
    this.addEventListener('drop', (event) => void this.#drop(event));
    this.#paint();
    void this.#begin();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    clearTimeout(this.#timer);
  }

  async #begin() {
    this.#kinds = (await catalog().catch(() => null))?.games ?? [];
    this.#paintFilters();
    await this.#find();
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    this.classList.remove('dropping');
    if (event.dataTransfer?.files.length) await this.#take(await texts(event.dataTransfer.files));
  }

  /** Hands files to the server, parcel after parcel, and tells what came of it. @param {Named[]} files */
  async #take(files) {
    if (this.#busy || files.length === 0) return;
    this.#busy = true;
    const told = { added: 0, known: 0, refused: /** @type {{ where: string, why: string }[]} */ ([]) };
    this.#brought = told;
    this.#paintBrought();
    for (const parcel of packed(files)) {
      try {
        const { kind, added, known, refused } = await bring(parcel);
        told.added += added.length;
        told.known += known;
        told.refused.push(...refused.map((each) => ({ where: t('library.where', whereIs(parcel, each.line)), why: reason(each, kind) })));
      } catch (error) {
        told.refused.push({ where: parcel.name, why: reason(error, '') });
      }
      this.#paintBrought();
    }
    this.#busy = false;
    this.#paintBrought();
    say(t('library.done', { added: told.added, known: told.known, refused: told.refused.length }));
    await this.#find();
  }

  /** @param {number} [from] games that are shown already */
  async #find(from = 0) {
    const own = ++this.#asked;
    try {
      const { games, count } = await findGames({ ...this.#wanted, from });
      if (own !== this.#asked) return;
      this.#games = from > 0 ? [...this.#games, ...games] : games;
      this.#count = count;
      this.#paintList();
    } catch (error) {
      note(reason(error, ''), 'refusal');
    }
  }

  /** @param {Partial<Wanted>} change */
  #want(change) {
    Object.assign(this.#wanted, change);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#find(), TYPING_MS);
  }

  /** @param {Spine} game */
  async #remove(game) {
    if (!(await confirmed(t('library.remove.sure', { title: game.title || t('library.untitled') }), t('library.remove')))) return;
    await this.#gone(game.id);
  }

  async #removeAll() {
    if (await confirmed(t('library.clear.sure', { count: number(this.#count) }), t('library.clear'))) await this.#gone();
  }

  /** @param {string} [id] */
  async #gone(id) {
    try {
      await throwAway(id);
      note(t('library.removed'));
      await this.#find();
    } catch (error) {
      note(reason(error, ''), 'refusal');
    }
  }

  // Painting.

  #paint() {
    document.title = `${t('library.title')} – ${t('site')}`;
    refill(this.#head, h('h1', null, t('library.title')), h('p', null, t('library.about')));
    this.#paintBring();
    this.#paintBrought();
    this.#paintFilters();
    this.#paintList();
  }

  #paintBring() {
    const pick = h('input', { type: 'file', multiple: true, class: 'unseen', 'data-focus': 'files', 'aria-label': t('library.files') });
    pick.addEventListener('change', async () => pick.files && (await this.#take(await texts(pick.files)), (pick.value = '')));
    const field = h('textarea', { rows: 5, 'data-focus': 'paste', 'aria-label': t('library.paste') });
    const keep = () => {
      const text = field.value;
      if (!text.trim()) return;
      field.value = '';
      void this.#take([{ name: t('library.pasted'), text }]);
    };
    refill(
      this.#bring,
      h('label', { class: 'dropzone' }, pick, icon('save'), h('span', null, h('b', null, t('library.drop')), h('small', null, t('library.formats')))),
      h('details', null, h('summary', { 'data-focus': 'pasting' }, t('library.paste')), field, h('button', { class: 'primary', 'data-focus': 'keep', onclick: keep }, icon('check'), t('library.keep'))),
    );
  }

  #paintBrought() {
    const told = this.#brought;
    if (!told) return refill(this.#told);
    const rows = told.refused.slice(0, REFUSED_MAX).map(({ where, why }) => h('li', null, h('b', null, where), ` ${why}`));
    refill(
      this.#told,
      h('p', { class: `said ${told.refused.length > 0 ? 'again' : 'done'}` }, t(this.#busy ? 'library.doing' : 'library.done', { added: number(told.added), known: number(told.known), refused: number(told.refused.length) })),
      rows.length > 0 ? h('details', { open: told.refused.length < 6 }, h('summary', { 'data-focus': 'refused' }, t('library.refused')), h('ul', null, rows)) : null,
    );
  }

  #paintFilters() {
    const change = (/** @type {string} */ key) => (/** @type {Event} */ event) => this.#want({ [key]: /** @type {HTMLInputElement} */ (event.target).value });
    const kind = (/** @type {Event} */ event) => {
      this.#want({ kind: /** @type {HTMLSelectElement} */ (event.target).value, setup: '' });
      this.#paintFilters();
    };
    const all = h('option', { value: '' }, t('library.all'));
    refill(
      this.#filters,
      h('input', { type: 'search', maxlength: 60, value: this.#wanted.find, placeholder: t('library.find'), 'aria-label': t('library.find'), 'data-focus': 'find', oninput: change('find') }),
      h('input', { class: 'day', maxlength: 10, inputmode: 'decimal', value: this.#wanted.day, placeholder: t('library.day'), 'aria-label': t('library.day.about'), 'data-focus': 'day', oninput: change('day') }),
      h('select', { 'aria-label': t('library.kind'), 'data-focus': 'kind', onchange: kind }, all, this.#kinds.map((each) => h('option', { value: each.kind, selected: each.kind === this.#wanted.kind }, t(`game.${each.kind}`)))),
      this.#setups(),
    );
  }

  /** What each seat can bring, where the game has that. */
  #setups() {
    const kind = this.#kinds.find((each) => each.kind === this.#wanted.kind);
    const chosen = new Map(this.#wanted.setup.split(';').flatMap((pair) => (pair ? [/** @type {[string, string]} */ (pair.split('='))] : [])));
    return (kind?.starts ?? []).filter(({ key }) => kind?.seats.includes(key)).map(({ key, values }) => {
      const side = t(`seat.${kind?.kind}.${key}`);
      const pick = (/** @type {Event} */ event) => {
        chosen.set(key, /** @type {HTMLSelectElement} */ (event.target).value);
        this.#want({ setup: [...chosen].flatMap(([seat, value]) => (value ? [`${seat}=${value}`] : [])).join(';') });
      };
      return h('select', { 'aria-label': t('library.setup', { seat: side }), 'data-focus': `setup-${key}`, onchange: pick }, h('option', { value: '' }, t('library.setup', { seat: side })), values.filter((value) => /^[a-z]+$/.test(value)).map((value) => h('option', { value, selected: chosen.get(key) === value }, `${side}: ${lineup(kind?.kind ?? '', value)}`)));
    });
  }

  #paintList() {
    refill(
      this.#list,
      h('p', { class: 'count', role: 'status' }, t('library.count', { count: number(this.#count) })),
      this.#games.length > 0 ? h('ul', { class: 'volumes' }, this.#games.map((game) => this.#row(game))) : h('p', { class: 'empty' }, t(Object.values(this.#wanted).some(Boolean) ? 'library.none' : 'library.empty')),
      this.#games.length < this.#count ? h('button', { 'data-focus': 'more', onclick: () => void this.#find(this.#games.length) }, icon('plus'), t('library.more')) : null,
    );
    const kinds = [...new Set(this.#games.map(({ kind }) => kind))];
    refill(
      this.#foot,
      kinds.map((kind) => h('a', { class: 'button', href: `/api/library/export?kind=${kind}`, download: '', 'data-focus': `export-${kind}` }, icon('save'), t('library.export', { game: t(`game.${kind}`) }))),
      this.#count > 0 ? h('button', { class: 'quiet', 'data-focus': 'clear', onclick: () => void this.#removeAll() }, icon('close'), t('library.clear')) : null,
    );
  }

  /** @param {Spine} game */
  #row(game) {
    const { id, kind, title, day, setup, deeds } = game;
    const began = setup.split(';').map((pair) => pair.split('=')[1]).filter(Boolean).map((value) => lineup(kind, value)).join(' · ');
    const name = title || t('library.untitled');
    return h(
      'li',
      { 'data-volume': id },
      h('a', { href: `/library/${id}`, 'data-route': true, 'data-focus': `open-${id}` }, h('b', null, name), h('span', null, [t(`game.${kind}`), day, t('start.deeds', { count: deeds })].filter(Boolean).join(' · ')), began ? h('small', null, began) : null),
      h('a', { class: 'button', href: `/analysis/${kind}?library=${id}`, 'data-route': true, 'data-focus': `analysis-${id}`, 'aria-label': t('library.analyze', { title: name }) }, icon('learn'), t('analysis.button')),
      h('button', { class: 'quiet round', 'data-focus': `remove-${id}`, 'aria-label': t('library.remove.named', { title: name }), onclick: () => void this.#remove(game) }, icon('close')),
    );
  }
}

/** @param {string} kind @param {string} value */
const lineup = (kind, value) => tOr(`val.${kind}.lineup.${value}`, value);

customElements.define('library-page', LibraryPage);
