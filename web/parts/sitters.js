// Who sits at a table of strangers.

import { t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';

/** A name with the rank, if there is one. @param {import('../net/house.js').Sitter} sitter */
export function sitterName({ type, name, rank, level, person }) {
  return [type === 'computer' ? t('plate.computer', { level: levelName(level) }) : name || t('plate.guest'), person === 'bot' ? `(${t('people.bot')})` : '', rank ? levelName(rank) : ''].filter(Boolean).join(' ');
}
