import { isOption, lotCount, milliseconds, quantityUnits, timestamp, type Event, type Instrument } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from '../live/simulated-market.ts';
import { DAY_MS, MINUTE_MS } from '../path/calendar.ts';

const FEW = PERPETUALS.filter(({ kind, baseCoin }) => kind === 'LinearPerpetual' && ['BTC', 'ETH'].includes(baseCoin)).map((one, id) => ({
  ...one,
  id,
}));
/** A Tuesday. */
const GENESIS = Date.UTC(2026, 11, 8, 14);
const HOURS = 2;
type Trade = Extract<Event, { type: 'TradePrinted' }>;

const marketOf = (seed: number): SimulatedMarket => new SimulatedMarket(seed, FEW, { derivatives: true });

/** Nobody watches: participants alone. */
class Floor {
  exchange: Exchange;
  time = GENESIS;

  constructor(seed: number) {
    this.exchange = new Exchange(FEW, marketOf(seed), timestamp(GENESIS));
    this.step(0);
  }

  step(elapsed: number): Event[] {
    this.time += elapsed;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
    return this.exchange.events.splice(0);
  }

  get options(): Instrument[] {
    return this.exchange.instruments.filter((instrument) => isOption(instrument) && instrument.status === 'Trading');
  }

  openInterest({ id }: Instrument): number {
    return lotCount(this.exchange.market(id).openInterest);
  }

  sumOf(belongs: (instrument: Instrument) => boolean): number {
    return this.options.filter(belongs).reduce((sum, one) => sum + this.openInterest(one), 0);
  }
}

const isBitcoin = ({ symbol }: Instrument): boolean => symbol.startsWith('BTC-') && symbol.endsWith('-USDT');
const daysLeft = ({ deliveryAt }: Instrument): number => (milliseconds(deliveryAt ?? timestamp(0)) - GENESIS) / DAY_MS;

describe('SIM-07 participants in options', () => {
  const floor = new Floor(11);
  const before = new Map(floor.options.map((one) => [one.id, floor.openInterest(one)]));
  const bitcoin = floor.options.filter(isBitcoin);
  const trades: Trade[] = [];

  beforeAll(() => {
    for (let at = 0; at < HOURS * 3_600; at += 5)
      for (const event of floor.step(5_000))
        if (event.type === 'TradePrinted' && isOption(floor.exchange.instruments[event.instrument] as Instrument)) trades.push(event);
  });

  test('they trade in most strikes of all dates and coins, buying and selling', () => {
    const traded = new Set(trades.map(({ instrument }) => instrument));
    expect(traded.size).toBeGreaterThan(before.size / 2);
    const buys = trades.filter(({ takerSide }) => takerSide === 'Buy').length / trades.length;
    expect(buys).toBeGreaterThan(0.4);
    expect(buys).toBeLessThan(0.6);
    const dates = new Set(bitcoin.filter(({ id }) => traded.has(id)).map(({ deliveryAt }) => deliveryAt));
    expect(dates.size).toBe(new Set(bitcoin.map(({ deliveryAt }) => deliveryAt)).size);
  });

  test('more near the money and near the date, and in calls', () => {
    const own = (belongs: (instrument: Instrument) => boolean): number =>
      trades.filter(({ instrument }) => bitcoin.some((one) => one.id === instrument && belongs(one))).length;
    const share = (belongs: (instrument: Instrument) => boolean): number => own(belongs) / bitcoin.filter(belongs).length;
    const distance = ({ id, option }: Instrument): number => {
      const forward = Number(floor.exchange.market(id).index) / Number(option?.strike);
      return Math.abs(forward - 1) / Math.sqrt(Math.max(1, daysLeft(floor.exchange.instruments[id] as Instrument)));
    };
    const distances = bitcoin.map(distance).sort((a, b) => a - b);
    const middle = distances[Math.floor((distances.length * 2) / 3)] ?? 0;
    expect(share((one) => distance(one) < middle)).toBeGreaterThan(1.1 * share((one) => distance(one) >= middle));
    expect(share((one) => daysLeft(one) < 4)).toBeGreaterThan(1.2 * share((one) => daysLeft(one) > 90));
    expect(own(({ option }) => option?.right === 'Call')).toBeGreaterThan(own(({ option }) => option?.right === 'Put'));
  });

  test('sizes have a long tail: the median is a fraction of the mean', () => {
    const sizes = trades.flatMap(({ instrument, quantity }) =>
      bitcoin.some(({ id }) => id === instrument) ? [Number(quantityUnits(quantity)) / 1e8] : [],
    );
    sizes.sort((a, b) => a - b);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    expect(sizes[sizes.length >> 1]).toBeLessThan(0.7 * mean);
    expect(sizes.at(-1)).toBeGreaterThan(4 * mean);
    expect(sizes.at(-1)).toBeLessThan(200);
  });

  test('they hold nearly every strike from the start, most of it at the ends of months, and go on trading it', () => {
    const held = [...before.values()].filter((lots) => lots > 0).length;
    expect(held).toBeGreaterThan(0.8 * before.size);
    const changed = floor.options.filter((one) => floor.openInterest(one) !== before.get(one.id)).length;
    expect(changed).toBeGreaterThan(before.size / 3);
    const monthEnd = floor.sumOf(({ symbol }) => symbol.startsWith('BTC-25DEC26'));
    const week = floor.sumOf(({ symbol }) => symbol.startsWith('BTC-18DEC26'));
    expect(monthEnd).toBeGreaterThan(1.5 * week);
  });

  test('the day before somebody looked has trades too, once', () => {
    const market = marketOf(12);
    const exchange = new Exchange(FEW, market, timestamp(GENESIS));
    exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
    const options = exchange.instruments.filter((instrument) => isOption(instrument));
    const past = options.map((option) => market.optionPast(option, timestamp(GENESIS)));
    expect(past.filter((bars) => bars.length > 0).length).toBeGreaterThan(0.6 * options.length);
    for (const { start, close, volume } of past.flat()) {
      expect(start).toBeGreaterThan(GENESIS - DAY_MS);
      expect(Math.min(close, volume)).toBeGreaterThan(0);
    }
    expect(options.flatMap((option) => market.optionPast(option, timestamp(GENESIS + 1)))).toEqual([]);
  });

  test('EXC-07 written and read they go on the same way', () => {
    const bytes = floor.exchange.write();
    const copy = Exchange.read(bytes, FEW, marketOf(11));
    expect(copy.write()).toEqual(bytes);
    for (const elapsed of [1_000, 59_000, 60_000, 20 * MINUTE_MS, 1_000, 90_000]) {
      const events = floor.step(elapsed);
      copy.apply({ type: 'AdvanceClock', time: timestamp(floor.time) });
      expect(copy.events.splice(0)).toEqual(events);
    }
    expect(copy.write()).toEqual(floor.exchange.write());
  });

  test('EXC-03 what they hold ends with the option, and money adds up', () => {
    floor.exchange.audit();
    const next = floor.options.filter(({ symbol }) => symbol.startsWith('BTC-9DEC26'));
    expect(next.reduce((sum, one) => sum + floor.openInterest(one), 0)).toBeGreaterThan(0);
    floor.step(Date.UTC(2026, 11, 9, 7, 59) - floor.time);
    floor.step(2 * MINUTE_MS);
    floor.exchange.audit();
    expect(next.map(({ id }) => floor.exchange.isListed(id))).toEqual(next.map(() => false));
  });
});
