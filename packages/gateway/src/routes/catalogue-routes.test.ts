import { describe, expect, test } from 'vitest';
import { money, rate, timestamp, type Instrument } from '@tapedeck/domain';
import {
  downgradeSpots,
  rawContractSymbol,
  rawDynamicSymbolResult,
  rawSymbolListResult,
  recommendedSpots,
  spotListResult,
  type SpotListResult,
  parseWire,
} from '@tapedeck/protocol';
import { BTC, ETH, FakeVenue, START, fakeInstrument, units } from '../testing/fake-venue.ts';
import { createWorld, type World } from '../testing/fake-world.ts';

const DECEMBER = Date.UTC(2023, 11, 29, 8);
const FUTURE: Instrument = {
  ...fakeInstrument(2, 'BTCUSDT-29DEC23', { tick: '0.1', lot: '0.001', digits: [1, 3] }),
  kind: 'LinearFutures',
  baseCoin: 'BTC',
  deliveryAt: timestamp(DECEMBER),
};
const pair = (id: number, baseCoin: string, changes: Partial<Instrument['spot']> = {}): Instrument => ({
  ...fakeInstrument(id, `${baseCoin}/USDT`, { tick: '0.01', lot: '0.000001', digits: [2, 6] }),
  kind: 'Spot',
  baseCoin,
  priceLimitRate: rate(3_000_000n),
  spot: {
    amountStep: money(units('0.0001')),
    maxAmount: money(units('2000000')),
    marketPriceLimitRate: rate(3_000_000n),
    buyClosed: false,
    sellClosed: false,
    shown: true,
    loanable: false,
    ...changes,
  },
});
const CLOSED_PAIR = pair(4, 'ETH', { buyClosed: true, shown: false, loanable: true });
const INSTRUMENTS = [BTC, ETH, FUTURE, pair(3, 'BTC'), CLOSED_PAIR];

const worldOf = (instruments: readonly Instrument[] = INSTRUMENTS): World => createWorld(new FakeVenue(instruments));
const list = async (world: World, query: Record<string, string> = {}) =>
  parseWire(rawSymbolListResult, (await world.get('/contract/v5/product/brief-symbol-list', query)).body.result);

describe('contracts', () => {
  test('CAT-01 the list is of the families asked for, and is left out for who has its version', async () => {
    const world = worldOf();
    const all = await list(world);
    expect(all.LinearPerpetual.map(({ symbolName }) => symbolName)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect((await list(world, { filter: 'LinearFutures' })).LinearPerpetual).toEqual([]);
    expect(await list(world, { version: all.version, token: 'a1b2c3d4' })).toMatchObject({
      version: all.version,
      unchanged: true,
      LinearPerpetual: [],
    });
    expect((await list(world, { version: '0' })).LinearPerpetual.length).toBe(2);
    expect((await list(worldOf(INSTRUMENTS.slice(0, 2)))).version).not.toBe(all.version);
    expect((await world.get('/contract/v5/product/brief-symbol-list', { token: 'longer than eight' })).status).toBe(400);
  });

  test('CAT-05 one contract as it is now, and an empty result for what does not exist', async () => {
    const world = worldOf();
    const answer = await world.get('/contract/v5/product/dynamic-symbol-item', { symbol: 'ETHUSDT' });
    expect(parseWire(rawDynamicSymbolResult, answer.body.result).item.symbolName).toBe('ETHUSDT');
    expect((await world.get('/contract/v5/product/dynamic-symbol-item', { symbol: 'NOPE' })).body).toMatchObject({
      ret_code: 10001,
      result: {},
    });
  });

  test('CAT-09 every family is there, each contract in its own', async () => {
    const kinds = ['LinearPerpetual', 'InversePerpetual', 'InverseFutures', 'UsdcPerpetual', 'UsdcFutures', 'LinearFutures'] as const;
    const contracts = kinds.map((kind, id) => ({
      ...fakeInstrument(id, `${kind.toUpperCase()}USDT`, { tick: '0.1', lot: '0.001', digits: [1, 3] }),
      kind,
    }));
    const families = await list(worldOf(contracts));
    for (const kind of kinds) expect(families[kind].map(({ contractType }) => contractType)).toEqual([kind]);
  });

  test('SYM-01 a contract carries every raw field of the specification', async () => {
    const [perpetual] = (await list(worldOf())).LinearPerpetual;
    expect(Object.keys(perpetual ?? {}).sort()).toEqual(expect.arrayContaining(RAW_FIELDS));
    expect(Object.keys(rawContractSymbol.entries)).toEqual(expect.arrayContaining(RAW_FIELDS));
    expect(perpetual).toMatchObject({
      quarter: 'UnKnown',
      settleTimeE3: 0,
      qtyUnit: 'BTC',
      baseMaxOrdPzValue: '2000000',
      stepMaxOrdPzValue: '0',
    });
    const [future] = (await list(worldOf())).LinearFutures;
    expect(future).toMatchObject({ quarter: 'Q4', settleTimeE3: DECEMBER, contractStatus: 'Trading', obDepthMergeTimes: '1,2,4,10' });
  });
});

/** The raw fields of a contract symbol (SYM-01). */
const RAW_FIELDS = `symbol, symbolName, symbolAlias, displayName, baseCurrency, quoteCurrency, quoteSymbol, contractType, contractStatus,
  maxPrice, minPrice, minQty, maxNewOrderQty, maxNewMarketOrderQty, maxPostOnlyOrderSize, walletBalanceFraction, upnlFraction, priceScale,
  tickSize, tickSizeFraction, lotSize, lotFraction, priceFraction, obDepthMergeTimes, indexSort, baseInitialMarginRateE4,
  stepInitialMarginRateE4, baseMaintenanceMarginRateE4, stepMaintenanceMarginRateE4, baseMaxOrdPzValue, stepMaxOrdPzValue, section, quarter,
  symbolTags, startTradingTimeE3, settleTimeE3, isPopular, darkIcon, lightIcon, symbolStatus, symbolDisplay, valueScale, symbolLabelIcon,
  expectStartTradingTime, expectCurrentTimestamp, expectDisplay, expectUrl, minNotionalValue, isPreListing, preListingInfo, feeRateTagId,
  utaSupportOnly, supportCopyTrade, maxLeverageE2, minLeverageE2, maxDesignatedMarginE8, minDesignatedMarginE8, riskMaxLeverageE2,
  riskMinLeverageE2, coin, coinName, qtyUnit`
  .split(',')
  .map((name) => name.trim());

describe('spot lists', () => {
  const read = async (world: World, name: string, query: Record<string, string> = {}): Promise<SpotListResult> =>
    parseWire(spotListResult, (await world.get(`/spot/api/basic/${name}`, query)).body.result);

  test('SPT-01 pairs are a tree by quote coin, with all their fields', async () => {
    const { list: tree } = await read(worldOf(), 'symbol_list_v2');
    expect(tree).toMatchObject([{ tokenId: 'USDT', tokenType: 'CHAIN_TOKEN' }]);
    expect(tree[0]?.quoteTokenSymbols).toMatchObject([
      {
        symbolId: 'BTC/USDT',
        symbolName: 'BTCUSDT',
        baseTokenId: 'BTC',
        basePrecision: '0.000001',
        quotePrecision: '0.0001',
        minPricePrecision: '0.01',
        maxTradeAmount: '2000000',
        showStatus: true,
        tradeStatus: true,
        isBanBuy: false,
        limitOrderPriceLimitPercentage: '0.03',
        marketOrderPriceLimitPercentage: '0.03',
      },
      { symbolId: 'ETH/USDT', isBanBuy: true, isBanSell: false, showStatus: false, loanEnabled: true },
    ]);
  });

  test('SPT-02 the full list by its time, the third version by its version, the second always', async () => {
    const world = worldOf();
    const all = await read(world, 'symbol_list_all');
    expect(all).toMatchObject({ last_modified_at: START });
    expect(all.list.length).toBe(1);
    expect(await read(world, 'symbol_list_all', { last_modified_at: String(START) })).toMatchObject({ unchanged: true, list: [] });
    expect((await read(world, 'symbol_list_all', { last_modified_at: String(START - 1) })).list.length).toBe(1);
    expect(await read(world, 'symbol_list_v3', { version: all.version })).toMatchObject({ unchanged: true, list: [] });
    expect((await read(world, 'symbol_list_v3', { version: 'abc' })).list.length).toBe(1);
    // A pair is closed to buyers: the list is another one, from now on.
    world.now += 5_000;
    world.venue.emit([{ type: 'InstrumentChanged', instrument: pair(3, 'BTC', { buyClosed: true }) }]);
    const changed = await read(world, 'symbol_list_all', { last_modified_at: String(START) });
    expect(changed).toMatchObject({ last_modified_at: START + 5_000 });
    expect(changed.version).not.toBe(all.version);
  });

  test('SPT-02 the files of the content network and of each environment are plain JSON', async () => {
    const world = worldOf();
    const file = async (path: string): Promise<unknown> => JSON.parse((await world.get(path)).content?.parts as string);
    const { spots } = parseWire(recommendedSpots, await file('/cdn/spot/default-trade-recommended.json')).defaultTradeRecommended;
    expect(spots.map(({ symbolName }) => symbolName)).toEqual(['BTCUSDT']);
    for (const environment of ['test', 'testnet', 'production']) {
      const { list: tree } = parseWire(downgradeSpots, await file(`/static/spot/symbol-list.${environment}.json`));
      expect(tree[0]?.quoteTokenSymbols.length).toBe(2);
    }
    const unknown = await world.get('/static/spot/symbol-list.staging.json');
    expect(unknown.body.ret_code).toBe(10017);
  });
});
