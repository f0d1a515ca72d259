// The board as a picture to save: piece set, side, marks, coordinates and theme as they are seen.

/** The longer side of a saved picture. */
const PICTURE_PX = 1200;
/** What a shape needs to look outside the page as it does inside. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'font-family', 'font-weight', 'font-size', 'text-anchor', 'visibility', 'text-decoration'];

/** @param {SVGSVGElement} root @param {string} paper the color around the board @returns {Promise<Blob | null>} */
export async function portrait(root, paper) {
  const copy = /** @type {SVGSVGElement} */ (root.cloneNode(true));
  const { width, height } = root.viewBox.baseVal;
  const scale = PICTURE_PX / Math.max(width, height);
  freeze(root, copy);
  copy.querySelector('[data-hits]')?.remove();
  copy.setAttribute('width', String(Math.round(width * scale)));
  copy.setAttribute('height', String(Math.round(height * scale)));
  const source = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  try {
    return await painted(source, Math.round(width * scale), Math.round(height * scale), paper);
  } finally {
    URL.revokeObjectURL(source);
  }
}

/** Writes the styles of the page into the copy. @param {Element} from @param {Element} to */
function freeze(from, to) {
  const style = getComputedStyle(from);
  const own = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
  to.removeAttribute('class');
  to.setAttribute('style', own);
  for (let index = 0; index < from.children.length; index++) freeze(from.children[index], to.children[index]);
}

/** @param {string} source @param {number} width @param {number} height @param {string} paper @returns {Promise<Blob | null>} */
async function painted(source, width, height, paper) {
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = source;
  });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
