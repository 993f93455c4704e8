import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fundingFee } from '../funding/funding.ts';
import type { Side } from '../orders/order.ts';
import { fillHolding } from '../positions/fill-holding.ts';
import { BTC_INVERSE, BTC_INVERSE_TICK_HALF, coin, contracts } from '../testing/inverse-instrument.ts';
import { BTC, at, coins, percent, times } from '../testing/linear-instrument.ts';
import { formatDecimal } from '../values/decimal.ts';
import { addMoney, money, moneyUnits, negateMoney, subtractMoney } from '../values/money.ts';
import { leverage, lotCount, lots, price, priceUnits, ticks } from '../values/quantities.ts';
import type { Money, Price } from '../values/types.ts';
import { accountMargin, crossCushion, crossLiquidatable, sumPositions } from './account-margin.ts';
import { valueAtPrice, valueAtTick } from './contract-value.ts';
import { bankruptcyPrice, isolatedFreeMargin, liquidationPrice } from './liquidation.ts';
import { costOf, feeToClose, initialMarginOf, tradingFee } from './order-cost.ts';
import { isolatedLiquidatable, positionMargin, type Holding } from './position-margin.ts';
import { breakEvenPrice, entryPrice, profit, returnOnInvestment } from './profit.ts';

const amount = (value: Money): string => formatDecimal(moneyUnits(value));
const shown = (value: Price | undefined): string => (value === undefined ? 'none' : formatDecimal(priceUnits(value)));
const value = (count: number, atPrice: string): Money => valueAtPrice(BTC_INVERSE, contracts(count), at(atPrice));

function holding(side: Side, count: number, entry: string, lever: string, mode: Holding['marginMode'] = 'isolated'): Holding {
  const entryValue = value(count, entry);
  const own = addMoney(initialMarginOf(entryValue, times(lever)), feeToClose(BTC_INVERSE, side, entryValue, times(lever)));
  const margin = mode === 'isolated' ? own : money(0n);
  return { side, size: contracts(count), entryValue, marginMode: mode, leverage: times(lever), margin };
}

function isolatedPrices(held: Holding, instrument = BTC_INVERSE): { liquidation: string; bankruptcy: string } {
  const cushion = isolatedFreeMargin(instrument, held.side, held.entryValue, held.margin);
  const input = { ...held, instrument, cushion };
  return { liquidation: shown(liquidationPrice(input)), bankruptcy: shown(bankruptcyPrice(input)) };
}

describe('inverse order cost (docs/concepts/cost.md)', () => {
  const buying = (worth: ReturnType<typeof value>, by: ReturnType<typeof times>): string[] => {
    const parts = [initialMarginOf(worth, by), tradingFee(worth, BTC_INVERSE.takerFee), feeToClose(BTC_INVERSE, 'Buy', worth, by)];
    return [...parts, costOf(BTC_INVERSE, 'Buy', worth, by)].map(amount);
  };

  test('10,000 BTCUSD bought at 50,000 with 10x cost 0.020231 BTC', () => {
    // 10,000 / 50,000 = 0.2; 0.2 / 10 = 0.02; 0.2 × 0.055 % = 0.00011; 0.2 × (1 + 1/10) × 0.055 % = 0.000121
    expect(buying(value(10_000, '50000'), times('10'))).toEqual(['0.02', '0.00011', '0.000121', '0.020231']);
  });

  test('the same sold costs 0.020209 BTC: its bankruptcy value is lower', () => {
    // 0.02 + 0.00011 + 0.2 × (1 − 1/10) × 0.055 % = 0.000099
    expect(amount(costOf(BTC_INVERSE, 'Sell', value(10_000, '50000'), times('10')))).toBe('0.020209');
  });

  test('10,000 ETHUSD bought at 2,000 with 25x cost 0.20561 ETH', () => {
    // 10,000 / 2,000 = 5; 5 / 25 = 0.2; 5 × 0.055 % = 0.00275; 5 × (1 + 1/25) × 0.055 % = 0.00286
    expect(buying(value(10_000, '2000'), times('25'))).toEqual(['0.2', '0.00275', '0.00286', '0.20561']);
  });
});

describe('inverse liquidation and bankruptcy (docs/concepts/liquidation.md)', () => {
  test.each([
    // 10,000 × 1.005 / (0.2 + 0.02) = 10,050 / 0.22 = 45,681.818, down to a tick
    ['Buy', '45681.81'],
    // 10,000 × 0.995 / (0.2 − 0.02) = 9,950 / 0.18 = 55,277.777, up to a tick
    ['Sell', '55277.78'],
  ] as const)('a 10x %s of 10,000 USD from 50,000 is liquidated at %s', (side, expected) => {
    expect(isolatedPrices(holding(side, 10_000, '50000', '10')).liquidation).toBe(expected);
  });

  test('EXC-02 margin added by hand moves the liquidation price by the reference', () => {
    const held = holding('Buy', 10_000, '50000', '10');
    const more = { ...held, margin: addMoney(held.margin, coin('0.01')) };
    // 10,050 / (0.2 + 0.02 + 0.01 / 1.00055) = 10,050 / 0.2299945…= 43,696.69
    expect(isolatedPrices(more).liquidation).toBe('43696.69');
  });

  test('a 50x long from 7,890.08 is bankrupt at 7,735.37, shown as 7,735.50 on a tick of 0.5', () => {
    // 7,890.08 × 50 / 51 = 7,735.3725
    const held = holding('Buy', 1_000_000, '7890.08', '50');
    const exact = Number(isolatedPrices(held).bankruptcy);
    expect(exact).toBeCloseTo(7_735.38, 2);
    expect(isolatedPrices(held, BTC_INVERSE_TICK_HALF).bankruptcy).toBe('7735.5');
  });

  test('a short is bankrupt at entry × leverage / (leverage − 1), at 1x never', () => {
    // 50,000 × 10 / 9 = 55,555.55…, down to a tick in the disfavour of the trader
    expect(isolatedPrices(holding('Sell', 10_000, '50000', '10')).bankruptcy).toBe('55555.55');
    const alone = isolatedPrices(holding('Sell', 10_000, '50000', '1'));
    // Its coins are worth the debt at any price: only a price beyond all prices takes the last unit.
    expect(Number(alone.liquidation)).toBeGreaterThan(1_000_000);
    expect(alone.bankruptcy).toBe('1000000');
  });

  test('a 1x long is bankrupt at half its entry, not at zero', () => {
    // 50,000 × 1 / 2
    expect(isolatedPrices(holding('Buy', 10_000, '50000', '1')).bankruptcy).toBe('25000');
  });
});

describe('inverse profit (docs/concepts/profit.md)', () => {
  test('1,000 at 5,000 and 2,000 at 6,000 enter at 5,625', () => {
    // 3,000 / (0.2 + 0.33333333)
    expect(Number(shown(entryPrice(BTC_INVERSE, contracts(3_000), addMoney(value(1_000, '5000'), value(2_000, '6000')))))).toBeCloseTo(
      5_625,
      3,
    );
  });

  test('a long of 10,000 from 50,000 at 52,000 earned 0.00769231 BTC, the short lost it', () => {
    // 10,000 × (1/50,000 − 1/52,000)
    const earned = profit(BTC_INVERSE, 'Buy', value(10_000, '50000'), value(10_000, '52000'));
    expect(amount(earned)).toBe('0.00769231');
    expect(profit(BTC_INVERSE, 'Sell', value(10_000, '50000'), value(10_000, '52000'))).toBe(negateMoney(earned));
    // 0.00769231 / (0.2 / 10 + 0.000121)
    const roi = returnOnInvestment(BTC_INVERSE, holding('Buy', 10_000, '50000', '10'), earned);
    expect(formatDecimal(roi as unknown as bigint)).toBe('0.38230257');
  });

  test.each([
    // S (1 + t) / (S/E + realised) = 10,005.5 / (0.2 − 0.00011)
    ['Buy', '50055.03026665'],
    // S (1 − t) / (S/E − realised) = 9,994.5 / (0.2 + 0.00011)
    ['Sell', '49945.03023337'],
  ] as const)('CAL-05 a %s of 10,000 from 50,000 that paid 0.00011 BTC breaks even at %s', (side, expected) => {
    const held = { ...holding(side, 10_000, '50000', '10'), realisedPnl: coin('-0.00011') };
    expect(shown(breakEvenPrice(BTC_INVERSE, held))).toBe(expected);
  });

  test('EXC-03 10,000 at mark 8,000 pays 0.000125 BTC of funding at 0.01 %', () => {
    // 1.25 × 0.0001
    expect(amount(fundingFee('Buy', value(10_000, '8000'), percent('0.01')))).toBe('0.000125');
  });

  test('the fee of 0.055 % of 10,000 at 50,000 is 0.00011 BTC', () => {
    expect(amount(tradingFee(value(10_000, '50000'), BTC_INVERSE.takerFee))).toBe('0.00011');
  });
});

describe('the payoff of both kinds', () => {
  const side = fc.constantFrom<Side>('Buy', 'Sell');
  const instrument = fc.constantFrom(BTC, BTC_INVERSE, BTC_INVERSE_TICK_HALF);
  const tick = fc.integer({ min: 20_000, max: 8_000_000 });
  const size = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50_000_000 }));

  test('EXC-06 both sides of any chain of trades cancel to the unit', () => {
    fc.assert(
      fc.property(instrument, fc.array(fc.record({ side, tick, size }), { minLength: 1, maxLength: 12 }), (on, trades) => {
        const flat: Holding = {
          side: 'Buy',
          size: lots(0),
          entryValue: money(0n),
          marginMode: 'cross',
          leverage: times('10'),
          margin: money(0n),
        };
        let a = flat;
        let b = flat;
        let paid = 0n;
        for (const trade of trades) {
          const terms = { tick: trade.tick, count: trade.size, feeRate: percent('0'), leverage: times('10') };
          const one = fillHolding(on, a, { ...terms, side: trade.side });
          const other = fillHolding(on, b, { ...terms, side: trade.side === 'Buy' ? 'Sell' : 'Buy' });
          paid += moneyUnits(one.earned) + moneyUnits(other.earned);
          a = one.holding;
          b = other.holding;
          expect(lotCount(a.size)).toBe(lotCount(b.size));
        }
        expect([paid, moneyUnits(a.entryValue)]).toEqual([0n, moneyUnits(b.entryValue)]);
      }),
    );
  });

  test('EXC-06 closing in parts earns what closing at once earns, to one unit a part, and never more in sum than was there', () => {
    fc.assert(
      fc.property(instrument, side, tick, tick, fc.integer({ min: 2, max: 1_000_000 }), (on, taken, entry, exit, count) => {
        const open: Holding = {
          side: taken,
          size: lots(count),
          entryValue: valueAtTick(on, lots(count), ticks(entry)),
          marginMode: 'cross',
          leverage: times('10'),
          margin: money(0n),
        };
        const closing = {
          side: taken === 'Buy' ? ('Sell' as const) : ('Buy' as const),
          tick: exit,
          feeRate: percent('0.055'),
          leverage: times('10'),
        };
        const whole = fillHolding(on, open, { ...closing, count });
        const part = fillHolding(on, open, { ...closing, count: Math.floor(count / 2) });
        const rest = fillHolding(on, part.holding, { ...closing, count: count - Math.floor(count / 2) });
        const difference = moneyUnits(whole.earned) - moneyUnits(addMoney(part.earned, rest.earned));
        expect(difference >= -1n && difference <= 1n).toBe(true);
        // Fees round up each time: splitting never saves any.
        expect(moneyUnits(addMoney(part.fee, rest.fee)) >= moneyUnits(whole.fee) - 1n).toBe(true);
        expect(rest.holding.entryValue).toBe(money(0n));
      }),
    );
  });

  const drawn = fc.record({
    side,
    tick: fc.integer({ min: 100_000, max: 8_000_000 }),
    size: fc.integer({ min: 0, max: 23 }).chain((bits) => fc.integer({ min: 2 ** bits, max: 2 ** (bits + 1) })),
    lever: fc.integer({ min: 100, max: 10_000 }),
    added: fc.integer({ min: 0, max: 900 }),
  });
  const worse = (held: Holding, from: Price, steps: bigint): Price =>
    price(priceUnits(from) + (held.side === 'Buy' ? -steps : steps) * priceUnits(BTC_INVERSE.tickSize));

  test('EXC-02 the inverse liquidation price is the first tick at which the condition holds, in every tier and mode', () => {
    fc.assert(
      fc.property(drawn, fc.boolean(), (terms, isolated) => {
        const entryValue = valueAtTick(BTC_INVERSE, lots(terms.size), ticks(terms.tick));
        fc.pre(moneyUnits(entryValue) > 0n);
        const lever = leverage(BigInt(terms.lever));
        const own = addMoney(initialMarginOf(entryValue, lever), feeToClose(BTC_INVERSE, terms.side, entryValue, lever));
        const funds = money(moneyUnits(own) + (moneyUnits(own) * BigInt(terms.added)) / 1_000n);
        const marginMode = isolated ? 'isolated' : 'cross';
        const held: Holding = {
          side: terms.side,
          size: lots(terms.size),
          entryValue,
          marginMode,
          leverage: lever,
          margin: isolated ? funds : money(0n),
        };
        const margined = (mark: Price) => {
          const margin = positionMargin(BTC_INVERSE, held, mark);
          return {
            margin,
            account: accountMargin({ cash: funds, positions: sumPositions([{ holding: held, margin }]), orderMargin: money(0n) }),
          };
        };
        const liquidatable = (mark: Price): boolean =>
          isolated ? isolatedLiquidatable(held, positionMargin(BTC_INVERSE, held, mark)) : crossLiquidatable(margined(mark).account);
        const now = margined(price(BigInt(terms.tick) * priceUnits(BTC_INVERSE.tickSize)));
        const cushion = isolated
          ? isolatedFreeMargin(BTC_INVERSE, held.side, held.entryValue, held.margin)
          : crossCushion(now.account, now.margin);
        const found = liquidationPrice({ instrument: BTC_INVERSE, ...held, cushion });
        if (found === undefined) {
          expect(held.side === 'Sell' || !liquidatable(BTC_INVERSE.tickSize)).toBe(true);
          if (held.side === 'Sell') expect(liquidatable(price(10n ** 17n))).toBe(false);
          return;
        }
        expect(liquidatable(found)).toBe(true);
        expect(liquidatable(worse(held, found, 1n)) || priceUnits(found) <= priceUnits(BTC_INVERSE.tickSize)).toBe(true);
        expect(liquidatable(worse(held, found, -1n))).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test('EXC-02 at the inverse bankruptcy price no more than the cushion is lost', () => {
    fc.assert(
      fc.property(drawn, (terms) => {
        const entryValue = valueAtTick(BTC_INVERSE, lots(terms.size), ticks(terms.tick));
        fc.pre(moneyUnits(entryValue) > 1_000n);
        const cushion = initialMarginOf(entryValue, leverage(BigInt(terms.lever)));
        const bust = bankruptcyPrice({ instrument: BTC_INVERSE, side: terms.side, size: lots(terms.size), entryValue, cushion });
        fc.pre(priceUnits(bust) > 0n && priceUnits(bust) < 10n ** 14n);
        const loss = negateMoney(profit(BTC_INVERSE, terms.side, entryValue, valueAtPrice(BTC_INVERSE, lots(terms.size), bust)));
        // Values round down: a short may lose one unit more than its cushion.
        expect(moneyUnits(subtractMoney(loss, cushion)) <= 1n).toBe(true);
      }),
    );
  });

  test('linear numbers are untouched by the inverse ones', () => {
    // 0.5 × 52,000 − 0.5 × 50,000
    expect(amount(profit(BTC, 'Buy', valueAtPrice(BTC, coins('0.5'), at('50000')), valueAtPrice(BTC, coins('0.5'), at('52000'))))).toBe(
      '1000',
    );
  });
});
