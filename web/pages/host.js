// `/host`: for those who keep order. Reports with what was said, people, what was done, and how the house was started.

import { h, refill } from '../lib/h.js';
import { ago, spoken as language, t, words } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { note } from '../lib/live.js';
import { refusalText } from '../lib/refusal.js';
import { me } from '../net/api.js';
import * as host from '../net/host.js';
import { lineText } from '../parts/chat.js';
import { rulingButton, showTicket } from '../parts/rulings.js';
import { openSheet } from '../parts/sheet.js';

await words('host', 'talk');

/** @typedef {host.Report} Report */
/** @typedef {host.Party} Party */

const TABS = /** @type {const} */ (['reports', 'people', 'log', 'settings']);
/** Later than that is for good. */
const EVER_MS = 4e12;

/** @param {unknown} error */
const refused = (error) => note(refusalText(error), 'refusal');

/** @param {number} ms */
const date = (ms) => new Intl.DateTimeFormat(language.get(), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

export class HostPage extends HTMLElement {
  /** @type {typeof TABS[number]} */
  #tab = 'reports';
  #role = '';
  #body = h('div', { class: 'hostbody', id: 'hostbody', role: 'tabpanel' });
  #bar = h('div', { class: 'tabs', role: 'tablist' });
  #title = h('h1');
  #find = '';
  /** @type {(() => void) | null} */
  #end = null;

  connectedCallback() {
    this.append(h('section', { class: 'hero small' }, this.#title), this.#bar, this.#body);
    this.#end = language.watch(() => this.#paint());
    void this.#enter();
  }

  disconnectedCallback() {
    this.#end?.();
  }

  async #enter() {
    this.#role = (await me().catch(() => null))?.role ?? '';
    this.#paint();
  }

  #paint() {
    document.title = `${t('host.title')} – ${t('site')}`;
    refill(this.#title, t('host.title'));
    if (!this.#role) return refill(this.#body, h('p', { role: 'alert' }, t('host.closed')));
    this.#bar.setAttribute('aria-label', t('host.tabs'));
    refill(this.#bar, TABS.map((tab) => this.#tabButton(tab)));
    this.#body.setAttribute('aria-labelledby', `tab-${this.#tab}`);
    const show = { reports: () => this.#reports(), people: () => this.#people(), log: () => this.#log(), settings: () => this.#settings() }[this.#tab];
    void show().catch(refused);
  }

  /** @param {typeof TABS[number]} tab */
  #tabButton(tab) {
    const chosen = tab === this.#tab;
    const choose = (/** @type {typeof TABS[number]} */ next) => ((this.#tab = next), this.#paint());
    const turn = (/** @type {KeyboardEvent} */ { key }) => {
      const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (by === 0) return;
      const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
      choose(next);
      /** @type {HTMLElement | null} */ (this.#bar.querySelector(`[data-focus="tab-${next}"]`))?.focus();
    };
    return h('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-selected': String(chosen), 'aria-controls': 'hostbody', tabindex: chosen ? 0 : -1, 'data-focus': `tab-${tab}`, onclick: () => choose(tab), onkeydown: turn }, t(`host.${tab}`));
  }

  /** A list of which more can be had. @template T @param {Element} place @param {(from: number) => Promise<{ items: T[], more: boolean }>} fetch @param {(item: T) => HTMLElement} show */
  async #pages(place, fetch, show) {
    const list = h('ul', { class: 'entries' });
    const more = h('button', { type: 'button', 'data-focus': 'more', onclick: () => void add().catch(refused) }, t('host.more'));
    place.append(list);
    const add = async () => {
      const { items, more: has } = await fetch(list.children.length);
      list.append(...items.map(show));
      if (has) place.append(more);
      else more.remove();
      if (list.children.length === 0) list.append(h('li', { class: 'empty' }, t('host.none')));
    };
    await add();
  }

  // Reports.

  async #reports() {
    const open = h('section', null, h('h2', null, t('host.open')));
    const done = h('details', { ontoggle: () => void fillDone().catch(refused) }, h('summary', { 'data-focus': 'done' }, t('host.done')));
    const fetch = (/** @type {boolean} */ isDone) => async (/** @type {number} */ from) => {
      const { reports, more } = await host.reports(isDone, from);
      return { items: reports, more };
    };
    const fillDone = async () => done.children.length === 1 && (await this.#pages(done, fetch(true), (report) => this.#report(report)));
    await this.#pages(open, fetch(false), (report) => this.#report(report));
    refill(this.#body, open, done);
  }

  /** @param {Report} report */
  #report(report) {
    const { id, reason, said, at_ms, by, about, game, line, done_ms, done_by } = report;
    const again = () => this.#paint();
    const finish = () => void host.handled(id).then(again, refused);
    const lines = h('div', { class: 'lines' });
    return h(
      'li',
      { class: 'report', 'data-report': id },
      h('header', null, h('b', null, t(`report.reason.${reason}`)), h('time', { datetime: new Date(at_ms).toISOString() }, ago(at_ms))),
      h('p', null, `${t('host.about')}: `, this.#party(about), ' · ', `${t('host.by')}: `, this.#party(by)),
      said ? h('p', { class: 'words' }, h('bdi', null, said)) : null,
      line ? this.#line({ ...line, game: game ?? '' }, again) : null,
      done_ms ? h('p', { class: 'hint' }, t('host.handled.by', { name: done_by, time: ago(done_ms) })) : null,
      h(
        'div',
        { class: 'row' },
        game ? h('a', { class: 'button small', href: `/g/${game}`, target: '_blank', rel: 'noopener', 'data-focus': `game-${id}` }, icon('eye'), t('host.game')) : null,
        game ? h('button', { type: 'button', class: 'small', 'data-focus': `lines-${id}`, onclick: () => void this.#showLines(id, lines).catch(refused) }, icon('talk'), t('host.lines')) : null,
        about.kind === 'closed' ? null : rulingButton(about.muted_ms > Date.now() ? 'unmute' : 'mute', { report: id }, partyName(about), again),
        game ? rulingButton('unrate', { game }, game, again) : null,
        done_ms ? null : h('button', { type: 'button', class: 'small primary', 'data-focus': `handled-${id}`, 'data-handled': id, onclick: finish }, icon('check'), t('host.handled')),
      ),
      lines,
    );
  }

  /** @param {string} id @param {HTMLElement} place */
  async #showLines(id, place) {
    const { lines = [], game } = await host.reportOf(id);
    const again = () => void this.#showLines(id, place).catch(refused);
    refill(place, lines.length ? h('ul', { class: 'entries' }, lines.map((line) => h('li', null, this.#line({ ...line, game: game ?? '' }, again)))) : h('p', { class: 'empty' }, t('host.lines.none')));
  }

  /** @param {host.Line} line @param {() => void} again */
  #line(line, again) {
    const name = line.name || t('host.guest');
    return h('div', { class: `entry-line${line.hidden ? ' hidden' : ''}` }, h('span', null, h('b', null, h('bdi', null, name)), ' ', h('bdi', { class: 'words' }, lineText(line))), line.game ? rulingButton(line.hidden ? 'unhide' : 'hide', { game: line.game, n: line.n }, name, again) : null);
  }

  /** @param {Party} party */
  #party(party) {
    const name = h('bdi', null, partyName(party));
    if (party.kind !== 'member' && party.kind !== 'bot') return name;
    return h('button', { type: 'button', class: 'person', 'aria-haspopup': 'dialog', 'data-person': party.name, 'data-focus': `person-${party.name}`, onclick: () => void this.#openPerson(party.name).catch(refused) }, name);
  }

  // People.

  async #people() {
    const field = h('input', { name: 'find', type: 'search', value: this.#find, maxlength: 20, autocomplete: 'off', 'aria-label': t('host.find'), placeholder: t('host.find'), 'data-focus': 'find' });
    const place = h('div');
    const find = async () => {
      this.#find = field.value.trim();
      const { people } = await host.findPeople(this.#find);
      refill(place, h('ul', { class: 'entries' }, people.length ? people.map((party) => h('li', null, this.#party(party), ' ', h('small', null, standing(party).join(' · ')))) : h('li', { class: 'empty' }, t('host.none'))));
    };
    const submit = (/** @type {Event} */ event) => (event.preventDefault(), void find().catch(refused));
    refill(this.#body, h('form', { class: 'row', role: 'search', onsubmit: submit }, field, h('button', { class: 'primary', 'data-focus': 'search' }, t('host.search'))), place);
    await find();
  }

  /** @param {string} name */
  async #openPerson(name) {
    const { body, close } = openSheet(name, 'conduct', () => this.#paint());
    const paint = async () => {
      const known = await host.conduct(name);
      refill(
        body,
        h('p', null, [...standing(known), t('host.since', { date: date(known.created_ms) }), t('host.reports.count', { open: known.reports, done: known.reports_done })].join(' · ')),
        h('div', { class: 'others' }, this.#rulings(known, () => void paint().catch(refused), close)),
        h('h3', null, t('host.log')),
        h('ul', { class: 'entries' }, known.actions.length ? known.actions.map(entry) : h('li', { class: 'empty' }, t('host.none'))),
        h('h3', null, t('talk.title')),
        h('ul', { class: 'entries' }, known.lines.length ? known.lines.map((line) => h('li', null, this.#line(line, () => void paint().catch(refused)))) : h('li', { class: 'empty' }, t('host.none'))),
      );
    };
    await paint();
  }

  /** @param {host.Conduct} known @param {() => void} again @param {() => void} close */
  #rulings(known, again, close) {
    const { name, muted_ms, banned_ms } = known;
    const button = (/** @type {string} */ what, /** @type {(answer: any) => void} */ done = again) => rulingButton(what, { name }, name, done);
    const mute = button(muted_ms > Date.now() ? 'unmute' : 'mute');
    if (this.#role !== 'host') return [mute];
    // Under another name, or none, this sheet would find nobody.
    return [mute, button(banned_ms > Date.now() ? 'unban' : 'ban'), button('rename', close), button('role'), button('reset', ({ ticket }) => showTicket(ticket)), button('refund'), button('close', close)];
  }

  // What was done, and how the house was started.

  async #log() {
    const section = h('section', null, h('h2', null, t('host.log')));
    const fetch = async (/** @type {number} */ from) => {
      const { actions, more } = await host.actions(from);
      return { items: actions, more };
    };
    await this.#pages(section, fetch, entry);
    refill(this.#body, section);
  }

  async #settings() {
    const { version, accounts, guests, chat, password_min, public_url } = await host.houseSettings();
    const rows = [
      ['accounts', t(`host.set.accounts.${accounts}`)],
      ['guests', t(`host.set.guests.${guests}`)],
      ['chat', t(`host.set.chat.${chat}`)],
      ['password_min', String(password_min)],
      ['public_url', public_url ?? '–'],
      ['version', version],
    ];
    refill(this.#body, h('p', { class: 'hint' }, t('host.set.about')), h('dl', { class: 'keys' }, rows.flatMap(([key, value]) => [h('dt', null, t(`host.set.${key}`)), h('dd', null, value)])));
  }
}

/** @param {Party} party */
const partyName = ({ name, kind }) => (kind === 'closed' ? t('host.gone') : name || t('host.guest'));

/** @param {Party} party */
function standing({ role, muted_ms, banned_ms, kind }) {
  const now = Date.now();
  const banned = banned_ms > EVER_MS ? t('host.banned.ever') : t('host.banned', { date: date(banned_ms) });
  return [kind === 'member' ? t(`host.role.${role}`) : t('host.guest'), muted_ms > now ? t('host.muted', { date: date(muted_ms) }) : '', banned_ms > now ? banned : ''].filter(Boolean);
}

/** @param {host.Action} action */
function entry({ by, about, what, why, game, at_ms, until_ms }) {
  const until = until_ms > at_ms && until_ms < EVER_MS ? ` (${t('host.until', { date: date(until_ms) })})` : '';
  return h(
    'li',
    { class: 'action', 'data-what': what },
    h('header', null, h('b', null, t(`host.act.${what}`), until), h('time', { datetime: new Date(at_ms).toISOString() }, date(at_ms))),
    h('p', null, h('bdi', null, by || t('host.machine')), about ? [' → ', h('bdi', null, about)] : null, game ? [' ', h('a', { href: `/g/${game}` }, t('host.game'))] : null),
    why ? h('p', { class: 'words' }, h('bdi', null, why)) : null,
  );
}

customElements.define('host-page', HostPage);
