// A tree of variations as a study, and back; small ones fit into an address.

import { Variations } from './variations.js';

/** @typedef {import('../net/studies.js').Study} Study */
/** @typedef {{ rules: string, state: string | null }} Beginning */

/** Longer addresses are cut by somebody on the way. */
const ADDRESS_MAX = 6000;
/** No study is larger. */
const BYTES_MAX = 64 * 1024;

/** The tree as it is kept: main lines before others, what was cut away left out. @param {Variations} tree @param {string} kind @param {Beginning} from @param {string} title @returns {Study} */
export function studyOf(tree, kind, { rules, state }, title) {
  const [root] = tree.nodes;
  /** @type {Study} */
  const study = { kind, rules, state, title, ...thoughts(root), nodes: [] };
  const walk = (/** @type {import('./variations.js').Node} */ node, /** @type {number} */ number) => {
    // Brothers first, so that the order of lines is kept.
    const numbers = node.next.map((id) => {
      const { act, sign, w } = tree.nodes[id];
      return study.nodes.push({ up: number, act, ...thoughts(tree.nodes[id]), ...(sign ? { sign } : {}), ...(w ? { w: w.map((each) => Math.round(each * 10) / 10) } : {}) });
    });
    node.next.forEach((id, index) => walk(tree.nodes[id], numbers[index]));
  };
  walk(root, 0);
  return study;
}

/** @param {import('./variations.js').Node} node */
const thoughts = ({ note, arrows }) => ({ ...(note ? { note } : {}), ...(arrows.length > 0 ? { arrows } : {}) });

/** @param {Study} study @returns {Variations} */
export function treeOf({ nodes, note = '', arrows = [] }) {
  const tree = new Variations([]);
  Object.assign(tree.nodes[0], { note, arrows });
  const known = [tree.nodes[0]];
  for (const { up, act, note: said = '', sign = '', w = null, arrows: drawn = [] } of nodes) {
    const node = tree.add((known[up] ?? known[0]).id, act);
    Object.assign(node, { note: said, sign, w, arrows: drawn });
    known.push(node);
  }
  return tree;
}

/** Whether there is more than one line without a word, which an address of acts tells already. @param {Variations} tree */
export const isRich = (tree) => tree.nodes.some(({ next, note, sign, arrows }) => next.length > 1 || note !== '' || sign !== '' || arrows.length > 0);

/** A study as letters of an address, if it is small. @param {Study} study @returns {Promise<string | null>} */
export async function packed(study) {
  const stream = new Blob([JSON.stringify(study)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(String.fromCharCode(...bytes.slice(0, ADDRESS_MAX))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return bytes.length > ADDRESS_MAX || text.length > ADDRESS_MAX ? null : text;
}

/** The study of an address; nothing if it is none. @param {string} text @returns {Promise<Study | null>} */
export async function unpacked(text) {
  try {
    if (text.length > ADDRESS_MAX) return null;
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return checked(JSON.parse(await inflated(bytes)));
  } catch {
    return null;
  }
}

/** No more than a study may have, whatever it was packed from. @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > BYTES_MAX) throw new Error('too long');
  }
  return text + decoder.decode();
}

/** What somebody has put into an address may be anything. @param {any} said @returns {Study | null} */
function checked(said) {
  const isText = (/** @type {unknown} */ text) => typeof text === 'string';
  const isArrows = (/** @type {any} */ list) => list === undefined || (Array.isArray(list) && list.every((each) => Array.isArray(each) && each.length === 2 && each.every(isText)));
  const isNode = (/** @type {any} */ node, /** @type {number} */ index) => Number.isInteger(node?.up) && node.up >= 0 && node.up <= index && isText(node.act) && [undefined, 'string'].includes(typeof node.note === 'undefined' ? undefined : typeof node.note) && isArrows(node.arrows);
  const sound = isText(said?.kind) && isText(said.rules) && (said.state === null || isText(said.state)) && isText(said.title) && isArrows(said.arrows) && Array.isArray(said.nodes) && said.nodes.every(isNode);
  if (!sound) return null;
  const nodes = said.nodes.map((/** @type {any} */ { up, act, note = '', sign = '', w, arrows = [] }) => ({ up, act, note, sign: isText(sign) ? sign : '', w: Array.isArray(w) && w.every((each) => typeof each === 'number') ? w : undefined, arrows }));
  return { kind: said.kind, rules: said.rules, state: said.state, title: said.title, note: isText(said.note) ? said.note : '', arrows: said.arrows ?? [], nodes };
}
