// Actions as text, for whoever writes faster than pointing.

import { h, refill } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { spoken as language, t } from '../lib/i18n.js';

export class Typed {
  element = h('form', { class: 'typed' });
  #send;

  /** @param {(text: string) => Promise<boolean>} send whether it was done */
  constructor(send) {
    this.#send = send;
  }

  /** @param {string} kind @param {boolean} may whether an action may be typed now */
  paint(kind, may) {
    this.element.classList.toggle('off', !may);
    const wanted = `${language.get()} ${kind}`;
    const old = this.element.querySelector('input');
    if (old) old.disabled = !may;
    if (this.element.dataset.words === wanted) return;
    this.element.dataset.words = wanted;
    const field = h('input', { name: 'move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: t(`typed.hint.${kind}`), 'aria-label': t('typed.label'), disabled: !may });
    refill(this.element, field, h('button', { class: 'small', 'aria-label': t('typed.send') }, icon('check')));
    this.element.onsubmit = (event) => {
      event.preventDefault();
      void this.#submit(field);
    };
  }

  focus() {
    this.element.querySelector('input')?.focus();
  }

  /** @param {HTMLInputElement} field */
  async #submit(field) {
    const text = field.value.trim();
    if (text && (await this.#send(text))) field.value = '';
  }
}
