// After a refusal: where its rule stands, and the lesson that teaches it.

import { h, refill } from '../lib/h.js';
import { spoken as language, t } from '../lib/i18n.js';
import { lessonBook, ruleBook } from '../net/learn.js';

/** Offers what fits a refusal, in the place for explanations. @param {HTMLElement} place @param {string | undefined} kind @param {unknown} error */
export async function offerLesson(place, kind, error) {
  const code = /** @type {{ code?: string }} */ (error ?? {}).code;
  if (!kind || !code) return;
  const [book, rules] = await Promise.all([lessonBook(kind, language.get()).catch(() => null), ruleBook(kind, language.get()).catch(() => null)]);
  const [id, stage] = book?.codes[code] ?? [];
  const lesson = book?.lessons.find((each) => each.id === id);
  const article = rules?.codes[code];
  if (!lesson && !article) return;
  place.classList.add('fitting');
  refill(
    place,
    lesson ? h('a', { class: 'fits', href: `/learn/${kind}/${id}#${stage}`, 'data-route': true }, t('learn.fits', { title: lesson.title })) : null,
    article ? h('p', null, h('a', { class: 'fits', href: `/rules/${kind}#${article.slice(1)}`, 'data-route': true }, t('learn.article', { article }))) : null,
  );
}
