import { describe, expect, it } from 'vitest';
import { readAnswer } from '../connection/answer.ts';
import { RATE_LIMIT_TOAST_MS } from '../constants.ts';
import type { Failure } from '../store/loadable.ts';
import {
  CALLER_CONTENT,
  failureCertainty,
  failureEffect,
  isCopyTradeCode,
  isSilent,
  limitedToasts,
  type FailureCall,
} from './failure-effect.ts';

const TEXTS: ReadonlySet<string> = new Set([
  'code.110007',
  'code.110020',
  'limit.110020',
  'code.12107',
  'code.39401',
  'code.9000000',
  'unsettled.9000000',
  'unsettled.9000001',
  'grid.gt_400',
  'grid.gt_500',
  'grid.gt_7',
  'grid.420',
  'grid.421',
  'grid.401',
  'grid.503',
]);
const call: FailureCall = { hasText: (key) => TEXTS.has(key) };
const failure = (code: number, message = '', more: Partial<Failure> = {}): Failure => ({ code, message, ...more });
const words = (given: Failure, how: Partial<FailureCall> = {}) => {
  const effect = failureEffect(given, { ...call, ...how });
  return effect.kind === 'toast' || effect.kind === 'limitedToast' ? effect.text : effect.kind;
};
const answer = (body: object) => readAnswer(JSON.stringify(body));

describe('a refusal that names its limit', () => {
  it('INP-01 says it where there are words for it, and what it said without them elsewhere', () => {
    const refused = (code: number, limit?: string) => {
      const {
        code: own,
        message,
        details,
      } = answer({ ret_code: code, ret_msg: 'Refused.', result: limit === undefined ? {} : { limit } }) as Failure;
      return words({ code: own, message, ...(details !== undefined && { details }) });
    };
    expect(refused(110020, '500')).toEqual({ key: 'limit.110020', values: { limit: '500' } });
    expect(refused(110020)).toEqual({ key: 'code.110020' });
    expect(refused(110007, '500')).toEqual({ key: 'code.110007' });
    expect(refused(170124, '500')).toEqual({ raw: '170124: Refused.' });
  });
});

describe('success and failure of an answer', () => {
  it.each([
    [{ ret_code: 0, result: {} }, false],
    [{ ret_code: 0, result: { status_code: 0 } }, false],
    [{ ret_code: 0, result: { status_code: 200 } }, false],
    [{ ret_code: 0, result: { status_code: 400 } }, true],
    [{ ret_code: 0, result: { status_code: 201 } }, true],
    [{ ret_code: 1, result: { status_code: 200 } }, true],
    [{ retCode: 0, result: {} }, false],
  ])('ERR-01 %j is an error: %s', (body, hasError) => {
    expect(answer(body).hasError).toBe(hasError);
  });

  it.each(['', '   ', 'null'])('ERR-01 an empty body %j is no response', (body) => {
    expect(readAnswer(body)).toMatchObject({ hasError: true, details: { nonResponse: true } });
    expect(words(failure(500, '', { details: { nonResponse: true } }))).toEqual({ key: 'nonResponse' });
  });

  it('ERR-01 a toast shows unless it is suppressed', () => {
    expect(failureEffect(failure(110007), call).kind).toBe('toast');
    expect(failureEffect(failure(110007), { ...call, quiet: true }).kind).toBe('nothing');
  });

  it('ERR-11 a body that is a text is shown as it is; a page is not', () => {
    expect(readAnswer('"Come back later"')).toMatchObject({ message: 'Come back later', verbatim: true, hasError: true });
    expect(readAnswer('Service unavailable')).toMatchObject({ message: 'Service unavailable', verbatim: true });
    expect(readAnswer('<html><body>502</body></html>')).toMatchObject({ message: '', hasError: true });
    expect(words(failure(500, 'Come back later', { verbatim: true }))).toEqual({ raw: 'Come back later' });
  });
});

describe('codes', () => {
  it.each([10007, 10009, 33003])('ERR-02 %i ends the session', (code) => {
    expect(failureEffect(failure(code), { ...call, quiet: true })).toEqual({ kind: 'sessionOver' });
  });

  it('ERR-03 10024 opens the compliance wall', () => {
    expect(failureEffect(failure(10024, 'x'), call)).toEqual({ kind: 'complianceWall' });
  });

  it('ERR-04 10006 is told at most once in 10 s', () => {
    expect(failureEffect(failure(10006, 'Too many'), call)).toEqual({ kind: 'limitedToast', text: { raw: '10006: Too many' } });
    let now = 0;
    const may = limitedToasts(RATE_LIMIT_TOAST_MS, () => now);
    expect([may(), may()]).toEqual([true, false]);
    now = 9_999;
    expect(may()).toBe(false);
    now = 10_000;
    expect(may()).toBe(true);
    expect(may()).toBe(false);
  });

  it.each([30099, 30177])('ERR-05 %i says nothing', (code) => {
    expect(failureEffect(failure(code, 'x'), call)).toEqual({ kind: 'nothing' });
    expect(isSilent(failure(code, 'x'))).toBe(true);
  });

  it('ERR-05 9000001 is the request time-out', () => {
    expect(words(failure(9000001))).toEqual({ key: 'code.9000001' });
  });

  it('ERR-05 LIV-03 without an answer to a change nobody says that it was refused', () => {
    const lost = [9000000, 9000001].map((code) => failure(code, '', { unsettled: true }));
    expect(lost.map((one) => words(one))).toEqual([{ key: 'unsettled.9000000' }, { key: 'unsettled.9000001' }]);
    expect([...lost, failure(10016, 'x', { unsettled: true })].map(failureCertainty)).toEqual(['unsettled', 'unsettled', 'unsettled']);
    expect([failure(9000005), failure(9000006), failure(9000003)].map(failureCertainty)).toEqual(['notSent', 'notSent', 'notSent']);
    expect([failure(110007), failure(9000001)].map(failureCertainty)).toEqual(['refused', 'refused']);
  });

  it.each([39303, 30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048])('ERR-06 %i has content of the caller', (code) => {
    expect(failureEffect(failure(code), { ...call, ownContent: CALLER_CONTENT })).toEqual({ kind: 'callerContent' });
    expect(failureEffect(failure(code, 'x'), call)).toEqual({ kind: 'toast', text: { raw: `${code}: x` } });
  });

  it('ERR-07 30162 names the leverage, 30031 tells who asked', () => {
    const refused = answer({ ret_code: 30162, ret_msg: 'too high', result: { max_leverage: '25' } });
    expect(words(failure(refused.code, refused.message, { details: refused.details! }))).toEqual({
      key: 'maxLeverage',
      values: { leverage: '25' },
    });
    const mapped = answer({ ret_code: 30162, ret_msg: 'x', result: { text_map: { max_leverage: 50 } } });
    expect(mapped.details).toEqual({ maxLeverage: '50' });
    expect(words(failure(30162, 'x'))).toEqual({ raw: '30162: x' });
    expect(failureEffect(failure(30031), { ...call, onInsufficientBalance: true })).toEqual({ kind: 'insufficientBalance' });
    expect(failureEffect(failure(30031, 'x'), call).kind).toBe('toast');
  });

  it.each([30027, 30028, 30029, 30030, 30074, 30075])('ERR-08 %i names the price of its suffix', (code) => {
    expect(words(failure(code, 'expect rising??IndexPrice'))).toEqual({ key: `trigger.${code}.index` });
    expect(words(failure(code, 'expect rising??MarkPrice'))).toEqual({ key: `trigger.${code}.mark` });
    expect(words(failure(code, 'expect rising??LastPrice'))).toEqual({ key: `trigger.${code}.last` });
    expect(words(failure(code, 'expect rising??market'))).toEqual({ key: `trigger.${code}.last` });
    expect(words(failure(code, 'expect rising'))).toEqual({ raw: `${code}: expect rising` });
  });

  it('ERR-09 12107 is translated without its code, copy-trade codes with it', () => {
    expect(words(failure(12107, 'x'))).toEqual({ key: 'code.12107' });
    expect(words(failure(39401, 'x'))).toEqual({ key: 'code.39401', withCode: 39401 });
    expect(words(failure(39402, 'low'))).toEqual({ raw: '39402: low' });
    for (const code of [39401, 39440, 12001, 12009, 12054, 90015, 90016, 90063, 90067]) expect(isCopyTradeCode(code)).toBe(true);
    for (const code of [39400, 39441, 12000, 12010, 12053, 90014, 90017, 90062, 90068]) expect(isCopyTradeCode(code)).toBe(false);
  });

  it.each([
    [{ status_code: 400 }, { key: 'grid.gt_400' }],
    [{ status_code: 400, check_code: -1 }, { key: 'grid.gt_500' }],
    [{ status_code: 400, check_code: 7 }, { key: 'grid.gt_7' }],
    [{ status_code: 400, check_code: 999 }, { key: 'grid.gt_400' }],
    [{ status_code: 401 }, { key: 'grid.401' }],
    [
      { status_code: 420, max_investment: '1200' },
      { key: 'grid.420', values: { max: '1200' } },
    ],
    [{ status_code: 420 }, { key: 'grid.420', values: { max: '--' } }],
    [{ status_code: 421, ban_reason_text: 'Frozen.' }, { raw: 'Frozen.' }],
    [{ status_code: 421 }, { key: 'grid.421' }],
    [{ status_code: 503 }, { key: 'grid.503' }],
  ])('ERR-10 a grid bot that answers %j', (result, text) => {
    const refused = answer({ ret_code: 0, ret_msg: 'OK', result });
    expect(words(failure(refused.code, refused.message, { details: refused.details! }))).toEqual(text);
  });

  it('ERR-11 others: translated, else code and message, or the raw message, 9000000 without a code', () => {
    expect(words(failure(110007, 'x'))).toEqual({ key: 'code.110007' });
    expect(words(failure(123, 'Because'))).toEqual({ raw: '123: Because' });
    expect(words(failure(123))).toEqual({ key: 'unknown', withCode: 123 });
    // An answer without a code is one: its words are shown, and no connection was lost.
    const { code, message, isAnswered } = readAnswer('{"ret_msg":"Why"}');
    expect([code, message, isAnswered]).toEqual([9000000, 'Why', true]);
    for (const more of [{}, { unsettled: true as const }]) {
      expect(words(failure(9000000, 'Why', { isAnswered: true, ...more }))).toEqual({ raw: 'Why' });
      expect(words(failure(9000000, '', { isAnswered: true, ...more }))).toEqual({ key: 'unknown', withCode: 9000000 });
    }
    expect(words(failure(9000000))).toEqual({ key: 'code.9000000' });
    expect(failureEffect(failure(123, 'x'), { ...call, title: 'Order' })).toEqual({
      kind: 'toast',
      text: { raw: '123: x' },
      title: 'Order',
    });
  });
});
