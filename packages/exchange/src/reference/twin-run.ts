import {
  isDated,
  isInverse,
  isOption,
  isSpot,
  money,
  moneyUnits,
  price,
  rate,
  timestamp,
  type Instrument,
  type InstrumentTerms,
} from '@tapedeck/domain';
import { call, put } from '../testing/option-fixture.ts';
import { btcSpot, ethBtc } from '../testing/spot-fixture.ts';
import { GENESIS, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { Random, type RandomWorld } from '../testing/random-commands.ts';
import { ExchangeTwins } from './exchange-twins.ts';
import type { HouseAction } from './naive-exchange.ts';
import { drawCommand, type Scene, type Weather } from './twin-commands.ts';

const UNIT = 100_000_000n;
const HOUR = 3_600_000;
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
/** Tiers have the same value as those of linear contracts. */
const btcusd: Instrument = {
  ...btcInverse,
  tiers: btc.tiers.map((tier) => ({
    ...tier,
    limit: money(moneyUnits(tier.limit) / 50_000n),
    deduction: money(moneyUnits(tier.deduction) / 50_000n),
  })),
};
/** Instruments of each setting. */
export const MARKETS: Readonly<Record<'btc' | 'eth' | 'btcusd' | 'btcUsdc' | 'btcSpot' | 'ethBtc', Instrument>> = {
  btc: { ...btc, priceLimitRate: rate(5_000_000n) },
  eth,
  btcusd,
  btcUsdc,
  btcSpot,
  ethBtc,
};

const ETH_PER_BTC = 5_000;

/** A small simulated market: quotes around the index, takers that walk the book, and occasional empty books. */
function houseActions(world: RandomWorld): HouseAction[] {
  const { random } = world;
  const actions: HouseAction[] = [];
  for (const { id } of world.instruments) {
    const centre = world.centre[id] ?? 1;
    if (random.chance(30)) actions.push({ kind: 'withdraw', instrument: id });
    for (let left = random.below(4); left > 0; left -= 1) {
      const side = random.pick(['Buy', 'Sell'] as const);
      const away = 1 + random.below(Math.max(2, Math.floor(centre / 2_000)));
      const tick = Math.max(1, side === 'Buy' ? centre - away : centre + away);
      actions.push({ kind: 'quote', instrument: id, side, tick, lots: 1 + random.below(20_000) });
    }
    if (random.chance(20)) {
      const side = random.pick(['Buy', 'Sell'] as const);
      const away = Math.max(2, Math.floor(centre / 500));
      const tick = Math.max(1, side === 'Buy' ? centre + away : centre - away);
      actions.push({ kind: 'take', instrument: id, side, tick, lots: 1 + random.below(5_000) });
    }
  }
  return actions;
}

/** Markets without an index now; drawn separately, so that settings without outages stay unchanged. */
class Outages {
  readonly #random: Random;
  readonly #dark = new Set<number>();

  constructor(readonly weather: Weather) {
    this.#random = new Random(weather.seed + 1);
  }

  step(instruments: readonly Instrument[]): ReadonlySet<number> {
    const { outages = 0 } = this.weather;
    if (outages === 0) return this.#dark;
    for (const { id } of instruments) {
      if (this.#random.chance(this.#dark.has(id) ? 40 : outages)) {
        if (!this.#dark.delete(id)) this.#dark.add(id);
      }
    }
    return this.#dark;
  }
}

function moveIndex({ world, weather, twins }: Scene, outages: Outages): Map<number, bigint | undefined> {
  const index = new Map<number, bigint | undefined>();
  const dark = outages.step(world.instruments);
  for (const instrument of world.instruments) {
    const centre = world.centre[instrument.id] ?? 1;
    if (isOption(instrument)) {
      // Options of one coin and date share one index: that of the first market.
      index.set(instrument.id, index.get(0) ?? 1n);
      world.centre[instrument.id] = Math.max(1, twins.markTick(instrument.id));
      continue;
    }
    const share = world.random.chance(weather.leaps) ? 25 : 1;
    const moved = Math.max(2_000, Math.min(400_000, centre + Math.trunc((centre * share * (world.random.below(201) - 100)) / 20_000)));
    world.centre[instrument.id] = moved;
    index.set(instrument.id, dark.has(instrument.id) ? undefined : BigInt(moved) * BigInt(instrument.tickSize as never));
  }
  return index;
}

/** Listed instruments, and the dated contract to list if there is none: inverse where inverse contracts trade. */
function upcoming(scene: Scene, instruments: readonly Instrument[]): { terms: InstrumentTerms[]; live: Instrument[] } {
  const { world, twins, weather } = scene;
  const live = instruments.filter(({ id }) => twins.isListed(id));
  const count = world.centre.length;
  const deliveryAt = timestamp((Math.floor(world.time / HOUR) + 2 + world.random.below(5)) * HOUR);
  const terms: InstrumentTerms[] = [];
  const usdc = weather.markets.includes('btcUsdc');
  if (weather.dated && !live.some(isDated)) {
    const dated = { deliveryAt, deliveryFee: rate(50_000n), symbol: `DATED${count}` };
    if (live.some(isInverse) && !(usdc && world.random.chance(60))) terms.push({ ...btcusd, ...dated, kind: 'InverseFutures' });
    else if (usdc && world.random.chance(60)) terms.push({ ...btcUsdc, ...dated, kind: 'UsdcFutures' });
    else terms.push({ ...btc, ...dated, kind: 'LinearFutures' });
  }
  if (weather.options && !live.some(isOption)) {
    const at = BigInt(world.centre[0] ?? 1) * (UNIT / 2n);
    // One coin after the other, so that even a short run lists options of both.
    const coin = usdc && count % 2 === 0 ? ({ kind: 'UsdcOption', settleCoin: 'USDC', quoteCoin: 'USDC' } as const) : {};
    for (const [each, away] of [
      [call, 101n],
      [put, 99n],
    ] as const) {
      const strike = price((at * away) / 100n);
      terms.push({
        ...each,
        ...coin,
        deliveryAt,
        symbol: `OPTION${count}${each.option?.right}`,
        option: { right: each.option?.right ?? 'Call', strike },
      });
    }
  }
  return { terms, live };
}

/** Sends random commands of all kinds to both exchanges and compares their results; throws at the first difference. */
export function runTwins(weather: Weather, commands: number): ExchangeTwins {
  const instruments: Instrument[] = weather.markets.map((market, id) => ({ ...MARKETS[market], id }));
  const twins = new ExchangeTwins([...instruments], GENESIS);
  const world: RandomWorld = {
    random: new Random(weather.seed),
    instruments,
    accounts: ACCOUNTS,
    centre: instruments.map((one) => (one.baseCoin !== 'ETH' ? 100_000 : isSpot(one) ? ETH_PER_BTC : 50_000)),
    time: GENESIS,
    lastOrderId: 1,
    autoMargin: true,
  };
  const scene = { world, twins, weather };
  const outages = new Outages(weather);
  const credit = (account: number): void => {
    for (const coin of twins.coins) {
      // Some unified accounts start with one dollar coin.
      if (account % 5 === 0 && coin !== 'USDT' && weather.markets.some((market) => market === 'btcSpot')) continue;
      const units = (weather.credit * UNIT) / (coin === 'BTC' ? 50_000n : coin === 'ETH' ? 2_500n : 1n);
      twins.apply({ type: 'CreditAccount', time: timestamp(world.time), account, coin, amount: money(units) });
    }
  };
  for (const [at, account] of ACCOUNTS.entries()) {
    const kind = weather.kinds[at % weather.kinds.length] ?? 'regular';
    twins.apply({ type: 'OpenAccount', time: timestamp(GENESIS), account, kind });
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
      for (const listed of twins.advance(world.time, moveIndex(scene, outages), houseActions(world), terms)) {
        world.centre[listed.id] = isOption(listed) ? 500 : 100_000;
        instruments.push(listed);
      }
    }
    if (i % 500 !== 0) continue;
    twins.compare();
    // A ruined trader receives new money, so that trading continues.
    credit(world.random.pick(ACCOUNTS));
  }
  twins.compare();
  return twins;
}
