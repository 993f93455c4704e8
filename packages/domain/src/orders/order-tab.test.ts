import { describe, expect, it } from 'vitest';
import type { OrderStatus } from './order.ts';
import { orderTab, planOrderStatus, planTab, planTypeOf, type PlanOrderStatus } from './order-tab.ts';
import type { StopOrderType } from './trigger.ts';

const waiting = (kind: StopOrderType, status: OrderStatus = 'Untriggered') => orderTab({ status, stop: { kind } });

describe('the tab of an order', () => {
  it.each([
    ['Stop', 'condition'],
    ['TakeProfit', 'tpSl'],
    ['StopLoss', 'tpSl'],
    ['PartialTakeProfit', 'tpSl'],
    ['PartialStopLoss', 'tpSl'],
    ['TakeProfitStopLoss', 'tpSl'],
    ['BidirectionalTpSl', 'tpSl'],
    ['TrailingStop', 'trailingStop'],
    ['TrailingProfit', 'trailingStop'],
    ['MmRateClose', 'mmr'],
    ['TakeProfitStopLossOCO', 'oco'],
  ] as const)('ORD-02 a waiting %s belongs to %s, and to activity once it has fired', (kind, tab) => {
    expect(waiting(kind)).toBe(tab);
    expect(waiting(kind, 'Deactivated')).toBe(tab);
    expect(waiting(kind, 'New')).toBe('activity');
  });

  it('ORD-02 everything else is activity', () => {
    expect(orderTab({ status: 'New' })).toBe('activity');
    expect(orderTab({ status: 'PartiallyFilled' })).toBe('activity');
  });

  it.each([
    [-1, 'activity'],
    [1, 'condition'],
    [4, 'trailingStop'],
    [5, 'trailingStop'],
    [8, 'tpSl'],
    [10, 'oco'],
    [11, 'tpSl'],
    [99, 'activity'],
  ] as const)('ORD-02 a spot order of plan type %d belongs to %s', (planType, tab) => {
    expect(planTab(planType)).toBe(tab);
  });

  it.each([
    [undefined, 'activity'],
    ['Stop', 'condition'],
    ['TrailingStop', 'trailingStop'],
    ['TakeProfit', 'tpSl'],
    ['BidirectionalTpSl', 'tpSl'],
    ['TakeProfitStopLossOCO', 'oco'],
  ] as const)('ORD-02 a spot order that waits as %s has the plan type of the tab %s', (kind, tab) => {
    expect(planTab(planTypeOf(kind))).toBe(tab);
    if (kind !== undefined) expect(orderTab({ status: 'Untriggered', stop: { kind } })).toBe(tab);
  });
});

describe('the status of a spot order', () => {
  it.each([
    ['Filled', false, 'FILLED', 'FILLED'],
    ['Cancelled', true, 'PARTIALLY_FILLED_CANCELED', 'PARTIALLY_FILLED_CANCELED'],
    ['PartiallyFilled', true, 'PARTIALLY_FILLED', 'PARTIALLY_FILLED'],
    ['Deactivated', false, 'ORDER_CANCELED', 'ORDER_CANCELED'],
    ['Cancelled', false, 'CANCELED', 'ORDER_CANCELED'],
    ['Triggered', false, 'ORDER_FILLED', 'ORDER_FILLED'],
    ['Rejected', false, 'REJECTED', 'ORDER_REJECTED'],
    ['Untriggered', false, 'ORDER_NEW', 'ORDER_NEW'],
    ['New', false, 'NEW', 'NEW'],
  ] as const satisfies readonly (readonly [OrderStatus, boolean, PlanOrderStatus, PlanOrderStatus])[])(
    'ORD-04 %s (partly filled: %s) is %s, of a plan order %s',
    (status, partly, plain, plan) => {
      expect(planOrderStatus(status, false, partly)).toBe(plain);
      expect(planOrderStatus(status, true, partly)).toBe(plan);
    },
  );
});
