// A choice that opens beside a cell, such as promotion.

import { t } from '../lib/i18n.js';
import { picture } from './board-paint.js';

/** @typedef {import('./types.js').Option} Option */

/**
 * @param {{ x: number, y: number }} place of the cell, in parts of the board
 * @param {{ step: string, option: Option | undefined }[]} choices
 * @param {(step: string) => void} choose
 */
export function choiceBox({ x, y }, choices, choose) {
  const box = document.createElement('div');
  box.className = 'choice';
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-label', t('choice.title'));
  box.style.setProperty('--x', `${x * 100}%`);
  box.style.setProperty('--y', `${y * 100}%`);
  for (const { step, option } of choices) box.append(choiceButton(step, option, choose));
  return box;
}

/** @param {string} step @param {Option | undefined} option @param {(step: string) => void} choose */
function choiceButton(step, option, choose) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.choice = step;
  if (option) button.append(picture(option.shapes, option.box, 'choice-picture'));
  button.append(option?.label ?? step);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    choose(step);
  });
  return button;
}
