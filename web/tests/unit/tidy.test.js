import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { WEB, files, firstPage, modulesOf, text } from './stub.js';

const SCRIPTS = files(WEB, '.js');

test('texts become text nodes and nothing else', () => {
  for (const file of SCRIPTS) assert.doesNotMatch(text(file), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/, file);
});

test('the page needs nothing from elsewhere and no inline script or style', () => {
  const page = text(join(WEB, 'index.html'));
  assert.doesNotMatch(page, /<script(?![^>]*src=)|style="|https?:/);
  for (const file of [...SCRIPTS, ...files(WEB, '.css')]) {
    assert.doesNotMatch(text(file).replace('http://www.w3.org/2000/svg', ''), /https?:\/\/(?!\$)/, file);
  }
});

test('drawings touch no element', () => {
  for (const file of SCRIPTS.filter((path) => /\/board\/(?!board[-.])/.test(path))) {
    assert.doesNotMatch(text(file), /document\.|createElement|lib\/h\.js/, relative(WEB, file));
  }
});

test('imports point downward', () => {
  const layers = ['lib', 'net', 'board', 'parts', 'pages'];
  for (const file of SCRIPTS) {
    const own = layers.indexOf(relative(WEB, file).split('/')[0]);
    if (own < 0) continue;
    for (const [, to] of text(file).matchAll(/from '\.\.\/(\w+)\//g)) assert.ok(layers.indexOf(to) <= own, `${relative(WEB, file)} → ${to}`);
  }
});

test('the page stays light', () => {
  const size = (/** @type {string[]} */ list) => list.reduce((sum, file) => sum + Buffer.byteLength(text(file)), 0);
  const code = size([...firstPage()]);
  const language = Math.max(...['ko', 'en', 'ja'].map((each) => size([...modulesOf(join(WEB, `i18n/${each}.js`))])));
  const style = size([...files(join(WEB, 'style'), '.css'), ...files(join(WEB, 'style'), '.svg')]);
  console.log(`code ${code}, one language ${language}, style ${style} bytes`);
  assert.ok(code < 260_000, `${code} bytes of code`);
  assert.ok(code + language + style < 340_000);
});

test('people make the first page no more than 12 kB heavier on the wire', () => {
  const packed = (/** @type {string} */ file) => gzipSync(text(join(WEB, file))).length;
  // All other code about people is fetched when it is asked for.
  const eager = [...firstPage()].map((file) => relative(WEB, file)).filter((file) => /(people|account|profile|players|ticket|person|standing)/.test(file));
  assert.deepEqual(eager, []);
  const added = packed('style/people.css') + Math.max(...['ko', 'en', 'ja'].map((language) => packed(`i18n/people.${language}.js`)));
  console.log(`people: ${added} bytes, packed`);
  assert.ok(added < 12_000, `${added} bytes`);
});

test('the page announces exactly the modules that its first page needs', () => {
  const needed = firstPage();
  const announced = [...text(join(WEB, 'index.html')).matchAll(/(?:modulepreload" href|module" src)="\/([^"]+)"/g)].map(([, path]) => path).sort();
  assert.deepEqual(announced, [...needed].map((file) => relative(WEB, file)).sort());
});
