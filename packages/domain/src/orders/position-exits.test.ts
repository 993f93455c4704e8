import { describe, expect, test } from 'vitest';
import type { OrderRecord } from '../records/records.ts';
import { lots } from '../values/quantities.ts';
import { lossCoverage, positionExits } from './position-exits.ts';

const stop = (count: number): OrderRecord => ({ quantity: lots(count) }) as OrderRecord;
const entry = (count: number) => ({ parent: 0, stopLoss: stop(count) });

describe('POS-04 how much of a position of 400 lots its stop-losses close', () => {
  test.each([
    ['nothing', { partial: [] }, 0],
    ['a stop of the whole position', { stopLoss: stop(0), partial: [] }, 100],
    ['partial ones of 150 and 101: 251 ÷ 400, rounded down', { partial: [entry(150), entry(101)] }, 62],
    ['a take-profit alone', { partial: [{ parent: 0, takeProfit: stop(400) }] }, 0],
    ['partial ones of more than there is', { partial: [entry(300), entry(300)] }, 100],
    ['a trailing stop that does not follow yet', { trailing: stop(0), partial: [] }, 0],
    ['a trailing stop that follows', { trailing: { ...stop(0), stop: { trigger: {} } } as OrderRecord, partial: [] }, 100],
    ['a partial take-profit beside a stop', { partial: [{ parent: 0, takeProfit: stop(400) }, entry(7)] }, 1],
  ])('%s', (_name, exits, percent) => {
    expect(lossCoverage(exits, lots(400))).toBe(percent);
  });

  test('of no position nothing, and of one lot all', () => {
    expect(lossCoverage({ partial: [entry(5)] }, lots(0))).toBe(0);
    expect(lossCoverage({ partial: [entry(1)] }, lots(1))).toBe(100);
  });
});

describe('POS-03 the exits of a position', () => {
  const waiting = (orderId: number, kind: string, changes: Partial<OrderRecord> = {}): OrderRecord =>
    ({ orderId, instrument: 1, positionIndex: 0, status: 'Untriggered', stop: { kind, parent: orderId }, ...changes }) as OrderRecord;

  test('are grouped, the oldest entry first, in whatever order they come; the newest of a kind holds', () => {
    const exits = positionExits(
      [
        waiting(9, 'PartialTakeProfit'),
        waiting(4, 'TakeProfit'),
        waiting(7, 'PartialStopLoss'),
        waiting(3, 'TakeProfit'),
        waiting(2, 'PartialTakeProfit'),
      ],
      1,
      0,
    );
    expect(exits.partial.map(({ parent }) => parent)).toEqual([2, 7, 9]);
    expect(exits.takeProfit?.orderId).toBe(4);
  });

  test.each(['TrailingStop', 'TrailingProfit'])('hold both legs of an entry, a stop-loss and a %s', (kind) => {
    const parent = { parent: 6 } as Partial<NonNullable<OrderRecord['stop']>>;
    const leg = (orderId: number, stop: string): OrderRecord => {
      const order = waiting(orderId, stop);
      return { ...order, stop: { ...order.stop, ...parent } } as OrderRecord;
    };
    const exits = positionExits([leg(6, 'PartialTakeProfit'), leg(7, 'PartialStopLoss'), waiting(8, 'StopLoss'), waiting(9, kind)], 1, 0);
    expect(exits.partial).toEqual([{ parent: 6, takeProfit: leg(6, 'PartialTakeProfit'), stopLoss: leg(7, 'PartialStopLoss') }]);
    expect([exits.stopLoss?.orderId, exits.trailing?.orderId, exits.takeProfit]).toEqual([8, 9, undefined]);
  });

  test('leave out what is of another position, has left the wait, or is no stop', () => {
    const exits = positionExits(
      [
        waiting(1, 'StopLoss', { instrument: 2 }),
        waiting(2, 'StopLoss', { positionIndex: 1 }),
        waiting(3, 'StopLoss', { status: 'New' }),
        { orderId: 4, instrument: 1, positionIndex: 0, status: 'Untriggered' } as OrderRecord,
        waiting(5, 'Stop'),
      ],
      1,
      0,
    );
    expect(exits).toEqual({ partial: [] });
  });
});
