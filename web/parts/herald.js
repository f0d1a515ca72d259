// Tells what has happened: sentences for listeners, sounds, and the calls across the board.

import { h } from '../lib/h.js';
import { t } from '../lib/i18n.js';
import { hush, note, say, urge } from '../lib/live.js';
import { go } from '../lib/router.js';
import { call, play } from '../lib/sound.js';
import { resultReason, resultTitle } from './result.js';

/** @typedef {import('../net/link.js').State} State */
/** @typedef {import('../net/link.js').Happening} Happening */
/** @typedef {import('../net/story.js').Story} Story */
/** @typedef {import('../board/types.js').Drawing<any>} Drawing */
/** @typedef {import('../board/types.js').Look} Look */

/** So long a call stands over the board, and so long a mate has the board before the result comes. */
export const BANNER_MS = 1500;
/** Happenings after which the position is another one. */
const TURNS = new Set(['act', 'leave', 'agree', 'time']);

export class Herald {
  element = h('div', { class: 'banner', 'aria-hidden': 'true' });
  /** The number of deeds at which an own action was sent and already heard. */
  #heard = -1;
  #timer = 0;
  #story;

  /** @param {Story} story */
  constructor(story) {
    this.#story = story;
  }

  /** @param {Happening[]} happenings @param {State} state @param {Drawing} drawing @param {Look} look */
  tell(happenings, state, drawing, look) {
    for (const happening of happenings) this.#one(happening, state, drawing, look);
    if (happenings.some(({ type }) => TURNS.has(type))) this.#callOut(state, drawing);
  }

  /** An own action sounds when it is made, not when the server has heard it. @param {State} state @param {Drawing} drawing @param {string} action @param {Look} look */
  own(state, drawing, action, look) {
    this.#heard = state.deeds.length;
    sound(drawing, state.view, action, look);
  }

  /** @param {Happening} happening @param {State} state @param {Drawing} drawing @param {Look} look */
  #one(happening, state, drawing, look) {
    const seat = happening.seat === undefined ? '' : t(`seat.${drawing.kind}.${drawing.seats[happening.seat]}`);
    const foreign = happening.seat !== undefined && !state.you.includes(happening.seat);
    if (happening.type === 'act') this.#act(happening, state, drawing, look);
    else if (happening.type === 'leave' && !state.result) note(t(`tell.${happening.why}`, { seat }));
    else if (happening.type === 'takeback') note(t('tell.takeback'));
    else if (happening.type === 'sit') note(t('tell.sit', { seat }));
    else if (happening.type === 'start' && state.seats.some(({ type, you }) => type === 'person' && !you)) note(t('tell.start'));
    else if (happening.type === 'decline') note(t(`tell.decline.${happening.what}`));
    else if (happening.type === 'offer' && foreign) urge(t(`tell.offer.${happening.what}`, { seat }));
    else if (happening.type === 'rematch' && happening.game && state.you.length > 0) go(`/g/${happening.game}`);
  }

  /** @param {Happening} happening @param {State} state @param {Drawing} drawing @param {Look} look */
  #act(happening, state, drawing, look) {
    const from = happening.n ?? state.deeds.length - 1;
    for (let n = from; n < from + (happening.count ?? 1); n++) {
      const deed = state.deeds[n];
      const before = this.#story.before(n, drawing);
      if (!deed || !before) continue;
      const seat = deed.seat === null ? '' : t(`seat.${drawing.kind}.${drawing.seats[deed.seat]}`);
      const mine = state.turn !== null && state.you.includes(state.turn) ? ` ${t('plate.yourturn')}` : '';
      say(`${seat}: ${drawing.spoken(deed.text, before)}.${mine}`);
      if (n !== this.#heard) sound(drawing, before, deed.text, look);
    }
  }

  /** 장군, 멍군, 빅장, 외통. @param {State} state @param {Drawing} drawing */
  #callOut(state, drawing) {
    const before = this.#story.before(state.deeds.length - 1, drawing);
    const called = state.result ? (isMate(state, drawing) ? { key: 'mate' } : null) : before ? drawing.call?.(before, state.view) : null;
    if (state.result) {
      hush();
      play('end');
      urge(`${resultTitle(state, drawing)} ${resultReason(state, drawing)}`);
    } else if (called?.key === 'check' || called?.key === 'parry-check') {
      play('check');
    }
    if (called) this.#show(`call.${drawing.kind}.${called.key}`, called.key, called.seat === undefined ? '' : t(`seat.${drawing.kind}.${called.seat}`), state.result === null);
    // What was called of the position before is over with it.
    else this.element.classList.remove('shown');
  }

  /** @param {string} text @param {string} kind @param {string} seat whom it befalls @param {boolean} spoken */
  #show(text, kind, seat, spoken) {
    const words = t(text, { seat });
    if (spoken) urge(words);
    call(text, { seat });
    this.element.textContent = words;
    this.element.className = `banner shown ${kind}`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.element.classList.remove('shown'), BANNER_MS);
  }
}

/** Endings on the board, as against those by agreement or by the clock. @param {State} state @param {Drawing} drawing */
export function isMate(state, drawing) {
  return state.result !== null && drawing.isMate?.(state.result.reason, state.view) === true;
}

/** @param {Drawing} drawing @param {any} before @param {string} action @param {Look} look */
function sound(drawing, before, action, look) {
  const { to } = drawing.travel(action, before);
  play(to && drawing.pieces(before, look).some(({ at }) => at === to) ? 'take' : 'move');
}
