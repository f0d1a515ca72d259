// What listeners hear. Polite for moves, urgent for what cannot wait; short notes are seen as well.

/** @param {string} id @param {string} words */
function put(id, words) {
  const region = document.getElementById(id);
  if (!region) return;
  region.textContent = '';
  // A region that is emptied first speaks the same sentence twice if it must.
  requestAnimationFrame(() => (region.textContent = words));
}

/** @param {string} words */
export const say = (words) => put('polite', words);

/** @param {string} words */
export const urge = (words) => put('urgent', words);

/** So long a note is seen. */
const NOTE_MS = 4200;
let timer = 0;

/** Takes the note away: something greater has happened. */
export function hush() {
  clearTimeout(timer);
  document.getElementById('note')?.classList.remove('shown');
}

/** A note at the edge of the screen, also spoken. @param {string} words @param {'note' | 'refusal'} [kind] */
export function note(words, kind = 'note') {
  const shown = document.getElementById('note');
  if (!shown) return;
  shown.textContent = words;
  shown.className = `note shown ${kind}`;
  clearTimeout(timer);
  timer = setTimeout(hush, NOTE_MS);
  if (kind === 'refusal') urge(words);
  else say(words);
}
