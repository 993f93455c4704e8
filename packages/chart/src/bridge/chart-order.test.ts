import { describe, expect, it } from 'vitest';
import { CHART_ORDER_SIDES, CHART_ORDER_STATUSES, CHART_ORDER_TYPES, orderLineOf } from './chart-order.ts';

describe('orders on the chart', () => {
  it('CHT-26 have the numbers of the specification', () => {
    expect(CHART_ORDER_SIDES).toEqual({ Buy: 1, Sell: -1 });
    expect(CHART_ORDER_TYPES).toEqual({ Limit: 1, Market: 2, Stop: 3, StopLimit: 4 });
    expect(CHART_ORDER_STATUSES).toEqual({ Canceled: 1, Filled: 2, Inactive: 3, Placing: 4, Rejected: 5, Working: 6 });
  });

  it.each([
    [1, 6, 'order'],
    [4, 6, 'order'],
    [3, 3, 'conditional'],
    [4, 3, 'conditional'],
    [1, 4, 'preOrder'],
    [3, 4, 'preOrder'],
    // A market order has no price, and an order that ended has no line.
    [2, 6, undefined],
    [2, 4, undefined],
    [1, 3, undefined],
    [1, 1, undefined],
    [1, 2, undefined],
    [4, 5, undefined],
  ] as const)('CHT-26 an order of type %i and status %i has the line %s', (type, status, kind) => {
    expect(orderLineOf({ side: 1, type, status })).toEqual(kind && { kind, side: 'Buy' });
    expect(orderLineOf({ side: -1, type, status })).toEqual(kind && { kind, side: 'Sell' });
  });
});
