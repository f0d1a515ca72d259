// Five Tigers' opening: which generals stand where, with how many troops and which tactics. Chosen in
// secret. What there is to choose from is in the catalog; the server judges the choice.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { picture } from '../board/board-paint.js';
import { nameOf, token } from '../board/pieces/tigers.js';
import { catalog } from '../net/api.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {{ code: string, troops: number, tactics: string[] }} Post */
/** @typedef {{ code: string, ko: string, en: string, hanja: string, sun: number, moon: number, moves: number, star: number, cap: number, worth: number }} General */

/**
 * @typedef {object} Stock what the catalog has to choose from
 * @property {General[]} generals
 * @property {string[]} tactics
 * @property {string[]} tigers the codes of the usual deck
 * @property {string[][]} decks the usual tactics of each of them
 * @property {[number[], number[]]} tiles where each side's line stands
 * @property {{ troops: number, worth: number, copies: number, tactics: number }} limits
 */

/** What is being chosen; kept while the page is painted anew. @type {{ game: string, posts: Post[], own: boolean } | null} */
let draft = null;

/** @typedef {{ stock: Stock, seat: number, full: boolean, look: Look, paint: () => void }} Desk */

/** @param {State} state @param {number} seat @param {Look} look @param {(seat: number, value: string) => void} choose */
export function deployCard(state, seat, look, choose) {
  const place = h('form', { class: 'deploy' });
  void stockOf(state.kind).then((stock) => stock && begin(place, stock, state, seat, look, choose));
  return place;
}

/** @param {string} kind @returns {Promise<Stock | null>} */
async function stockOf(kind) {
  const known = await catalog().catch(() => null);
  return known?.games.find((game) => game.kind === kind)?.stock ?? null;
}

/** @param {HTMLElement} place @param {Stock} stock @param {State} state @param {number} seat @param {Look} look @param {(seat: number, value: string) => void} choose */
function begin(place, stock, state, seat, look, choose) {
  const full = state.rules.split(';')[0] === 'full';
  const game = `${state.id}/${seat}`;
  if (draft?.game !== game) draft = { game, posts: usual(stock, full), own: false };
  /** @type {Desk} */
  const desk = { stock, seat, full, look, paint: () => refill(place, fields(desk)) };
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    choose(seat, draft?.own ? written(draft.posts, desk) : '');
  });
  desk.paint();
}

/** @param {Stock} stock @param {boolean} full @returns {Post[]} */
function usual(stock, full) {
  return stock.tigers.map((code, index) => ({ code, troops: usualTroops(general(stock, code), full), tactics: full ? stock.decks[index] : [] }));
}

/** @param {General} general @param {boolean} full */
const usualTroops = ({ star, cap }, full) => (full ? star : cap);

/** @param {Stock} stock @param {string} code @returns {General} */
const general = (stock, code) => stock.generals.find((each) => each.code === code) ?? stock.generals[0];

/** The posts as the rule book writes them. @param {Post[]} posts @param {Desk} desk */
function written(posts, { stock, seat, full }) {
  const entry = (/** @type {Post} */ { code, troops, tactics }, /** @type {number} */ index) =>
    `${seat === 0 ? code : code.toLowerCase()}@${stock.tiles[seat][index]}:${troops}${full ? `{${tactics.join('.')}}` : ''}`;
  return posts.map(entry).join(',');
}

/** @param {Desk} desk */
function fields(desk) {
  if (!draft) return [];
  const { posts, own } = draft;
  const wish = (/** @type {boolean} */ value) => {
    if (draft) draft.own = value;
    desk.paint();
  };
  return [
    h('div', { class: 'segments' }, h('div', { class: 'segmentrow', role: 'radiogroup', 'aria-label': t('tigers.deploy.whose') }, [false, true].map((value) => way(value, own, wish)))),
    own ? posts.map((post, index) => postRow(post, index, desk)) : h('p', { class: 'hint' }, t(desk.full ? 'tigers.deploy.default.full' : 'tigers.deploy.default.base')),
    h(
      'footer',
      { class: 'deployfoot' },
      sums(posts, desk),
      h('button', { class: 'primary big', 'data-focus': 'deploy-send', 'data-value': own ? 'own' : '' }, icon('check'), t(own ? 'tigers.deploy.send' : 'tigers.deploy.default')),
    ),
  ];
}

/** @param {boolean} value @param {boolean} own @param {(own: boolean) => void} wish */
function way(value, own, wish) {
  const name = value ? 'own' : 'usual';
  return h(
    'label',
    { class: value === own ? 'on' : '' },
    h('input', { type: 'radio', name: 'deploy', value: name, checked: value === own, 'data-focus': `deploy-${name}`, onchange: () => wish(value) }),
    h('span', null, t(`tigers.deploy.${name}`)),
  );
}

/** What the deck comes to, always in sight. @param {Post[]} posts @param {Desk} desk */
function sums(posts, { stock, full }) {
  const troops = posts.reduce((sum, post) => sum + post.troops, 0);
  if (!full) return h('p', { class: 'sums' }, t('tigers.deploy.troops.sum', { troops }));
  const worth = posts.reduce((sum, { code }) => sum + general(stock, code).worth, 0);
  const { limits } = stock;
  const often = posts.flatMap(({ tactics }) => tactics).filter((code, _, all) => all.filter((other) => other === code).length > limits.copies);
  const lines = [
    sum('tigers.deploy.sum.troops', troops, limits.troops),
    sum('tigers.deploy.sum.worth', worth, limits.worth),
    often.length > 0 ? h('span', { class: 'over' }, t('tigers.deploy.copies', { tactic: t(`tigers.tactic.${often[0]}`), most: limits.copies })) : null,
  ];
  return h('p', { class: 'sums', role: 'status' }, lines);
}

/** @param {string} key @param {number} value @param {number} most */
function sum(key, value, most) {
  return h('span', { class: value > most ? 'over' : '' }, t(key, { value, most }));
}

/** @param {Post} post @param {Desk} desk */
function portrait({ code }, { stock, seat, look }) {
  const { ko, hanja } = general(stock, code);
  const shown = /** @type {any} */ ({ code, ko, hanja, partner: null, effects: [] });
  const side = seat === 0 ? 'A' : 'B';
  return h('span', { class: `portrait piece tg-general team-${side}` }, picture(token(shown, side, look, { bare: true }), [-54, -54, 108, 112], 'post-picture'));
}

/** @param {Post} post @param {number} index @param {Desk} desk */
function postRow(post, index, desk) {
  const { stock, full, look } = desk;
  const own = general(stock, post.code);
  const codes = full ? stock.generals.map(({ code }) => code) : stock.tigers;
  const named = codes.map((code) => /** @type {[string, string]} */ ([code, nameOf(general(stock, code), look.language)]));
  return h(
    'fieldset',
    { class: 'post' },
    h('legend', null, t('tigers.deploy.place', { place: index + 1 })),
    portrait(post, desk),
    h('label', { class: 'postname' }, h('span', { class: 'unseen' }, t('tigers.deploy.general')), select(named, post.code, `deploy-general-${index}`, (code) => pick(post, code, desk))),
    h('small', { class: 'stats' }, t('tigers.stats', own)),
    troopsField(post, index, own, desk),
    full ? post.tactics.map((tactic, slot) => tacticField(post, tactic, index, slot, desk)) : null,
  );
}

/** Two generals change places rather than stand twice. @param {Post} post @param {string} code @param {Desk} desk */
function pick(post, code, { stock, full, paint }) {
  const other = draft?.posts.find((each) => each.code === code && each !== post);
  const old = { ...post };
  const deck = stock.decks[stock.tigers.indexOf(code)];
  Object.assign(post, { code, troops: usualTroops(general(stock, code), full), tactics: other?.tactics ?? (full ? (deck ?? post.tactics) : []) });
  if (other) Object.assign(other, { code: old.code, troops: Math.min(other.troops, general(stock, old.code).cap), tactics: old.tactics });
  paint();
}

/** @param {Post} post @param {number} index @param {General} own @param {Desk} desk */
function troopsField(post, index, own, { paint }) {
  const amount = h('input', { type: 'number', min: 1, max: own.cap, value: post.troops, 'data-focus': `deploy-troops-${index}` });
  amount.addEventListener('change', () => {
    post.troops = Math.max(1, Math.min(own.cap, Number(amount.value) || 1));
    paint();
  });
  return h('label', { class: 'posttroops' }, h('span', null, t('tigers.deploy.troops')), amount, h('small', null, t('tigers.deploy.most', { cap: own.cap })));
}

/** @param {Post} post @param {string} tactic @param {number} index @param {number} slot @param {Desk} desk */
function tacticField(post, tactic, index, slot, { stock, paint }) {
  const values = stock.tactics.map((code) => /** @type {[string, string]} */ ([code, t(`tigers.tactic.${code}`)]));
  const choose = (/** @type {string} */ code) => {
    post.tactics = post.tactics.map((old, at) => (at === slot ? code : old));
    paint();
  };
  return h(
    'label',
    { class: 'posttactic' },
    h('span', { class: 'unseen' }, t('tigers.deploy.tactic', { slot: slot + 1 })),
    select(values, tactic, `deploy-tactic-${index}-${slot}`, choose),
    h('small', null, t(`tigers.tactic.${tactic}.about`)),
  );
}

/** @param {[string, string][]} values @param {string} current @param {string} name @param {(value: string) => void} choose */
function select(values, current, name, choose) {
  const field = h('select', { 'data-focus': name }, values.map(([value, words]) => h('option', { value, selected: value === current }, words)));
  field.addEventListener('change', () => choose(field.value));
  return field;
}
