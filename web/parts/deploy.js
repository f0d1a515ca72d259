// Five Tigers' opening: which generals stand where, with how many troops and which tactics. Chosen in
// secret; the server judges it.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { picture } from '../board/board.js';
import { token } from '../board/pieces/tigers.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {{ code: string, troops: number, tactics: string[] }} Post */

/** Name in Korean, English and Chinese characters, then Sun, Moon, Move and Star. @type {Record<string, [string, string, string, number, number, number, number]>} */
const ROSTER = {
  GY: ['관우', 'Guan Yu', '關羽', 3, 3, 2, 5], ZF: ['장비', 'Zhang Fei', '張飛', 3, 2, 3, 3], ZY: ['조운', 'Zhao Yun', '趙雲', 2, 2, 4, 4], HZ: ['황충', 'Huang Zhong', '黃忠', 3, 3, 2, 3],
  MC: ['마초', 'Ma Chao', '馬超', 3, 2, 3, 2], LB: ['유비', 'Liu Bei', '劉備', 2, 2, 3, 5], WY: ['위연', 'Wei Yan', '魏延', 3, 2, 3, 3], JW: ['강유', 'Jiang Wei', '姜維', 2, 3, 3, 3],
  CC: ['조조', 'Cao Cao', '曹操', 2, 3, 2, 5], XD: ['하후돈', 'Xiahou Dun', '夏侯惇', 3, 2, 3, 3], ZL: ['장료', 'Zhang Liao', '張遼', 3, 2, 4, 3], XC: ['허저', 'Xu Chu', '許褚', 3, 3, 2, 2],
  DW: ['전위', 'Dian Wei', '典韋', 3, 3, 1, 3], XH: ['서황', 'Xu Huang', '徐晃', 2, 3, 3, 3], SQ: ['손권', 'Sun Quan', '孫權', 1, 2, 3, 5], ZU: ['주유', 'Zhou Yu', '周瑜', 1, 3, 3, 4],
  SC: ['손책', 'Sun Ce', '孫策', 3, 2, 4, 3], GN: ['감녕', 'Gan Ning', '甘寧', 2, 3, 4, 2], TS: ['태사자', 'Taishi Ci', '太史慈', 3, 3, 3, 2], LU: ['여포', 'Lü Bu', '呂布', 3, 3, 4, 3],
};
const TACTICS = ['ST', 'UB', 'IM', 'BT', 'PV', 'CR', 'RM', 'RC', 'CA', 'LO', 'FR', 'RE', 'AM', 'DC', 'FI', 'WA', 'TO', 'TR', 'HT', 'CT'];
const TIGERS = ['GY', 'ZF', 'ZY', 'HZ', 'MC'];
const DECK = /** @type {Record<string, string[]>} */ ({ GY: ['ST', 'UB', 'RE'], ZF: ['PV', 'RM', 'CA'], ZY: ['BT', 'CR', 'HT'], HZ: ['RC', 'CT', 'FI'], MC: ['IM', 'AM', 'TR'] });

/** What is being chosen; kept while the page is painted anew. @type {{ game: string, posts: Post[], own: boolean } | null} */
let draft = null;

/** The most troops a general leads. @param {string} code */
const cap = (code) => 2 * (ROSTER[code]?.[6] ?? 1);

/** @param {string} code @param {Look['language']} language */
function nameOf(code, language) {
  const [ko, en, hanja, sun, moon, moves, star] = ROSTER[code];
  return `${language === 'ko' ? ko : language === 'en' ? en : hanja} (☀${sun} ☾${moon} →${moves} ★${star})`;
}

/** The posts as the rule book writes them. @param {Post[]} posts @param {number} seat @param {boolean} full */
function written(posts, seat, full) {
  const entries = posts.map(({ code, troops, tactics }, index) => `${seat === 0 ? code : code.toLowerCase()}@${seat === 0 ? index : 29 - index}:${troops}${full ? `{${tactics.join('.')}}` : ''}`);
  return entries.join(',');
}

/** @param {State} state @param {number} seat @param {Look} look @param {(seat: number, value: string) => void} choose */
export function deployCard(state, seat, look, choose) {
  const full = state.rules.split(';')[0] === 'full';
  const fresh = () => TIGERS.map((code) => ({ code, troops: full ? ROSTER[code][6] : cap(code), tactics: DECK[code] }));
  if (draft?.game !== `${state.id}/${seat}`) draft = { game: `${state.id}/${seat}`, posts: fresh(), own: false };
  const place = h('form', { class: 'deploy' });
  const paint = () => refill(place, fields(place, seat, full, look, choose, paint));
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    choose(seat, written(draft?.posts ?? [], seat, full));
  });
  paint();
  return place;
}

/** @param {HTMLElement} place @param {number} seat @param {boolean} full @param {Look} look @param {(seat: number, value: string) => void} choose @param {() => void} paint */
function fields(place, seat, full, look, choose, paint) {
  if (!draft) return [];
  const own = draft.own;
  const open = () => {
    if (draft) draft.own = !own;
    paint();
  };
  return [
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'primary', 'data-focus': 'deploy-default', 'data-value': '', onclick: () => choose(seat, '') }, icon('check'), t('tigers.deploy.default')),
      h('button', { type: 'button', 'data-focus': 'deploy-own', 'aria-expanded': String(own), onclick: open }, t('tigers.deploy.own')),
    ),
    own ? draft.posts.map((post, index) => postRow(post, index, seat, full, look, paint)) : null,
    own ? sums(draft.posts, full) : null,
    own ? h('button', { class: 'primary', 'data-focus': 'deploy-send' }, t('tigers.deploy.send')) : null,
  ];
}

/** @param {Post[]} posts @param {boolean} full */
function sums(posts, full) {
  const troops = posts.reduce((sum, post) => sum + post.troops, 0);
  const stats = posts.reduce((sum, { code }) => sum + ROSTER[code].slice(3).reduce((/** @type {number} */ all, each) => all + Number(each), 0), 0);
  return h('p', { class: 'hint' }, full ? t('tigers.deploy.sums', { troops, stats }) : t('tigers.deploy.troops.sum', { troops }));
}

/** @param {Post} post @param {number} seat @param {Look} look */
function portrait({ code }, seat, look) {
  const [ko, , hanja] = ROSTER[code];
  const general = /** @type {any} */ ({ code, ko, hanja, partner: null, effects: [] });
  const side = seat === 0 ? 'A' : 'B';
  return h('span', { class: `portrait piece tg-general team-${side}` }, picture(token(general, side, look, { bare: true }), [-54, -54, 108, 112], 'post-picture'));
}

/** @param {Post} post @param {number} index @param {number} seat @param {boolean} full @param {Look} look @param {() => void} paint */
function postRow(post, index, seat, full, look, paint) {
  const codes = full ? Object.keys(ROSTER) : TIGERS;
  const pick = (/** @type {string} */ code) => {
    const other = draft?.posts.find((each) => each.code === code && each !== post);
    // Two generals change places rather than stand twice.
    if (other) Object.assign(other, { code: post.code, troops: Math.min(other.troops, cap(post.code)), tactics: post.tactics });
    Object.assign(post, { code, troops: full ? ROSTER[code][6] : cap(code), tactics: other ? (DECK[code] ?? post.tactics) : post.tactics });
    paint();
  };
  const amount = h('input', { type: 'number', min: 1, max: cap(post.code), value: post.troops, 'aria-label': t('tigers.deploy.troops'), 'data-focus': `deploy-troops-${index}` });
  amount.addEventListener('change', () => {
    post.troops = Math.max(1, Math.min(cap(post.code), Number(amount.value) || 1));
    paint();
  });
  return h(
    'fieldset',
    { class: 'post' },
    h('legend', null, t('tigers.deploy.place', { place: index + 1 })),
    portrait(post, seat, look),
    select(codes.map((code) => [code, nameOf(code, look.language)]), post.code, t('tigers.deploy.general'), `deploy-general-${index}`, pick),
    amount,
    full ? post.tactics.map((tactic, slot) => select(TACTICS.map((code) => [code, t(`tigers.tactic.${code}`)]), tactic, t('tigers.deploy.tactic', { slot: slot + 1 }), `deploy-tactic-${index}-${slot}`, (code) => {
      post.tactics = post.tactics.map((old, at) => (at === slot ? code : old));
      paint();
    })) : null,
  );
}

/** @param {[string, string][]} values @param {string} current @param {string} label @param {string} name @param {(value: string) => void} choose */
function select(values, current, label, name, choose) {
  const field = h('select', { 'aria-label': label, 'data-focus': name }, values.map(([value, words]) => h('option', { value, selected: value === current }, words)));
  field.addEventListener('change', () => choose(field.value));
  return field;
}
