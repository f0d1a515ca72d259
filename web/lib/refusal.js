// A refusal in words.

import { has, t } from './i18n.js';

/** @param {unknown} error @param {string} [kind] the game, whose own words come first */
export function refusalText(error, kind) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error ?? {});
  const keys = [`refusal.${kind}.${code}`, `refusal.${code}`];
  const key = keys.find(has);
  return key ? t(key) : t('refusal.other', { detail: message ?? '' });
}
