import type { Failure } from '@tapedeck/client';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { ENGLISH_TEXTS, renderScreen } from '../testing/render.tsx';
import { failureText, failureTitle } from './failures.ts';
import { FormProblems } from './form-problems.tsx';
import { cell } from './use-readable.ts';

afterEach(cleanup);

const shown = (refusal: Failure): string | null | undefined => {
  renderScreen(fakeClient(), <FormProblems form={{ refusal: cell<Failure | undefined>(refusal) }} problem={undefined} />);
  const text = screen.queryByRole('alert')?.textContent;
  cleanup();
  return text;
};

describe('a failure beside what was pressed', () => {
  test.each([30099, 30177])('ERR-05 %i shows no message, in a form neither', (code) => {
    expect(failureText(ENGLISH_TEXTS, { code, message: 'x' })).toBeUndefined();
    expect(shown({ code, message: 'x' })).toBeUndefined();
  });

  test('ERR-05 LIV-03 a time-out and a lost connection are not told as a refusal', () => {
    expect(shown({ code: 110007, message: 'x' })).toBe('The order was refused: The available balance is not enough.');
    for (const code of [9000000, 9000001]) {
      const failure = { code, message: '', unsettled: true } as const;
      expect(shown(failure)).toContain('The exchange may have carried this out: check before you try again.');
      expect(shown(failure)).not.toContain('refused');
      expect(failureTitle(ENGLISH_TEXTS, failure, 'They could not be cancelled')).toBe('No answer yet');
    }
  });

  test('LIV-03 what never went out is told so', () => {
    expect(shown({ code: 9000006, message: '' })).toBe('The order did not reach the exchange. Nothing was ordered.');
    expect(shown({ code: 9000005, message: '' })).toMatch(/^Not sent: your account is not live/);
    expect(failureTitle(ENGLISH_TEXTS, { code: 9000005, message: '' }, undefined)).toBe('Nothing was sent');
  });

  test('ERR-11 a custom title titles the toast of a refusal', () => {
    expect(failureTitle(ENGLISH_TEXTS, { code: 110007, message: '' }, 'They could not be cancelled')).toBe('They could not be cancelled');
    expect(failureTitle(ENGLISH_TEXTS, { code: 110007, message: '' }, undefined)).toBe('That did not work');
  });
});
