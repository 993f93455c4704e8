import type { Instrument, RiskTier } from '../instruments/instrument.ts';
import { invariant } from '../values/assert.ts';
import { parseDecimal } from '../values/decimal.ts';
import { money } from '../values/money.ts';
import { leverage, lots, price, quantity, rate, ticks } from '../values/quantities.ts';
import type { Leverage, Lots, Money, Price, Rate } from '../values/types.ts';

function units(text: string, digits = 8): bigint {
  const value = parseDecimal(text, digits);
  invariant(value !== undefined, `"${text}" is a decimal`);
  return value;
}

/** Values from the text a trader would write: `usdt('2526.125')`, `at('50000')`, `times('10')`, `percent('0.5')`. */
export const usdt = (text: string): Money => money(units(text));
export const at = (text: string): Price => price(units(text));
export const times = (text: string): Leverage => leverage(units(text, 2));
export const percent = (text: string): Rate => rate(units(text) / 100n);
/** Lots of 0.001 from a quantity in coin. */
export const coins = (text: string): Lots => lots(Number(units(text, 3)));

/** Risk tiers as rows `limit maintenance-rate initial-rate max-leverage deduction`. */
export function ladder(rows: string): readonly RiskTier[] {
  return rows.split('|').map((row) => {
    const [limit = '', maintenance = '', initial = '', most = '', deduction = ''] = row.trim().split(/\s+/);
    return {
      limit: usdt(limit),
      maintenanceRate: rate(units(maintenance)),
      initialRate: rate(units(initial)),
      maxLeverage: times(most),
      deduction: usdt(deduction),
    };
  });
}

/** The published risk tiers of BTCUSDT (docs/concepts/margin.md). */
export const BTC_TIERS = ladder(`
  2000000 0.005 0.01 100 0 | 2600000 0.0056 0.0111 90 1200 | 3200000 0.0063 0.0125 80 3020 | 3800000 0.0067 0.0133 75 4300 |
  4400000 0.0071 0.0143 70 5820 | 5000000 0.0077 0.0154 65 8460 | 5600000 0.0091 0.0182 55 15460 | 8500000 0.01 0.02 50 20500 |
  10000000 0.013 0.0222 45 46000 | 14000000 0.015 0.025 40 66000 | 20000000 0.016 0.0286 35 80000 | 28000000 0.02 0.0333 30 160000 |
  38000000 0.025 0.04 25 300000 | 50000000 0.029 0.05 20 452000 | 55000000 0.03 0.0526 19 502000 | 60000000 0.035 0.0556 18 777000 |
  65000000 0.036 0.0588 17 837000 | 70000000 0.038 0.0625 16 967000 | 75000000 0.04 0.0667 15 1107000 | 80000000 0.045 0.0714 14 1482000 |
  85000000 0.05 0.0769 13 1882000 | 90000000 0.055 0.0833 12 2307000 | 95000000 0.06 0.0909 11 2757000 | 100000000 0.065 0.1 10 3232000 |
  105000000 0.07 0.1111 9 3732000 | 110000000 0.085 0.125 8 5307000 | 115000000 0.095 0.1429 7 6407000 | 120000000 0.1 0.1667 6 6982000 |
  150000000 0.12 0.2 5 9382000 | 200000000 0.14 0.25 4 12382000 | 250000000 0.18 0.3333 3 20382000 | 400000000 0.3 0.5 2 50382000 |
  600000000 0.42 0.6993 1.43 98382000 | 800000000 0.5 0.7813 1.28 146382000 | 1200000000 0.6 1 1 226382000`);

/** BTCUSDT with a tick of 0.01 (the published examples have two decimals), a lot of 0.001 and a taker fee of 0.055 %. */
export const BTC: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  kind: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: at('0.01'),
  priceDigits: 2,
  lotSize: quantity(units('0.001')),
  quantityDigits: 3,
  tickLotValue: usdt('0.00001'),
  minPrice: ticks(1),
  maxPrice: ticks(100_000_000),
  minOrder: lots(1),
  maxLimitOrder: lots(1_190_000),
  maxMarketOrder: lots(119_000),
  maxPostOnlyOrder: lots(1_190_000),
  minNotional: usdt('5'),
  makerFee: percent('0.02'),
  takerFee: percent('0.055'),
  tiers: BTC_TIERS,
  leverageSections: [times('1'), times('100')],
  fundingIntervalHours: 8,
  fundingCap: percent('0.375'),
  priceLimitRate: percent('1'),
  depthMergeTimes: [1, 10, 100],
};
