import { describe, expect, test } from 'vitest';
import { fundingFee, fundingRateOf, interestRate } from '../funding/funding.ts';
import type { Side } from '../orders/order.ts';
import { BTC, at, coins, ladder, percent, times, usdt } from '../testing/linear-instrument.ts';
import { formatDecimal } from '../values/decimal.ts';
import { addMoney, money, moneyUnits, negateMoney } from '../values/money.ts';
import { priceUnits, rateUnits } from '../values/quantities.ts';
import type { Money, Price, Rate } from '../values/types.ts';
import { accountMargin, crossCushion, crossLiquidatable, marginRates, sumPositions } from './account-margin.ts';
import { valueAtPrice } from './contract-value.ts';
import { bankruptcyPrice, isolatedFreeMargin, liquidationPrice } from './liquidation.ts';
import { costOf, feeToClose, initialMarginOf, tradingFee } from './order-cost.ts';
import { orderMargin, type OrderMarginInput } from './order-margin.ts';
import { positionMargin, type Holding } from './position-margin.ts';
import { breakEvenPrice, entryPrice, profit, returnOnInvestment } from './profit.ts';
import { maintenanceMarginOf, tierOf } from './risk-tier.ts';

const amount = (value: Money): string => formatDecimal(moneyUnits(value));
const shown = (value: Price | undefined): string => (value === undefined ? 'none' : formatDecimal(priceUnits(value)));
const rateOf = (value: Rate | undefined): string => (value === undefined ? 'none' : formatDecimal(rateUnits(value)));
const value = (quantity: string, price: string): Money => valueAtPrice(BTC, coins(quantity), at(price));

function holding(side: Side, quantity: string, entry: string, leverage: string, marginMode: Holding['marginMode'] = 'cross'): Holding {
  const entryValue = value(quantity, entry);
  const own = addMoney(initialMarginOf(entryValue, times(leverage)), feeToClose(BTC, side, entryValue, times(leverage)));
  return {
    side,
    size: coins(quantity),
    entryValue,
    marginMode,
    leverage: times(leverage),
    margin: marginMode === 'isolated' ? own : money(0n),
  };
}

/** Liquidation price of an isolated position, with `added` put into its margin by hand. */
function isolatedLiquidation(held: Holding, added = '0', instrument = BTC): Price | undefined {
  const margin = addMoney(held.margin, usdt(added));
  const cushion = isolatedFreeMargin(instrument, held.side, held.entryValue, margin);
  return liquidationPrice({ instrument, side: held.side, size: held.size, entryValue: held.entryValue, cushion });
}

describe('order cost (docs/concepts/cost.md)', () => {
  test.each([
    // 25,000 / 10 + 25,000 × 0.055 % + 25,000 × (1 − 1/10) × 0.055 %
    ['Buy', '0.5', '50000', '10', '2500', '13.75', '12.375', '2526.125'],
    // … + 25,000 × (1 + 1/10) × 0.055 %
    ['Sell', '0.5', '50000', '10', '2500', '13.75', '15.125', '2528.875'],
    // 50,000 / 10 + 27.5 + 24.75
    ['Buy', '1', '50000', '10', '5000', '27.5', '24.75', '5052.25'],
  ] as const)(
    '%s %s BTC at %s with %sx costs initial margin, fee to open and fee to close',
    (side, quantity, price, leverage, ...expected) => {
      const [worth, by] = [value(quantity, price), times(leverage)];
      const parts = [initialMarginOf(worth, by), tradingFee(worth, BTC.takerFee), feeToClose(BTC, side, worth, by)];
      expect([...parts, costOf(BTC, side, worth, by)].map(amount)).toEqual(expected);
    },
  );

  test('a taker pays 26.3725 for 0.5 BTC at 95,900.1', () => {
    // 0.5 × 95,900.1 × 0.00055 = 26.3725275; the published example shows four decimals
    expect(amount(tradingFee(value('0.5', '95900.1'), BTC.takerFee))).toBe('26.3725275');
  });

  test.each([
    // 25,250 / 10 + 12.375
    ['cross', 'Buy', '2537.375'],
    // 25,250 / 10 + 15.125
    ['cross', 'Sell', '2540.125'],
    // 25,000 / 10 + 12.375
    ['isolated', 'Buy', '2512.375'],
  ] as const)('a %s %s position of 0.5 BTC from 50,000 at mark 50,500 has initial margin %s', (mode, side, expected) => {
    expect(amount(positionMargin(BTC, holding(side, '0.5', '50000', '10', mode), at('50500')).initialMargin)).toBe(expected);
  });

  const orders = (buy: string, sell: string, more: Partial<OrderMarginInput> = {}): Money =>
    orderMargin({
      instrument: BTC,
      positionIndex: 0,
      orders: {
        buyLots: Number(coins(buy)),
        buyValue: value(buy, '50000'),
        sellLots: Number(coins(sell)),
        sellValue: value(sell, '50000'),
      },
      position: { side: 'Buy', size: coins('0') },
      longLeverage: times('10'),
      shortLeverage: times('10'),
      ...more,
    });

  test('orders on both sides of a flat one-way symbol hold the larger side', () => {
    expect([orders('1', '0.5'), orders('0.5', '1')].map(amount)).toEqual(['5052.25', '5057.75']);
  });

  test('an order that only reduces holds nothing; of a larger one only the excess holds margin', () => {
    const position = { side: 'Buy' as const, size: coins('0.5') };
    expect(amount(orders('0', '0.5', { position }))).toBe('0');
    // the excess of 0.5 BTC: 2,500 + 13.75 + 15.125
    expect(amount(orders('0', '1', { position }))).toBe('2528.875');
  });

  test('in hedge mode an order against its own position holds nothing', () => {
    expect(amount(orders('0', '1', { positionIndex: 1 }))).toBe('0');
    expect(amount(orders('1', '0', { positionIndex: 2 }))).toBe('0');
    expect(amount(orders('1', '0', { positionIndex: 1 }))).toBe('5052.25');
  });
});

describe('risk tiers and maintenance margin (docs/concepts/margin.md)', () => {
  const tiers = ladder('100000 0.02 0.04 25 0 | 200000 0.025 0.05 20 500 | 300000 0.03 0.06 16 1500 | 400000 0.035 0.07 14 3000');

  test('a position worth 400,000 needs 11,000, with the fee to close of a 10x short 11,242', () => {
    // 400,000 × 3.5 % − 3,000
    expect(amount(maintenanceMarginOf(tiers, usdt('400000')))).toBe('11000');
    // 100 × 4,000 × 1.1 × 0.055 % = 242
    const margin = positionMargin({ ...BTC, tiers }, holding('Sell', '100', '4000', '10'), at('4000'));
    expect([margin.feeToClose, margin.maintenanceMargin].map(amount)).toEqual(['242', '11242']);
  });

  test('a position worth 200,000 needs 4,500; with orders of 150,000 beside it their tier is the fourth', () => {
    // 200,000 × 2.5 % − 500
    expect(amount(maintenanceMarginOf(tiers, usdt('200000')))).toBe('4500');
    // 350,000 lies in the tier of 3.5 %: 150,000 × 3.5 % = 5,250
    expect(amount(tradingFee(usdt('150000'), tierOf(tiers, usdt('350000')).maintenanceRate))).toBe('5250');
  });

  test('a 10x long of 0.5 BTC from 50,000 needs 138.625 at mark 50,500', () => {
    // 25,250 × 0.5 % + 12.375
    expect(amount(positionMargin(BTC, holding('Buy', '0.5', '50000', '10'), at('50500')).maintenanceMargin)).toBe('138.625');
  });

  test.each(BTC.tiers.map((tier, index) => [index + 1, tier] as const))(
    'deduction of BTCUSDT tier %i follows from the tier below',
    (number, tier) => {
      const below = BTC.tiers[number - 2];
      if (below === undefined) {
        expect(amount(tier.deduction)).toBe('0');
        return;
      }
      // d(n) = d(n-1) + limit(n-1) × (r(n) − r(n-1))
      const step = (moneyUnits(below.limit) * (rateUnits(tier.maintenanceRate) - rateUnits(below.maintenanceRate))) / 100_000_000n;
      expect(moneyUnits(tier.deduction)).toBe(moneyUnits(below.deduction) + step);
    },
  );
});

describe('liquidation price, isolated (docs/concepts/liquidation.md)', () => {
  test.each([
    // (25,000 − 2,500) / (0.5 × 0.995) = 45,226.1306
    ['Buy', '45226.13'],
    // (25,000 + 2,500) / (0.5 × 1.005) = 54,726.368, up to a tick
    ['Sell', '54726.37'],
  ] as const)('a 10x %s of 0.5 BTC from 50,000 is liquidated at %s', (side, expected) => {
    expect(shown(isolatedLiquidation(holding(side, '0.5', '50000', '10', 'isolated')))).toBe(expected);
  });

  test('a 50x long of 1 BTC from 40,000 with 3,000 added is liquidated at 36,380.25', () => {
    // (40,000 − 800 − 3,000 / (1 − 0.00055)) / 0.995 = (40,000 − 800 − 3,001.65) / 0.995
    expect(shown(isolatedLiquidation(holding('Buy', '1', '40000', '50', 'isolated'), '3000'))).toBe('36380.25');
  });

  test('a 1x long is never liquidated by a positive price', () => {
    expect(shown(isolatedLiquidation(holding('Buy', '1', '40000', '1', 'isolated')))).toBe('none');
  });
});

describe('bankruptcy price (docs/concepts/liquidation.md)', () => {
  const bust = (side: Side, entry: string, leverage: string, tick = '0.01'): string => {
    const held = holding(side, '1', entry, leverage, 'isolated');
    const cushion = isolatedFreeMargin(BTC, side, held.entryValue, held.margin);
    return shown(bankruptcyPrice({ ...held, instrument: { ...BTC, tickSize: at(tick) }, cushion }));
  };

  test('a 50x long from 60,000 is bankrupt at 58,800', () => {
    // 60,000 × (1 − 1/50)
    expect(bust('Buy', '60000', '50')).toBe('58800');
  });

  test('a 50x short from 60,000 is bankrupt at 61,200', () => {
    // 60,000 × (1 + 1/50)
    expect(bust('Sell', '60000', '50')).toBe('61200');
  });

  test('rounds to a tick in the disfavour of the trader', () => {
    // long 7,890.1 × 0.98 = 7,732.298 up, short 7,890.1 × 1.02 = 8,047.902 down
    expect([bust('Buy', '7890.1', '50', '0.5'), bust('Sell', '7890.1', '50', '0.5')]).toEqual(['7732.5', '8047.5']);
  });
});

describe('cross account (docs/concepts/liquidation.md)', () => {
  const account = (held: Holding, mark: string) => {
    const margin = positionMargin(BTC, held, at(mark));
    return {
      margin,
      account: accountMargin({ cash: usdt('4986.25'), positions: sumPositions([{ holding: held, margin }]), orderMargin: money(0n) }),
    };
  };

  test('a long of 0.5 BTC from 50,000 beside 4,986.25 is liquidated at 40,253.52', () => {
    const held = holding('Buy', '0.5', '50000', '10');
    const now = account(held, '50500');
    const cushion = crossCushion(now.account, now.margin);
    // 4,986.25 − 12.375
    expect(amount(cushion)).toBe('4973.875');
    // (25,000 − 4,973.875) / (0.5 × 0.995) = 40,253.5176: the first price on a tick of 0.01 at which it holds is the lower one
    expect(shown(liquidationPrice({ instrument: BTC, ...held, cushion }))).toBe('40253.51');
    // equity 4,986.25 − 0.5 × 9,746.48 = 113.01, maintenance 40,253.52 × 0.5 × 0.5 % + 12.375 = 113.0088
    const above = account(held, '40253.52').account;
    expect([above.marginBalance, above.maintenanceMargin].map(amount)).toEqual(['113.01', '113.0088']);
    expect([crossLiquidatable(above), crossLiquidatable(account(held, '40253.51').account)]).toEqual([false, true]);
  });

  test('margin rates are shares of the margin balance', () => {
    const { account: margin } = account(holding('Buy', '0.5', '50000', '10'), '50500');
    // balance 4,986.25 + 0.5 × 500 = 5,236.25; 2,537.375 / 5,236.25 and 138.625 / 5,236.25
    expect(amount(margin.marginBalance)).toBe('5236.25');
    const rates = marginRates(margin);
    expect([rateOf(rates.initialMarginRate), rateOf(rates.maintenanceMarginRate)]).toEqual(['0.48457866', '0.0264741']);
    // 5,236.25 − 2,537.375
    expect([amount(margin.available), amount(margin.equity)]).toEqual(['2698.875', '5236.25']);
  });

  test('isolated positions stand beside the cross balance', () => {
    const held = holding('Buy', '0.5', '50000', '10', 'isolated');
    const { account: margin } = account(held, '50500');
    expect([margin.marginBalance, margin.available, margin.transferable].map(amount)).toEqual(['4986.25', '4986.25', '4986.25']);
    // 4,986.25 + 2,512.375 + 250
    expect(amount(margin.equity)).toBe('7748.625');
    expect(amount(margin.maintenanceMargin)).toBe('0');
  });
});

describe('profit and loss (docs/concepts/profit.md)', () => {
  test('0.5 BTC at 5,000 and 0.3 BTC at 6,000 enter at 5,375', () => {
    // (2,500 + 1,800) / 0.8
    expect(shown(entryPrice(BTC, coins('0.8'), addMoney(value('0.5', '5000'), value('0.3', '6000'))))).toBe('5375');
  });

  test('a 10x long of 0.2 BTC from 7,000 at 7,500 earned 100, which is 71.07 % of its margin', () => {
    const held = { ...holding('Buy', '0.2', '7000', '10') };
    const unrealised = profit(BTC, 'Buy', held.entryValue, value('0.2', '7500'));
    expect(amount(unrealised)).toBe('100');
    // 1,400 / 10 = 140, fee to close 1,400 × 0.9 × 0.055 % = 0.693; 100 / 140.693
    expect(amount(feeToClose(BTC, 'Buy', held.entryValue, held.leverage))).toBe('0.693');
    expect(rateOf(returnOnInvestment(BTC, held, unrealised))).toBe('0.71076742');
  });

  test('a short earns what the long loses', () => {
    expect(amount(profit(BTC, 'Sell', value('0.2', '7000'), value('0.2', '7500')))).toBe('-100');
  });

  test.each([
    // (25,000 + 13.75) / (0.5 × (1 − 0.00055)) = 50,055.0302…, away from the entry
    ['Buy', '50055.03026665'],
    // (25,000 − 13.75) / (0.5 × (1 + 0.00055)) = 49,945.0302…
    ['Sell', '49945.03023337'],
  ] as const)('a %s of 0.5 BTC from 50,000 that paid 13.75 breaks even at %s', (side, expected) => {
    const realisedPnl = negateMoney(usdt('13.75'));
    expect(shown(breakEvenPrice(BTC, { side, size: coins('0.5'), entryValue: value('0.5', '50000'), realisedPnl }))).toBe(expected);
  });
});

describe('funding (docs/concepts/funding.md)', () => {
  test.each([
    ['0.02', '0.01'],
    ['0.08', '0.03'],
    ['-0.06', '-0.01'],
    // the cap of BTC: 0.375 %
    ['0.9', '0.375'],
    ['-0.9', '-0.375'],
  ])('a premium of %s %% over 8 hours makes a rate of %s %%', (premium, expected) => {
    expect(fundingRateOf(percent(premium), 8, BTC.fundingCap)).toBe(percent(expected));
  });

  test.each([
    [8, '0.0001'],
    [4, '0.00005'],
    [1, '0.0000125'],
  ])('the interest of %i hours is %s', (hours, expected) => {
    expect(rateOf(interestRate(hours))).toBe(expected);
  });

  test('a long of 10 BTC at mark 8,000 pays 8 at 0.01 %, a short receives it', () => {
    // 80,000 × 0.0001
    const due = value('10', '8000');
    expect([fundingFee('Buy', due, percent('0.01')), fundingFee('Sell', due, percent('0.01'))].map(amount)).toEqual(['8', '-8']);
    expect(amount(fundingFee('Buy', due, percent('-0.01')))).toBe('-8');
  });

  test.each([
    // 50.0005 × 0.00148996 = 0.07449874498
    ['0.148996', '0.07449875', '-0.07449874'],
    ['-0.148996', '-0.07449874', '0.07449875'],
    // 50.0005 × 0.0001 = 0.00500005, to the unit
    ['0.01', '0.00500005', '-0.00500005'],
  ])('EXC-03 at a rate of %s percent a long of 50.0005 pays %s and a short %s: no fraction is given away', (fundingRate, long, short) => {
    const due = value('0.001', '50000.5');
    expect(['Buy' as const, 'Sell' as const].map((side) => amount(fundingFee(side, due, percent(fundingRate))))).toEqual([long, short]);
  });
});
