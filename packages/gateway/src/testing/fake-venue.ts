import {
  STRATEGY_KINDS,
  accountOf,
  leverage,
  lots,
  money,
  notional,
  parseDecimal,
  price,
  quantity,
  rate,
  ticks,
  timestamp,
  selectOrders,
  type OrderSelection,
} from '@tapedeck/domain';
import type {
  AccountId,
  AccountState,
  BookState,
  Event,
  Instrument,
  InstrumentId,
  InsuranceFund,
  LeaderRecord,
  MarketState,
  OrderFilled,
  OrderRecord,
  Outcome,
  PositionRecord,
  SettingsRecord,
  StrategyPlan,
  StrategyRecord,
  TraderCommand,
  TradePrinted,
  Untimed,
} from '@tapedeck/domain';
import { BOOK_DEPTH } from '@tapedeck/venue';
import type {
  AccountSnapshot,
  BookSnapshot,
  Candle,
  CandleQuery,
  DayStatistics,
  EventBatch,
  MinuteBar,
  Venue,
  VenueCapabilities,
  VenueListener,
} from '@tapedeck/venue';

export const units = (text: string): bigint => {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
};

/** 2023-11-14T22:13:00Z, a Tuesday, at the start of a minute. */
export const START = 1_699_999_980_000;
export const ACCOUNT = 100;
export const OTHER_ACCOUNT = 101;

/** Steps and decimals of an instrument's prices and quantities. */
interface Grid {
  readonly tick: string;
  readonly lot: string;
  readonly digits: readonly [number, number];
}

export function fakeInstrument(id: number, symbol: string, { tick, lot, digits }: Grid): Instrument {
  const tickSize = price(units(tick));
  const lotSize = quantity(units(lot));
  return {
    id,
    symbol,
    kind: 'LinearPerpetual',
    status: 'Trading',
    baseCoin: symbol.slice(0, -4),
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize,
    priceDigits: digits[0],
    lotSize,
    quantityDigits: digits[1],
    tickLotValue: notional(tickSize, lotSize, 'down'),
    minPrice: ticks(1),
    maxPrice: ticks(19_999_990),
    minOrder: lots(1),
    maxLimitOrder: lots(1_190_000),
    maxMarketOrder: lots(500_000),
    maxPostOnlyOrder: lots(1_190_000),
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
    ],
    leverageSections: [leverage(100n), leverage(1_000n), leverage(10_000n)],
    fundingIntervalHours: 8,
    fundingCap: rate(375_000n),
    priceLimitRate: rate(5_000_000n),
    depthMergeTimes: [1, 2, 4, 10],
  };
}

export const BTC = fakeInstrument(0, 'BTCUSDT', { tick: '0.1', lot: '0.001', digits: [1, 3] });
export const ETH = fakeInstrument(1, 'ETHUSDT', { tick: '0.01', lot: '0.01', digits: [2, 2] });

export function fakeOrder(orderId: number, changes: Partial<OrderRecord> = {}): OrderRecord {
  return {
    orderId,
    clientOrderId: '',
    account: ACCOUNT,
    instrument: BTC.id,
    side: 'Buy',
    orderType: 'Limit',
    price: ticks(640_000),
    quantity: lots(10),
    filled: lots(0),
    filledValue: money(0n),
    fee: money(0n),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    status: 'New',
    source: 'form',
    createdAt: timestamp(START),
    updatedAt: timestamp(START),
    ...changes,
  };
}

/** A running strategy that has placed nothing yet. */
export function fakeStrategy(plan: StrategyPlan): StrategyRecord {
  return {
    strategyId: 7,
    account: ACCOUNT,
    instrument: BTC.id,
    side: 'Buy',
    positionIndex: 0,
    reduceOnly: false,
    quantity: lots(1_000),
    plan,
    source: 'form',
    filled: lots(0),
    filledValue: money(0n),
    placed: 0,
    parts: [],
    createdAt: timestamp(START),
    updatedAt: timestamp(START),
  };
}

export function fakeFill(executionId: number, order: OrderRecord): OrderFilled {
  return {
    type: 'OrderFilled',
    kind: 'Trade',
    executionId,
    account: order.account,
    instrument: order.instrument,
    positionIndex: order.positionIndex,
    side: order.side,
    price: price(units('64000')),
    quantity: lots(4),
    value: money(units('256')),
    fee: money(units('0.1408')),
    feeRate: rate(55_000n),
    maker: false,
    closedPnl: money(0n),
    closedQuantity: lots(0),
    order,
  };
}

export function fakePosition(changes: Partial<PositionRecord> = {}): PositionRecord {
  return {
    account: ACCOUNT,
    instrument: BTC.id,
    positionIndex: 0,
    side: 'Buy',
    size: lots(4),
    entryValue: money(units('256')),
    openValue: money(units('256')),
    marginMode: 'cross',
    leverage: leverage(1_000n),
    margin: money(0n),
    realisedPnl: money(units('-0.1408')),
    tradePnl: money(0n),
    fees: money(units('0.1408')),
    funding: money(0n),
    autoAddMargin: false,
    totalRealisedPnl: money(units('-0.1408')),
    openedAt: timestamp(START),
    updatedAt: timestamp(START),
    ...changes,
  };
}

export function fakeSettings(instrument: InstrumentId, changes: Partial<SettingsRecord> = {}): SettingsRecord {
  return {
    account: ACCOUNT,
    instrument,
    marginMode: 'cross',
    positionMode: 'MergedSingle',
    longLeverage: leverage(1_000n),
    shortLeverage: leverage(1_000n),
    ...changes,
  };
}

export function fakeTrade(tradeId: number, instrument: InstrumentId = BTC.id): TradePrinted {
  return {
    type: 'TradePrinted',
    instrument,
    tradeId,
    price: price(units('64000.1')),
    quantity: quantity(units('0.004')),
    value: money(units('256.0004')),
    takerSide: 'Sell',
    recorded: false,
    liquidation: false,
  };
}

export function fakeCandle(start: number, close: string, changes: Partial<Candle> = {}): Candle {
  const at = units(close);
  return { start, open: at, high: at, low: at, close: at, volume: units('1'), turnover: at, ...changes };
}

/** A venue controlled by the test: answers are scripted, commands recorded, events emitted by hand. */
export class FakeVenue implements Venue {
  capabilities: VenueCapabilities = {
    name: 'fake',
    marginModes: ['cross', 'isolated'],
    positionModes: ['MergedSingle', 'BothSide'],
    strategies: STRATEGY_KINDS,
    copyTrading: true,
    lending: true,
    cancelOnDisconnect: true,
  };
  readonly instruments: readonly Instrument[];
  readonly commands: Untimed<TraderCommand>[] = [];
  readonly watched: InstrumentId[][] = [];
  readonly followed = new Set<AccountId>();
  readonly candleQueries: CandleQuery[] = [];
  /** How commands are answered. */
  respond: (command: Untimed<TraderCommand>) => Outcome | Promise<Outcome> = () => ({ orderId: 7, cancelled: 2 });
  /** Existing bars, by query. */
  bars: (query: CandleQuery) => readonly Candle[] = () => [];
  readonly accounts = new Map<number, AccountState>();
  readonly books = new Map<InstrumentId, { update: number; bids: Map<number, number>; asks: Map<number, number> }>();
  sequence = 0;
  /** Runs before an asynchronous answer is returned: events during the wait. */
  meanwhile: () => void = () => undefined;
  /** Snapshots are of the moment they are answered, not asked. */
  late = false;
  /** Events are in snapshots but not yet reported. */
  holding = false;
  readonly #held: EventBatch[] = [];
  readonly #listeners = new Set<VenueListener>();

  constructor(instruments: readonly Instrument[] = [BTC, ETH]) {
    this.instruments = instruments;
    this.accounts.set(ACCOUNT, {
      account: ACCOUNT,
      cash: [['USDT', money(units('100000'))]],
      wallets: [],
      positions: [],
      orders: [fakeOrder(1), fakeOrder(2, { instrument: ETH.id })],
      settings: [fakeSettings(BTC.id), fakeSettings(ETH.id)],
    });
    for (const { id } of this.instruments) this.books.set(id, { update: 0, bids: new Map(), asks: new Map() });
  }

  /** Leaders to follow. */
  leading: readonly LeaderRecord[] = [];

  get listeners(): number {
    return this.#listeners.size;
  }

  submit(command: Untimed<TraderCommand>): Promise<Outcome> {
    this.commands.push(command);
    return Promise.resolve(this.respond(command));
  }

  account(account: number, orders?: OrderSelection): Promise<AccountSnapshot | undefined> {
    const read = (): AccountSnapshot | undefined => {
      const state = this.accounts.get(account);
      if (state === undefined) return undefined;
      const oldestFirst = [...state.orders].sort((one, other) => one.orderId - other.orderId);
      return { sequence: this.sequence, state: orders === undefined ? state : { ...state, orders: selectOrders(oldestFirst, orders) } };
    };
    return this.#answer(read);
  }

  insurance(): Promise<readonly InsuranceFund[]> {
    return Promise.resolve([{ coin: 'USDT', balance: money(100_000_000_000_000n) }]);
  }

  leaders(): Promise<readonly LeaderRecord[]> {
    return this.#answer(() => this.leading);
  }

  book(instrument: InstrumentId): Promise<BookSnapshot> {
    return this.#answer(() => ({ update: this.#book(instrument).update, book: this.bookNow(instrument) }));
  }

  market(instrument: InstrumentId): { readonly state: MarketState; readonly day: DayStatistics } {
    const at = price(units('64000'));
    return {
      state: {
        instrument,
        last: at,
        mark: at,
        index: at,
        fundingRate: rate(10_000n),
        nextFundingAt: timestamp(START + 3_600_000),
        time: timestamp(START),
        openInterest: lots(5),
        accounts: { long: 6, short: 4 },
        bestBid: ticks(0),
        bestAsk: ticks(640_001),
      },
      day: {
        instrument,
        open: units('63000'),
        high: units('65000'),
        low: units('62000'),
        volume: units('12.5'),
        turnover: units('800000'),
      },
    };
  }

  candles(query: CandleQuery): Promise<{ readonly candles: readonly Candle[]; readonly complete: boolean }> {
    this.candleQueries.push(query);
    return this.#answer(() => ({
      candles: this.bars(query)
        .filter(({ start }) => start < query.before)
        .slice(-query.limit),
      complete: false,
    }));
  }

  watch(instruments: readonly InstrumentId[]): void {
    this.watched.push([...instruments]);
  }

  follow(account: AccountId, followed: boolean): void {
    if (followed) this.followed.add(account);
    else this.followed.delete(account);
  }

  listen(listener: VenueListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(events: readonly Event[]): void {
    this.sequence += 1;
    const batch = { sequence: this.sequence, time: timestamp(START + this.sequence), events };
    this.#held.push(batch);
    if (!this.holding) this.release();
  }

  release(): void {
    this.holding = false;
    for (const batch of this.#held.splice(0)) {
      const events = batch.events.filter((event) => {
        const account = accountOf(event);
        return account === undefined || event.type === 'PositionLiquidated' || this.followed.has(account);
      });
      for (const listener of this.#listeners) listener.onEvents({ ...batch, events });
    }
  }

  emitMarket(instrument: InstrumentId): void {
    const { state, day } = this.market(instrument);
    for (const listener of this.#listeners) listener.onMarket(state, day);
  }

  emitMinute(candle: Candle, closed = false, series: MinuteBar['series'] = 'trade', instrument: InstrumentId = BTC.id): void {
    for (const listener of this.#listeners) listener.onMinuteBar({ instrument, series, candle, closed });
  }

  /** Changes levels of a book (ticks, then lots, alternating) and tells so; `lost` keeps the telling back. */
  changeBook(instrument: InstrumentId, bids: readonly number[], asks: readonly number[], lost = false): void {
    const book = this.#book(instrument);
    book.update += 1;
    change(book.bids, bids);
    change(book.asks, asks);
    const update = { instrument, update: book.update, time: timestamp(START + book.update), bids, asks };
    if (!lost) for (const listener of this.#listeners) listener.onBook(update);
  }

  bookNow(instrument: InstrumentId): BookState {
    const { bids, asks } = this.#book(instrument);
    const side = (levels: Map<number, number>, order: number): number[] =>
      [...levels]
        .sort(([a], [b]) => (a - b) * order)
        .slice(0, BOOK_DEPTH)
        .flat();
    return { bids: side(bids, -1), asks: side(asks, 1) };
  }

  #book(instrument: InstrumentId): { update: number; bids: Map<number, number>; asks: Map<number, number> } {
    const book = this.books.get(instrument);
    if (book === undefined) throw new Error(`no book ${instrument}`);
    return book;
  }

  async #answer<T>(read: () => T): Promise<T> {
    const early = this.late ? undefined : { read: read() };
    await Promise.resolve();
    this.meanwhile();
    return early === undefined ? read() : early.read;
  }
}

function change(side: Map<number, number>, levels: readonly number[]): void {
  for (let i = 0; i + 1 < levels.length; i += 2) {
    const [at, size] = [levels[i] ?? 0, levels[i + 1] ?? 0];
    if (size === 0) side.delete(at);
    else side.set(at, size);
  }
}
