// The moves of an analysis as a tree: the main line in a row, other lines indented below the move that they replace.

import { h, refill } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { SIGN_OF } from './report.js';

/** @typedef {import('./variations.js').Variations} Variations */
/** @typedef {import('./variations.js').Node} Node */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

export class MoveTree extends HTMLElement {
  /** @type {((id: number) => void) | null} */
  onstep = null;

  /** @param {Variations} tree @param {Drawing} drawing @param {Look} look */
  show(tree, drawing, look) {
    const list = h('ul', { role: 'tree', class: 'movetree', 'aria-label': t('moves.title') });
    this.#branch(list, tree, tree.nodes[0], drawing, look, 1);
    refill(this, list.childElementCount > 0 ? list : h('p', { class: 'empty' }, t('moves.none')));
    this.reveal();
  }

  /** Scrolls to where one is, as far as the tree itself is seen. */
  reveal() {
    const current = this.querySelector('[aria-selected="true"]');
    if (current instanceof HTMLElement) this.scrollTop += current.getBoundingClientRect().top - this.getBoundingClientRect().top - this.clientHeight / 2;
  }

  /** A line from a node on; the other lines hang at the moves that they replace. @param {HTMLElement} list @param {Variations} tree @param {Node} from @param {Drawing} drawing @param {Look} look @param {number} level */
  #branch(list, tree, from, drawing, look, level) {
    for (let node = from; node.next.length > 0; node = tree.nodes[node.next[0]]) {
      const [main, ...others] = node.next.map((id) => tree.nodes[id]);
      list.append(this.#item(tree, main, node, drawing, look, level));
      for (const other of others) {
        const group = h('ul', { role: 'group', class: 'branch' });
        group.append(this.#item(tree, other, node, drawing, look, level + 1));
        this.#branch(group, tree, other, drawing, look, level + 1);
        list.append(h('li', { role: 'none' }, group));
      }
    }
  }

  /** @param {Variations} tree @param {Node} node @param {Node} before @param {Drawing} drawing @param {Look} look @param {number} level */
  #item(tree, node, before, drawing, look, level) {
    const view = before.seen?.view;
    const [text, spoken] = view ? [drawing.notation(node.act, view, look), drawing.spoken(node.act, view)] : [node.act, node.act];
    const verdict = before.turn?.verdict && before.turn.count === 1 && tree.nodes[before.next[0]] === node ? before.turn.verdict : null;
    const sign = node.sign || (verdict ? SIGN_OF[verdict] : '');
    const current = node.id === tree.at;
    const label = [`${tree.path(node.id).length - 1}. ${spoken}`, verdict ? t(`analysis.${verdict}`) : node.sign, node.note].filter(Boolean).join(', ');
    const seat = before.seen?.turn ?? null;
    return h(
      'li',
      { role: 'none', class: `move${seat === null ? '' : ` seat-${drawing.seats[seat]}`}` },
      h('button', { role: 'treeitem', 'aria-level': level, 'aria-selected': String(current), 'aria-label': label, tabindex: current ? 0 : -1, 'data-focus': `node-${node.id}`, 'data-node': node.id, class: `quiet${current ? ' current' : ''}`, onclick: () => this.onstep?.(node.id) }, text, sign ? h('b', { class: `sign ${verdict ?? ''}` }, sign) : null),
      node.note ? h('span', { class: 'comment' }, node.note) : null,
    );
  }
}

customElements.define('move-tree', MoveTree);
