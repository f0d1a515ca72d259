// A study beside its board: what it is called, whether it is kept, and by which link others find it.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, has, t } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { Changed, changeStudy, dropStudy, keepStudy } from '../net/studies.js';
import { confirmed } from './confirm.js';
import { copy } from './invite.js';

/** @typedef {import('../net/studies.js').Study} Study */
/** @typedef {import('../net/studies.js').StudySight} StudySight */

/** @param {unknown} error @param {string} kind */
export function studyRefusal(error, kind) {
  const own = `refusal.study.${/** @type {{ code?: string }} */ (error).code}`;
  return has(own) ? t(own) : refusalText(error, kind);
}

/** Keeps a study and goes there. @param {Study} study */
export async function keep(study) {
  try {
    go(`/a/${(await keepStudy(study)).id}`);
  } catch (error) {
    note(studyRefusal(error, study.kind), 'refusal');
  }
}

export class NoteBook extends HTMLElement {
  /** The study as the server knows it. @type {StudySight | null} */
  #kept = null;
  #title = '';
  #changed = false;
  #busy = false;
  /** What was written elsewhere meanwhile. @type {StudySight | null} */
  #newer = null;
  /** What is written now. */
  #now;
  #reopen;

  /** @param {(title: string) => Study} now @param {(sight: StudySight) => void} reopen shows another version */
  constructor(now, reopen) {
    super();
    this.#now = now;
    this.#reopen = reopen;
  }

  connectedCallback() {
    this.className = 'notebook';
    addEventListener('beforeunload', this.#leave);
    this.#paint();
  }

  disconnectedCallback() {
    removeEventListener('beforeunload', this.#leave);
  }

  /** Nothing is lost by closing a window. @param {BeforeUnloadEvent} event */
  #leave = (event) => {
    if (this.#changed) event.preventDefault();
  };

  /** @param {StudySight | null} sight */
  show(sight) {
    [this.#kept, this.#title, this.#changed, this.#newer] = [sight, sight?.study.title ?? '', false, null];
    this.#paint();
  }

  get open() {
    return this.#kept !== null;
  }

  get mine() {
    return this.#kept?.yours === true;
  }

  /** Something was changed. */
  touch() {
    if (!this.mine || this.#changed) return;
    this.#changed = true;
    // Only what changes: somebody may be writing the title.
    this.querySelector('.state')?.replaceChildren(t('study.changed'));
    this.querySelector('[data-focus=study-save]')?.removeAttribute('disabled');
  }

  repaint() {
    this.#paint();
  }

  /** @param {number} [version] which version is written over, if not the one that is known */
  async save(version = this.#kept?.version) {
    if (!this.#kept || version === undefined || this.#busy) return;
    const study = this.#now(this.#title);
    this.#busy = true;
    this.#paint();
    try {
      const told = await changeStudy(this.#kept.id, version, study);
      this.#kept = { ...this.#kept, version: told.version, changed_ms: Date.now(), study };
      [this.#changed, this.#newer] = [false, null];
      note(t('study.saved'));
    } catch (error) {
      if (error instanceof Changed) this.#newer = error.newer;
      note(studyRefusal(error, study.kind), 'refusal');
    }
    this.#busy = false;
    this.#paint();
  }

  async #drop() {
    const kept = this.#kept;
    if (!kept || !(await confirmed(t('study.drop.sure', { title: this.#title }), t('study.drop')))) return;
    try {
      await dropStudy(kept.id);
      this.#changed = false;
      go('/studies');
    } catch (error) {
      note(studyRefusal(error, kept.study.kind), 'refusal');
    }
  }

  #paint() {
    const kept = this.#kept;
    this.hidden = kept === null;
    if (!kept) return refill(this);
    const link = `${location.origin}/a/${kept.id}`;
    const write = (/** @type {Event} */ event) => {
      this.#title = /** @type {HTMLInputElement} */ (event.target).value;
      this.touch();
    };
    const button = (/** @type {string} */ name, /** @type {import('../lib/icons.js').IconName} */ symbol, /** @type {() => void} */ act, props = {}) =>
      h('button', { class: 'small', 'data-focus': `study-${name}`, onclick: act, ...props }, icon(symbol), t(`study.${name}`));
    const state = this.#busy ? t('study.saving') : this.#changed ? t('study.changed') : t('study.kept', { when: ago(kept.changed_ms) });
    refill(
      this,
      kept.yours ? h('label', null, h('span', null, t('study.title')), h('input', { maxlength: 100, value: this.#title, 'data-focus': 'study-title', oninput: write })) : h('h2', null, h('bdi', null, this.#title)),
      kept.yours ? button('save', 'save', () => void this.save(), { class: 'small primary', disabled: !this.#changed || this.#busy }) : null,
      button('link', 'link', () => void copy(link)),
      button('copy', 'copy', () => void keep(this.#now(this.#title))),
      kept.yours ? button('drop', 'close', () => void this.#drop()) : null,
      h('p', { class: 'state', role: 'status' }, kept.yours ? state : t('study.others')),
      this.#newer ? this.#conflict(this.#newer) : null,
    );
  }

  /** @param {StudySight} newer */
  #conflict(newer) {
    return h(
      'div',
      { class: 'row', role: 'group', 'aria-label': t('refusal.E_CHANGED') },
      h('button', { class: 'small', 'data-focus': 'study-newer', onclick: () => this.#reopen(newer) }, icon('eye'), t('study.newer')),
      h('button', { class: 'small', 'data-focus': 'study-over', onclick: () => void this.save(newer.version) }, icon('save'), t('study.over')),
    );
  }
}

customElements.define('note-book', NoteBook);
