import { expect, test } from 'vitest';
import { NO_ORDERS, selectOrders } from './order-selection.ts';
import type { OrderRecord } from './records.ts';

/** Orders of alternating instruments, every third one a stop; the newest has the highest id. */
const orders = Array.from(
  { length: 12 },
  (_, at) =>
    ({
      orderId: at + 1,
      instrument: at % 2,
      clientOrderId: `link-${at + 1}`,
      ...(at % 3 === 0 && { stop: { kind: 'Stop' } }),
    }) as OrderRecord,
);
const ids = (selection: Parameters<typeof selectOrders>[1]): readonly number[] => selectOrders(orders, selection).map((one) => one.orderId);

test('OPS-05 BOT-01 a selection has the newest orders that match all its conditions, oldest first', () => {
  expect(ids(NO_ORDERS)).toEqual([]);
  expect(ids({ most: 3 })).toEqual([10, 11, 12]);
  expect(ids({ most: 3, before: 11 })).toEqual([8, 9, 10]);
  expect(ids({ most: 100 })).toEqual(orders.map(({ orderId }) => orderId));
  expect(ids({ most: 2, instruments: [0] })).toEqual([9, 11]);
  expect(ids({ most: 100, instruments: [] })).toEqual([]);
  expect(ids({ most: 100, kinds: ['Stop'] })).toEqual([1, 4, 7, 10]);
  expect(ids({ most: 2, kinds: ['Plain'], instruments: [1], before: 12 })).toEqual([6, 8]);
  expect(ids({ most: 100, kinds: [] })).toEqual([]);
  expect(ids({ most: 1, orderId: 5 })).toEqual([5]);
  expect(ids({ most: 1, clientOrderId: 'link-7' })).toEqual([7]);
  expect(ids({ most: 1, clientOrderId: '' })).toEqual([]);
});
