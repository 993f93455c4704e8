import { describe, expect, it } from 'vitest';
import {
  ORDER_EVENTS,
  ORDER_KINDS,
  PRODUCT_TYPES,
  STOP_ORDER_TYPES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
  MARKET_TYPES,
  priceTrend,
  stopOrderTypeOf,
  tpslModeOf,
  triggerSourceOf,
} from './enumerations.ts';
import { withRecentOrder } from './recent-order-ids.ts';

describe('words of the wire', () => {
  it('ORD-05 a stop order type that nobody knows is UNRECOGNIZED', () => {
    for (const type of STOP_ORDER_TYPES) expect(stopOrderTypeOf(type)).toBe(type);
    for (const text of ['', 'tpslOrder', undefined]) expect(stopOrderTypeOf(text)).toBe('UNRECOGNIZED');
  });

  it('ORD-05 an unknown or unset trigger source is the last price', () => {
    for (const source of TRIGGER_SOURCES) expect(triggerSourceOf(source)).toBe(source);
    for (const text of ['UNKNOWN', '', undefined]) expect(triggerSourceOf(text)).toBe('LastPrice');
    expect(tpslModeOf('Partial')).toBe('Partial');
    expect(tpslModeOf('')).toBe('UNKNOWN');
  });

  it('ORD-05 has the lists of the specification', () => {
    expect(ORDER_KINDS).toEqual(['Limit', 'Market', 'Conditions']);
    expect(TIMES_IN_FORCE).toEqual(['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly']);
    expect(ORDER_EVENTS).toEqual(['newed', 'replaced', 'canceled']);
    expect(STOP_ORDER_TYPES).toHaveLength(13);
    expect(PRODUCT_TYPES).toHaveLength(14);
    expect(MARKET_TYPES).toHaveLength(14);
    expect([priceTrend(1n, 2n), priceTrend(2n, 2n), priceTrend(3n, 2n)]).toEqual(['UP', 'NORMAL', 'DOWN']);
  });
});

describe('recent orders', () => {
  it('ORD-10 the list is trimmed by five when it is longer than ten', () => {
    let ids: readonly string[] = [];
    for (let id = 1; id <= 10; id += 1) ids = withRecentOrder(ids, String(id));
    expect(ids).toHaveLength(10);
    ids = withRecentOrder(ids, '11');
    expect(ids).toEqual(['6', '7', '8', '9', '10', '11']);
    expect(withRecentOrder(ids, '8')).toEqual(['6', '7', '9', '10', '11', '8']);
  });
});
