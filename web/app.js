// The entry: language, theme, header, and the page that the address asks for.

import { h, refill } from './lib/h.js';
import { icon } from './lib/icons.js';
import { speak, spoken, t } from './lib/i18n.js';
import { LANGUAGES, language, sound, theme } from './lib/settings.js';
import { dressed } from './lib/sheet.js';
import { startRouter } from './lib/router.js';
import { watchNotify } from './lib/attention.js';
import { StartPage } from './pages/start.js';
import { openSettings } from './pages/settings.js';

const NAMES = { ko: '한국어', en: 'English', ja: '日本語' };

function paintTheme() {
  const dark = theme.get() === 'dark' || (theme.get() === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#17110e' : '#f3ead8');
}

/** Where it is shown how many games wait. */
const waiting = h('span', { id: 'waiting' });

function paintHeader() {
  const header = document.getElementById('header');
  if (!header) return;
  const skip = document.getElementById('skip');
  if (skip) skip.textContent = t('skip');
  const muted = sound.get() === 'off';
  const dark = document.documentElement.dataset.theme === 'dark';
  refill(
    header,
    h('a', { href: '/', 'data-route': true, class: 'brand', 'aria-label': t('home'), 'data-focus': 'home' }, h('span', { class: 'seal', 'aria-hidden': 'true', lang: 'ko' }, '對', h('br'), '局'), h('span', { class: 'name' }, t('site'))),
    h(
      'nav',
      { 'aria-label': t('nav') },
      waiting,
      h('div', { class: 'languages', role: 'group', 'aria-label': t('settings.language') }, LANGUAGES.map((each) => h('button', { class: 'quiet', lang: each, 'aria-pressed': String(spoken.get() === each), 'data-focus': `language-${each}`, 'data-language': each, onclick: () => language.set(each) }, h('span', { class: 'long' }, NAMES[each]), h('span', { class: 'short', 'aria-hidden': 'true' }, { ko: '한', en: 'En', ja: '日' }[each])))),
      h('button', { class: 'quiet round', 'aria-label': t(muted ? 'sound.on' : 'sound.off'), title: t(muted ? 'sound.on' : 'sound.off'), 'aria-pressed': String(muted), 'data-focus': 'sound', onclick: () => sound.set(muted ? 'on' : 'off') }, icon(muted ? 'mute' : 'sound')),
      h('button', { class: 'quiet round', 'aria-label': t(dark ? 'theme.light' : 'theme.dark'), title: t(dark ? 'theme.light' : 'theme.dark'), 'data-focus': 'theme', onclick: () => theme.set(dark ? 'light' : 'dark') }, icon(dark ? 'sun' : 'moon')),
      h('button', { class: 'quiet round', 'aria-label': t('people.account'), title: t('people.account'), 'data-focus': 'account', onclick: () => void openSettings('account') }, icon('person')),
      h('button', { class: 'quiet round', 'aria-label': t('settings.title'), title: t('settings.title'), 'data-focus': 'settings', onclick: () => void openSettings() }, icon('gear')),
    ),
  );
}

/** @param {string} address @returns {Promise<HTMLElement>} */
async function pageOf(address) {
  const game = /^\/g\/([\w-]+)$/.exec(address);
  const learn = /^\/learn(?:\/(\w+)(?:\/([\w-]+))?)?$/.exec(address);
  if (learn) return (await import('./pages/learn.js')).learnPage(learn[1], learn[2]);
  const practice = /^\/practice\/(\w+)$/.exec(address);
  if (practice) return new (await import('./pages/practice.js')).PracticePage(practice[1]);
  const puzzles = /^\/puzzles\/(\w+)$/.exec(address);
  if (puzzles) return new (await import('./pages/puzzles.js')).PuzzlesPage(puzzles[1]);
  const puzzle = /^\/puzzle\/(\w+)$/.exec(address);
  if (puzzle) return new (await import('./pages/puzzle.js')).PuzzlePage(puzzle[1]);
  const position = /^\/(analysis|edit|a|studies)(?:\/([\w-]+))?$/.exec(address);
  if (position) return (await import('./pages/analyses.js')).positionPage(position[1], position[2]);
  const rules = /^\/rules\/(\w+)$/.exec(address);
  if (rules) return new (await dressed('rules', import('./pages/rules.js'))).RulesPage(rules[1]);
  const person = /^\/@\/([^/]+)$/.exec(address);
  if (person) return new (await import('./pages/profile.js')).ProfilePage(decodeURIComponent(person[1]));
  if (address === '/ticket') return new (await import('./pages/ticket.js')).TicketPage();
  if (address === '/inbox') return new (await import('./pages/inbox.js')).InboxPage();
  if (address === '/host') return new (await import('./pages/host.js')).HostPage();
  const library = /^\/library(?:\/(\w+))?$/.exec(address);
  if (library) return (await dressed('library', import('./pages/library.js'))).libraryPage(library[1]);
  const tv = /^\/tv(?:\/(\w+))?$/.exec(address);
  if (tv) return new (await dressed('tv', import('./pages/tv.js'))).TvPage(tv[1]);
  if (address === '/players') return new (await import('./pages/players.js')).PlayersPage();
  if (!game) return new StartPage();
  const [{ TablePage }, { Link }] = await Promise.all([import('./pages/table.js'), import('./net/link.js')]);
  return new TablePage(new Link(game[1]));
}

let asked = 0;

async function showPage() {
  const main = document.getElementById('main');
  const own = ++asked;
  const page = await pageOf(location.pathname);
  if (!main || own !== asked) return;
  main.replaceChildren(page);
  // After the first page, whoever listens is led to the new one.
  if (own > 1) main.focus({ preventScroll: true });
  document.dispatchEvent(new Event('page'));
  document.body.classList.toggle('at-table', page.localName === 'table-page');
  const wanted = /^\/new\/(\w+)$/.exec(location.pathname);
  if (wanted) void import('./pages/newgame.js').then(({ openNewGame }) => openNewGame(wanted[1], new URLSearchParams(location.search).get('with') ?? ''));
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paintTheme);
theme.watch(() => (paintTheme(), paintHeader()));
sound.watch(paintHeader);
watchNotify();
paintTheme();
await speak();
spoken.watch(paintHeader);
paintHeader();
startRouter(() => void showPage());
// Nobody waits for the bell to be hung.
setTimeout(() => void import('./parts/bell.js').then(({ hang }) => hang()), 1500);
