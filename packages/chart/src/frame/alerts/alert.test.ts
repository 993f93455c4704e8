import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_BOOK, MOST_ALERTS, NEVER, STANDARD_ALERT_HABITS, readBook, stateOf, type Alert } from './alert.ts';
import { alertSample, entrySample } from '../../testing/alert-samples.ts';

const kept = (...alerts: readonly unknown[]): readonly Alert[] | undefined => readBook({ format: 1, alerts, log: [], habits: {} })?.alerts;

const ema = {
  id: 's1',
  indicator: 'ema',
  inputs: { length: 20 },
  source: { price: 'close' },
  looks: [{ tone: 'first', width: 1.5, shown: true }],
  shown: true,
  hiddenOn: [],
} as const;

describe('stored alerts', () => {
  it('CHT-09 keep their indicators of before there was a visibility', () => {
    const { hiddenOn: _, ...before } = ema;
    const alert = alertSample({ studies: [ema], subject: { kind: 'plot', study: 's1', plot: 0 }, operator: 'above' });
    expect(kept({ ...alert, studies: [before] })).toEqual([alert]);
  });

  it('are read as they were written', () => {
    const alerts: readonly Alert[] = [
      alertSample(),
      alertSample({
        id: 'a2',
        operator: 'leave',
        target: { kind: 'channel', low: 1, high: 2 },
        expires: 1_800_000_000_000,
        state: 'paused',
      }),
      alertSample({ id: 'a3', operator: 'rise', target: { kind: 'change', percent: 2.5, bars: 10 }, trigger: 'onBarClose' }),
      alertSample({ id: 'a4', studies: [ema], subject: { kind: 'plot', study: 's1', plot: 0 }, operator: 'above' }),
      alertSample({
        id: 'a5',
        target: { kind: 'drawing', id: 'd1', tool: 'trendLine', anchors: [{ time: 1, price: 2 }], isLog: false },
        state: 'lost',
      }),
    ];
    const habits = { sound: false, volume: 35, notices: false, keep: 0, browser: true };
    const book = { alerts, log: [entrySample()], habits };
    expect(readBook(JSON.parse(JSON.stringify({ format: 1, ...book })))).toEqual(book);
  });

  it.each([
    ['an unknown operator', { operator: 'near' }],
    ['a condition without its value', { target: { kind: 'value' } }],
    ['a value that is no number', { target: { kind: 'value', value: '65000' } }],
    ['an operator with a target that it does not take', { operator: 'rise' }],
    ['a channel to cross', { target: { kind: 'channel', low: 1, high: 2 } }],
    ['a line to enter', { operator: 'enter', target: { kind: 'drawing', id: 'd', tool: 'ray', anchors: [], isLog: false } }],
    ['a drawing without lines', { target: { kind: 'drawing', id: 'd', tool: 'text', anchors: [], isLog: false } }],
    ['a plot of an indicator that it does not bring along', { subject: { kind: 'plot', study: 's1', plot: 0 } }],
    ['a plot that the indicator does not have', { studies: [ema], subject: { kind: 'plot', study: 's1', plot: 1 } }],
    ['too many bars', { operator: 'rise', target: { kind: 'change', percent: 1, bars: 100_000 } }],
    ['a state that only time gives', { state: 'expired' }],
    ['a field too many', { extra: 1 }],
    ['an endless message', { message: 'x'.repeat(5_000) }],
  ])('%s costs that alert only', (_, part) => {
    expect(kept({ ...alertSample(), ...part }, alertSample({ id: 'good' }))?.map(({ id }) => id)).toEqual(['good']);
  });

  it('of two with one id the later counts, and no more are read than there may be', () => {
    expect(kept(alertSample({ name: 'one' }), alertSample({ name: 'two' }))?.map(({ name }) => name)).toEqual(['two']);
    const many = Array.from({ length: MOST_ALERTS + 5 }, (_, index) => alertSample({ id: `a${index}` }));
    expect(kept(...many)).toHaveLength(MOST_ALERTS);
  });

  it('of a newer program are not read at all, so that they are not overwritten', () => {
    expect(readBook({ format: 2, alerts: [] })).toBeUndefined();
  });

  it('whatever is stored gives alerts that can be read again', () => {
    const damaged = fc.record(
      {
        format: fc.constantFrom(1, 0, 'one', null),
        alerts: fc.oneof(fc.anything(), fc.array(fc.oneof(fc.anything(), fc.constant(alertSample())))),
        log: fc.oneof(fc.anything(), fc.array(fc.oneof(fc.anything(), fc.constant(entrySample())))),
        habits: fc.oneof(fc.anything(), fc.record({ sound: fc.anything(), volume: fc.anything(), keep: fc.anything() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(damaged, fc.anything()), (stored) => {
        const book = readBook(stored);
        expect(book).toBeDefined();
        expect(readBook({ format: 1, ...book })).toEqual(book);
      }),
    );
  });

  it('nothing stored means none, with the usual habits', () => {
    for (const nothing of [undefined, null, 'text', 7, [], {}]) expect(readBook(nothing)).toEqual(EMPTY_BOOK);
    expect(EMPTY_BOOK.habits).toBe(STANDARD_ALERT_HABITS);
  });

  it('an alert expires by itself, while it is active', () => {
    expect(stateOf(alertSample(), NEVER - 1)).toBe('active');
    expect(stateOf(alertSample({ expires: 100 }), 99)).toBe('active');
    expect(stateOf(alertSample({ expires: 100 }), 100)).toBe('expired');
    expect(stateOf(alertSample({ expires: 100, state: 'paused' }), 200)).toBe('paused');
    expect(stateOf(alertSample({ expires: 100, state: 'fired' }), 200)).toBe('fired');
  });
});
