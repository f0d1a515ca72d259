// A refusal in words.

import { has, spoken, t } from './i18n.js';

/** @param {unknown} error @param {string} [kind] the game, whose own words come first */
export function refusalText(error, kind) {
  const { code, message, until } = /** @type {{ code?: string, message?: string, until?: number }} */ (error ?? {});
  const keys = [`refusal.${kind}.${code}`, `refusal.${code}`];
  const key = keys.find(has);
  return key ? t(key, { until: until ? moment(until) : '' }) : t('refusal.other', { detail: message ?? '' });
}

/** A time of today, or of a day. @param {number} ms */
function moment(ms) {
  const today = new Date(ms).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(spoken.get(), { ...(today ? {} : { month: 'short', day: 'numeric' }), hour: 'numeric', minute: '2-digit' }).format(ms);
}
