import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instrument } from '../instruments/instrument.ts';
import { optionPrice } from '../options/black-76.ts';
import { impliedVolatility } from '../options/implied-volatility.ts';
import { contracts, BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { at, BTC, coins, usdt } from '../testing/linear-instrument.ts';
import { money, moneyUnits, ZERO_MONEY } from '../values/money.ts';
import { lots, priceUnits, timestamp } from '../values/quantities.ts';
import type { Price } from '../values/types.ts';
import { valueAtPrice } from './contract-value.ts';
import { portfolioMargin, portfolioSafe } from './portfolio-margin.ts';
import { optionScenarios, type Portfolio, type PortfolioHolding } from './portfolio-stress.ts';

const HOUR = 3_600_000;
const option: Instrument = {
  ...BTC,
  symbol: 'BTC-31JAN26-55000-C-USDT',
  kind: 'UsdtOption',
  deliveryAt: timestamp(100 * HOUR),
  option: { right: 'Call', strike: at('55000') },
};

const future = (side: 'Buy' | 'Sell', size: string, mark = at('50000')): PortfolioHolding => {
  const count = coins(size);
  return { instrument: BTC, side, size: count, value: valueAtPrice(BTC, count, mark) };
};
const asked = (changes: Partial<Portfolio>) =>
  portfolioMargin({
    now: timestamp(0),
    positions: [],
    orders: [],
    coinPrice: (coin): Price => (coin === 'BTC' ? at('50000') : at('1')),
    held: () => ZERO_MONEY,
    ...changes,
  });

describe('portfolio margin', () => {
  test('a long future needs the largest move against it and the contingency, 1.2 times that at first', () => {
    // 0.5 x 50,000: 10 % and 0.5 %
    expect(asked({ positions: [future('Buy', '0.5')] })).toEqual({
      maintenanceMargin: usdt('2625'),
      initialMargin: usdt('3150'),
      trialMargin: usdt('2625'),
    });
  });

  test('contracts of one coin stand against each other, whatever they settle in; coins do not', () => {
    const inverse: PortfolioHolding = { instrument: BTC_INVERSE, side: 'Sell', size: contracts(25_000), value: usdt('0.5') };
    expect(asked({ positions: [future('Buy', '0.5'), inverse] }).maintenanceMargin).toBe(usdt('250'));
    const other: Instrument = { ...BTC, symbol: 'SOLUSDT', baseCoin: 'SOL' };
    const short: PortfolioHolding = { instrument: other, side: 'Sell', size: lots(500), value: usdt('25000') };
    // 20 % for coins other than BTC and ETH
    expect(asked({ positions: [future('Buy', '0.5'), short] }).maintenanceMargin).toBe(usdt('7750'));
  });

  test('coin that there is covers a short, and only as far as it goes', () => {
    const held = (amount: string) => ({ held: () => usdt(amount) });
    expect(asked({ positions: [future('Sell', '0.5')], ...held('0.5') }).maintenanceMargin).toBe(usdt('125'));
    expect(asked({ positions: [future('Sell', '0.5')], ...held('7') }).maintenanceMargin).toBe(usdt('125'));
    expect(asked({ positions: [future('Sell', '0.5')], ...held('0.2') }).maintenanceMargin).toBe(usdt('1625'));
    expect(asked({ positions: [future('Buy', '0.5')], ...held('0.5') }).maintenanceMargin).toBe(usdt('2625'));
  });

  test('orders are tried as if they were filled: those that gain by a rise together, the others together', () => {
    const orders = [future('Buy', '0.3'), future('Sell', '0.4')];
    const margin = asked({ positions: [future('Buy', '0.5')], orders });
    expect(margin.trialMargin).toBe(usdt('4200'));
    expect(margin.initialMargin).toBe(usdt('5040'));
    expect(margin.maintenanceMargin).toBe(usdt('2625'));
  });

  test('an option is worth in each scenario what the model says at the volatility of its mark', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30_000, max: 80_000 }),
        fc.integer({ min: 50, max: 9_000 }),
        fc.integer({ min: 0, max: 100 }),
        (index, premium, hours) => {
          const mark = at(String(Math.max(0, index - 55_000) + premium));
          const gains = optionScenarios(option, { index: at(String(index)), mark }, timestamp(hours * HOUR - 1));
          expect(gains).toHaveLength(33);
          expect(gains[16]).toBe(0n);
          const years = ((100 - hours + (hours === 0 ? 0 : 1)) * HOUR) / (365 * 86_400_000);
          const terms = { right: 'Call', forward: index, strike: 55_000, years } as const;
          if (hours === 0) return;
          const volatility = impliedVolatility(terms, Number(priceUnits(mark)) / 1e8) ?? 0;
          const worst = optionPrice({ ...terms, forward: index * 1.1, volatility: volatility * 1.25 });
          expect(Number(gains[32]) / 1e8).toBeCloseTo(worst - Number(priceUnits(mark)) / 1e8, 3);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a covered call needs less than its parts, and a short option keeps its own contingency', () => {
    const prices = { index: at('50000'), mark: at('900') };
    const call: PortfolioHolding = { instrument: option, side: 'Sell', size: coins('1'), value: ZERO_MONEY, prices };
    const alone = moneyUnits(asked({ positions: [call] }).maintenanceMargin);
    const long = moneyUnits(asked({ positions: [future('Buy', '1')] }).maintenanceMargin);
    const both = moneyUnits(asked({ positions: [call, future('Buy', '1')] }).maintenanceMargin);
    expect(both).toBeLessThan(alone + long);
    expect(alone).toBeGreaterThan(moneyUnits(usdt('500')));
    // A bought option loses its premium at most, and needs no contingency.
    const bought = moneyUnits(asked({ positions: [{ ...call, side: 'Buy' }] }).maintenanceMargin);
    expect(bought).toBeLessThanOrEqual(moneyUnits(usdt('900')));
    expect(bought).toBeGreaterThan(0n);
  });

  test('a liquidation goes on until nine tenths of the balance are enough', () => {
    const safe = (balance: string, needs: string) => portfolioSafe({ marginBalance: usdt(balance), maintenanceMargin: usdt(needs) });
    expect(safe('1000', '900')).toBe(true);
    expect(safe('1000', '900.00000001')).toBe(false);
    expect(portfolioSafe({ marginBalance: money(-1n), maintenanceMargin: ZERO_MONEY })).toBe(false);
  });
});
