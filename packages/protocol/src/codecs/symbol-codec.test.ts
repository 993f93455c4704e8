import { parseWire } from '../schema.ts';
import { leverage, lots, money, price, quantity, rate, ticks, type Instrument } from '@tapedeck/domain';
import { describe, expect, test } from 'vitest';
import { contractSymbol } from '../web/market.ts';
import { encodeRawContract } from './catalogue-codec.ts';
import { decodeInstrument } from './instrument-codec.ts';
import { normaliseSymbol } from './symbol-codec.ts';

const UNIT = 100_000_000n;
const tier = (limit: bigint, initial: bigint, maintenance: bigint) => ({
  limit: money(limit * UNIT),
  initialRate: rate(initial),
  maintenanceRate: rate(maintenance),
  maxLeverage: leverage(10_000n),
  deduction: money(0n),
});
const BTC: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  kind: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: price(10_000_000n),
  priceDigits: 1,
  lotSize: quantity(100_000n),
  quantityDigits: 3,
  tickLotValue: money(10_000n),
  minPrice: ticks(1),
  maxPrice: ticks(19_999_998),
  minOrder: lots(1),
  maxLimitOrder: lots(1_190_000),
  maxMarketOrder: lots(119_000),
  maxPostOnlyOrder: lots(1_190_000),
  minNotional: money(5n * UNIT),
  makerFee: rate(20_000n),
  takerFee: rate(55_000n),
  tiers: [tier(2_000_000n, 1_000_000n, 500_000n), tier(2_600_000n, 1_110_000n, 560_000n)],
  leverageSections: [leverage(100n), leverage(10_000n)],
  fundingIntervalHours: 8,
  fundingCap: rate(375_000n),
  priceLimitRate: rate(1_000_000n),
  depthMergeTimes: [1],
};
// As a terminal reads it: what its schema does not know is gone.
const RAW = parseWire(contractSymbol, encodeRawContract(BTC));
const facts = (change: Partial<typeof RAW>) => normaliseSymbol({ ...RAW, ...change });

describe('the normalised symbol', () => {
  test('SYM-12 tags are those that are known, in the order of the list, with what is popular, then others as they came', () => {
    expect(facts({ symbolTags: 'NFT,DEFI, Gaming,NEW,NFT', isPopular: true }).tags).toEqual(['NEW', 'Popular', 'DEFI', 'NFT', 'Gaming']);
    expect(facts({ symbolTags: 'a tag that is far too long to be one' }).tags).toEqual([]);
    expect(facts({ symbolTags: '' }).tags).toEqual([]);
  });

  test('SYM-02 SYM-04 SYM-08 prices and quantities are numbers, with steps, margins and their increments', () => {
    expect(normaliseSymbol(RAW)).toEqual({
      displayName: 'BTCUSDT',
      isHidden: false,
      tags: ['Payments'],
      icons: { dark: '/coins/dark/BTC.svg', light: '/coins/light/BTC.svg' },
      balanceFraction: 4,
      priceStep: 0.1,
      lotStep: 0.001,
      minPrice: 0.1,
      maxPrice: 1_999_999.8,
      minQty: 0.001,
      maxQty: 1_190,
      maxMarketQty: 119,
      maxPostOnlyQty: 1_190,
      initMargin: 1,
      maintainMargin: 0.5,
      imIncrements: 0.11,
      mmIncrements: 0.06,
      rLBases: 2_000_000,
      rLIncrements: 600_000,
      copying: { minLeverage: 1, maxLeverage: 100, minMargin: 0, maxMargin: 0 },
    });
  });

  test.each(['', 'x', 'NaN', 'Infinity', '1,5'])('SYM-02 %j is no number, and becomes 0', (text) => {
    const odd = facts({ tickSize: text, minQty: text, baseInitialMarginRateE4: text, baseMaxOrdPzValue: text });
    expect([odd.priceStep, odd.minQty, odd.initMargin, odd.rLBases]).toEqual([0, 0, 0, 0]);
    expect(() => decodeInstrument({ ...RAW, tickSize: text })).toThrow();
  });

  test('SYM-02 what a contract does not say is 0', () => {
    const { walletBalanceFraction, stepInitialMarginRateE4, baseMaxOrdPzValue, supportCopyTrade, ...rest } = RAW;
    expect([walletBalanceFraction, stepInitialMarginRateE4, baseMaxOrdPzValue, supportCopyTrade]).not.toContain(undefined);
    expect(normaliseSymbol(rest)).toMatchObject({ balanceFraction: 0, imIncrements: 0, rLBases: 0, copying: undefined });
  });

  test.each(['', '0', '0.000'])('SYM-03 a market limit of %j is that of limit orders, on screen and in orders', (text) => {
    expect(facts({ maxNewMarketOrderQty: text }).maxMarketQty).toBe(1_190);
    expect(decodeInstrument({ ...RAW, maxNewMarketOrderQty: text }).maxMarketOrder).toBe(BTC.maxLimitOrder);
    expect(decodeInstrument(RAW).maxMarketOrder).toBe(BTC.maxMarketOrder);
  });

  test('SYM-08 leverage of copy trading is in hundredths on the wire, margins in units of 1e-8', () => {
    const wire = {
      minLeverageE2: '150',
      maxLeverageE2: '2500',
      minDesignatedMarginE8: '550000000',
      maxDesignatedMarginE8: '1000000000000',
    };
    expect(facts(wire).copying).toEqual({ minLeverage: 1.5, maxLeverage: 25, minMargin: 5.5, maxMargin: 10_000 });
    expect(facts({ ...wire, supportCopyTrade: false }).copying).toBeUndefined();
  });

  test('SYM-09 a symbol without a name of its own goes by its alias', () => {
    const names = { displayName: 'Bitcoin', symbolAlias: 'XBTUSDT' };
    expect(facts(names).displayName).toBe('Bitcoin');
    expect(facts({ ...names, displayName: '' }).displayName).toBe('XBTUSDT');
    expect(facts({ displayName: '', symbolAlias: '' }).displayName).toBe('BTCUSDT');
  });

  test('SYM-07 an icon that the exchange does not name is that of the coin, by theme', () => {
    expect(facts({ darkIcon: '/own/btc.svg' }).icons).toEqual({ dark: '/own/btc.svg', light: '/coins/light/BTC.svg' });
    expect(facts({ lightIcon: '/own/btc.svg' }).icons).toEqual({ dark: '/coins/dark/BTC.svg', light: '/own/btc.svg' });
    expect(facts({ baseCurrency: '1000PEPE' }).icons.dark).toBe('/coins/dark/PEPE.svg');
  });

  test('SYM-11 only the hide value hides a symbol', () => {
    expect(facts({ symbolDisplay: 'hide' }).isHidden).toBe(true);
    for (const symbolDisplay of ['show', '', 'hidden']) expect(facts({ symbolDisplay }).isHidden).toBe(false);
  });
});
