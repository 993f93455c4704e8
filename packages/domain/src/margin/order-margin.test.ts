import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionOrderMargin } from '../options/option-margin.ts';
import { BTC, at, times, usdt } from '../testing/linear-instrument.ts';
import { money, moneyUnits, ZERO_MONEY } from '../values/money.ts';
import { lots } from '../values/quantities.ts';
import { costOf } from './order-cost.ts';
import { heldOf, openingValue, orderMargin, sideMargins, type OrderMarginInput } from './order-margin.ts';

const FLAT = { side: 'Buy', size: lots(0) } as const;
const long = (size: number) => ({ side: 'Buy', size: lots(size) }) as const;

describe('EXC-02 money held for open orders', () => {
  it('of the orders against a position only the part that opens counts, pro rata and rounded up', () => {
    expect(openingValue('Sell', 10, money(100n), FLAT)).toBe(money(100n));
    expect(openingValue('Buy', 10, money(100n), long(4))).toBe(money(100n));
    expect(openingValue('Sell', 10, money(100n), long(4))).toBe(money(60n));
    expect(openingValue('Sell', 3, money(100n), long(1))).toBe(money(67n));
    for (const size of [10, 11]) expect(openingValue('Sell', 10, money(100n), long(size))).toBe(ZERO_MONEY);
    expect(openingValue('Sell', 0, ZERO_MONEY, long(4))).toBe(ZERO_MONEY);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.bigInt(0n, 10n ** 14n),
        (count, size, value) => {
          const opening = moneyUnits(openingValue('Sell', count, money(value), long(size)));
          const part = value * BigInt(Math.max(0, count - size));
          expect(opening * BigInt(count) >= part && (opening - 1n) * BigInt(count) < part).toBe(true);
        },
      ),
    );
  });

  it('orders of options hold what index and mark ask for, and not the cost at a leverage', () => {
    const option = { ...BTC, kind: 'UsdtOption', option: { strike: at('50000'), right: 'Call' } } as const;
    const optionPrices = { index: at('50000'), mark: at('1500') };
    const order = { side: 'Sell', lots: 100, value: usdt('150'), position: FLAT } as const;
    const input: OrderMarginInput = {
      ...{ instrument: option, positionIndex: 0, position: FLAT, longLeverage: times('10'), shortLeverage: times('10'), optionPrices },
      orders: { buyLots: 0, buyValue: ZERO_MONEY, sellLots: 100, sellValue: usdt('150') },
    };
    expect(orderMargin(input)).toBe(optionOrderMargin(option, order, optionPrices));
    expect(orderMargin(input)).not.toBe(costOf(option, 'Sell', usdt('150'), times('10')));
  });

  it('each side holds the cost of what it opens by its own leverage; one-way holds the larger side, hedge the side that opens', () => {
    const input: OrderMarginInput = {
      ...{ instrument: BTC, positionIndex: 0, position: FLAT, longLeverage: times('10'), shortLeverage: times('5') },
      orders: { buyLots: 100, buyValue: usdt('5000'), sellLots: 60, sellValue: usdt('3000') },
    };
    const [buy, sell] = [costOf(BTC, 'Buy', usdt('5000'), times('10')), costOf(BTC, 'Sell', usdt('3000'), times('5'))];
    expect(sideMargins(input)).toEqual({ buy, sell });
    expect(sell > buy).toBe(true);
    expect(([0, 1, 2] as const).map((positionIndex) => orderMargin({ ...input, positionIndex }))).toEqual([sell, buy, sell]);
    expect(heldOf(0, { buy: sell, sell: buy })).toBe(sell);
    expect(heldOf(0, { buy, sell: buy })).toBe(buy);
    const nothing = { buyLots: 0, buyValue: ZERO_MONEY, sellLots: 0, sellValue: ZERO_MONEY };
    expect(orderMargin({ ...input, orders: nothing })).toBe(ZERO_MONEY);
    // A single lot is an order, too.
    const one = { ...nothing, buyLots: 1, buyValue: usdt('50') };
    expect(orderMargin({ ...input, orders: one })).toBe(costOf(BTC, 'Buy', usdt('50'), times('10')));
  });
});
