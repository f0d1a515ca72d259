// The only maker of elements outside the board: everything a user typed becomes a text node here.

/** @typedef {Node | string | number | false | null | undefined | Child[]} Child */
/** @typedef {Record<string, unknown>} Props */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an HTML element. `onclick` and the like become listeners, known properties are set as
 * properties, the rest as attributes; `false`, `null` and `undefined` are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  setAll(element, props);
  append(element, children);
  return element;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAll(element, props);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Props | null | undefined} props */
function setAll(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
}

const AS_PROPERTY = new Set(['value', 'checked', 'disabled', 'selected', 'hidden', 'open']);

/** @param {Element} element @param {string} name @param {unknown} value */
export function set(element, name, value) {
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (AS_PROPERTY.has(name)) {
    Object.assign(element, { [name]: value });
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {Node} parent @param {Child[]} children */
export function append(parent, children) {
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** @param {Element} parent @param {...Child} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * Replaces what an element shows and keeps the keyboard where it was, by the `data-focus` names.
 * @param {Element} parent @param {...Child} children
 */
export function refill(parent, ...children) {
  const held = document.activeElement;
  const name = held && parent.contains(held) ? held.getAttribute('data-focus') : null;
  fill(parent, ...children);
  if (name) /** @type {HTMLElement | null} */ (parent.querySelector(`[data-focus="${CSS.escape(name)}"]`))?.focus();
}
