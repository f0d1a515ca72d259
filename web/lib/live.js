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

let timer = 0;

/** A note at the foot of the screen, also spoken. @param {string} words @param {'note' | 'refusal'} [kind] */
export function note(words, kind = 'note') {
  const shown = document.getElementById('note');
  if (!shown) return;
  shown.textContent = words;
  shown.className = `note shown ${kind}`;
  clearTimeout(timer);
  timer = setTimeout(() => shown.classList.remove('shown'), 4200);
  if (kind === 'refusal') urge(words);
  else say(words);
}
