// The pages around positions: analysis, editor, studies.

import { t, words } from '../lib/i18n.js';
import { dressed } from '../lib/sheet.js';
import { openStudy } from '../net/studies.js';
import { lonely } from '../parts/lonely.js';

/** @param {string} page `analysis`, `edit`, `a` or `studies` @param {string} [name] of a game or of a study @returns {Promise<HTMLElement>} */
export async function positionPage(page, name = 'janggi') {
  if (page === 'edit') return new (await dressed('editor', import('./edit.js'))).EditorPage(name);
  if (page === 'studies') return new (await dressed('editor', import('./studies.js'))).StudiesPage();
  const { AnalysisPage } = await dressed('editor', import('./analysis.js'));
  if (page === 'analysis') return new AnalysisPage(name);
  const sight = await openStudy(name).catch(() => null);
  if (sight) return new AnalysisPage(sight.study.kind, sight);
  await words('study');
  return lonely(t('refusal.E_STUDY'), { href: '/studies', label: t('study.mine') });
}
