// Styles that a single page needs: they come with its code, and not with the first page.

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** @param {string} name */
function fetched(name) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/pages/${name}.css`;
  // A page that is not dressed is better than none.
  const there = new Promise((resolve) => ['load', 'error'].forEach((event) => link.addEventListener(event, () => resolve(undefined))));
  document.head.append(link);
  return there;
}

/** The code of a page once its styles are there. @template M @param {string} name @param {Promise<M>} code @returns {Promise<M>} */
export async function dressed(name, code) {
  if (!sheets.has(name)) sheets.set(name, fetched(name));
  await sheets.get(name);
  return code;
}
