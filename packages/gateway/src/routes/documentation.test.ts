import { describe, expect, test } from 'vitest';
import streams from '../../../../docs/streams.md?raw';
import webApi from '../../../../docs/web-api.md?raw';
import { CLOSE_CODES, CLOSE_REASONS } from '@tapedeck/protocol';
import { FAILURES } from '../answers.ts';
import { USER_TOPICS } from '../streams/account-news.ts';
import { ROUTES } from './table.ts';

/** Lines without the padding that aligns their tables. */
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/ +/g, ' '));

describe('the documentation', () => {
  test('API-06 lists every route, and no other', () => {
    const documented = linesOf(webApi).filter((line) => /^\| (GET|POST) /.test(line));
    expect(documented).toEqual(
      ROUTES.map(({ method, path, access, effect, summary }) => `| ${method} | \`${path}\` | ${access} | ${effect} | ${summary} |`),
    );
  });

  test('names the code of every failure, with its status', () => {
    for (const { status, code } of Object.values(FAILURES))
      expect(webApi).toMatch(new RegExp(`\\|[ \\d,]*\\b${status}\\b[ \\d,]*\\| ${code} \\|`));
  });

  test('NTF-04 says what each close code means', () => {
    const documented = linesOf(streams).filter((line) => /^\| \d{4} \|/.test(line));
    expect(documented).toEqual(
      Object.entries(CLOSE_CODES).map(([name, code]) => `| ${code} | ${CLOSE_REASONS[name as keyof typeof CLOSE_CODES]} |`),
    );
  });

  test('NTF-05 lists every private topic in the order of the frames', () => {
    const documented = linesOf(streams).flatMap((line) => /^\| `(user\.\w+)` \|/.exec(line)?.[1] ?? []);
    expect(documented).toEqual([...USER_TOPICS]);
  });
});
