// `/ticket#…`: what a ticket is good for once. The first host and whoever was invited sign up, who has lost the password chooses a new one.

import { h, refill } from '../lib/h.js';
import { spoken as language, t } from '../lib/i18n.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { go } from '../lib/router.js';
import { me } from '../net/api.js';
import * as people from '../net/people.js';
import { field, filled, newPassword, refused, showRecovery } from './account.js';

export class TicketPage extends HTMLElement {
  #ticket = location.hash.slice(1);
  /** @type {{ kind: 'invite' | 'host' | 'reset', name: string } | null} */
  #good = null;
  #member = '';
  #refusal = '';
  #body = h('div', { class: 'account card' });
  /** @type {(() => void) | null} */
  #end = null;

  connectedCallback() {
    // It is good once: it stays neither in the address nor in the history.
    history.replaceState(history.state, '', '/ticket');
    this.#end = language.watch(() => this.#paint());
    this.#paint();
    void this.#look();
  }

  disconnectedCallback() {
    this.#end?.();
  }

  async #look() {
    const known = await me().catch(() => null);
    try {
      this.#good = await people.lookAt(this.#ticket);
      this.#member = known?.kind === 'member' && this.#good.kind !== 'reset' ? known.name : '';
      this.#refusal = '';
    } catch (error) {
      this.#refusal = refusalText(error);
    }
    this.#paint();
    /** @type {HTMLElement | null} */ (this.querySelector('input:not([readonly])'))?.focus();
  }

  #paint() {
    document.title = `${t('people.ticket')} – ${t('site')}`;
    refill(this, h('section', { class: 'hero small' }, h('h1', null, t(this.#good ? `people.ticket.${this.#good.kind}` : 'people.ticket'))), this.#body);
    if (this.#refusal) return refill(this.#body, h('p', { role: 'alert' }, this.#refusal), h('a', { class: 'button', href: '/', 'data-route': true }, t('home')));
    if (!this.#good) return refill(this.#body, h('p', { class: 'empty' }, t('people.ticket.wait')));
    // A ticket is for somebody new; a member has to go first.
    if (this.#member) return refill(this.#body, h('p', null, t('people.ticket.member', { name: this.#member })), h('button', { class: 'primary', 'data-focus': 'signout', onclick: () => void people.signOut().then(() => this.#look(), refused) }, t('people.signout')));
    this.#form(this.#good);
  }

  /** @param {{ kind: string, name: string }} good */
  #form({ kind, name }) {
    const reset = kind === 'reset';
    const submit = (/** @type {SubmitEvent} */ event) => void this.#use(filled(event));
    refill(
      this.#body,
      h('p', null, t(`people.ticket.${kind}.about`, { name })),
      h('form', { onsubmit: submit }, field('name', t('people.name'), { value: name, readonly: reset, maxlength: 20, autocomplete: 'username' }), newPassword('password', t(reset ? 'people.password.next' : 'people.password')), h('button', { class: 'primary', 'data-focus': 'enter' }, t(reset ? 'people.recover' : 'people.signup'))),
    );
  }

  /** @param {(name: string) => string} value */
  async #use(value) {
    const name = value('name');
    const reset = this.#good?.kind === 'reset';
    try {
      const { recovery } = await (reset ? people.redeem(this.#ticket, value('password')) : people.signUp(name, value('password'), this.#ticket));
      await showRecovery(recovery, this.#body);
      note(t('people.welcome', { name }));
      go('/');
    } catch (error) {
      refused(error);
    }
  }
}

customElements.define('ticket-page', TicketPage);
