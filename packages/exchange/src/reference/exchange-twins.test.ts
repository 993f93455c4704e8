import { lots, money, moneyUnits, rate, ticks, timestamp, type Instrument } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { GENESIS, btc, btcInverse, eth } from '../testing/exchange-fixture.ts';
import { nextCommand, Random, type RandomWorld } from '../testing/random-commands.ts';
import { ExchangeTwins } from './exchange-twins.ts';
import type { HouseAction } from './naive-exchange.ts';

const UNIT = 100_000_000n;
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
/** The continuous integration runs a million, by `TWIN_COMMANDS`. */
const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } };
const COMMANDS = Number(process?.env['TWIN_COMMANDS'] ?? 120_000);
/** A tier is worth as much as that of the linear contracts. */
const btcusd: Instrument = {
  ...btcInverse,
  tiers: btc.tiers.map((tier) => ({
    ...tier,
    limit: money(moneyUnits(tier.limit) / 50_000n),
    deduction: money(moneyUnits(tier.deduction) / 50_000n),
  })),
};
const INSTRUMENTS = [{ ...btc, priceLimitRate: rate(5_000_000n) }, eth, btcusd];
const COINS = ['USDT', 'BTC'];

/** How rich the traders are, and how wild the market is. */
interface Weather {
  readonly seed: number;
  readonly credit: bigint;
  /** Of the index in one step, at most, in 1/20,000, and how often it leaps 25 times as far. */
  readonly leaps: number;
  /** By which the lots of an order are multiplied. */
  readonly size: number;
}

const WEATHERS: readonly Weather[] = [
  { seed: 11, credit: 50_000n, leaps: 3, size: 1 },
  { seed: 12, credit: 20_000n, leaps: 1, size: 1 },
  // Positions too large for the insurance fund, so that others are deleveraged.
  { seed: 13, credit: 300_000n, leaps: 30, size: 25 },
];

interface Scene {
  readonly world: RandomWorld;
  readonly twins: ExchangeTwins;
  readonly weather: Weather;
}

/** A little of the market inside: quotes around the index, takers who walk into the book, and now and then an empty book. */
function houseActions(world: RandomWorld): HouseAction[] {
  const { random } = world;
  const actions: HouseAction[] = [];
  for (const { id } of world.instruments) {
    const centre = world.centre[id] ?? 1;
    if (random.chance(30)) actions.push({ kind: 'withdraw', instrument: id });
    for (let left = random.below(4); left > 0; left -= 1) {
      const side = random.pick(['Buy', 'Sell'] as const);
      const away = 1 + random.below(Math.max(2, Math.floor(centre / 2_000)));
      const tick = side === 'Buy' ? centre - away : centre + away;
      actions.push({ kind: 'quote', instrument: id, side, tick, lots: 1 + random.below(20_000) });
    }
    if (random.chance(20)) {
      const side = random.pick(['Buy', 'Sell'] as const);
      const tick = side === 'Buy' ? centre + Math.floor(centre / 500) : centre - Math.floor(centre / 500);
      actions.push({ kind: 'take', instrument: id, side, tick, lots: 1 + random.below(5_000) });
    }
  }
  return actions;
}

function moveIndex({ world, weather }: Scene): Map<number, bigint> {
  const index = new Map<number, bigint>();
  for (const instrument of world.instruments) {
    const centre = world.centre[instrument.id] ?? 1;
    const share = world.random.chance(weather.leaps) ? 25 : 1;
    const moved = Math.max(2_000, Math.min(400_000, centre + Math.trunc((centre * share * (world.random.below(201) - 100)) / 20_000)));
    world.centre[instrument.id] = moved;
    index.set(instrument.id, BigInt(moved) * BigInt(instrument.tickSize as never));
  }
  return index;
}

/** The drawn command, made more telling: most orders fit the position mode, and most cancels name an open order. */
function sharpened({ world, twins, weather }: Scene, command: Command): Command {
  const { random } = world;
  if (command.type === 'CancelOrder' && random.chance(70)) {
    const open = twins.openOrders(command.account);
    return open.length === 0 ? command : { ...command, orderId: random.pick(open) };
  }
  if (command.type !== 'PlaceOrder') return command;
  const fits = twins.hedges(command.account, command.instrument) ? random.pick([1, 2] as const) : 0;
  const few = random.chance(3) ? 1 : Number(command.quantity) * weather.size;
  const far = random.chance(3) ? Math.floor(Number(command.price) * (random.chance(50) ? 1.07 : 0.93)) : Number(command.price);
  const positionIndex = random.chance(90) ? fits : command.positionIndex;
  return { ...command, positionIndex, quantity: lots(few), price: ticks(far) };
}

function run(weather: Weather, commands: number): ExchangeTwins {
  const twins = new ExchangeTwins(INSTRUMENTS, GENESIS);
  const world: RandomWorld = {
    random: new Random(weather.seed),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [100_000, 50_000, 100_000],
    time: GENESIS,
    lastOrderId: 1,
  };
  const scene = { world, twins, weather };
  const credit = (account: number): void => {
    for (const coin of COINS) {
      const units = coin === 'BTC' ? (weather.credit * UNIT) / 50_000n : weather.credit * UNIT;
      twins.apply({ type: 'CreditAccount', time: timestamp(world.time), account, coin, amount: money(units) });
    }
  };
  for (const account of ACCOUNTS) {
    // A regular account has a pool for each settle coin, which is what the naive engine knows.
    twins.apply({ type: 'OpenAccount', time: timestamp(GENESIS), account, kind: 'regular' });
    credit(account);
  }
  for (let i = 0; i < commands; i += 1) {
    const before = world.time;
    const command = sharpened(scene, nextCommand(world));
    world.lastOrderId = twins.lastOrder;
    if (command.type !== 'AdvanceClock') twins.apply(command);
    else {
      world.time = before + 1_000 + world.random.below(59_000);
      twins.advance(world.time, moveIndex(scene), houseActions(world));
    }
    if (i % 500 !== 0) continue;
    twins.compare();
    // A ruined trader gets new money, so that trading goes on.
    credit(world.random.pick(ACCOUNTS));
  }
  twins.compare();
  return twins;
}

/** What a run must have met, or it has proved nothing about it. */
const MUST_HAPPEN = [
  'PlaceOrder',
  'CancelOrder',
  'CancelAllOrders',
  'SetLeverage',
  'SetMarginMode',
  'SetPositionMode',
  'AddMargin',
  'trade',
  'Trade',
  'cancel',
  'Funding',
  'liquidate',
  'BustTrade',
  'AdlTrade',
  'refused insufficientBalance',
  'refused aboveRiskLimit',
  'refused priceOutOfRange',
  'refused reduceOnlyNoPosition',
  'refused quantityTooLarge',
  'refused notionalTooSmall',
  'refused leverageOutOfRange',
  'refused wouldLiquidate',
  'refused marginModeBusy',
  'refused positionModeBusy',
];

describe('the exchange and the naive second engine', () => {
  it('EXC-01 EXC-02 EXC-05 agree on trades, fees, margin, funding, liquidation and deleveraging of linear and inverse contracts', ({
    annotate,
  }) => {
    const tally = new Map<string, number>();
    for (const weather of WEATHERS) {
      for (const [kind, count] of run(weather, Math.ceil(COMMANDS / WEATHERS.length)).tally)
        tally.set(kind, (tally.get(kind) ?? 0) + count);
    }
    void annotate([...tally].map(([kind, count]) => `${kind} ${count}`).join(', '));
    expect(MUST_HAPPEN.filter((kind) => !tally.has(kind))).toEqual([]);
  }, 600_000);
});
