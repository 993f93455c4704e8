import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLIENT_ORDER_IDS_MAX, ClientOrderIds } from './client-order-ids.ts';
import { ByteStateReader, ByteStateWriter } from '../codec/state-bytes.ts';

const ORDER = 1_000;

function full(open: Set<number>): ClientOrderIds {
  const ids = new ClientOrderIds((order) => open.has(order));
  for (let at = 0; at < CLIENT_ORDER_IDS_MAX; at += 1) ids.remember(`id-${at}`, ORDER + at);
  return ids;
}

function written(ids: ClientOrderIds): Uint8Array {
  const writer = new ByteStateWriter();
  ids.write(writer);
  return writer.finish();
}

describe('client order ids', () => {
  test('each new one beyond what is remembered makes the oldest forgotten', () => {
    const ids = full(new Set());
    for (let at = 0; at < 3 * CLIENT_ORDER_IDS_MAX; at += 1) {
      const newest = CLIENT_ORDER_IDS_MAX + at;
      expect(ids.has(`id-${at}`)).toBe(true);
      ids.remember(`id-${newest}`, ORDER + newest);
      expect([ids.has(`id-${at}`), ids.has(`id-${at + 1}`), ids.size]).toEqual([false, true, CLIENT_ORDER_IDS_MAX]);
    }
  });

  test('ids of open orders are kept, and are the first to go once the orders are finished', () => {
    const open = new Set([ORDER, ORDER + 2]);
    const ids = full(open);
    const next = (at: number): void => ids.remember(`new-${at}`, 2 * ORDER + CLIENT_ORDER_IDS_MAX + at);
    const first = (): boolean[] => [0, 1, 2, 3, 4].map((at) => ids.has(`id-${at}`));
    next(1);
    next(2);
    expect(first()).toEqual([true, false, true, false, true]);
    open.delete(ORDER + 2);
    next(3);
    expect(first()).toEqual([true, false, false, false, true]);
    open.clear();
    next(4);
    next(5);
    expect(first()).toEqual([false, false, false, false, false]);
  });

  test('what is read back from a state goes on as the one that wrote it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40)), fc.uniqueArray(fc.nat(40)), fc.nat(30), (openBefore, openAfter, count) => {
        const open = new Set(openBefore.map((at) => ORDER + at));
        const ids = full(open);
        for (let at = 0; at < count; at += 1) ids.remember(`new-${at}`, 9 * ORDER + at);
        const copy = new ClientOrderIds((order) => open.has(order));
        copy.read(new ByteStateReader(written(ids)));
        open.clear();
        for (const at of openAfter) open.add(ORDER + at);
        for (let at = count; at < 2 * count; at += 1) for (const each of [ids, copy]) each.remember(`new-${at}`, 9 * ORDER + at);
        const [one, other] = [written(copy), written(ids)];
        expect(one.length).toBe(other.length);
        expect(one.findIndex((byte, at) => byte !== other[at])).toBe(-1);
      }),
      { numRuns: 10 },
    );
  });
});
