import { describe, expect, test } from 'vitest';
import { milliseconds, timestamp } from '../values/quantities.ts';
import { DELIVERY_CODES, codesOfDelivery, deliveryDateText, deliveryMonthText, deliveryOf } from './delivery-calendar.ts';

const at = (text: string) => timestamp(Date.parse(text));
const dates = (now: string): Record<string, string> =>
  Object.fromEntries(DELIVERY_CODES.map((code) => [code, new Date(milliseconds(deliveryOf(code, at(now)))).toISOString().slice(0, 16)]));

describe('the delivery calendar', () => {
  test('EXC-03 weeks, months and quarters end on Fridays at 08:00 UTC', () => {
    expect(dates('2026-11-21T12:00:00Z')).toEqual({
      W: '2026-11-27T08:00',
      BIW: '2026-12-04T08:00',
      NBIW: '2026-12-11T08:00',
      M: '2026-11-27T08:00',
      BIM: '2026-12-25T08:00',
      NBIM: '2027-01-29T08:00',
      Q: '2026-12-25T08:00',
      BIQ: '2027-03-26T08:00',
      NBIQ: '2027-06-25T08:00',
    });
  });

  test('EXC-03 each rolls the moment its contract ends', () => {
    expect(dates('2026-12-25T07:59:59Z')).toMatchObject({ W: '2026-12-25T08:00', M: '2026-12-25T08:00', Q: '2026-12-25T08:00' });
    expect(dates('2026-12-25T08:00:00Z')).toMatchObject({
      W: '2027-01-01T08:00',
      M: '2027-01-29T08:00',
      Q: '2027-03-26T08:00',
      NBIQ: '2027-09-24T08:00',
    });
    expect(dates('2026-12-31T23:00:00Z')).toMatchObject({ M: '2027-01-29T08:00', BIM: '2027-02-26T08:00' });
  });

  test('a date has every code that ends then', () => {
    const now = at('2026-12-20T00:00:00Z');
    expect(codesOfDelivery(at('2026-12-25T08:00:00Z'), now)).toEqual(['Q', 'M', 'W']);
    expect(codesOfDelivery(at('2027-01-01T08:00:00Z'), now)).toEqual(['BIW']);
    expect(codesOfDelivery(at('2027-01-02T08:00:00Z'), now)).toEqual([]);
  });

  test('and is written as in symbols', () => {
    expect([deliveryDateText(at('2026-12-25T08:00:00Z')), deliveryMonthText(at('2026-12-25T08:00:00Z'))]).toEqual(['25DEC26', 'Z26']);
    expect([deliveryDateText(at('2027-01-01T08:00:00Z')), deliveryMonthText(at('2027-01-01T08:00:00Z'))]).toEqual(['1JAN27', 'F27']);
  });
});
