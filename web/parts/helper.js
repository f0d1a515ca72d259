// Help for whoever plays alone or against the computer: a hint in three steps, what threatens, and a question
// before a blunder. The server thinks; what it answers is shown here and belongs to one position alone.

import { h } from '../lib/h.js';
import { icon } from '../lib/icons.js';
import { sentences, t } from '../lib/i18n.js';
import { say } from '../lib/live.js';
import { threats, warnings } from '../lib/settings.js';
import { wayMarks } from './guide.js';
import { arrowMarks, lineText } from './ways.js';
import { whyWords } from './why.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/types.js').GameLink} GameLink */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */
/** @typedef {import('../board/types.js').Mark} Mark */
/** @typedef {import('../net/analysis.js').Why} Why */

/** The piece, the act, the line with its reason. */
const STEPS = 3;
/** So much of a line has room beside the board. */
const LINE_MAX = 4;

export class Helper {
  #link;
  #changed;
  /** After how many deeds the rest was said. */
  #at = -1;
  /** The way that is shown, and how much of it. @type {string[] | null} */
  #way = null;
  /** @type {Why | null} */
  #why = null;
  #step = 0;
  /** What the others would do. @type {string[]} */
  #threat = [];
  #isAsked = false;

  /** @param {GameLink} link @param {() => void} changed is called when there is something else to show */
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
  }

  /** What is shown, for comparing. */
  get key() {
    return [this.#at, this.#step, this.#threat[0] ?? ''].join();
  }

  /** Forgets what was said of another position, and asks what threatens in this one. @param {State} state */
  follow(state) {
    if (this.#at !== state.deeds.length) {
      [this.#at, this.#way, this.#why, this.#step, this.#threat, this.#isAsked] = [state.deeds.length, null, null, 0, [], false];
    }
    if (!this.#isAsked && threats.get() === 'on' && state.can.includes('hint')) void this.#askThreats();
  }

  async #askThreats() {
    const n = this.#at;
    this.#isAsked = true;
    const told = await this.#link.ask({ t: 'threats', n }).catch(() => null);
    if (n !== this.#at || !told?.acts?.length) return;
    this.#threat = told.acts;
    this.#changed();
  }

  /** One step more of the hint for this position. Rejected with what refuses it. */
  async hint() {
    const n = this.#at;
    if (!this.#way) {
      const { acts = [], why = null } = await this.#link.ask({ t: 'hint', n });
      if (n !== this.#at) return;
      [this.#way, this.#why] = [acts, why];
    }
    this.#step = Math.min(STEPS, this.#step + 1);
    this.#changed();
  }

  /** How far the hint is. */
  get step() {
    return this.#step;
  }

  /** What is said of the position, if anything. @param {Drawing} drawing @param {any} view @param {Look} look */
  words(drawing, view, look) {
    if (this.#step > 0) return this.#hintWords(drawing, view, look);
    if (this.#threat.length === 0 || threats.get() === 'off') return '';
    return t('help.threat', { move: drawing.spoken(this.#threat[0], view) });
  }

  /** @param {Drawing} drawing @param {any} view @param {Look} look */
  #hintWords(drawing, view, look) {
    const [act] = this.#way ?? [];
    if (!act) return t('help.none');
    const button = drawing.buttons?.(view, look).find(({ match }) => match(act));
    if (button) return t('learn.hint.button', { label: button.label });
    if (this.#step === 1) return t('learn.hint.piece', { where: nameOf(drawing.steps(act, view)[0] ?? '', drawing, view, look) });
    if (this.#step === 2) return t('learn.hint.line', { move: drawing.spoken(act, view) });
    const line = lineText((this.#way ?? []).slice(0, LINE_MAX), drawing, view, look);
    return sentences(t('help.line', { line }), whyWords(this.#why, 'help.why', drawing, (id) => nameOf(id, drawing, view, look)));
  }

  /** @param {Drawing} drawing @param {any} view @param {Look} look @returns {Mark[]} */
  marks(drawing, view, look) {
    const shown = threats.get() === 'on' ? this.#threat.slice(0, 1) : [];
    const [act] = this.#way ?? [];
    return [...arrowMarks(shown, 'threat', drawing, view, look), ...(act && this.#step > 0 ? wayMarks(act, this.#step > 1, drawing, view, look) : [])];
  }

  /** Whether an action is looked at before it is done. @param {State} state */
  weighs(state) {
    return warnings.get() === 'on' && state.can.includes('hint');
  }

  /** The question to ask before an action, if it is a blunder. @param {string} action @param {State} state @param {Drawing} drawing @param {Look} look */
  async warning(action, state, drawing, look) {
    const told = await this.#link.ask({ t: 'weigh', n: state.deeds.length, d: action }).catch(() => null);
    if (told?.verdict !== 'blunder') return null;
    return sentences(whyWords(told.why, 'help.warn', drawing, (id) => nameOf(id, drawing, state.view, look)), t('help.sure'));
  }

  /** The switches beside the board. @param {State} state */
  switches(state) {
    if (!state.hints || state.phase !== 'playing' || state.you.length === 0) return [];
    const one = (/** @type {string} */ name, /** @type {typeof threats} */ setting) => {
      const on = setting.get() === 'on';
      const press = () => {
        setting.set(on ? 'off' : 'on');
        say(t(`help.${name}.${on ? 'off' : 'on'}`));
        this.follow(state);
        this.#changed();
      };
      return h('button', { class: 'small', 'aria-pressed': String(on), 'data-focus': name, 'data-switch': name, onclick: press }, icon(on ? 'check' : 'eye'), t(`help.${name}`));
    };
    return [one('threats', threats), one('warnings', warnings)];
  }
}

/** @param {string} id @param {Drawing} drawing @param {any} view @param {Look} look */
function nameOf(id, drawing, view, look) {
  return drawing.ground(view, look).cells.find((cell) => cell.id === id)?.name ?? id;
}

/** How much help a game had, for its result. @param {State} state */
export function helpWords(state) {
  if (!state.hints) return '';
  const count = state.hints.reduce((sum, each) => sum + each, 0);
  return count > 0 ? t('help.used', { count }) : t('help.unused');
}
