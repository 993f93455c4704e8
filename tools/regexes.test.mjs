// The rules for regular expressions, seen to fail. `npm run lint` applies them to the production code.
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { regexRules } from './lint/regexes.mjs';

const linter = new Linter();
const reported = (pattern) => linter.verify(`export const pattern = /${pattern}/;`, regexRules).map(({ ruleId }) => ruleId);

describe('regular expressions', () => {
  it.each([
    ['^(\\d+)*$', 'no-super-linear-backtracking'],
    ['^(a|a)*$', 'no-dupe-disjunctions'],
    ['^\\d+\\d+$', 'no-super-linear-backtracking'],
    ['^\\s*\\w*\\s*.*x$', 'no-super-linear-backtracking'],
    ['^([a-z]+)+@', 'no-super-linear-backtracking'],
    ['\\s+$', 'no-super-linear-move'],
    ['\\d+x', 'no-super-linear-move'],
    ['^(?:\\w*-?)*$', 'no-super-linear-backtracking'],
  ])('S-23 refuse the slow /%s/', (pattern, rule) => {
    expect(reported(pattern)).toContain(`regexp/${rule}`);
  });

  it.each([
    '^-?\\d+(\\.\\d+)?$',
    '^[A-Z0-9/-]+$',
    '^(?:[a-z]+,)*[a-z]+$',
    '^\\d{1,16}-\\d{1,16}-[0-9a-f]{16,64}$',
    '[&<>"\']',
    '\\.test\\.tsx?$',
  ])('S-23 allow the linear /%s/', (pattern) => {
    expect(reported(pattern)).toEqual([]);
  });
});
