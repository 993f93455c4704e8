// Every user message exists in every language: the messages and codes that the requirements name, and every refusal of the exchange.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { failureWords } from '@tapedeck/client';
import { REFUSALS } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { englishTexts, storedLanguages, textsOf } from './lib/languages.mjs';
import { root } from './lib/repository.mjs';

const catalogue = readFileSync(path.join(root, 'specs/err-error-catalogue.md'), 'utf8');
const [rows = '', messages = ''] = catalogue.split('## User messages of §8');

/** Keys that the catalogue names. */
const named = [...messages.matchAll(/`([\w.]+)`/g)].map(([, key]) => key);

/** Codes that a row names, ranges whole. */
function codesOf(id) {
  const row = rows.split('\n').find((line) => line.startsWith(`- **${id}**`)) ?? '';
  return [...row.matchAll(/\b(\d{5,7})(?:-(\d{5,7}))?\b/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
  );
}

/** Many mistakes share it, and the words of each come from the server. */
const SHARED = REFUSALS.parameter.code;
const PRICES = ['IndexPrice', 'MarkPrice', 'LastPrice'];
/** The session is over: one message, whatever was asked. */
const SESSION = codesOf('ERR-02');
/** Copy-trading codes without a meaning of their own; the terminal shows their number. */
const hasMeaning = (code) => code < 39_415 || code > 39_440;
/** Statuses of grid bots (ERR-10). */
const GRID = '401 402 405 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 430 500 501 502 503'.split(' ').map(Number);

const priced = codesOf('ERR-08');
const told = [
  ...codesOf('ERR-09').map((code) => ({ code, message: '' })),
  ...priced.flatMap((code) => PRICES.map((price) => ({ code, message: `expect??${price}` }))),
  ...[400, ...GRID].map((statusCode) => ({ code: 0, message: 'OK', details: { statusCode } })),
  { code: 0, message: 'OK', details: { statusCode: 400, checkCode: -1 } },
  { code: 500, message: '', details: { nonResponse: true } },
  { code: 30162, message: 'x', details: { maxLeverage: '25' } },
  ...[10006, 30031, 9000000, 9000001, 39303].map((code) => ({ code, message: '' })),
];
/** Refusals that a trader can meet, as the exchange words them. */
const refused = Object.entries(REFUSALS)
  .filter(([, { code }]) => ![SHARED, ...SESSION, ...priced].includes(code))
  .map(([reason, { code, message, bound }]) => ({ code, message, reason, ...(bound !== undefined && { details: { limit: '5' } }) }));

const english = englishTexts();
const textsIn = (tag, namespace) => (tag === 'en' ? english.get(namespace).texts : textsOf(tag, namespace));

/** Failures without a text in the language. */
function untold(tag, failures) {
  const texts = textsIn(tag, 'errors');
  return failures.filter((failure) => {
    const words = failureWords(failure, (key) => key in texts);
    if (!('key' in words) || (words.key === 'unknown' && hasMeaning(failure.code))) return true;
    return (texts[words.key] ?? '').trim() === '';
  });
}

describe('the error catalogue', () => {
  it('ERR-12 names its messages and codes', () => {
    expect(named).toContain('splitSubmitOrderFaildTip');
    expect(priced).toEqual([30027, 30028, 30029, 30030, 30074, 30075]);
    expect(codesOf('ERR-09')).toHaveLength(1 + 40 + 9 + 1 + 2 + 5);
    expect(refused.length).toBeGreaterThan(50);
  });

  it('ERR-12 a refusal without words in a language is noticed', () => {
    expect(untold('en', [{ code: 170_999, message: 'Only here.' }])).toHaveLength(1);
  });
});

describe.each(['en', ...storedLanguages()])('user messages in %s', (tag) => {
  it('ERR-12 those that the specification names exist', () => {
    const missing = named.filter((key) => {
      const holders = [...english].filter(([, { texts }]) => Object.keys(texts).some((one) => one === key || one.endsWith(`.${key}`)));
      const isThere = ([namespace]) =>
        Object.entries(textsIn(tag, namespace)).some(([one, text]) => (one === key || one.endsWith(`.${key}`)) && text.trim() !== '');
      return holders.length === 0 || !holders.every(isThere);
    });
    expect(missing).toEqual([]);
  });

  it('ERR-12 every code that the specification names is told in words of the language', () => {
    expect(untold(tag, told)).toEqual([]);
  });

  it('ERR-12 every refusal of the exchange is told in words of the language', () => {
    expect(untold(tag, refused)).toEqual([]);
  });
});
