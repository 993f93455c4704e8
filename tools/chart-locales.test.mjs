// Every locale of the chart has all its words, and keeps the places that are filled in.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/repository.mjs';

const folder = path.join(root, 'packages/chart/locales');
const read = (locale) => JSON.parse(readFileSync(path.join(folder, `${locale}.json`), 'utf8'));
const named = /'([a-z]{2}(?:_[A-Z]{2})?)',/g;
const source = readFileSync(path.join(root, 'packages/chart/src/host/locales.ts'), 'utf8');
const locales = [...source.slice(0, source.indexOf('] as const')).matchAll(named)].map(([, locale]) => locale);
const english = read('en');
const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
/** Names of indicators and units are the same in many languages; sentences are not. */
const isSentence = (text) => text.split(' ').length >= 5;

describe('the words of the chart', () => {
  it('CHT-24 there is a file for every locale, and for no other', () => {
    expect(locales).toHaveLength(26);
    expect(readdirSync(folder).toSorted()).toEqual(locales.map((locale) => `${locale}.json`).toSorted());
  });

  it.each(locales)('CHT-24 %s has every word', (locale) => {
    expect(Object.keys(read(locale)).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.entries(read(locale)).filter(([, text]) => text.trim() === '' || text.length > 200)).toEqual([]);
  });

  it.each(locales)('CHT-24 %s keeps the places that are filled in', (locale) => {
    const wrong = Object.entries(read(locale)).filter(([key, text]) => String(places(text)) !== String(places(english[key])));
    expect(wrong).toEqual([]);
  });

  it.each(locales.filter((locale) => locale !== 'en'))('CHT-24 %s has no sentence in English', (locale) => {
    expect(Object.entries(read(locale)).filter(([key, text]) => isSentence(english[key]) && text === english[key])).toEqual([]);
  });
});
