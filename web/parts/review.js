// Looking back: which of the game's positions is shown, and the lines of the move list.

import { t } from '../lib/i18n.js';
import { Story } from '../net/story.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/types.js').GameLink} GameLink */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('./moves.js').Line} Line */

export class Review {
  /** How many deeds are shown while looking back; `null` follows the game. @type {number | null} */
  at = null;
  story;

  /** @param {GameLink} link @param {() => void} found is called when an older position has come */
  constructor(link, found) {
    this.story = new Story((from, to) => link.positions(from, to), found);
  }

  /** Takes in what the game has come to. @param {State} state @param {Drawing} drawing @param {boolean} undone whether something was taken back */
  follow(state, drawing, undone) {
    const known = this.story.length;
    this.story.follow(state, drawing);
    if (undone) this.story.forget();
    if (state.deeds.length !== known) this.at = null;
  }

  /** How many deeds are shown. @param {State} state */
  count(state) {
    return this.at ?? state.deeds.length;
  }

  /** @param {State} state */
  view(state) {
    return this.at === null ? state.view : (this.story.after(this.at) ?? state.view);
  }

  /** Goes to a position. @param {State} state @param {number} n @param {() => void} came is called when the server has drawn it @returns {boolean} whether it lies further back */
  step(state, n, came) {
    const to = Math.max(0, Math.min(state.deeds.length, n));
    const back = to < this.count(state);
    this.at = to === state.deeds.length ? null : to;
    void this.story.recall(to).then(() => this.at === to && came());
    return back;
  }

  /** @param {State} state @param {Drawing} drawing @param {Look} look @returns {Line[]} */
  lines(state, drawing, look) {
    const lines = /** @type {Line[]} */ ([]);
    for (const [index, deed] of state.deeds.entries()) {
      const before = this.story.before(index, drawing);
      const line = {
        n: index + 1,
        first: index + 1,
        seat: deed.seat === null ? '' : drawing.seats[deed.seat],
        // Until the positions are known, the words of the rule book stand in.
        text: before ? drawing.notation(deed.text, before, look) : deed.text,
        spoken: before ? drawing.spoken(deed.text, before) : deed.text,
      };
      const old = lines.at(-1);
      if (old && old.seat === line.seat && drawing.joins?.(state.deeds[index - 1].text, deed.text)) lines[lines.length - 1] = { ...line, first: old.first, text: `${old.text} ${line.text}`, spoken: `${old.spoken}, ${line.spoken}` };
      else lines.push(line);
    }
    return lines;
  }

  /** What is said of the position that is shown. @param {Line[]} lines @param {number} count */
  spoken(lines, count) {
    const line = lines.find((each) => each.first <= count && each.n >= count);
    return line ? `${count}. ${line.spoken}` : t('moves.start');
  }
}
