import { createStore, type Failure, type Sending } from '@tapedeck/client';
import { REFUSALS } from '@tapedeck/domain';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { ENGLISH_TEXTS, renderScreen } from '../testing/render.tsx';
import { TEST_INSTRUMENT } from '../testing/records.ts';
import { failureText, failureTitle } from './failures.ts';
import { FormProblems } from '../widgets/form-problems.tsx';

afterEach(cleanup);

const PAIR = { ...TEST_INSTRUMENT, kind: 'Spot' } as const;

const IDLE = createStore<Sending>({ state: 'idle' });

const shown = (refusal: Failure): string | null | undefined => {
  const form = { sending: IDLE, refusal: createStore<Failure | undefined>(refusal), feed: { instrument: TEST_INSTRUMENT } };
  renderScreen(fakeClient(), <FormProblems form={form} problem={undefined} />);
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
    expect(shown({ code: 110007, message: 'x' })).toBe('The order was refused: Insufficient available balance.');
    for (const code of [9000000, 9000001]) {
      const failure = { code, message: '', unsettled: true } as const;
      expect(shown(failure)).toContain('The exchange may have carried this out: check before you try again.');
      expect(shown(failure)).not.toContain('refused');
      expect(failureTitle(ENGLISH_TEXTS, failure, 'They could not be cancelled')).toBe('No answer yet');
    }
  });

  test('ERR-11 ERR-12 a refusal without words is told in general ones for a pair, by its code elsewhere', () => {
    const wordless = { code: 170_999, message: '' };
    expect(failureText(ENGLISH_TEXTS, wordless, PAIR)).toBe('Request failed. Please try again later.');
    expect(failureText(ENGLISH_TEXTS, { ...wordless, message: 'Paused.' }, PAIR)).toBe('170999: Paused.');
    expect(failureText(ENGLISH_TEXTS, wordless, TEST_INSTRUMENT)).toBe('170999: The server gave no reason.');
  });

  test('LIV-03 what never went out is told so', () => {
    expect(shown({ code: 9000006, message: '' })).toBe('The order did not reach the exchange. No order was placed.');
    expect(failureTitle(ENGLISH_TEXTS, { code: 9000005, message: '' }, undefined)).toBe('Nothing was sent');
  });

  test('LIV-03 a refusal by the terminal says when its cause has passed; one of the exchange stays', () => {
    const client = fakeClient();
    const refusal = createStore<Failure | undefined>({ code: 9000005, message: '' });
    client.session.freshness.set('offline');
    renderScreen(client, <FormProblems form={{ sending: IDLE, refusal, feed: { instrument: TEST_INSTRUMENT } }} problem={undefined} />);
    const told = () => screen.getByRole('alert').textContent;
    expect(told()).toMatch(/^Not sent: your account is not live/);
    act(() => client.session.freshness.set('live'));
    expect(told()).toBe('The order was not sent. You can send it again now.');
    act(() => refusal.set({ code: 110007, message: 'x' }));
    expect(told()).toBe('The order was refused: Insufficient available balance.');
  });

  test('ERR-11 a custom title titles the toast of a refusal', () => {
    expect(failureTitle(ENGLISH_TEXTS, { code: 110007, message: '' }, 'They could not be cancelled')).toBe('They could not be cancelled');
    expect(failureTitle(ENGLISH_TEXTS, { code: 110007, message: '' }, undefined)).toBe('The request failed');
  });

  test.each([
    [110003, '1999999', 'The price is out of range: the limit is 1,999,999 USDT.'],
    [110064, '0.35', '0.35 BTC is already filled. Enter a larger quantity.'],
    [110094, '5', 'The order value must be at least 5 USDT. Order more.'],
    [110013, '12.5', 'The leverage is out of the range of this risk tier: the limit is 12.5x.'],
    [110020, '500', 'You have reached the limit of 500 open orders. Cancel one first.'],
  ])('INP-01 refusal %i names its limit %s with the unit of its field, and a way forward', (code, limit, words) => {
    expect(shown({ code, message: '', details: { limit } })).toBe(`The order was refused: ${words}`);
  });

  test('INP-01 every refusal that names a limit has words for it', () => {
    // The code of a malformed parameter is shared by many: its own words carry the limit.
    const codes = Object.values(REFUSALS).flatMap((one) => ('bound' in one && one.code !== REFUSALS.parameter.code ? [one.code] : []));
    expect(codes.length).toBeGreaterThan(8);
    const silent = codes.filter(
      (code) => failureText(ENGLISH_TEXTS, { code, message: '', details: { limit: '42' } })?.includes('42') !== true,
    );
    expect(silent).toEqual([]);
  });
});
