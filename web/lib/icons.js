// Icons of our own, drawn with one pen in a box of 24.

import { svg } from './h.js';

const WAYS = /** @type {const} */ ({
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  flag: 'M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  draw: 'M5 9h14M5 15h14',
  pass: 'M12 4a8 8 0 1 0 .01 0M9 9v6M15 9v6',
  flip: 'M8 4v16M8 20l-4-4M16 20V4M16 4l4 4',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  sound: 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4',
  sun: 'M12 8a4 4 0 1 0 .01 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M19 14.5A8 8 0 0 1 9.5 5 8 8 0 1 0 19 14.5z',
  auto: 'M12 4a8 8 0 1 0 .01 0zM12 4v16',
  gear: 'M12 9a3 3 0 1 0 .01 0M12 3l1.2 2.6 2.8-.6.8 2.8 2.7.9-.7 2.8 1.9 2-1.9 2.1.7 2.8-2.7.9-.8 2.7-2.8-.6L12 21l-1.2-2.6-2.8.6-.8-2.7-2.7-.9.7-2.8-1.9-2.1 1.9-2-.7-2.8 2.7-.9.8-2.8 2.8.6z',
  first: 'M7 5v14M19 5l-8 7 8 7',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  last: 'M17 5v14M5 5l8 7-8 7',
  again: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 13l4 4L19 7',
  person: 'M12 4a4 4 0 1 0 .01 0M5 20c1-5 4-7 7-7s6 2 7 7',
  people: 'M9 5a3.5 3.5 0 1 0 .01 0M3 19c.6-4.500 3-6 6-6s5.400 1.500 6 6M16 6a3 3 0 0 1 0 6M17 14c2.500.5 3.600 2 4 5',
  machine: 'M5 8h14v11H5zM12 8V4M9 13h.01M15 13h.01M9 16h6',
  eye: 'M2 12c3-5 6.500-7 10-7s7 2 10 7c-3 5-6.500 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0',
  door: 'M6 3h12v18H6zM14 12h.01M3 21h18',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  share: 'M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1',
  dice: 'M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  learn: 'M12 6c-2-1.500-5-2-8-2v14c3 0 6 .500 8 2 2-1.500 5-2 8-2V4c-3 0-6 .500-8 2zM12 6v14',
  turn: 'M12 4a8 8 0 1 0 .01 0M12 7.500V12l3 2',
  talk: 'M4 5h16v11H10l-5 4v-4H4z',
  ask: 'M9 9a3 3 0 1 1 4 2.800c-.8.4-1 1-1 2.200M12 18h.01',
});

/** @typedef {keyof typeof WAYS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: WAYS[name] }));
}
