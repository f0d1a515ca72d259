// Sounds made of nothing but oscillators and noise: wood on wood, a drum, a bell. Nothing is loaded,
// and nothing sounds before the first touch, as browsers demand.

import { calls, count, sound } from './settings.js';
import { spoken, t } from './i18n.js';

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} */
function audio() {
  if (sound.get() === 'off' || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** @param {AudioContext} ac @param {number} at @param {number} gain @param {number} seconds */
function envelope(ac, at, gain, seconds) {
  const node = ac.createGain();
  node.gain.setValueAtTime(0.0001, at);
  node.gain.exponentialRampToValueAtTime(gain, at + 0.004);
  node.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  node.connect(ac.destination);
  return node;
}

/** @param {AudioContext} ac @param {number} at @param {number} hz @param {number} gain @param {number} seconds @param {OscillatorType} [wave] */
function tone(ac, at, hz, gain, seconds, wave = 'sine') {
  const source = ac.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(hz, at);
  source.connect(envelope(ac, at, gain, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/** A knock on wood: a short breath of noise around one pitch, and the board below it.
 * @param {AudioContext} ac @param {number} at @param {number} hz @param {number} gain */
function knock(ac, at, hz, gain) {
  const buffer = ac.createBuffer(1, Math.round(ac.sampleRate * 0.06), ac.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / data.length) ** 3;
  const noise = ac.createBufferSource();
  noise.buffer = buffer;
  const filter = ac.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = hz;
  filter.Q.value = 3;
  noise.connect(filter).connect(envelope(ac, at, gain, 0.09));
  noise.start(at);
  tone(ac, at, hz / 6, gain * 0.5, 0.1);
}

/** @type {Record<string, (ac: AudioContext, at: number) => void>} */
const SOUNDS = {
  move: (ac, at) => knock(ac, at, 1300, 0.5),
  take: (ac, at) => {
    knock(ac, at, 1700, 0.5);
    knock(ac, at + 0.07, 1000, 0.6);
  },
  check: (ac, at) => {
    tone(ac, at, 95, 0.7, 0.4);
    knock(ac, at, 500, 0.5);
    tone(ac, at + 0.14, 120, 0.5, 0.3);
  },
  refused: (ac, at) => tone(ac, at, 150, 0.12, 0.14, 'triangle'),
  turn: (ac, at) => tone(ac, at, 660, 0.07, 0.2),
  low: (ac, at) => tone(ac, at, 880, 0.09, 0.06, 'square'),
  end: (ac, at) => [392, 523, 784].forEach((hz, index) => tone(ac, at + index * 0.12, hz, 0.16, 1.4)),
};

/** @param {string} name */
export function play(name) {
  const ac = audio();
  if (ac) SOUNDS[name]?.(ac, ac.currentTime + 0.005);
}

/** Says a call such as 장군. @param {string} key @param {Record<string, string>} [words] */
export function call(key, words) {
  if (calls.get() === 'on') pronounce(key, 1.15, words);
}

/** Says a text, where the browser has a voice for the language. @param {string} key @param {number} rate @param {Record<string, string>} [words] @returns {boolean} whether it is heard */
function pronounce(key, rate, words) {
  if (sound.get() === 'off' || !navigator.userActivation?.hasBeenActive) return false;
  const synthesis = globalThis.speechSynthesis;
  const voice = synthesis?.getVoices().find((each) => each.lang.startsWith(spoken.get()));
  if (!voice) return false;
  const utterance = new SpeechSynthesisUtterance(t(key, words).replace('!', '').replace(/\([^)]*\)/, ''));
  utterance.voice = voice;
  utterance.rate = rate;
  // A count that comes late is worse than none: what is still being said gives way.
  synthesis.cancel();
  synthesis.speak(utterance);
  return true;
}

/** The second that was counted last; plates are painted anew within a second. */
let counted = '';

/**
 * Counts one of the last ten seconds aloud, or ticks where there is no voice.
 * @param {number} left whole seconds @param {boolean} counting whether this is a byoyomi and not the main time
 * @param {string} moment differs from turn to turn
 */
export function countdown(left, counting, moment) {
  if (counted === `${moment} ${left}`) return;
  counted = `${moment} ${left}`;
  const key = counting ? countKey(left, count.get(), spoken.get()) : null;
  if (!key || !pronounce(key, 1.3)) play('low');
}

/**
 * What is said at a second: Korean and Japanese timekeepers count up, English ones down.
 * @param {number} left @param {string} way @param {string} language @returns {string | null}
 */
export function countKey(left, way, language) {
  if (way === 'off' || left > 10) return null;
  if (left === 10) return 'count.ten';
  const up = way === 'up' || (way === 'auto' && language !== 'en');
  const word = up ? 10 - left : left;
  return word >= 1 && word <= 9 ? `count.${word}` : null;
}
