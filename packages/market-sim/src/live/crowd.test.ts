import { lotCount, timestamp, type Event } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from './simulated-market.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const INSTRUMENTS = PERPETUALS.filter(({ baseCoin }) => ['BTC', 'ETH', 'DOGE'].includes(baseCoin)).map((one, id) => ({ ...one, id }));

/** Contracts of three coins and a clock. */
class Floor {
  readonly market: SimulatedMarket;
  readonly exchange: Exchange;
  time = GENESIS;

  constructor(seed: number) {
    this.market = new SimulatedMarket(seed, INSTRUMENTS);
    this.exchange = new Exchange(INSTRUMENTS, this.market, timestamp(GENESIS));
    this.step(0);
  }

  step(elapsed: number): Event[] {
    this.time += elapsed;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
    return this.exchange.takeEvents();
  }

  run(duration: number, elapsed: number): Event[] {
    const events: Event[] = [];
    for (const end = this.time + duration; this.time < end;) for (const event of this.step(elapsed)) events.push(event);
    return events;
  }

  /** In volumes of the day before. */
  openInterest(instrument: number): number {
    const [day] = this.market.path.bars(instrument, 1_440, Math.floor(GENESIS / DAY_MS) - 1, 1);
    return lotCount(this.exchange.market(instrument).openInterest) / (day?.volume ?? 1);
  }
}

describe('open interest', () => {
  test('SIM-07 EXC-03 participants hold about half a daily volume in every contract, from the start and later on', () => {
    const ratios = [301, 302, 303].flatMap((seed) => {
      const floor = new Floor(seed);
      const before = INSTRUMENTS.map(({ id }) => floor.openInterest(id));
      floor.run(20 * 60_000, 1_000);
      floor.exchange.audit();
      for (const { id } of INSTRUMENTS) expect(Math.abs(floor.openInterest(id) / (before[id] ?? 1) - 1)).toBeLessThan(0.2);
      return before;
    });
    ratios.sort((a, b) => a - b);
    expect(ratios[0]).toBeGreaterThan(0.1);
    expect(ratios[ratios.length >> 1]).toBeGreaterThan(0.3);
    expect(ratios[ratios.length >> 1]).toBeLessThan(0.9);
  });

  test('SIM-07 a fall liquidates participants: their sales are on the tape, open interest shrinks, the insurance fund moves, money stays', () => {
    const calm = new Floor(305);
    const fallen = new Floor(305);
    const time = timestamp(fallen.time);
    fallen.exchange.apply({ type: 'StageScenario', time, scenario: 'gap', coin: 'BTC', basisPoints: -1_500, duration: HOUR_MS });
    const sold = (events: readonly Event[]): number =>
      events.reduce(
        (sum, event) => sum + (event.type === 'TradePrinted' && event.takerSide === 'Sell' && event.instrument === 0 ? 1 : 0),
        0,
      );
    expect(sold(fallen.run(60_000, 1_000))).toBeGreaterThan(sold(calm.run(60_000, 1_000)));
    expect(fallen.openInterest(0)).toBeLessThan(calm.openInterest(0) * 0.97);
    expect(fallen.exchange.insurance()).not.toEqual(calm.exchange.insurance());
    fallen.exchange.audit();
  });

  test('SIM-07 those whose margin a night used up are gone the next morning', () => {
    const floor = new Floor(307);
    floor.step(12 * HOUR_MS);
    floor.exchange.audit();
    const bytes = floor.exchange.write();
    const copy = Exchange.read(bytes, INSTRUMENTS, new SimulatedMarket(307, INSTRUMENTS));
    expect(copy.write()).toEqual(bytes);
    for (let i = 0; i < 60; i += 1) {
      const events = floor.step(1_000);
      copy.apply({ type: 'AdvanceClock', time: timestamp(floor.time) });
      expect(copy.takeEvents()).toEqual(events);
    }
  });
});
