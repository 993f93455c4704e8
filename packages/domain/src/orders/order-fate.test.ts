import { describe, expect, it } from 'vitest';
import { isProtective } from './order-fate.ts';
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
