import { describe, expect, it } from 'vitest';
import { endsWithPosition, fateWithoutOrders, fateWithoutPosition, isProtective } from './order-fate.ts';
import type { OrderRecord, PositionRecord } from '../records/records.ts';
import type { OrderStatus } from './order.ts';
import type { StopOrderType } from './trigger.ts';

const waiting = (kind: StopOrderType, reduceOnly = false, status: OrderStatus = 'Untriggered') => ({ status, reduceOnly, stop: { kind } });

describe('orders that protect a position', () => {
  it.each([
    ['a take-profit', waiting('TakeProfit', true), true],
    ['a partial stop-loss', waiting('PartialStopLoss', true), true],
    ['a trailing stop', waiting('TrailingStop', true), true],
    ['a close by margin rate', waiting('MmRateClose', true), true],
    ['a conditional order that only reduces', waiting('Stop', true), true],
    ['a pair that leaves', waiting('TakeProfitStopLossOCO', true), true],
    ['a conditional order that opens', waiting('Stop'), false],
    ['a pair that enters', waiting('BidirectionalTpSl'), false],
    ['a take-profit that fired and rests', waiting('PartialTakeProfit', true, 'New'), false],
    ['a resting reduce-only order', { status: 'New' as const, reduceOnly: true }, false],
  ])('HND-02 %s: %s', (_, order, protects) => {
    expect(isProtective(order)).toBe(protects);
  });
});

describe('orders that end with their position', () => {
  const position = { instrument: 1, positionIndex: 0, side: 'Buy' } as PositionRecord;
  const order = (change: object): OrderRecord =>
    ({ instrument: 1, positionIndex: 0, side: 'Sell', reduceOnly: true, status: 'New', ...change }) as OrderRecord;
  it.each([
    ['what rests to reduce it', order({}), true],
    ['its stop-loss', order(waiting('StopLoss', true)), true],
    ['a conditional order that only reduces goes on waiting', order(waiting('Stop', true)), false],
    ['an order that opens', order({ reduceOnly: false }), false],
    ['what reduces the other side', order({ side: 'Buy' }), false],
    ['an order of another contract', order({ instrument: 2 }), false],
    ['an order of the other index', order({ positionIndex: 1 }), false],
  ])('HND-02 %s', (_, one, ends) => {
    expect(endsWithPosition(one, position)).toBe(ends);
  });
});

describe('strategies', () => {
  it('HND-02 only what reduces has nothing to do without its position', () => {
    expect(fateWithoutPosition('TWAP', true)).toBe('ends');
    expect(fateWithoutPosition('TWAP', false)).toBe('goesOn');
    expect(fateWithoutPosition('Webhook', true)).toBe('goesOn');
  });

  it.each([
    ['Iceberg', 1, 1, 'ends'],
    ['Chase', 1, 1, 'ends'],
    ['Grid', 4, 4, 'ends'],
    ['Grid', 3, 4, 'goesOn'],
    ['Scaled', 2, 2, 'ends'],
    ['TWAP', 0, 0, 'goesOn'],
    ['Webhook', 2, 2, 'goesOn'],
    ['Iceberg', 0, 0, 'goesOn'],
  ] as const)('HND-02 %s with %i of %i orders cancelled: %s', (kind, cancelled, open, fate) => {
    expect(fateWithoutOrders(kind, cancelled, open)).toBe(fate);
  });
});
