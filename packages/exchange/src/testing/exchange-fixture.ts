import {
  leverage,
  milliseconds,
  lots,
  money,
  price,
  quantity,
  rate,
  ticks,
  timestamp,
  type AccountKind,
  type Coin,
  type Instrument,
  type InstrumentId,
  type Outcome,
  type PlaceOrder,
  type Price,
  type Side,
  type Timestamp,
  type VolatilitySurface,
} from '@tapedeck/domain';
import type { Command, ReplayTrade } from '../commands/command.ts';
import { Exchange } from '../engine/exchange.ts';
import type { MarketAccess, MarketInside } from '../house/market-inside.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';
import { EventAudit } from './event-audit.ts';

const UNIT = 100_000_000n;

/** BTC linear of the tests: tick 0.5, lot 0.001, two risk tiers (100 x to 2 million, 50 x to 10 million). */
export const btc: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  kind: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: price(UNIT / 2n),
  priceDigits: 1,
  lotSize: quantity(UNIT / 1_000n),
  quantityDigits: 3,
  tickLotValue: money(UNIT / 2_000n),
  minPrice: ticks(1),
  maxPrice: ticks(2_000_000),
  minOrder: lots(1),
  maxLimitOrder: lots(500_000),
  maxMarketOrder: lots(100_000),
  maxPostOnlyOrder: lots(500_000),
  minNotional: money(5n * UNIT),
  makerFee: rate(20_000n),
  takerFee: rate(55_000n),
  tiers: [
    {
      limit: money(2_000_000n * UNIT),
      maintenanceRate: rate(500_000n),
      initialRate: rate(1_000_000n),
      maxLeverage: leverage(10_000n),
      deduction: money(0n),
    },
    {
      limit: money(10_000_000n * UNIT),
      maintenanceRate: rate(1_000_000n),
      initialRate: rate(2_000_000n),
      maxLeverage: leverage(5_000n),
      deduction: money(10_000n * UNIT),
    },
  ],
  leverageSections: [leverage(100n), leverage(10_000n)],
  fundingIntervalHours: 8,
  fundingCap: rate(375_000n),
  priceLimitRate: rate(50_000_000n),
  depthMergeTimes: [1, 2, 4, 10],
};

/** ETH linear of the tests: tick 0.05, lot 0.01. */
export const eth: Instrument = {
  ...btc,
  id: 1,
  symbol: 'ETHUSDT',
  baseCoin: 'ETH',
  tickSize: price(UNIT / 20n),
  priceDigits: 2,
  lotSize: quantity(UNIT / 100n),
  quantityDigits: 2,
  tickLotValue: money(UNIT / 2_000n),
};

/** BTC inverse of the tests: contracts of 1 USD, tick 0.5, tiers of 150 BTC (100 x) and 1,000 BTC (50 x). */
export const btcInverse: Instrument = {
  ...btc,
  id: 2,
  symbol: 'BTCUSD',
  kind: 'InversePerpetual',
  quoteCoin: 'USD',
  settleCoin: 'BTC',
  lotSize: quantity(UNIT),
  quantityDigits: 0,
  tickLotValue: money(UNIT / 2n),
  maxLimitOrder: lots(50_000_000),
  maxMarketOrder: lots(20_000_000),
  maxPostOnlyOrder: lots(50_000_000),
  minNotional: money(0n),
  tiers: [
    {
      limit: money(150n * UNIT),
      maintenanceRate: rate(500_000n),
      initialRate: rate(1_000_000n),
      maxLeverage: leverage(10_000n),
      deduction: money(0n),
    },
    {
      limit: money(1_000n * UNIT),
      maintenanceRate: rate(1_000_000n),
      initialRate: rate(2_000_000n),
      maxLeverage: leverage(5_000n),
      deduction: money((75n * UNIT) / 100n),
    },
  ],
};

/** BTC perpetual settled in USDC, otherwise as the linear one. */
export const btcUsdc: Instrument = { ...btc, id: 3, symbol: 'BTCPERP', kind: 'UsdcPerpetual', quoteCoin: 'USDC', settleCoin: 'USDC' };

/** A simulated market under the control of a test: it sets the index, and quotes nothing by itself. */
export class ScriptedMarket implements MarketInside {
  readonly index = new Map<InstrumentId, bigint>();
  #act: ((market: MarketAccess) => void) | undefined = undefined;

  /** Executed once at the next clock step. */
  next(act: (market: MarketAccess) => void): void {
    this.#act = act;
  }

  advance(market: MarketAccess): void {
    for (const [instrument, index] of this.index) if (market.isListed(instrument)) market.setIndex(instrument, price(index));
    const act = this.#act;
    this.#act = undefined;
    act?.(market);
  }

  watch(): void {
    this.#act = undefined;
  }

  /** Without one, no option can be priced. */
  surface: VolatilitySurface | undefined = undefined;

  surfaceAt(): VolatilitySurface | undefined {
    return this.surface;
  }

  /** Results of `indexAt`, by instrument and time; the last index without it. */
  indexPath: ((instrument: Instrument, time: number) => bigint) | undefined = undefined;

  indexAt(instrument: Instrument, time: Timestamp): Price | undefined {
    return this.indexPath === undefined ? undefined : price(this.indexPath(instrument, milliseconds(time)));
  }

  replay(market: MarketAccess, trade: ReplayTrade): void {
    market.setIndex(trade.instrument, trade.price);
    market.printRecorded(trade, false);
  }

  write(writer: StateWriter): void {
    writer.number(this.index.size);
    for (const [instrument, index] of this.index) {
      writer.number(instrument);
      writer.bigint(index);
    }
  }

  read(reader: StateReader): void {
    this.index.clear();
    for (let left = reader.number(); left > 0; left -= 1) this.index.set(reader.number(), reader.bigint());
  }
}

export const GENESIS = Date.UTC(2026, 0, 1, 1, 0, 0);

/** An exchange whose mark price the test sets, audited after every command. */
export class Bench {
  readonly market = new ScriptedMarket();
  #exchange: Exchange;
  time = GENESIS;
  #told: EventAudit | undefined;

  constructor(readonly instruments: readonly Instrument[] = [btc, eth]) {
    this.#exchange = new Exchange(instruments, this.market, timestamp(GENESIS));
    this.#told = new EventAudit(instruments);
  }

  get exchange(): Exchange {
    return this.#exchange;
  }

  /** Continues with another exchange, whose events are not compared with those of this one. */
  goOnWith(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#told = undefined;
  }

  /** Applies a command at the current time and checks every invariant. */
  apply(command: { type: Command['type'] } & Record<string, unknown>): Outcome {
    return this.send({ ...command, time: timestamp(this.time) } as unknown as Command);
  }

  /** The same for a command with its own time. */
  send(command: Command): Outcome {
    const before = this.exchange.events.length;
    const outcome = this.exchange.apply(command);
    this.exchange.audit();
    this.#told?.after(command, outcome, this.exchange.events.slice(before));
    return outcome;
  }

  /** Continues with the exchange restored from its bytes. */
  reread(): void {
    this.#exchange = Exchange.read(this.exchange.write(), this.instruments, this.market);
  }

  open(account: number, amount: bigint, kind: AccountKind = 'UTA2'): void {
    this.apply({ type: 'OpenAccount', account, kind });
    this.apply({ type: 'CreditAccount', account, coin: 'USDT', amount: money(amount * UNIT) });
  }

  fund(account: number, coin: Coin, units: bigint): void {
    this.apply({ type: 'CreditAccount', account, coin, amount: money(units) });
  }

  /** Sets the index and lets a second pass, so that the mark follows (with an empty book it is the median of index and last). */
  index(instrument: Instrument, value: number): void {
    this.market.index.set(instrument.id, BigInt(Math.round(value * 100)) * (UNIT / 100n));
    this.wait(1_000);
  }

  wait(milliseconds: number): void {
    this.time += milliseconds;
    this.apply({ type: 'AdvanceClock' });
  }

  order(account: number, side: Side, quantityText: number, at: number | 'market', more: Partial<PlaceOrder> & { on?: Instrument } = {}) {
    const { on = btc, ...rest } = more;
    const tick = Number(on.tickSize) / 1e8;
    const lot = Number(on.lotSize) / 1e8;
    return this.apply({
      type: 'PlaceOrder',
      account,
      instrument: on.id,
      side,
      orderType: at === 'market' ? 'Market' : 'Limit',
      price: ticks(at === 'market' ? 0 : Math.round(at / tick)),
      quantity: lots(Math.round(quantityText / lot)),
      timeInForce: at === 'market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'api',
      ...rest,
    });
  }
}
