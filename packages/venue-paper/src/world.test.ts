import { lots, milliseconds, price, quantity, ticks, timestamp, type Event, type PlaceOrder, type Side } from '@tapedeck/domain';
import { StateOfAnotherVersion, StateUnreadable, type Command } from '@tapedeck/exchange';
import {
  DAY_MS,
  FOUNDING_INSTRUMENTS,
  LINEAR_INSTRUMENTS,
  MINUTE_MS,
  PricePath,
  instrumentsOf,
  RecordingReader,
} from '@tapedeck/market-sim';
import type { Candle, MinuteBar } from '@tapedeck/venue';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PaperVenue } from './testing/paper-venue.ts';
import { candleOfPath, rollUp } from './roll-up.ts';
import { PaperWorld } from './world.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14, 3, 20);
const UNIT = 100_000_000n;
const TRADER = 100;
const BTC = LINEAR_INSTRUMENTS[0];

/** A world in a venue with a clock that the test moves. */
class Floor {
  time: number;
  readonly venue: PaperVenue;
  readonly events: Event[] = [];
  readonly bars: MinuteBar[] = [];

  constructor(options: { readonly seed?: number; readonly recorded?: boolean; readonly genesis?: number } = {}) {
    this.time = options.genesis ?? GENESIS;
    this.venue = new PaperVenue({
      instruments: LINEAR_INSTRUMENTS,
      seed: options.seed ?? 1,
      now: () => this.time,
      recorded: options.recorded ?? false,
    });
    this.venue.listen({
      onEvents: ({ events }) => this.events.push(...events),
      onBook: () => undefined,
      onMarket: () => undefined,
      onMinuteBar: (bar) => this.bars.push(bar),
    });
    this.venue.openAccount(TRADER, 100_000n * UNIT);
    this.venue.watch([0]);
    this.venue.tick();
  }

  get world(): PaperWorld {
    return this.venue.world;
  }

  run(duration: number, elapsed: number): void {
    for (const end = this.time + duration; this.time < end;) {
      this.time += elapsed;
      this.venue.tick();
    }
  }

  candles(minutes: number | 'week' | 'month', limit: number, series: 'trade' | 'mark' = 'trade'): readonly Candle[] {
    return this.world.candles({ instrument: 0, series, minutes, before: this.time + 1, limit }).candles;
  }
}

function limitOrder(side: Side, price: number, quantity: number): Omit<PlaceOrder, 'time'> {
  return {
    type: 'PlaceOrder',
    account: TRADER,
    instrument: 0,
    side,
    orderType: 'Limit',
    price: ticks(price),
    quantity: lots(quantity),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: '',
    source: 'form',
  };
}

/** Millions of bytes: compared by hand, because a failing comparison of the matcher would print them all. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

const total = (bars: readonly Candle[], field: 'volume' | 'turnover'): bigint => bars.reduce((sum, bar) => sum + bar[field], 0n);

describe('paper world', () => {
  test('CHT-02 minute bars are what the trades make', () => {
    const floor = new Floor();
    const trades: { readonly time: number; readonly price: bigint; readonly quantity: bigint; readonly value: bigint }[] = [];
    floor.venue.listen({
      onEvents: ({ time, events }) => {
        for (const event of events) {
          if (event.type !== 'TradePrinted' || event.instrument !== 0) continue;
          const [price, quantity, value] = [event.price, event.quantity, event.value].map((raw) => BigInt(String(raw)));
          trades.push({ time: milliseconds(time), price: price ?? 0n, quantity: quantity ?? 0n, value: value ?? 0n });
        }
      },
      onBook: () => undefined,
      onMarket: () => undefined,
      onMinuteBar: () => undefined,
    });
    floor.run(3 * MINUTE_MS, 100);
    const closed = floor.bars.filter((bar) => bar.closed && bar.series === 'trade' && bar.instrument === 0).map((bar) => bar.candle);
    expect(closed).toHaveLength(3);
    // The first minute began before the test listened.
    for (const bar of closed.slice(1)) {
      const inside = trades.filter(({ time }) => time >= bar.start && time < bar.start + MINUTE_MS);
      const prices = inside.map(({ price }) => price);
      expect(bar).toEqual({
        start: bar.start,
        open: prices[0],
        high: prices.reduce((a, b) => (b > a ? b : a)),
        low: prices.reduce((a, b) => (b < a ? b : a)),
        close: prices.at(-1),
        volume: inside.reduce((sum, trade) => sum + trade.quantity, 0n),
        turnover: inside.reduce((sum, trade) => sum + trade.value, 0n),
      });
    }
    expect(floor.candles(1, 4).slice(0, 3)).toEqual(closed);
  });

  test('CHT-02 candles of every width are the roll-up of minutes, also across the beginning of the world', () => {
    const floor = new Floor();
    floor.run(12 * MINUTE_MS, 1_000);
    for (const series of ['trade', 'mark'] as const) {
      const minutes = floor.candles(1, 6_000, series);
      expect(minutes).toHaveLength(6_000);
      expect(minutes.every((bar, i) => i === 0 || bar.start === (minutes[i - 1]?.start ?? 0) + MINUTE_MS)).toBe(true);
      for (const width of [3, 5, 15, 30, 60, 120, 240, 360, 720, 1_440] as const) {
        const candles = floor.candles(width, 4, series);
        expect(candles).toEqual(rollUp(width, minutes).slice(-4));
      }
    }
    const days = floor.candles(1_440, 200);
    expect(floor.candles('week', 8)).toEqual(rollUp('week', days).slice(-8));
    expect(floor.candles('month', 4)).toEqual(rollUp('month', days).slice(-4));
    const path = new PricePath(1, LINEAR_INSTRUMENTS);
    const before = path.bars(0, 1, Math.floor(GENESIS / MINUTE_MS) - 1, 1)[0];
    expect(BTC && before && candleOfPath(BTC, 'trade', before)).toEqual(floor.candles(1, 14)[0]);
  });

  test('bars before the world, up to its first, come from the path; there are none before the path', () => {
    const { world } = new Floor();
    const query = { instrument: 0, series: 'trade', minutes: 1_440, limit: 10 } as const;
    const first = world.candles({ ...query, before: PricePath.start + 5 * DAY_MS });
    expect(first.complete).toBe(true);
    expect(first.candles.map((bar) => bar.start)).toEqual([0, 1, 2, 3, 4].map((day) => PricePath.start + day * DAY_MS));
    expect(world.candles({ ...query, before: GENESIS }).complete).toBe(false);
    expect(world.candles({ ...query, before: 0 }).candles).toEqual([]);
  });

  test('time the world was not running belongs to the path, and the day goes on', () => {
    const floor = new Floor();
    floor.run(2 * MINUTE_MS, 1_000);
    const stopped = Math.floor(floor.time / MINUTE_MS);
    floor.bars.length = 0;
    floor.time += 5 * 3_600_000;
    floor.venue.tick();
    floor.run(2 * MINUTE_MS, 1_000);
    const path = new PricePath(1, LINEAR_INSTRUMENTS);
    const missing = path.bars(0, 1, stopped + 1, 299).map((bar) => BTC && candleOfPath(BTC, 'trade', bar));
    expect(floor.candles(1, 302).slice(0, 299)).toEqual(missing);
    expect(floor.candles(5, 60)).toEqual(rollUp(5, floor.candles(1, 400)).slice(-60));
    expect(
      floor.bars.filter((bar) => bar.closed && bar.instrument === 0 && bar.series === 'trade').map((bar) => bar.candle.start / MINUTE_MS),
    ).toEqual([stopped, stopped + 300, stopped + 301]);
    const day = floor.world.market(0)?.day;
    const minutes = floor.candles(1, 1_440);
    expect(day?.volume).toBe(total(minutes, 'volume'));
    expect(day?.turnover).toBe(total(minutes, 'turnover'));
    expect(day?.open).toBe(minutes[0]?.open);
  });

  test('minutes older than the ring come from what was stored, and from the path where nothing was', () => {
    const floor = new Floor();
    floor.run(5 * MINUTE_MS, 5_000);
    const lived = floor.candles(1, 6).slice(0, 5);
    floor.time += 3 * DAY_MS + 10 * MINUTE_MS;
    floor.venue.tick();
    const query = { instrument: 0, series: 'trade', minutes: 1, before: (lived.at(-1)?.start ?? 0) + 1, limit: 5 } as const;
    expect(floor.world.storedSpan(query)).toEqual({ from: lived[0]?.start, to: (lived.at(-1)?.start ?? 0) + MINUTE_MS });
    expect(floor.world.candles(query, lived).candles).toEqual(lived);
    expect(floor.world.candles({ ...query, minutes: 5, limit: 1 }, lived).candles[0]?.volume).toBeGreaterThan(0n);
    const fallback = floor.world.candles(query).candles;
    expect(fallback.map((bar) => bar.start)).toEqual(lived.map((bar) => bar.start));
    expect(fallback).not.toEqual(lived);
    expect(floor.world.storedSpan({ ...query, before: GENESIS - DAY_MS })).toBeUndefined();
  });

  test('SIM-01 two worlds of one seed give the same tape', () => {
    const tape = (seed: number): Event[] => {
      const floor = new Floor({ seed });
      floor.run(20_000, 100);
      return floor.events;
    };
    expect(tape(8)).toEqual(tape(8));
    expect(tape(8)).not.toEqual(tape(9));
  });

  test('a world written and read goes on identically under random commands', () => {
    const { world } = new Floor({ seed: 4 });
    world.takeEvents();
    const bytes = world.write();
    const anyCommand = fc.record({
      kind: fc.constantFrom('clock', 'clock', 'clock', 'order', 'market', 'cancel', 'watch', 'sleep'),
      buys: fc.boolean(),
      distance: fc.integer({ min: -40, max: 400 }),
      quantity: fc.integer({ min: 1, max: 200 }),
      elapsed: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(fc.array(anyCommand, { minLength: 20, maxLength: 40 }), (drawn) => {
        const [a, b] = [PaperWorld.read(bytes, LINEAR_INSTRUMENTS), PaperWorld.read(bytes, LINEAR_INSTRUMENTS)];
        for (const { kind, buys, distance, quantity, elapsed } of drawn) {
          const time = timestamp(milliseconds(a.now) + (kind === 'sleep' ? elapsed * 500 : elapsed));
          const { bestBid = ticks(0), bestAsk = ticks(0) } = a.market(0)?.state ?? {};
          const touch = Number(String(buys ? bestAsk : bestBid));
          const commands: Record<typeof kind, Command> = {
            clock: { type: 'AdvanceClock', time },
            sleep: { type: 'AdvanceClock', time },
            order: { ...limitOrder(buys ? 'Buy' : 'Sell', touch + (buys ? -distance : distance), quantity), time },
            market: { ...limitOrder(buys ? 'Buy' : 'Sell', 0, quantity), orderType: 'Market', timeInForce: 'ImmediateOrCancel', time },
            cancel: { type: 'CancelAllOrders', account: TRADER, instrument: -1, time },
            watch: { type: 'WatchMarkets', instruments: buys ? [0, 2] : [], time },
          };
          expect(b.apply(commands[kind])).toEqual(a.apply(commands[kind]));
          expect(b.takeEvents()).toEqual(a.takeEvents());
        }
        const written = a.write();
        expect(sameBytes(written, b.write())).toBe(true);
        expect(sameBytes(written, PaperWorld.read(written, LINEAR_INSTRUMENTS).write())).toBe(true);
        a.audit();
      }),
      { seed: 29, numRuns: 8 },
    );
  });

  test('OPS-01 a market of chosen coins lists their futures and options over time, and no other coin, also after a restart', () => {
    const coins = ['BTC', 'ETH'];
    const kinds = (world: PaperWorld): ReadonlySet<string> => new Set(world.instruments.map(({ kind }) => kind));
    const begin = (instruments: typeof FOUNDING_INSTRUMENTS): PaperWorld =>
      PaperWorld.create({ instruments, seed: 3, genesis: timestamp(GENESIS), recorded: false, derivatives: true });
    const [few, all] = [begin(instrumentsOf(coins)), begin(FOUNDING_INSTRUMENTS)];
    const step = (world: PaperWorld, seconds: number): void =>
      void world.apply({ type: 'AdvanceClock', time: timestamp(GENESIS + seconds * 1_000) });
    for (const world of [few, all]) step(world, 1);
    const restored = PaperWorld.read(few.write(), instrumentsOf(coins));
    step(restored, 120);
    expect([...new Set(restored.instruments.map(({ baseCoin }) => baseCoin))]).toEqual(coins);
    expect(kinds(restored)).toEqual(kinds(all));
    // The market of all coins lists new ones.
    const founding = new Set(FOUNDING_INSTRUMENTS.map(({ baseCoin }) => baseCoin));
    expect(all.instruments.some(({ baseCoin }) => !founding.has(baseCoin))).toBe(true);
  });

  test('D5 a question leaves no trace in the state, whatever is asked and however little was traded', () => {
    const world = PaperWorld.create({
      instruments: FOUNDING_INSTRUMENTS,
      seed: 3,
      genesis: timestamp(GENESIS),
      recorded: false,
      derivatives: true,
    });
    world.apply({ type: 'AdvanceClock', time: timestamp(GENESIS + 1_000) });
    const before = world.write();
    expect(world.instruments.length).toBeGreaterThan(FOUNDING_INSTRUMENTS.length);
    for (const { id } of world.instruments) {
      world.market(id);
      world.book(id);
      world.recentTrades(id);
      world.candles({ instrument: id, series: 'mark', minutes: 1, before: GENESIS, limit: 2 });
    }
    world.account(TRADER);
    world.publish();
    expect(sameBytes(world.write(), before)).toBe(true);
  });

  test('bytes that no world wrote are refused', () => {
    expect(() => PaperWorld.read(new Uint8Array(16), LINEAR_INSTRUMENTS)).toThrow(StateOfAnotherVersion);
    const bytes = new Floor().world.write();
    expect(() => PaperWorld.read(bytes.slice(0, bytes.length - 5), LINEAR_INSTRUMENTS)).toThrow(StateUnreadable);
  });

  test('MKT-01 published book changes turn each book into the next, without a hole in their numbers', () => {
    const floor = new Floor();
    const snapshot = floor.world.book(0);
    const sides = { bids: new Map<number, number>(), asks: new Map<number, number>() };
    const set = (side: Map<number, number>, levels: readonly number[]): void => {
      for (let i = 0; i < levels.length; i += 2) {
        const [tick = 0, count = 0] = levels.slice(i, i + 2);
        if (count === 0) expect(side.delete(tick)).toBe(true);
        else side.set(tick, count);
      }
    };
    set(sides.bids, snapshot.book.bids);
    set(sides.asks, snapshot.book.asks);
    let { update } = snapshot;
    floor.venue.listen({
      onEvents: () => undefined,
      onBook: (changes) => {
        expect(changes.update).toBe(update + 1);
        update = changes.update;
        set(sides.bids, changes.bids);
        set(sides.asks, changes.asks);
      },
      onMarket: () => undefined,
      onMinuteBar: () => undefined,
    });
    floor.run(20_000, 50);
    const { book } = floor.world.book(0);
    const flat = (side: Map<number, number>, sign: number): number[] => [...side].sort((a, b) => sign * (a[0] - b[0])).flat();
    expect(update).toBeGreaterThan(100);
    expect(flat(sides.bids, -1)).toEqual(book.bids);
    expect(flat(sides.asks, 1)).toEqual(book.asks);
  });
});

describe('paper world on a recorded tape', () => {
  const lines = [
    'timestamp,open,high,low,close,volume',
    '2025-05-30 16:39:00+00:00,104217.5,104402.7,104200.0,104337.8,477.605',
    '2025-05-30 16:40:00+00:00,104337.8,104409.1,104230.8,104288.5,328.242',
    '2025-05-30 16:41:00+00:00,104288.5,104288.5,104288.5,104288.5,0.001',
    '2025-05-30 16:42:00+00:00,104288.5,104300,104000.1,104000.1,12.5',
  ];
  const start = Date.UTC(2025, 4, 30, 16, 39);
  const reader = new RecordingReader({ instruments: LINEAR_INSTRUMENTS, symbol: 'BTCUSDT' });
  for (const line of lines) reader.push(line);
  const { trades } = reader.finish();

  function play(floor: Floor, until = Infinity): void {
    for (const { time, side, price, quantity } of trades) {
      if (time < floor.time || time >= until) continue;
      floor.time = time;
      floor.venue.apply({ type: 'AdvanceClock' });
      floor.venue.replay({ instrument: 0, side, price: price as never, quantity: quantity as never });
      floor.venue.publish();
      floor.world.audit();
    }
  }

  test('SIM-02 candles equal the recording’s', () => {
    const floor = new Floor({ recorded: true, genesis: start });
    play(floor);
    const units = (text: string | undefined): bigint => BigInt(Math.round(Number(text) * 1e8));
    expect(floor.candles(1, 10).map(({ start: at, open, high, low, close, volume }) => [at, open, high, low, close, volume])).toEqual(
      lines.slice(1).map((line, i) => {
        const [, open, high, low, close, volume] = line.split(',');
        return [start + i * MINUTE_MS, units(open), units(high), units(low), units(close), units(volume)];
      }),
    );
    expect(floor.candles(5, 10)).toEqual(rollUp(5, floor.candles(1, 10)));
  });

  test('SIM-02 a resting order is filled when the tape trades through it, at its own price, and not by moving quotes', () => {
    const floor = new Floor({ recorded: true, genesis: start });
    play(floor, start + 2 * MINUTE_MS);
    const outcome = floor.venue.apply(limitOrder('Buy', 1_042_000, 100));
    expect(outcome.refusal).toBeUndefined();
    floor.events.length = 0;
    play(floor, start + 3 * MINUTE_MS + 30_000);
    expect(floor.world.account(TRADER)?.orders).toHaveLength(1);
    play(floor);
    expect(floor.world.account(TRADER)?.orders).toHaveLength(0);
    const fills = floor.events.filter((event) => event.type === 'OrderFilled' && event.account === TRADER);
    expect(fills).toHaveLength(1);
    expect(fills[0]).toMatchObject({ maker: true, price: 10_420_000_000_000n, quantity: 100 });
  });

  test('SIM-02 a page that falls into a hole of the tape goes on before the hole', () => {
    const floor = new Floor({ recorded: true, genesis: start });
    play(floor);
    const first = floor.candles(1, 3);
    const later = start + 400 * DAY_MS;
    floor.time = later;
    floor.venue.apply({ type: 'ReplayTrade', instrument: 0, side: 'Buy', price: price(10_500_000_000_000n), quantity: quantity(UNIT) });
    const query = { instrument: 0, series: 'trade', minutes: 1, before: later - 10 * MINUTE_MS, limit: 100 } as const;
    const span = floor.world.storedSpan(query);
    expect(span).toBeDefined();
    expect(span?.from).toBeLessThanOrEqual(start);
    const page = floor.world.candles(query, first);
    expect(page.candles.slice(-first.length)).toEqual(first);
    expect(page.complete).toBe(true);
    expect(floor.world.candles({ ...query, limit: 2 }, first).complete).toBe(false);
  });
  test('SIM-02 a market order is filled from the depth around the last recorded price', () => {
    const floor = new Floor({ recorded: true, genesis: start });
    play(floor, start + 2 * MINUTE_MS);
    floor.venue.apply({ ...limitOrder('Buy', 0, 100), orderType: 'Market', timeInForce: 'ImmediateOrCancel' });
    const [position] = floor.world.account(TRADER)?.positions ?? [];
    expect(position).toMatchObject({ side: 'Buy', size: 100 });
    floor.run(1_000, 100);
    const { bestBid, bestAsk, index, last } = floor.world.market(0)?.state ?? {};
    // The last price is the user's own trade, one tick above the tape's.
    expect([index, last]).toEqual([10_428_850_000_000n, 10_428_860_000_000n]);
    expect([bestBid, bestAsk]).toEqual([1_042_884, 1_042_886]);
  });
});
