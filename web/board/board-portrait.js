// The board as a picture to save: piece set, side, marks, coordinates and theme as they are seen.

/** The longer side of a saved picture. */
const PICTURE_PX = 1200;
/** What a shape needs to look outside the page as it does inside. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'font-family', 'font-weight', 'font-size', 'text-anchor', 'visibility', 'text-decoration', 'vector-effect'];

/** What stands below the board has this share of its height. */
const BELOW_SHARE = 0.26;
/** The room around it. */
const GAP_PX = 24;

/**
 * @param {SVGSVGElement} root @param {string} paper the color around the board
 * @param {SVGSVGElement | null} [below] what stands under it, as wide as the board
 * @returns {Promise<Blob | null>}
 */
export async function portrait(root, paper, below = null) {
  const { width, height } = root.viewBox.baseVal;
  const scale = PICTURE_PX / Math.max(width, height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  // Both are copied before anything is waited for: the page may paint them anew meanwhile.
  const [board, graph] = [frozen(root), below ? frozen(below) : null];
  const parts = [{ image: await imageOf(board, wide, high), x: 0, y: 0, wide, high }];
  if (graph) {
    const [room, tall] = [wide - 2 * GAP_PX, Math.round(high * BELOW_SHARE)];
    parts.push({ image: await imageOf(graph, room, tall), x: GAP_PX, y: high + GAP_PX, wide: room, high: tall });
  }
  const last = parts[parts.length - 1];
  return painted(parts, wide, below ? last.y + last.high + GAP_PX : high, paper);
}

/** A copy that needs no page around it. @param {SVGSVGElement} drawn */
function frozen(drawn) {
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  freeze(drawn, copy);
  copy.querySelector('[data-hits]')?.remove();
  return copy;
}

/** @param {SVGSVGElement} copy @param {number} wide @param {number} high */
async function imageOf(copy, wide, high) {
  copy.setAttribute('width', String(wide));
  copy.setAttribute('height', String(high));
  const source = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = source;
    });
    return image;
  } finally {
    URL.revokeObjectURL(source);
  }
}

/** Writes the styles of the page into the copy. @param {Element} from @param {Element} to */
function freeze(from, to) {
  const style = getComputedStyle(from);
  to.removeAttribute('class');
  // As an attribute it would be refused: the pages allow no style within.
  for (const name of STYLES) /** @type {SVGElement} */ (to).style.setProperty(name, style.getPropertyValue(name));
  for (let index = 0; index < from.children.length; index++) freeze(from.children[index], to.children[index]);
}

/** @param {{ image: HTMLImageElement, x: number, y: number, wide: number, high: number }[]} parts @param {number} width @param {number} height @param {string} paper @returns {Promise<Blob | null>} */
async function painted(parts, width, height, paper) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  for (const { image, x, y, wide, high } of parts) context.drawImage(image, x, y, wide, high);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
