import {
  isDated,
  isOption,
  isSpot,
  milliseconds,
  money,
  priceNumber,
  tickCount,
  timestamp,
  type Instrument,
  type InstrumentId,
} from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { FOUNDING_INSTRUMENTS, SimulatedMarket } from '@tapedeck/market-sim';
import { nextCommand, Random, type RandomWorld } from '../packages/exchange/src/testing/random-commands.ts';

const GENESIS = Date.UTC(2026, 11, 8, 14);
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
const UNIT = 100_000_000n;
const COIN = 'BTC';
const LOOK_EVERY = 20_000;
/** Mark prices of perpetuals stay so near to the index, those of dated contracts to their carry of at most so much. */
const PERPETUAL_BASIS = 0.01;
const DATED_BASIS_YEAR = 0.3;
const SPOT_BASIS = 0.01;
/** Subscribes to the newest options, because only subscribed or held options are quoted all the time. */
const WATCHED_OPTIONS = 20;
const YEAR_MS = 365 * 86_400_000;

/** Result of a run: its state byte for byte, and the widest of the quantities that must stay narrow. */
export interface Soaked {
  readonly state: Uint8Array;
  readonly commands: number;
  readonly trades: number;
  readonly liquidations: number;
  readonly perpetualBasis: number;
  readonly spotBasis: number;
  /** How often a put and a call were compared by parity. */
  readonly pairs: number;
  /** Violations of bounds by mark prices, worded. */
  readonly violations: readonly string[];
}

class Bounds {
  perpetualBasis = 0;
  spotBasis = 0;
  pairs = 0;
  readonly violations: string[] = [];
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  #mark(id: InstrumentId): number {
    return priceNumber(this.#exchange.market(id).mark);
  }

  look(): void {
    const open = this.#exchange.instruments.filter(({ status }) => status === 'Trading');
    for (const one of open) this.#lookAt(one);
    for (const call of open.filter((one) => isOption(one) && one.option?.right === 'Call')) this.#lookAtPair(call, open);
  }

  #lookAt(one: Instrument): void {
    if (isOption(one)) return;
    const { mark, index, last } = this.#exchange.market(one.id);
    if (Number(index) === 0) return;
    const basis = Math.abs(priceNumber(isSpot(one) ? last : mark) / priceNumber(index) - 1);
    const left = isDated(one) ? milliseconds(one.deliveryAt ?? timestamp(0)) - milliseconds(this.#exchange.now) : 0;
    const most = isSpot(one) ? SPOT_BASIS : PERPETUAL_BASIS + (DATED_BASIS_YEAR * left) / YEAR_MS;
    if (isSpot(one)) this.spotBasis = Math.max(this.spotBasis, basis);
    else if (!isDated(one)) this.perpetualBasis = Math.max(this.perpetualBasis, basis);
    if (basis > most) this.violations.push(`${one.symbol} stands ${(basis * 100).toFixed(2)}% from its index`);
  }

  /** Put-call parity: a call and a put differ by the difference between forward and strike. */
  #lookAtPair(call: Instrument, open: readonly Instrument[]): void {
    const put = open.find(({ symbol }) => symbol === call.symbol.replace(/-C/, '-P'));
    if (put === undefined || call.option === undefined) return;
    const [c, p] = [this.#exchange.market(call.id), this.#exchange.market(put.id)];
    const forward = c.option?.forward;
    if (forward === undefined || Number(c.mark) === 0 || Number(p.mark) === 0) return;
    // Unquoted options keep the mark of their last trade, so both halves of a pair may be from different moments.
    if ([c, p].some(({ bestBid, bestAsk }) => tickCount(bestBid) + tickCount(bestAsk) === 0)) return;
    this.pairs += 1;
    const gap = this.#mark(call.id) - this.#mark(put.id) - (forward - priceNumber(call.option.strike));
    const ticks = Math.abs(gap) / priceNumber(call.tickSize);
    if (ticks > 2) this.violations.push(`${call.symbol} and its put are ${ticks.toFixed(1)} ticks from parity`);
  }
}

function credit(exchange: Exchange): void {
  const time = timestamp(GENESIS);
  for (const account of ACCOUNTS) {
    exchange.apply({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    for (const coin of ['USDT', 'USDC']) exchange.apply({ type: 'CreditAccount', time, account, coin, amount: money(2_000_000n * UNIT) });
    exchange.apply({ type: 'CreditAccount', time, account, coin: COIN, amount: money(40n * UNIT) });
  }
}

/**
 * So many random commands of six traders against the simulated market of one coin's products. Money is counted and bounds are looked at as
 * it goes; a broken invariant throws.
 */
export function soak(seed: number, commands: number): Soaked {
  const founding = FOUNDING_INSTRUMENTS.filter(({ baseCoin }) => baseCoin === COIN).map((one, id) => ({ ...one, id }));
  const exchange = new Exchange(founding, new SimulatedMarket(seed, founding, { derivatives: true }), timestamp(GENESIS));
  exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
  credit(exchange);
  const options = exchange.instruments.filter(isOption).slice(-WATCHED_OPTIONS);
  exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: options.map(({ id }) => id) });
  const bounds = new Bounds(exchange);
  const instruments = founding.filter((one) => !isSpot(one));
  const world: RandomWorld = {
    random: new Random(seed),
    instruments,
    accounts: ACCOUNTS,
    centre: founding.map(() => 1),
    time: GENESIS,
    lastOrderId: 1,
    leaps: 0,
  };
  let trades = 0;
  let liquidations = 0;
  for (let sent = 0; sent < commands; sent += 1) {
    const command = nextCommand(world);
    world.lastOrderId = Math.max(world.lastOrderId, exchange.apply(command).orderId ?? 0);
    for (const { type } of exchange.takeEvents()) {
      if (type === 'TradePrinted') trades += 1;
      if (type === 'PositionLiquidated') liquidations += 1;
    }
    if (command.type === 'AdvanceClock')
      for (const { id } of instruments) world.centre[id] = Math.max(1, tickCount(exchange.market(id).bestBid));
    if (sent % LOOK_EVERY !== LOOK_EVERY - 1 && sent !== commands - 1) continue;
    exchange.audit();
    bounds.look();
  }
  const { perpetualBasis, spotBasis, pairs, violations } = bounds;
  return { state: exchange.write(), commands, trades, liquidations, perpetualBasis, spotBasis, pairs, violations };
}
