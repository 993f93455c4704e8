// The texts of every language: complete, with the places of the English ones, translated, and short enough for where they stand.
import { describe, expect, it } from 'vitest';
import { keyFaults, overlong, placeFaults, untranslated, unusedKeys, wantedKeys, widthOf } from './lib/language-checks.mjs';
import { englishTexts, namespacesOf, knownLanguages, sourceOf, storedLanguages, textsOf } from './lib/languages.mjs';
import { readJson } from './lib/repository.mjs';

const english = englishTexts();
const terms = readJson('tools/language-terms.json');
const narrow = new Set(readJson('tools/narrow-texts.json').flatMap(({ namespace, keys }) => keys.map((key) => `${namespace}.${key}`)));
const languages = knownLanguages();
const stored = storedLanguages();

/** Faults of every namespace of a language, with its name. */
const faultsOf = (tag, check) =>
  namespacesOf(tag)
    .filter((namespace) => english.has(namespace))
    .flatMap((namespace) =>
      check(english.get(namespace).texts, textsOf(tag, namespace), namespace).map((fault) => `${namespace}: ${fault}`),
    );

describe('the texts of the terminal', () => {
  it('I18-01 a stored language has a file for every namespace, a region variant those that it names', () => {
    const known = 'en en-HK zh-CN zh-TW zh-HK ja-JP ko-KR ru-RU id-ID es-ES tr-TR th-TH vi-VN de-DE'.split(' ');
    expect(languages.map(({ tag }) => tag)).toEqual(known);
    expect([...stored].sort()).toEqual(known.slice(2).sort());
    for (const tag of stored.filter((each) => languages.some((language) => language.tag === each && language.only === undefined)))
      expect(namespacesOf(tag), tag).toEqual([...english.keys()].toSorted());
    for (const { tag, only } of languages.filter((each) => each.only !== undefined))
      expect(namespacesOf(tag), tag).toEqual(only.toSorted());
  });

  it('I18-01 every narrow text is one of the English ones', () => {
    for (const key of narrow) {
      const [namespace, ...rest] = key.split('.');
      expect(english.get(namespace)?.texts, key).toHaveProperty([rest.join('.')]);
    }
  });

  it.each([...english.keys()])('every English text of %s is used', (namespace) => {
    const { folder, texts } = english.get(namespace);
    expect(unusedKeys(texts, sourceOf(folder))).toEqual([]);
  });
});

describe.each(stored)('the texts of %s', (tag) => {
  it('I18-01 ERR-12 have the keys of the English ones, and the plural forms of the language', () => {
    expect(namespacesOf(tag).filter((namespace) => !english.has(namespace))).toEqual([]);
    expect(faultsOf(tag, (source, texts) => keyFaults(tag, source, texts))).toEqual([]);
  });

  it('I18-01 keep the places that are filled in', () => {
    expect(faultsOf(tag, placeFaults)).toEqual([]);
  });

  it('I18-01 are not English, but for terms that its traders use', () => {
    expect(faultsOf(tag, (source, texts) => untranslated(source, texts, terms.all, terms[tag]))).toEqual([]);
  });

  it('I18-01 fit where the English ones do', () => {
    expect(faultsOf(tag, (source, texts, namespace) => overlong(source, texts, (key) => narrow.has(`${namespace}.${key}`)))).toEqual([]);
  });
});

describe('the checks of texts', () => {
  const source = { title: 'Open orders of {{name}}', count_one: '{{count}} order', count_other: '{{count}} orders', term: 'TP/SL {{n}}%' };
  const german = {
    title: 'Offene Aufträge von {{name}}',
    count_one: '{{count}} Auftrag',
    count_other: '{{count}} Aufträge',
    term: 'TP/SL {{n}} %',
  };

  it('find nothing in a whole language', () => {
    expect(keyFaults('de-DE', source, german)).toEqual([]);
    expect(placeFaults(source, german)).toEqual([]);
    expect(untranslated(source, german, ['TP', 'SL'])).toEqual([]);
    expect(overlong(source, german, () => false)).toEqual([]);
  });

  it('name keys that are missing or surplus', () => {
    const { title, ...rest } = german;
    expect(title).toBeDefined();
    expect(keyFaults('de-DE', source, { ...rest, more: 'Mehr' })).toEqual(['missing: title', 'surplus: more']);
  });

  it('want the plural forms of the language, and no others', () => {
    expect(wantedKeys(source, 'ru-RU')).toEqual(['title', 'count_one', 'count_few', 'count_many', 'count_other', 'term']);
    expect(wantedKeys(source, 'ja-JP')).toEqual(['title', 'count_other', 'term']);
    expect(keyFaults('ja-JP', source, german)).toEqual(['surplus: count_one']);
    expect(keyFaults('ru-RU', source, german)).toEqual(['missing: count_few', 'missing: count_many']);
  });

  it('name texts that lack a place, have one that nothing fills, or are empty', () => {
    const wrong = { ...german, title: 'Offene Aufträge von {{Name}}', count_other: 'Aufträge', term: ' ' };
    expect(placeFaults(source, wrong)).toEqual([
      'title lacks {{name}}',
      'title has {{Name}}, which nothing fills',
      'count_other lacks {{count}}',
      'empty: term',
    ]);
    expect(placeFaults(source, { count_one: 'Ein Auftrag' })).toEqual([]);
  });

  it('name texts that are still English, but for terms', () => {
    expect(untranslated(source, source, ['TP', 'SL'])).toEqual([
      'still English: title: Open orders of {{name}}',
      'still English: count_one: {{count}} order',
      'still English: count_other: {{count}} orders',
    ]);
    expect(untranslated(source, source, [])).toContain('still English: term: TP/SL {{n}}%');
    expect(untranslated({ type: 'Limit' }, { type: 'Limit' }, [], ['Limit'])).toEqual([]);
  });

  it('name texts that are too long, sooner in narrow places', () => {
    const long = { title: 'Short', wide: 'Kurzkurzkurz' };
    expect(overlong({ wide: 'Short' }, long, () => false)).toEqual([]);
    expect(overlong({ wide: 'Short' }, long, () => true)).toEqual(['too long (12 of 10): wide: Kurzkurzkurz']);
    expect(overlong({ wide: 'Short' }, { wide: 'K'.repeat(20) }, () => false)).toHaveLength(1);
    expect([widthOf('注文'), widthOf('ราคา'), widthOf('ผู้')]).toEqual([3.4, 4, 1]);
  });

  it('name English texts that no code asks for', () => {
    const code = "text('title'); text(`count.${kind}`); text(`for${side}`)";
    const texts = { title: 'a', 'count.a': 'b', forBuy: 'c', idle: 'd', 'size.b': 'e', many_one: 'f', many_other: 'g' };
    expect(unusedKeys(texts, code)).toEqual(['idle', 'size.b', 'many']);
  });
});
