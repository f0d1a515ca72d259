// Whom a game is played against, in a line of a list.

import { t } from '../lib/i18n.js';
import { levelName } from '../lib/level.js';

/** @param {import('../net/api.js').Summary} game */
export function rivals({ seats, you }) {
  const others = seats
    .filter((_, seat) => !you.includes(seat))
    .map(({ type, name, level, person }) => (person === 'closed' ? t('plate.closed') : type === 'computer' ? t('plate.computer', { level: levelName(level) }) : name || t(type === 'open' ? 'plate.open' : 'plate.guest')));
  return others[0] ? `${others[0]}${others.length > 1 ? ` +${others.length - 1}` : ''}` : t('start.onescreen');
}
