import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { regexProblems, regexesOf } from './lib/regex-shapes.mjs';
import { filesBelow, root } from './lib/repository.mjs';

const isOwn = (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file);
/** They meet the digits of one number, which the border keeps below 40, or those that a formatter made. */
const OF_NUMBERS = ['packages/domain/src/values/decimal.ts', 'packages/i18n/src/formats/number-format.ts'];
const isBounded = (line) => OF_NUMBERS.some((file) => line.startsWith(`${file}:`)) && line.includes(' /0+$/ ');

describe('regular expressions', () => {
  it('S-23 none of ours takes longer than one pass over its text', () => {
    const found = [...filesBelow('packages'), ...filesBelow('apps')].filter(isOwn).flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return regexesOf(file, text).flatMap((regex) =>
        regexProblems(regex).map((problem) => `${file}:${regex.line} /${regex.pattern}/ ${problem}`),
      );
    });
    expect(found.filter((line) => !isBounded(line))).toEqual([]);
  });

  it.each([
    ['^(\\d+)*$', 'repeats what repeats'],
    ['^(a|a)*$', 'begin alike'],
    ['^(?:a|ab)+$', 'begin alike'],
    ['^\\d+\\d+$', 'take the same'],
    ['^\\s*\\w*\\s*.*x$', 'take the same'],
    ['^([a-z]+)+@', 'repeats what repeats'],
    ['\\s+$', 'every place'],
    ['\\d+x', 'every place'],
    ['^(?:\\w*-?)*$', 'repeats what repeats'],
  ])('S-23 finds what is slow in /%s/', (pattern, reason) => {
    expect(regexProblems({ pattern, flags: '' }).join('\n')).toContain(reason);
  });

  it.each([
    '^-?\\d+(\\.\\d+)?$',
    '^[A-Z0-9/-]+$',
    '^(?:[a-z]+,)*[a-z]+$',
    '^\\d{1,16}-\\d{1,16}-[0-9a-f]{16,64}$',
    '[&<>"\']',
    '\\.test\\.tsx?$',
  ])('S-23 lets /%s/ pass', (pattern) => {
    expect(regexProblems({ pattern, flags: '' })).toEqual([]);
  });
});
