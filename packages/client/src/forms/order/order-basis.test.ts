import { describe, expect, it } from 'vitest';
import { addMoney, entryPrice, leverage, lots, money, timestamp, ZERO_MONEY, type PositionRecord } from '@tapedeck/domain';
import { accountWith, at, SETTINGS, usdt } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import { orderBasis } from './order-basis.ts';
import type { OrderFormContext, OrderFormDraft } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { readOrder } from './order-reading.ts';
import { orderRules } from './order-rules.ts';

const HELD: PositionRecord = {
  ...{ account: 100, instrument: 0, positionIndex: 0, side: 'Buy', size: lots(500), entryValue: usdt(25_000), openValue: usdt(25_000) },
  ...{ marginMode: 'cross', leverage: leverage(1_000n), margin: money(0n), realisedPnl: money(0n), tradePnl: money(0n), fees: money(0n) },
  ...{ funding: money(0n), autoAddMargin: false, totalRealisedPnl: money(0n), openedAt: timestamp(1), updatedAt: timestamp(1) },
};

const contextOf = (positions: readonly PositionRecord[] = []): OrderFormContext => ({
  ...{ instrument: BTC, settings: SETTINGS, account: accountWith(10_000, positions, at(50_000)), last: at(50_000), mark: at(50_000) },
  ...{ bestBid: at(49_990), bestAsk: at(50_010), loggedIn: true, positions, orders: [] },
});
const draftOf = (change: Partial<OrderFormDraft>): OrderFormDraft => ({ ...initialDraft('BTCUSDT'), quantity: '0.5', ...change });

describe('the amounts behind a preview', () => {
  it.each([
    ['a resting buy', draftOf({ price: '49000' }), 'Buy', []],
    ['a resting sell', draftOf({ price: '51000' }), 'Sell', []],
    ['a market buy above the mark price', draftOf({ orderType: 'Market', price: '' }), 'Buy', []],
    ['a market sell that turns a position', draftOf({ orderType: 'Market', price: '', quantity: '0.9' }), 'Sell', [HELD]],
    ['a buy beside a position', draftOf({ price: '49000' }), 'Buy', [HELD]],
  ] as const)('CAL-01 the parts of the cost of %s add up to it', (_, draft, side, positions) => {
    const reading = readOrder(draft, contextOf(positions), side);
    const { cost } = orderBasis(reading);
    expect(cost).toBeDefined();
    if (cost === undefined) return;
    const { initialMargin, openFee, closeFee, lossAtMark, otherOrders } = cost;
    const sum = [openFee, closeFee, lossAtMark, otherOrders].reduce(addMoney, initialMargin);
    expect(sum).toBe(orderRules.preview(reading).cost);
    if (positions.length === 0) expect(otherOrders).toBe(ZERO_MONEY);
  });

  it('CAL-01 the fee is explained by the values that fill and rest', () => {
    const market = orderBasis(readOrder(draftOf({ orderType: 'Market', price: '' }), contextOf(), 'Buy'));
    // 0.5 at 50,010.
    expect([market.filledValue, market.restingValue]).toEqual([usdt(25_005), ZERO_MONEY]);
    const resting = orderBasis(readOrder(draftOf({ price: '49000' }), contextOf(), 'Buy'));
    expect([resting.filledValue, resting.restingValue]).toEqual([ZERO_MONEY, usdt(24_500)]);
  });

  it('CAL-01 the position after the order is the one that the liquidation price is of', () => {
    const { positionAfter, maintenanceAfter } = orderBasis(readOrder(draftOf({ price: '49000' }), contextOf([HELD]), 'Buy'));
    expect(positionAfter).toMatchObject({ side: 'Buy', size: lots(1_000) });
    expect(positionAfter && entryPrice(BTC, positionAfter.size, positionAfter.entryValue)).toBe(at(49_500));
    expect(maintenanceAfter).toBeGreaterThan(ZERO_MONEY as unknown as bigint);
    expect(orderBasis(readOrder(draftOf({ price: '50000', quantity: '0.5' }), contextOf([HELD]), 'Sell')).positionAfter).toBeUndefined();
  });

  it('CAL-01 a reduce-only order has no parts, since it costs nothing', () => {
    expect(orderBasis(readOrder(draftOf({ price: '51000', reduceOnly: true }), contextOf([HELD]), 'Sell')).cost).toBeUndefined();
  });
});
