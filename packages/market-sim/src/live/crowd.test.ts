import { lotCount, priceNumber, quantity, quantityUnits, timestamp, type Event } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from './simulated-market.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = 100_000_000;
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

  watch(): void {
    this.exchange.apply({ type: 'WatchMarkets', time: timestamp(this.time), instruments: INSTRUMENTS.map(({ id }) => id) });
  }

  gap(coin: string, basisPoints: number): void {
    this.exchange.apply({ type: 'StageScenario', time: timestamp(this.time), scenario: 'gap', coin, basisPoints, duration: HOUR_MS });
  }

  /** The thinner side of a book within ten basis points of its touch, and its levels altogether. */
  near(instrument: number): { readonly lots: number; readonly levels: number } {
    const { bids, asks } = this.exchange.book(instrument, 500);
    const within = (rows: ArrayLike<number>): number => {
      let sum = 0;
      const best = rows[0] ?? 0;
      for (let at = 0; at < rows.length && Math.abs((rows[at] ?? 0) - best) <= best / 1_000; at += 2) sum += rows[at + 1] ?? 0;
      return sum;
    };
    return { lots: Math.min(within(bids), within(asks)), levels: Math.min(bids.length, asks.length) / 2 };
  }

  /** Dollars behind the contracts in USDT. */
  fund(): number {
    return Number(this.exchange.insurance().find(({ coin }) => coin === 'USDT')?.balance ?? 0) / UNITS;
  }

  /** Dollars that the contracts in USDT are worth. */
  heldValue(): number {
    return INSTRUMENTS.filter(({ kind }) => kind === 'LinearPerpetual').reduce((sum, { id, lotSize }) => {
      const { openInterest, mark } = this.exchange.market(id);
      return sum + ((lotCount(openInterest) * Number(lotSize)) / UNITS) * priceNumber(mark);
    }, 0);
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

  test('SIM-07 a fall liquidates participants: on the tape and as liquidations, open interest shrinks, the insurance fund moves', () => {
    const calm = new Floor(305);
    const fallen = new Floor(305);
    fallen.gap('BTC', -1_500);
    const told = new Map<number, number>();
    let sales = 0;
    let marked = 0;
    for (const event of fallen.run(6 * MINUTE_MS, 1_000)) {
      if (event.type === 'TradePrinted' && event.instrument === 0 && event.takerSide === 'Sell') sales += 1;
      if (event.type === 'TradePrinted' && event.instrument === 0 && event.liquidation && event.takerSide === 'Sell')
        marked += Number(quantityUnits(event.quantity));
      if (event.type !== 'PositionLiquidated' || event.side === 'Sell') continue;
      told.set(event.instrument, (told.get(event.instrument) ?? 0) + lotCount(event.size));
    }
    const calmSales = calm
      .run(6 * MINUTE_MS, 1_000)
      .filter((event) => event.type === 'TradePrinted' && event.instrument === 0 && event.takerSide === 'Sell').length;
    expect(sales).toBeGreaterThan(calmSales);
    expect(told.get(0)).toBeGreaterThan(0);
    const lot = Number(quantityUnits(INSTRUMENTS[0]?.lotSize ?? quantity(1n)));
    // Liquidations that wait too long settle outside the book and print no trade.
    expect(marked / lot).toBeGreaterThan(0);
    expect(marked / lot).toBeLessThanOrEqual(told.get(0) ?? 0);
    const lost = lotCount(calm.exchange.market(0).openInterest) - lotCount(fallen.exchange.market(0).openInterest);
    expect(lost / (told.get(0) ?? 1)).toBeGreaterThan(0.8);
    expect(fallen.openInterest(0)).toBeLessThan(calm.openInterest(0) * 0.97);
    expect(fallen.exchange.insurance()).not.toEqual(calm.exchange.insurance());
    fallen.exchange.audit();
  });

  test.each([
    [311, -500],
    [312, -1_500],
    [313, -3_000],
    [314, 1_500],
  ])('SIM-07 liquidations of seed %i after a gap of %i basis points are sold in slices: both sides of every book stay', (seed, points) => {
    const floor = new Floor(seed);
    floor.watch();
    floor.run(5_000, 50);
    const usual = INSTRUMENTS.map(({ id }) => floor.near(id));
    floor.gap('BTC', points);
    let thin = 0;
    let liquidated = 0;
    for (let step = 0; step < 2 * MINUTE_MS; step += 50) {
      liquidated += floor.step(50).filter(({ type }) => type === 'PositionLiquidated').length;
      const depths = INSTRUMENTS.map(({ id }) => floor.near(id));
      expect(Math.min(...depths.map(({ levels }) => levels))).toBeGreaterThan(2);
      thin += depths.filter(({ lots }, id) => lots < (usual[id]?.lots ?? 0) / 10).length / depths.length;
    }
    expect(liquidated).toBeGreaterThan(100);
    expect((thin * 50) / (2 * MINUTE_MS)).toBeLessThan(0.1);
    floor.exchange.audit();
  });

  test.each([
    [315, -1_500],
    [316, 1_500],
  ])('SIM-07 EXC-03 the insurance fund of seed %i, a twentieth of what is held, survives a gap of %i basis points', (seed, points) => {
    const floor = new Floor(seed);
    const before = floor.fund();
    expect(before / floor.heldValue()).toBeGreaterThan(0.04);
    expect(before / floor.heldValue()).toBeLessThan(0.07);
    floor.gap('BTC', points);
    floor.run(10 * MINUTE_MS, 1_000);
    floor.exchange.audit();
    expect(floor.fund() / before).toBeGreaterThan(0.3);
    expect(floor.fund() / before).toBeLessThan(0.95);
  });

  test('SIM-07 EXC-03 in ordinary hours the insurance fund gains a little by liquidations', () => {
    const floor = new Floor(402);
    const before = floor.fund();
    expect(floor.run(2 * HOUR_MS, 1_000).some(({ type }) => type === 'PositionLiquidated')).toBe(true);
    expect(floor.fund()).toBeGreaterThan(before);
    expect(floor.fund()).toBeLessThan(1.2 * before);
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
