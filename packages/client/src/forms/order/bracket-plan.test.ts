import { leverage, lotCount, moneyUnits, priceUnits, ticksOfPrice, type Ticks } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountWith, at, SETTINGS } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import { USUAL_HABITS } from '../tpsl/tpsl-form.ts';
import { bracketPlan, type BracketTerms } from './bracket-plan.ts';
import { orderOptions } from './order-options.ts';
import type { OrderFormContext } from './order-form.ts';
import { readOrder } from './order-reading.ts';

const UNIT = 100_000_000n;
const tick = (amount: number): Ticks => ticksOfPrice(at(amount), BTC.tickSize, 'nearest');

function context(cash: number, change: Partial<OrderFormContext> = {}): OrderFormContext {
  return {
    instrument: BTC,
    settings: SETTINGS,
    account: accountWith(cash),
    last: at(50_000),
    mark: at(50_000),
    bestBid: at(49_999.9),
    bestAsk: at(50_000),
    loggedIn: true,
    positions: [],
    orders: [],
    ...change,
  };
}

const long = (change: Partial<BracketTerms> = {}): BracketTerms => ({
  side: 'Buy',
  entry: tick(49_000),
  stop: tick(48_000),
  target: tick(51_000),
  risk: { unit: 'percent', value: '1' },
  ...change,
});
const plan = (terms: BracketTerms, where: OrderFormContext) => bracketPlan(terms, where, USUAL_HABITS);

describe('a planned trade', () => {
  it('CAL-03 loses at its stop what the risk allows, in percent of the equity or as an amount', () => {
    // One percent of 100,000 over a distance of 1,000 is one coin; a lot is a thousandth.
    const byShare = plan(long(), context(100_000));
    expect(lotCount(byShare.quantity)).toBe(1_000);
    expect([moneyUnits(byShare.loss), moneyUnits(byShare.gain)]).toEqual([1_000n * UNIT, 2_000n * UNIT]);
    expect(byShare.limitedBy).toBeUndefined();
    expect(byShare.problem).toBeUndefined();
    const byAmount = plan(long({ risk: { unit: 'amount', value: '250' } }), context(100_000));
    expect(lotCount(byAmount.quantity)).toBe(250);
  });

  it('CAL-03 is no larger than the margin carries', () => {
    const poor = plan(long({ risk: { unit: 'amount', value: '100000' } }), context(1_000));
    expect(poor.limitedBy).toBe('margin');
    expect(poor.problem).toBeUndefined();
    expect(moneyUnits(poor.preview.cost ?? (0n as never))).toBeLessThanOrEqual(1_000n * UNIT);
  });

  it('CAL-03 is not liquidated before its stop', () => {
    const far = long({ entry: tick(49_900), stop: tick(46_000), risk: { unit: 'amount', value: '1000000' } });
    const brave = context(10_000, { settings: { ...SETTINGS, longLeverage: leverage(5_000n) } });
    const safe = plan(far, brave);
    expect(safe.limitedBy).toBe('liquidation');
    expect(lotCount(safe.quantity)).toBeGreaterThan(0);
    expect(priceUnits(safe.preview.liquidationAfter ?? at(0))).toBeLessThan(46_000n * UNIT);
  });

  it('CAL-03 sends the order that it shows: a resting or waiting entry with its stop and target', () => {
    const rests = plan(long(), context(100_000));
    expect(rests.draft).toMatchObject({ orderType: 'Limit', price: '49000.0', quantity: '1' });
    const waits = plan(long({ entry: tick(50_500), stop: tick(50_000), target: tick(52_000) }), context(100_000));
    expect(waits.draft).toMatchObject({ orderType: 'Market', trigger: { price: '50500.0' } });
    for (const { draft } of [rests, waits]) {
      const options = orderOptions(readOrder(draft, context(100_000), 'Buy'));
      expect(options?.exits).toMatchObject({ mode: 'Full', takeProfit: { orderType: 'Market' }, stopLoss: { orderType: 'Market' } });
    }
    expect(orderOptions(readOrder(rests.draft, context(100_000), 'Buy'))?.exits).toMatchObject({
      takeProfit: { trigger: tick(51_000) },
      stopLoss: { trigger: tick(48_000) },
    });
  });

  it('CAL-03 is refused with the words of the form without a risk, and with a stop on the wrong side', () => {
    expect(plan(long({ risk: { unit: 'amount', value: '' } }), context(100_000)).problem).toMatchObject({ code: 'quantityEmpty' });
    expect(plan(long({ stop: tick(49_500), risk: { unit: 'amount', value: '10' } }), context(100_000)).problem).toBeDefined();
    const short: BracketTerms = { ...long(), side: 'Sell', entry: tick(51_000), stop: tick(52_000), target: tick(49_000) };
    expect(lotCount(plan(short, context(100_000)).quantity)).toBe(1_000);
  });
});
