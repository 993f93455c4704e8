import { isInverse, leverage, lots, money, ticks, timestamp, type Instrument, type OrderSource, type TimeInForce } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';

/** A small seeded source of whole numbers, for tests only (xorshift). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed | 0) === 0 ? 1 : seed | 0;
  }

  below(limit: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

export interface RandomWorld {
  readonly random: Random;
  readonly instruments: readonly Instrument[];
  readonly accounts: readonly number[];
  /** Tick around which orders are placed, per instrument. */
  readonly centre: number[];
  time: number;
  /** Started strategies, some of which may be running. */
  readonly strategies?: { readonly account: number; readonly id: number }[];
  /** Highest possible order id. */
  lastOrderId: number;
  /** Share of clock steps that skip hours, in percent: 10 by default. */
  readonly leaps?: number;
  /** Whether auto add margin is also toggled. */
  readonly autoMargin?: boolean;
}

/** A lot of the linear tests is worth about 50 contracts. */
const CONTRACTS_PER_LOT = 30;
const TIMES: readonly TimeInForce[] = ['GoodTillCancel', 'GoodTillCancel', 'GoodTillCancel', 'PostOnly', 'ImmediateOrCancel', 'FillOrKill'];
const SOURCES: readonly OrderSource[] = ['form', 'chart', 'table', 'api'];

function placeOrder(world: RandomWorld): Command {
  const { random } = world;
  const instrument = random.pick(world.instruments);
  const centre = world.centre[instrument.id] ?? 1;
  const market = random.chance(20);
  const side = random.pick(['Buy', 'Sell'] as const);
  const away = random.below(Math.max(2, Math.floor(centre / 100)));
  const price = random.chance(60) ? (side === 'Buy' ? centre - away : centre + away) : side === 'Buy' ? centre + away : centre - away;
  return {
    type: 'PlaceOrder',
    time: timestamp(world.time),
    account: random.pick(world.accounts),
    instrument: instrument.id,
    side,
    orderType: market ? 'Market' : 'Limit',
    price: ticks(market ? 0 : Math.max(0, price)),
    quantity: lots((random.chance(95) ? 1 + random.below(5_000) : random.below(800_000)) * (isInverse(instrument) ? CONTRACTS_PER_LOT : 1)),
    timeInForce: market ? 'ImmediateOrCancel' : random.pick(TIMES),
    reduceOnly: random.chance(15),
    positionIndex: random.chance(80) ? 0 : random.pick([0, 1, 2] as const),
    clientOrderId: random.chance(20) ? `order-${random.below(500)}` : '',
    source: random.pick(SOURCES),
  };
}

function changeSettings(world: RandomWorld): Command {
  const { random } = world;
  const time = timestamp(world.time);
  const account = random.pick(world.accounts);
  const on = random.pick(world.instruments);
  const instrument = on.id;
  if (world.autoMargin === true && random.chance(30)) {
    const positionIndex = random.pick([0, 1, 2] as const);
    return { type: 'SetAutoAddMargin', time, account, instrument, positionIndex, on: random.chance(80) };
  }
  switch (random.below(4)) {
    case 0: {
      const long = leverage(BigInt(100 + random.below(10_000)));
      const short = random.chance(70) ? long : leverage(BigInt(100 + random.below(10_000)));
      return { type: 'SetLeverage', time, account, instrument, longLeverage: long, shortLeverage: short };
    }
    case 1:
      return { type: 'SetMarginMode', time, account, instrument, marginMode: random.pick(['cross', 'isolated'] as const) };
    case 2:
      return { type: 'SetPositionMode', time, account, instrument, positionMode: random.pick(['MergedSingle', 'BothSide'] as const) };
    default:
      return {
        type: 'AddMargin',
        time,
        account,
        instrument,
        positionIndex: random.pick([0, 1, 2] as const),
        amount: money((BigInt(random.below(2_000) - 700) * 100_000_000n) / (on.settleCoin === 'BTC' ? 50_000n : 1n)),
      };
  }
}

/** The next command of a trader, a settings screen or the clock. */
export function nextCommand(world: RandomWorld): Command {
  const { random } = world;
  const roll = random.below(100);
  if (roll < 60) return placeOrder(world);
  const time = timestamp(world.time);
  const account = random.pick(world.accounts);
  if (roll < 78) return { type: 'CancelOrder', time, account, orderId: 1 + random.below(Math.max(1, world.lastOrderId)) };
  if (roll < 80) return { type: 'CancelAllOrders', time, account, instrument: random.pick([-1, ...world.instruments.map(({ id }) => id)]) };
  if (roll < 88) return changeSettings(world);
  world.time += random.chance(100 - (world.leaps ?? 10)) ? random.below(3_000) : random.below(4 * 3_600_000);
  return { type: 'AdvanceClock', time: timestamp(world.time) };
}

/** The index of each instrument walks, sometimes in leaps, so that positions approach liquidation and beyond. */
export function moveIndex(market: { readonly index: Map<number, bigint> }, world: RandomWorld): void {
  for (const instrument of world.instruments) {
    const centre = world.centre[instrument.id] ?? 1;
    const share = world.random.chance(4) ? 12 : 1;
    const moved = Math.max(1_000, centre + Math.trunc((centre * share * (world.random.below(201) - 100)) / 20_000));
    world.centre[instrument.id] = moved;
    market.index.set(instrument.id, BigInt(moved) * (BigInt(String(instrument.tickSize)) || 1n));
  }
}
