// How strong a computer is, in words: up to eight names, each with a sentence, or a rank from 18급 up to 9단.

import { t } from './i18n.js';

const RANK = /^(\d+)([kd])$/;

/** @param {string} level */
export const isRank = (level) => RANK.test(level);

/** @param {string | undefined} level */
export function levelName(level = '') {
  const rank = RANK.exec(level);
  return rank ? t(rank[2] === 'k' ? 'level.kyu' : 'level.dan', { n: rank[1] }) : t(`level.${level}`);
}

/** What to expect of a level that is no rank. @param {string} level */
export const levelAbout = (level) => t(`level.${level}.about`);
