// One's own studies.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { ago, spoken as language, t, words } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { dropStudy, myStudies } from '../net/studies.js';
import { confirmed } from '../parts/confirm.js';
import { studyRefusal } from '../parts/notebook.js';
import { catalog } from '../net/api.js';

await words('study', 'editor');

/** @typedef {import('../net/studies.js').StudyLine} StudyLine */

export class StudiesPage extends HTMLElement {
  /** @type {StudyLine[] | null} */
  #studies = null;
  #most = 0;
  /** @type {string[]} */
  #kinds = [];
  #end = () => {};

  connectedCallback() {
    this.#end = language.watch(() => this.#paint());
    void this.#load();
  }

  disconnectedCallback() {
    this.#end();
  }

  async #load() {
    try {
      const [{ studies, most }, { games }] = await Promise.all([myStudies(), catalog()]);
      [this.#studies, this.#most, this.#kinds] = [studies, most, games.map(({ kind }) => kind)];
    } catch (error) {
      note(studyRefusal(error, ''), 'refusal');
    }
    this.#paint();
  }

  /** @param {StudyLine} study */
  async #drop({ id, kind, title }) {
    if (!(await confirmed(t('study.drop.sure', { title }), t('study.drop')))) return;
    await dropStudy(id).catch((error) => note(studyRefusal(error, kind), 'refusal'));
    await this.#load();
  }

  #paint() {
    document.title = `${t('study.mine')} – ${t('site')}`;
    refill(
      this,
      h('section', { class: 'hero small' }, h('h1', null, t('study.mine')), h('p', null, t('study.about'))),
      this.#studies?.length ? h('p', null, t('study.count', { n: this.#studies.length, most: this.#most })) : null,
      this.#studies?.length ? h('ul', { class: 'studies' }, this.#studies.map((study) => this.#line(study))) : h('p', { class: 'empty' }, this.#studies ? t('study.none') : ''),
      h('p', { class: 'row' }, this.#kinds.map((kind) => h('a', { class: 'button', href: `/edit/${kind}`, 'data-route': true }, icon('plus'), t('editor.title', { game: t(`game.${kind}`) })))),
    );
  }

  /** @param {StudyLine} study */
  #line(study) {
    const { id, kind, title, nodes, changed_ms } = study;
    const name = title || t('study.untitled', { game: t(`game.${kind}`) });
    return h(
      'li',
      { class: 'card' },
      h('a', { class: 'name', href: `/a/${id}`, 'data-route': true, 'data-focus': `study-${id}` }, h('bdi', null, name)),
      h('span', { class: 'about' }, `${t(`game.${kind}`)} · ${t('study.moves', { n: nodes })} · ${ago(changed_ms)}`),
      h('button', { class: 'small quiet', 'data-focus': `drop-${id}`, 'aria-label': t('study.drop.named', { title: name }), onclick: () => void this.#drop(study) }, icon('close'), t('study.drop')),
    );
  }
}

customElements.define('studies-page', StudiesPage);
