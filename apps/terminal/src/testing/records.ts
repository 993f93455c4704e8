import { MARGIN_RULES, type AccountView, type LiveTicker, type OrderView, type PositionView } from '@tapedeck/client';
import {
  leverage,
  lots,
  money,
  parseDecimal,
  price,
  quantity,
  rate,
  ticks,
  timestamp,
  ZERO_MONEY,
  type Instrument,
  type OrderRecord,
  type PositionRecord,
  type Price,
  type SettingsRecord,
  type StopOrderType,
  type StrategyRecord,
} from '@tapedeck/domain';

const units = (text: string): bigint => parseDecimal(text) ?? 0n;
const NOW = timestamp(1_763_700_000_000);

export const priceOf = (text: string): Price => price(units(text));
export const moneyOf = (text: string) => money(units(text));

/** A contract with round numbers: tick 0.1, lot 0.001, two tiers. */
export const TEST_INSTRUMENT: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  kind: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: priceOf('0.1'),
  priceDigits: 1,
  lotSize: quantity(units('0.001')),
  quantityDigits: 3,
  tickLotValue: moneyOf('0.0001'),
  minPrice: ticks(1),
  maxPrice: ticks(19_999_998),
  minOrder: lots(1),
  maxLimitOrder: lots(1_500_000),
  maxMarketOrder: lots(500_000),
  maxPostOnlyOrder: lots(1_500_000),
  minNotional: moneyOf('5'),
  makerFee: rate(units('0.0002')),
  takerFee: rate(units('0.00055')),
  tiers: [
    {
      limit: moneyOf('2000000'),
      maintenanceRate: rate(units('0.005')),
      initialRate: rate(units('0.01')),
      maxLeverage: leverage(10_000n),
      deduction: ZERO_MONEY,
    },
    {
      limit: moneyOf('4000000'),
      maintenanceRate: rate(units('0.01')),
      initialRate: rate(units('0.02')),
      maxLeverage: leverage(5_000n),
      deduction: moneyOf('10000'),
    },
  ],
  leverageSections: [leverage(100n), leverage(2_500n), leverage(5_000n), leverage(10_000n)],
  fundingIntervalHours: 8,
  fundingCap: rate(units('0.02')),
  priceLimitRate: rate(units('0.05')),
  depthMergeTimes: [1, 5, 10, 50],
};

export const SECOND_INSTRUMENT: Instrument = { ...TEST_INSTRUMENT, id: 1, symbol: 'ETHUSDT', baseCoin: 'ETH' };

export function liveTicker(instrument: Instrument = TEST_INSTRUMENT, last = '64182.4'): LiveTicker {
  return {
    freshness: 'live',
    ticker: {
      market: {
        instrument: instrument.id,
        last: priceOf(last),
        mark: priceOf('64180.1'),
        index: priceOf('64171'),
        fundingRate: rate(units('0.0001')),
        nextFundingAt: NOW,
        time: NOW,
        openInterest: lots(58_210_000),
        bestBid: ticks(641_823),
        bestAsk: ticks(641_824),
      },
      open24h: priceOf('62967.5'),
      high24h: priceOf('64990'),
      low24h: priceOf('62410.5'),
      volume24h: moneyOf('50000'),
      turnover24h: moneyOf('3180000000'),
    },
  };
}

export function accountView(changes: Partial<AccountView> = {}): AccountView {
  return {
    cash: [['USDT', moneyOf('100000')]],
    equity: moneyOf('104218.33'),
    available: moneyOf('91204.1'),
    transferable: moneyOf('91204.1'),
    marginBalance: moneyOf('104218.33'),
    initialMargin: moneyOf('12921.08'),
    maintenanceMargin: moneyOf('1146.4'),
    initialMarginRate: rate(units('0.124')),
    maintenanceMarginRate: rate(units('0.011')),
    unrealisedPnl: moneyOf('269.46'),
    rules: MARGIN_RULES,
    ...changes,
  };
}

export function settingsOf(instrument: number): SettingsRecord {
  return {
    account: 100,
    instrument,
    marginMode: 'cross',
    positionMode: 'MergedSingle',
    longLeverage: leverage(2_000n),
    shortLeverage: leverage(2_000n),
  };
}

export function positionRecord(changes: Partial<PositionRecord> = {}): PositionRecord {
  return {
    account: 100,
    instrument: 0,
    positionIndex: 0,
    side: 'Buy',
    size: lots(350),
    entryValue: moneyOf('22193.57'),
    openValue: moneyOf('22193.57'),
    marginMode: 'cross',
    leverage: leverage(2_000n),
    margin: ZERO_MONEY,
    realisedPnl: moneyOf('-6.1'),
    tradePnl: ZERO_MONEY,
    fees: moneyOf('6.1'),
    funding: ZERO_MONEY,
    autoAddMargin: false,
    totalRealisedPnl: moneyOf('-6.1'),
    openedAt: NOW,
    updatedAt: NOW,
    ...changes,
  };
}

export function positionView(changes: Partial<PositionView> = {}): PositionView {
  return {
    key: 'BTCUSDT:0',
    instrument: TEST_INSTRUMENT,
    record: positionRecord(),
    entryPrice: priceOf('63410.2'),
    markPrice: priceOf('64180.1'),
    value: moneyOf('22463.035'),
    initialMargin: moneyOf('1133.18'),
    maintenanceMargin: moneyOf('124.09'),
    liquidationPrice: undefined,
    breakEvenPrice: priceOf('63480'),
    unrealisedPnl: moneyOf('269.46'),
    roi: rate(units('0.238')),
    ...changes,
  };
}

export function orderRecord(changes: Partial<OrderRecord> = {}): OrderRecord {
  return {
    orderId: 7,
    clientOrderId: 'a-7',
    account: 100,
    instrument: 0,
    side: 'Buy',
    orderType: 'Limit',
    price: ticks(628_000),
    quantity: lots(500),
    filled: lots(0),
    filledValue: ZERO_MONEY,
    fee: ZERO_MONEY,
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    status: 'New',
    source: 'form',
    createdAt: NOW,
    updatedAt: NOW,
    ...changes,
  };
}

export function orderView(changes: Partial<OrderRecord> = {}, state: OrderView['state'] = 'live'): OrderView {
  return { instrument: TEST_INSTRUMENT, record: orderRecord(changes), state };
}

/** A conditional order of the position. */
export const waiting = (orderId: number, kind: StopOrderType, change: Partial<OrderRecord> = {}) =>
  orderView({
    ...{ orderId, clientOrderId: String(orderId), orderType: 'Market', status: 'Untriggered', side: 'Sell', reduceOnly: true },
    stop: {
      ...{ kind, parent: 0, closeOnTrigger: true, wholePosition: false },
      trigger: { price: ticks(661_000), direction: 'Rising', source: 'MarkPrice' },
    },
    ...change,
  });

export const strategy = (strategyId: number, plan: object, reduceOnly = false): StrategyRecord =>
  ({
    ...{ strategyId, account: 100, instrument: 0, side: 'Sell', positionIndex: 0, reduceOnly, plan, quantity: lots(10), filled: lots(0) },
    ...{ createdAt: timestamp(1), updatedAt: timestamp(1) },
  }) as unknown as StrategyRecord;
