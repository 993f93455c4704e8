import { isDated, isInverse, money, moneyUnits, rate, timestamp, type Instrument, type InstrumentTerms } from '@tapedeck/domain';
import { GENESIS, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { Random, type RandomWorld } from '../testing/random-commands.ts';
import { ExchangeTwins } from './exchange-twins.ts';
import type { HouseAction } from './naive-exchange.ts';
import { drawCommand, type Scene, type Weather } from './twin-commands.ts';

const UNIT = 100_000_000n;
const HOUR = 3_600_000;
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
/** A tier is worth as much as that of the linear contracts. */
const btcusd: Instrument = {
  ...btcInverse,
  tiers: btc.tiers.map((tier) => ({
    ...tier,
    limit: money(moneyUnits(tier.limit) / 50_000n),
    deduction: money(moneyUnits(tier.deduction) / 50_000n),
  })),
};
/** What a weather may trade. */
export const MARKETS = { btc: { ...btc, priceLimitRate: rate(5_000_000n) }, eth, btcusd, btcUsdc };

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

/** What is still listed, and the dated contract to list when there is none: inverse where inverse contracts trade. */
function upcoming(scene: Scene, instruments: readonly Instrument[]): { terms: InstrumentTerms | undefined; live: Instrument[] } {
  const { world, twins } = scene;
  const live = instruments.filter(({ id }) => twins.isListed(id));
  if (!scene.weather.dated || live.some(isDated)) return { terms: undefined, live };
  const count = world.centre.length;
  const deliveryAt = timestamp((Math.floor(world.time / HOUR) + 2 + world.random.below(5)) * HOUR);
  const dated = { deliveryAt, deliveryFee: rate(50_000n), symbol: `DATED${count}` };
  const terms = live.some(isInverse)
    ? { ...btcusd, ...dated, kind: 'InverseFutures' as const }
    : { ...btc, ...dated, kind: 'LinearFutures' as const };
  return { terms, live };
}

/** Sends random commands of all kinds to both exchanges and compares all they say; throws at the first difference. */
export function runTwins(weather: Weather, commands: number): ExchangeTwins {
  const instruments: Instrument[] = weather.markets.map((market, id) => ({ ...MARKETS[market], id }));
  const twins = new ExchangeTwins([...instruments], GENESIS);
  const world: RandomWorld = {
    random: new Random(weather.seed),
    instruments,
    accounts: ACCOUNTS,
    centre: instruments.map(({ baseCoin }) => (baseCoin === 'ETH' ? 50_000 : 100_000)),
    time: GENESIS,
    lastOrderId: 1,
  };
  const scene = { world, twins, weather };
  const credit = (account: number): void => {
    for (const coin of new Set(instruments.map(({ settleCoin }) => settleCoin))) {
      const units = coin === 'BTC' ? (weather.credit * UNIT) / 50_000n : weather.credit * UNIT;
      twins.apply({ type: 'CreditAccount', time: timestamp(world.time), account, coin, amount: money(units) });
    }
  };
  for (const account of ACCOUNTS) {
    twins.apply({ type: 'OpenAccount', time: timestamp(GENESIS), account, kind: 'regular' });
    credit(account);
  }
  for (let i = 0; i < commands; i += 1) {
    const before = world.time;
    const command = drawCommand(scene);
    world.lastOrderId = twins.lastOrder;
    if (command.type !== 'AdvanceClock') twins.apply(command);
    else {
      world.time = before + 1_000 + world.random.below(59_000);
      const { terms, live } = upcoming(scene, instruments);
      instruments.splice(0, instruments.length, ...live);
      const listed = twins.advance(world.time, moveIndex(scene), houseActions(world), terms);
      if (listed !== undefined) {
        world.centre[listed.id] = 100_000;
        instruments.push(listed);
      }
    }
    if (i % 500 !== 0) continue;
    twins.compare();
    // A ruined trader gets new money, so that trading goes on.
    credit(world.random.pick(ACCOUNTS));
  }
  twins.compare();
  return twins;
}
