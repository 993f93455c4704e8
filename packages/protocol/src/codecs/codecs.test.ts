import { parseWire } from '../schema.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  inverseSumOf,
  leverage,
  lots,
  money,
  notional,
  parseDecimal,
  price,
  priceSumsOf,
  quantity,
  rate,
  ticks,
  timestamp,
} from '@tapedeck/domain';
import type { Closing, Instrument, MarketState, OrderRecord, PositionRecord, SettingsRecord } from '@tapedeck/domain';
import { contractSymbol, instrumentInfo } from '../web/market.ts';
import { executionItem, orderItem } from '../web/orders.ts';
import { positionItem, settingsItem, transactionItem, walletItem } from '../web/positions.ts';
import { liquidationItem } from '../streams/private-messages.ts';
import { decodeInstrument, encodeInstrument } from './instrument-codec.ts';
import { decodeInstrumentInfo, encodeCandle, encodeInstrumentInfo, encodeLevels, encodeTrade } from './market-codec.ts';
import { decodeOrder, encodeClosedPnl, encodeExecution, encodeOrder } from './order-codec.ts';
import {
  decodePosition,
  decodeSettings,
  decodeWallet,
  encodeLiquidation,
  encodePosition,
  encodeSettings,
  encodeTransaction,
  encodeWallet,
} from './position-codec.ts';
import { WireMalformed } from './wire-malformed.ts';

const units = (text: string): bigint => parseDecimal(text) ?? 0n;

function instrumentOf(tick: string, lot: string, priceDigits: number, quantityDigits: number): Instrument {
  const tickSize = price(units(tick));
  const lotSize = quantity(units(lot));
  return {
    id: 3,
    symbol: 'ABCUSDT',
    kind: 'LinearPerpetual',
    status: 'Trading',
    baseCoin: 'ABC',
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize,
    priceDigits,
    lotSize,
    quantityDigits,
    tickLotValue: notional(tickSize, lotSize, 'down'),
    minPrice: ticks(1),
    maxPrice: ticks(19_999_990),
    minOrder: lots(1),
    maxLimitOrder: lots(1_190_000),
    maxMarketOrder: lots(500_000),
    maxPostOnlyOrder: lots(1_000_000),
    minNotional: money(units('5')),
    makerFee: rate(20_000n),
    takerFee: rate(55_000n),
    tiers: [
      {
        limit: money(units('2000000')),
        maintenanceRate: rate(500_000n),
        initialRate: rate(1_000_000n),
        maxLeverage: leverage(10_000n),
        deduction: money(0n),
      },
      {
        limit: money(units('2600000')),
        maintenanceRate: rate(560_000n),
        initialRate: rate(1_110_001n),
        maxLeverage: leverage(143n),
        deduction: money(units('1200.00000001')),
      },
    ],
    leverageSections: [leverage(100n), leverage(1_250n), leverage(10_000n)],
    fundingIntervalHours: 8,
    fundingCap: rate(375_000n),
    priceLimitRate: rate(5_000_000n),
    depthMergeTimes: [1, 2, 4, 10],
  };
}

const INSTRUMENTS = [instrumentOf('0.1', '0.001', 1, 3), instrumentOf('0.00001', '1', 5, 0), instrumentOf('2', '0.5', 0, 1)];
const anyInstrument = fc.constantFrom(...INSTRUMENTS);
const anyMoney = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(money);
const anyLots = fc.integer({ min: 0, max: 10_000_000 });
const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(timestamp);
const anySide = fc.constantFrom('Buy' as const, 'Sell' as const);
const anyIndex = fc.constantFrom(0 as const, 1 as const, 2 as const);

const anyOrder: fc.Arbitrary<OrderRecord> = fc
  .record({
    orderId: fc.maxSafeNat(),
    clientOrderId: fc.constantFrom('', 'a-1', 'web_77'),
    account: fc.constant(100),
    instrument: fc.constant(3),
    side: anySide,
    orderType: fc.constantFrom('Limit' as const, 'Market' as const),
    price: fc.integer({ min: 1, max: 19_999_990 }).map(ticks),
    quantity: anyLots.map((count) => lots(count + 1)),
    filled: fc.constant(lots(0)),
    filledValue: anyMoney,
    fee: anyMoney,
    timeInForce: fc.constantFrom('GoodTillCancel' as const, 'PostOnly' as const),
    reduceOnly: fc.boolean(),
    positionIndex: anyIndex,
    status: fc.constantFrom('New' as const, 'PartiallyFilled' as const, 'Filled' as const),
    source: fc.constantFrom('form' as const, 'liquidation' as const),
    createdAt: anyTime,
    updatedAt: anyTime,
  })
  .chain((order) =>
    fc.record({ share: fc.integer({ min: 0, max: 4 }), cancelled: fc.boolean() }).map(({ share, cancelled }): OrderRecord => {
      const quantityLots = Number(String(order.quantity));
      const whole = {
        ...order,
        price: order.orderType === 'Market' ? ticks(0) : order.price,
        filled: lots(Math.trunc((quantityLots * share) / 4)),
      };
      return cancelled ? { ...whole, status: 'Cancelled', cancelReason: 'EC_CancelForNoFullFill' } : whole;
    }),
  );

const anyRank = fc.constantFrom({}, ...[1, 2, 3, 4, 5].map((deleverageRank) => ({ deleverageRank })));

const anyHeld = fc.record({
  account: fc.constant(100),
  instrument: fc.constant(3),
  positionIndex: anyIndex,
  side: anySide,
  size: anyLots.map(lots),
  entryValue: anyMoney,
  openValue: anyMoney,
  marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
  leverage: fc.integer({ min: 1, max: 20_000 }).map((hundredths) => leverage(BigInt(hundredths))),
  margin: anyMoney,
  realisedPnl: anyMoney,
  tradePnl: anyMoney,
  fees: anyMoney,
  funding: anyMoney,
  autoAddMargin: fc.boolean(),
  totalRealisedPnl: anyMoney,
  openedAt: anyTime,
  updatedAt: anyTime,
});

/** Inverse contracts only. */
const anyAverage = fc.constantFrom({}, { averagePrice: price(units('64645.50000001')) });

const anyPosition: fc.Arbitrary<PositionRecord> = fc
  .tuple(anyHeld, anyRank, anyAverage)
  .map(([held, rank, average]) => ({ ...held, ...rank, ...average }));

describe('codecs', () => {
  test('EXC-01 the average price of inverse fills is kept to the last digit, and does not come from their value', () => {
    const inverse: Instrument = { ...instrumentOf('0.5', '1', 1, 0), kind: 'InversePerpetual' };
    const [order] = fc.sample(anyOrder, 1);
    if (order === undefined) throw new Error('No order was drawn');
    const filled: OrderRecord = { ...order, filled: lots(1), filledValue: money(1_546n), averagePrice: price(units('64645.5')) };
    const item = encodeOrder(filled, inverse);
    expect([item.avgPrice, item.cumExecValue]).toEqual(['64645.5', '0.00001546']);
    expect(decodeOrder(parseWire(orderItem, item), 100, inverse)).toEqual(filled);
  });

  test('EXC-01 the entry of an inverse close is the price it was opened at, not the one behind its rounded profit', () => {
    const inverse: Instrument = { ...instrumentOf('0.5', '1', 1, 0), kind: 'InversePerpetual' };
    const [entry, exit] = [price(units('64645.5')), price(units('64700'))];
    const closed: Closing = {
      ...{ account: 100, instrument: 3, positionIndex: 0, side: 'Sell', kind: 'Trade', executionId: 1, fills: 1, size: lots(1) },
      ...{ profit: money(1n), fee: money(1n), prices: priceSumsOf(exit, lots(1)), firstAt: timestamp(1) },
    };
    const row = (more: object) => encodeClosedPnl({ ...closed, ...more }, timestamp(2), inverse);
    expect(row({ entryInverseSum: inverseSumOf(entry, lots(1)) })).toMatchObject({ avgEntryPrice: '64645.5', avgExitPrice: '64700.0' });
    // A close recorded before the inverse sum was kept has only its profit.
    expect(row({}).avgEntryPrice).not.toBe('64645.5');
  });

  test('SYM-12 an instrument comes back whole, with everything it is margined by and the name that it had', () => {
    const renamed = INSTRUMENTS.slice(0, 1).map((one) => ({ ...one, launchAt: timestamp(1), formerSymbol: 'FETUSDT' }));
    for (const instrument of [...INSTRUMENTS, ...renamed]) {
      const wire = parseWire(contractSymbol, JSON.parse(JSON.stringify(encodeInstrument(instrument))));
      expect(decodeInstrument(wire)).toEqual(instrument);
    }
  });

  test('orders, positions and settings come back whole', () => {
    fc.assert(
      fc.property(anyInstrument, anyOrder, (instrument, order) => {
        expect(decodeOrder(parseWire(orderItem, encodeOrder(order, instrument)), 100, instrument)).toEqual(order);
      }),
    );
    fc.assert(
      fc.property(anyInstrument, anyPosition, (instrument, position) => {
        expect(decodePosition(parseWire(positionItem, encodePosition(position, instrument)), 100, instrument)).toEqual(position);
      }),
    );
    const settings: SettingsRecord = {
      account: 100,
      instrument: 3,
      marginMode: 'isolated',
      positionMode: 'BothSide',
      longLeverage: leverage(1_250n),
      shortLeverage: leverage(100n),
    };
    const [instrument] = INSTRUMENTS as [Instrument];
    expect(decodeSettings(parseWire(settingsItem, encodeSettings(settings, instrument)), 100, instrument)).toEqual(settings);
    expect(decodeWallet(parseWire(walletItem, encodeWallet('USDT', money(-1n))))).toEqual({
      wallet: 'trading',
      coin: 'USDT',
      amount: money(-1n),
    });
  });

  test('ORD-05 a stop order of an unknown kind is UNRECOGNIZED, an unknown or unset trigger source the last price', () => {
    const [instrument] = INSTRUMENTS as [Instrument];
    const [sample] = fc.sample(anyOrder, { numRuns: 1, seed: 1 });
    const trigger = { price: ticks(500_000), direction: 'Rising', source: 'MarkPrice' } as const;
    const stop = { kind: 'TakeProfit', trigger, closeOnTrigger: false, wholePosition: false, parent: 0 } as const;
    const wire = encodeOrder({ ...sample!, status: 'Untriggered', stop }, instrument);
    expect(parseWire(orderItem, wire).stop).toMatchObject({ stopOrderType: 'TakeProfit', triggerBy: 'MarkPrice' });
    for (const triggerBy of ['UNKNOWN', '', undefined]) {
      const odd = parseWire(orderItem, { ...wire, stop: { ...wire.stop, stopOrderType: 'tpslOrder', triggerBy } });
      expect(odd.stop).toMatchObject({ stopOrderType: 'UNRECOGNIZED', triggerBy: 'LastPrice' });
      expect(decodeOrder(odd, 100, instrument).stop).toMatchObject({ kind: 'Stop', trigger: { ...trigger, source: 'LastPrice' } });
    }
  });

  test('CST-02 SYM-01 a contract that says nothing of it groups its book by 1, 2, 4 and 10 ticks', () => {
    const wire = parseWire(contractSymbol, encodeInstrument(instrumentOf('0.1', '0.001', 1, 3)));
    expect(decodeInstrument({ ...wire, obDepthMergeTimes: '' }).depthMergeTimes).toEqual([1, 2, 4, 10]);
    expect(decodeInstrument({ ...wire, obDepthMergeTimes: '1,5' }).depthMergeTimes).toEqual([1, 5]);
  });

  test('the ticker comes back whole, with empty sides of the book', () => {
    const [instrument] = INSTRUMENTS as [Instrument];
    const state: MarketState = {
      instrument: 3,
      last: price(units('64000.1')),
      mark: price(units('64000.123456')),
      index: price(units('63999.9')),
      fundingRate: rate(-1_234n),
      nextFundingAt: timestamp(1_700_000_000_000),
      time: timestamp(1_699_999_000_000),
      openInterest: lots(12_345),
      accounts: { long: 5_210, short: 4_790 },
      bestBid: ticks(0),
      bestAsk: ticks(640_002),
    };
    const day = {
      open: units('63000'),
      high: units('65000'),
      low: units('62000.5'),
      volume: units('1234.567'),
      turnover: units('78901234.5'),
    };
    const info = parseWire(instrumentInfo, encodeInstrumentInfo(state, day, instrument));
    expect(info).toMatchObject({
      lastPrice: '64000.1',
      markPrice: '64000.123456',
      bid1Price: '',
      ask1Price: '64000.2',
      lowPrice24h: '62000.5',
    });
    expect(decodeInstrumentInfo(info, instrument)).toEqual({
      market: state,
      open24h: price(day.open),
      high24h: price(day.high),
      low24h: price(day.low),
      volume24h: money(day.volume),
      turnover24h: money(day.turnover),
    });
  });

  test('amounts on the wire are plain decimals of their instrument', () => {
    const [btc, doge] = INSTRUMENTS as [Instrument, Instrument, Instrument];
    expect(encodeLevels([640_000, 5, 640_001, 0], btc)).toEqual([
      ['64000.0', '0.005'],
      ['64000.1', '0'],
    ]);
    const trade = {
      type: 'TradePrinted',
      instrument: 3,
      tradeId: 7,
      price: price(units('0.1')),
      quantity: quantity(units('12')),
      value: money(units('1.2')),
      takerSide: 'Sell',
      recorded: false,
      liquidation: false,
    } as const;
    expect(encodeTrade(trade, timestamp(5), doge)).toEqual(['7', 5, '0.10000', '12', 'Sell']);
    const bar = {
      start: 60_000,
      open: units('1'),
      high: units('2.5'),
      low: units('1'),
      close: units('2'),
      volume: units('3'),
      turnover: units('5.25'),
    };
    expect(encodeCandle(bar, btc)).toEqual([60_000, '1.0', '2.5', '1.0', '2.0', '3', '5.25']);
  });

  test('an execution without an order, a liquidation and a transaction fit their schemas', () => {
    const [instrument] = INSTRUMENTS as [Instrument];
    const fill = {
      type: 'OrderFilled',
      kind: 'Funding',
      executionId: 9,
      account: 100,
      instrument: 3,
      positionIndex: 0,
      side: 'Buy',
      price: price(units('64000')),
      quantity: lots(5),
      value: money(units('320')),
      fee: money(-32_000n),
      feeRate: rate(-10_000n),
      maker: false,
      closedPnl: money(0n),
      closedQuantity: lots(0),
    } as const;
    expect(parseWire(executionItem, encodeExecution(fill, timestamp(5), instrument))).toMatchObject({
      orderId: '',
      leavesQty: '0',
      execFee: '-0.00032',
      feeRate: '-0.0001',
    });
    const liquidated = {
      type: 'PositionLiquidated',
      account: 100,
      instrument: 3,
      positionIndex: 0,
      side: 'Buy',
      size: lots(5),
      bankruptcyPrice: price(units('60000')),
      mark: price(units('60300')),
    } as const;
    expect(parseWire(liquidationItem, encodeLiquidation(liquidated, timestamp(5), instrument))).toMatchObject({
      size: '0.005',
      bustPrice: '60000.0',
    });
    const line = {
      type: 'CashChanged',
      account: 100,
      coin: 'USDT',
      kind: 'fee',
      amount: money(-1n),
      cash: money(0n),
      instrument: -1,
    } as const;
    expect(parseWire(transactionItem, encodeTransaction('4-0', timestamp(5), line, undefined))).toMatchObject({
      symbol: '',
      amount: '-0.00000001',
    });
  });

  test('SYM-02 limits that are no numbers are 0, so that the contract is listed and no order passes on an assumption', () => {
    const [instrument] = INSTRUMENTS as [Instrument];
    const nothing = {
      maxPrice: 'x',
      minPrice: '',
      minQty: 'NaN',
      maxNewOrderQty: '1,5',
      maxPostOnlyOrderSize: '-',
      minNotionalValue: 'none',
    };
    const read = decodeInstrument({ ...encodeInstrument(instrument), ...nothing });
    expect([read.minPrice, read.maxPrice, read.minOrder, read.maxLimitOrder, read.maxPostOnlyOrder].map(Number)).toEqual([0, 0, 0, 0, 0]);
    expect(read.minNotional).toBe(money(0n));
    expect(read.maxMarketOrder).toBe(instrument.maxMarketOrder);
  });

  test('a text that its field cannot mean is refused by name', () => {
    const [instrument] = INSTRUMENTS as [Instrument];
    const wire = encodeInstrument(instrument);
    const broken: [Partial<typeof wire>, string][] = [
      [{ tickSize: '0' }, 'tickSize'],
      [{ lotSize: '-1' }, 'lotSize'],
      [{ contractType: 'toString' }, 'contractType'],
      [{ maxPrice: '64000.05' }, 'maxPrice'],
      [{ maxPrice: '9'.repeat(30) }, 'maxPrice'],
      [{ minQty: '1e3' }, 'minQty'],
      [{ section: ['0'] }, 'section'],
      [{ obDepthMergeTimes: '1,,2' }, 'obDepthMergeTimes'],
      [{ takerFeeRateE8: '1.5' }, 'takerFeeRateE8'],
      [{ symbol: -1 }, 'symbol'],
    ];
    for (const [change, field] of broken) {
      expect(() => decodeInstrument({ ...wire, ...change })).toThrow(new WireMalformed(field));
    }
  });
});
