import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { ROOT, WEB, files, firstPage, text } from './stub.js';
import { en, ja, ko } from '../tools/texts.js';

const LANGUAGES = { ko, en, ja };

test('the three languages have the same keys, in the same order', () => {
  assert.deepEqual(Object.keys(en), Object.keys(ko));
  assert.deepEqual(Object.keys(ja), Object.keys(ko));
});

test('a text stands in one file, with the page that needs it first', () => {
  for (const language of Object.keys(LANGUAGES)) {
    const keys = files(join(WEB, 'i18n'), `${language}.js`).flatMap((file) => [...text(file).matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key));
    assert.deepEqual(keys.filter((key, at) => keys.indexOf(key) !== at), [], language);
  }
});

test('no text is empty', () => {
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    for (const [key, words] of Object.entries(texts)) assert.ok(words.trim(), `${language} ${key}`);
  }
});

test('every language fills in the same parameters', () => {
  const parameters = (/** @type {string} */ words) => [...words.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
  for (const key of Object.keys(ko)) {
    assert.deepEqual(parameters(en[key]), parameters(ko[key]), key);
    assert.deepEqual(parameters(ja[key]), parameters(ko[key]), key);
  }
});

test('no Korean is left in the English and Japanese texts, and no kana in the Korean ones', () => {
  const names = /^settings\.language\./;
  for (const key of Object.keys(ko).filter((each) => !names.test(each))) {
    assert.doesNotMatch(en[key], /[\uac00-\ud7a3\u3040-\u30ff]/, `en ${key}`);
    assert.doesNotMatch(ja[key], /[\uac00-\ud7a3]/, `ja ${key}`);
    assert.doesNotMatch(ko[key], /[\u3040-\u30ff]/, `ko ${key}`);
  }
});

test('every key that the code names exists', () => {
  for (const file of files(WEB, '.js').filter((path) => !path.includes('/i18n/'))) {
    for (const [, key] of text(file).matchAll(/\bt\('([^'`$]+)'/g)) assert.ok(key in ko, `${key} in ${file}`);
    // A key made of parts must begin as some key does.
    for (const [, start] of text(file).matchAll(/\bt(?:Or)?\(`([a-z.]+)\$\{/g)) {
      assert.ok(Object.keys(ko).some((key) => key.startsWith(start)), `${start}… in ${file}`);
    }
  }
});

test('the first page says only what it has words for', async () => {
  const eager = (await import('../../i18n/ko.js')).default;
  for (const file of firstPage()) {
    for (const [, key] of text(file).matchAll(/\bt\('([^'`$]+)'/g)) assert.ok(key in eager, `${key} in ${file}`);
  }
});

test('words of a later page come when they are asked for, and follow the language', async () => {
  const { speak, t, words } = await import('../../lib/i18n.js');
  const { language } = await import('../../lib/settings.js');
  await speak();
  assert.equal(t('analysis.accuracy'), 'analysis.accuracy');
  await words('analysis');
  assert.equal(t('analysis.accuracy'), ko['analysis.accuracy']);
  language.set('ja');
  await speak();
  assert.equal(t('analysis.accuracy'), ja['analysis.accuracy']);
  language.set('ko');
  await speak();
});

test('every refusal of the rules and of the server is said', () => {
  const codes = new Set();
  for (const file of files(join(ROOT, 'crates'), '.rs')) {
    for (const [, code] of text(file).matchAll(/"(E_[A-Z_]+)"/g)) codes.add(code);
  }
  const protocol = join(ROOT, 'docs/protocol.md');
  if (existsSync(protocol)) for (const [, code] of text(protocol).matchAll(/^\| `(E_[A-Z_]+)`/gm)) codes.add(code);
  const tigers = join(ROOT, 'crates/tigers/src/refusal.rs');
  if (existsSync(tigers)) for (const [, code] of text(tigers).matchAll(/= "([A-Z_]+)":/g)) codes.add(code);
  assert.ok(codes.size > 30);
  for (const code of codes) assert.ok(`refusal.${code}` in ko, code);
});

test('every flaw of a set-up is said', () => {
  for (const kind of ['janggi', 'nanguk', 'tigers', 'yonin']) {
    const source = files(join(ROOT, 'crates', kind, 'src'), '.rs').map(text).join('');
    const names = new Set([...source.matchAll(/(?:Flaw::new|about)\("(\w+)"\)/g)].map(([, name]) => name));
    assert.ok(names.size >= 4, kind);
    for (const name of names) assert.ok(`flaw.${kind}.${name}` in ko, `flaw.${kind}.${name}`);
    for (const key of Object.keys(ko).filter((each) => each.startsWith(`flaw.${kind}.`))) assert.ok(source.includes(`"${key.split('.')[2]}"`), key);
  }
});

/** Words that were given up for better ones, by language; the texts of the lessons keep to them, too. @type {Record<string, RegExp>} */
const GIVEN_UP = {
  ko: /놀이|첫 쪽|한 수 앞|비기기|구경|두드리|항복/,
  en: /extra included|someone by link|surrender/i,
  // The position is 王手; チャングン is what is called out.
  ja: /規則|一手休み|によります|死にました|無作為|難國|降伏|チャングン(?![!！」)])/,
};

test('one word for one thing, in every language and in the lessons', () => {
  for (const [language, texts] of Object.entries(LANGUAGES)) for (const [key, words] of Object.entries(texts)) assert.doesNotMatch(words, GIVEN_UP[language], `${language} ${key}`);
  for (const file of files(join(ROOT, 'crates/engine/lessons'), '.json')) {
    for (const [, language, words] of text(file).matchAll(/"(ko|en|ja)": "([^"]*)"/g)) assert.doesNotMatch(words, GIVEN_UP[language], file);
  }
});

test('Korean particles follow the sound', async () => {
  const { speak, t } = await import('../../lib/i18n.js');
  await speak();
  assert.equal(t('tell.resigned', { seat: '초(楚)' }), '초(楚)가 기권했습니다');
  assert.equal(t('tell.resigned', { seat: '한(漢)' }), '한(漢)이 기권했습니다');
  assert.equal(t('tell.resigned', { seat: 'Bob' }), 'Bob이(가) 기권했습니다');
  assert.equal(t('spoken.drop', { piece: '보병', to: '5e' }), '보병을 5e에 놓음');
});
