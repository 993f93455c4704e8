import { describe, expect, it } from 'vitest';
import { priceTrend } from '../calculators/price-trend.ts';
import { withRecentOrder } from './recent-order-ids.ts';

it('ORD-05 a price went up, down or nowhere', () => {
  expect([priceTrend(1n, 2n), priceTrend(2n, 2n), priceTrend(3n, 2n)]).toEqual(['UP', 'NORMAL', 'DOWN']);
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
