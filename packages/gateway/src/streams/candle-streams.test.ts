import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { RESOLUTIONS, candleFrame, encodeCandle, parseWire } from '@tapedeck/protocol';
import type { Resolution } from '@tapedeck/protocol';
import type { Candle } from '@tapedeck/venue';
import { BTC, START, fakeCandle, units } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld, settle, type World } from '../testing/fake-world.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, bucketOf } from '../resolutions.ts';
import { joinBars } from './forming-bar.ts';

let world: World;
let socket: FakeSocket;
beforeEach(() => {
  world = createWorld();
  socket = new FakeSocket(world.gateway, 'public');
});

/** Candle frames since the last look, as [start, open, high, low, close, volume, closed]. */
const rows = () =>
  socket
    .take()
    .filter((frame) => frame['op'] === undefined)
    .map((frame) => parseWire(candleFrame, frame).data)
    .map(({ row, confirm }) => [...row.slice(0, 6), confirm]);

/** Answers of a venue with minute bars: bars of any length, rolled up from them. */
function rolledUp(minutes: readonly Candle[]) {
  return ({ minutes: length }: { readonly minutes: number | 'week' | 'month' }): Candle[] => {
    if (typeof length !== 'number') throw new Error('weeks and months are made of days here');
    const bars = new Map<number, Candle>();
    for (const minute of minutes) {
      const start = Math.floor(minute.start / (length * MINUTE_MS)) * length * MINUTE_MS;
      const joined = joinBars(bars.get(start), minute);
      bars.set(start, { ...joined, start });
    }
    return [...bars.values()];
  };
}

describe('buckets', () => {
  test.each([
    ['1', '2023-11-14T22:13:00Z', '2023-11-14T22:14:00Z'],
    ['15', '2023-11-14T22:00:00Z', '2023-11-14T22:15:00Z'],
    ['240', '2023-11-14T20:00:00Z', '2023-11-15T00:00:00Z'],
    ['1D', '2023-11-14T00:00:00Z', '2023-11-15T00:00:00Z'],
    ['1W', '2023-11-13T00:00:00Z', '2023-11-20T00:00:00Z'],
    ['1M', '2023-11-01T00:00:00Z', '2023-12-01T00:00:00Z'],
  ] as const)('the %s bar begins at %s', (resolution, start, end) => {
    expect(bucketOf(resolution, START)).toEqual({ start: Date.parse(start), end: Date.parse(end) });
  });

  test('every moment is in exactly one bucket of each resolution', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RESOLUTIONS), fc.integer({ min: 0, max: 4_000_000_000_000 }), (resolution, time) => {
        const { start, end } = bucketOf(resolution, time);
        expect(start <= time && time < end).toBe(true);
        expect(bucketOf(resolution, end - 1)).toEqual({ start, end });
        expect(bucketOf(resolution, end).start).toBe(end);
      }),
    );
  });
});

describe('candle topics', () => {
  test('NTF-05 the forming minute is sent as it changes, and once more when it closes', async () => {
    socket.say({ op: 'subscribe', args: ['candle.1.BTCUSDT'] });
    world.venue.emitMinute(fakeCandle(START, '64000'));
    await settle();
    world.venue.emitMinute(fakeCandle(START, '64000', { close: units('64010'), high: units('64010'), volume: units('2') }), true);
    world.venue.emitMinute(fakeCandle(START, '1'), false, 'mark');
    expect(rows()).toEqual([
      [START, '64000.0', '64000.0', '64000.0', '64000.0', '1', false],
      [START, '64000.0', '64010.0', '64000.0', '64010.0', '2', true],
    ]);
    expect(world.venue.candleQueries).toEqual([]);
  });

  test('a bar of five minutes begins with what its minutes came to before somebody looked', async () => {
    const earlier = [0, 1, 2].map((i) => fakeCandle(START - (3 - i) * MINUTE_MS, String(64_000 + i)));
    world.venue.bars = rolledUp([fakeCandle(START - 4 * MINUTE_MS, '1'), ...earlier]);
    socket.say({ op: 'subscribe', args: ['candle.5.BTCUSDT'] });
    world.venue.emitMinute(fakeCandle(START, '63000'));
    await settle();
    const begin = START - 3 * MINUTE_MS;
    world.venue.emitMinute(fakeCandle(START, '63000', { volume: units('7') }), true);
    world.venue.emitMinute(fakeCandle(START + MINUTE_MS, '65000'), true);
    world.venue.emitMinute(fakeCandle(START + 2 * MINUTE_MS, '61000'));
    expect(rows()).toEqual([
      [begin, '64000.0', '64002.0', '63000.0', '63000.0', '4', false],
      [begin, '64000.0', '64002.0', '63000.0', '63000.0', '10', false],
      [begin, '64000.0', '65000.0', '63000.0', '65000.0', '11', true],
      [START + 2 * MINUTE_MS, '61000.0', '61000.0', '61000.0', '61000.0', '1', false],
    ]);
  });

  test('a bar whose last minute was never seen to close is closed by the first minute of the next', async () => {
    socket.say({ op: 'subscribe', args: ['candle.1.BTCUSDT'] });
    world.venue.emitMinute(fakeCandle(START, '64000'));
    await settle();
    world.venue.emitMinute(fakeCandle(START + 5 * MINUTE_MS, '64001'));
    world.venue.emitMinute(fakeCandle(START, '1'), true);
    expect(rows().map(([start, , , , , , closed]) => [start, closed])).toEqual([
      [START, false],
      [START, true],
      [START + 5 * MINUTE_MS, false],
    ]);
  });

  test('a month is read as its days, the hours of today and the minutes of this hour', async () => {
    socket.say({ op: 'subscribe', args: ['mark_kline.1M.BTCUSDT'] });
    world.venue.emitMinute(fakeCandle(START, '64000'), false, 'mark');
    await settle();
    const today = Math.floor(START / DAY_MS) * DAY_MS;
    const thisHour = Math.floor(START / HOUR_MS) * HOUR_MS;
    expect(world.venue.candleQueries).toEqual([
      { instrument: 0, series: 'mark', minutes: 1440, before: today, limit: 13 },
      { instrument: 0, series: 'mark', minutes: 60, before: thisHour, limit: 22 },
      { instrument: 0, series: 'mark', minutes: 1, before: START, limit: 13 },
    ]);
  });

  test('a later subscriber gets the bar as it stands; one that reads history again after a failure gets it too', async () => {
    const { candles } = world.venue;
    world.venue.candles = () => Promise.reject(new Error('not now'));
    socket.say({ op: 'subscribe', args: ['candle.5.BTCUSDT'] });
    world.venue.emitMinute(fakeCandle(START, '64000'));
    await settle();
    expect([rows(), world.faults.length]).toEqual([[], 1]);
    world.venue.candles = candles.bind(world.venue);
    world.venue.emitMinute(fakeCandle(START, '64000'));
    await settle();
    expect(rows().length).toBe(1);
    socket = new FakeSocket(world.gateway, 'public');
    socket.say({ op: 'subscribe', args: ['candle.5.BTCUSDT'] });
    expect(rows()).toEqual([[START - 3 * MINUTE_MS, '64000.0', '64000.0', '64000.0', '64000.0', '1', false]]);
  });

  test('a bar that nobody followed for a while is read again', async () => {
    const first = fakeCandle(START - MINUTE_MS, '64000');
    const missed = fakeCandle(START, '65000');
    socket.say({ op: 'subscribe', args: ['candle.5.BTCUSDT'] });
    world.venue.emitMinute(first);
    await settle();
    socket.say({ op: 'unsubscribe', args: ['candle.5.BTCUSDT'] });
    world.venue.bars = rolledUp([first, missed]);
    world.venue.emitMinute(missed);
    socket.say({ op: 'subscribe', args: ['candle.5.BTCUSDT'] });
    socket.take();
    world.venue.emitMinute(fakeCandle(START + MINUTE_MS, '64500'));
    await settle();
    expect(rows()).toEqual([[START - 3 * MINUTE_MS, '64000.0', '65000.0', '64000.0', '64500.0', '3', false]]);
  });

  const minute = fc.record({
    step: fc.constantFrom(0, 0, 1, 1, 1, 2, 40),
    price: fc.integer({ min: 1, max: 9 }),
    volume: fc.integer({ min: 1, max: 9 }),
  });

  test('the bars of every resolution equal the roll-up of the minutes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Resolution>('1', '3', '5', '60', '240', '1D', '1W', '1M'),
        fc.array(minute, { minLength: 2, maxLength: 60 }),
        fc.nat({ max: 30 }),
        async (resolution, script, joinAt) => {
          world = createWorld();
          socket = new FakeSocket(world.gateway, 'public');
          const bars = new Map<number, Candle>();
          world.venue.bars = (query) => rolledUp([...bars.values()])(query);
          const seen = new Map<number, string>();
          let start = START - 90 * MINUTE_MS;
          for (const [i, { step, price, volume }] of script.entries()) {
            if (i === Math.min(joinAt, script.length - 1)) socket.say({ op: 'subscribe', args: [`candle.${resolution}.BTCUSDT`] });
            start += step * MINUTE_MS;
            const before = bars.get(start);
            const fresh = fakeCandle(start, String(price), { volume: units(String(volume)) });
            const candle = before === undefined ? fresh : { ...joinBars(before, fresh), start };
            bars.set(start, candle);
            world.venue.emitMinute(candle);
            if (i % 3 === 0) await settle();
          }
          await settle();
          for (const frame of socket.take()) {
            if (frame['op'] !== undefined) continue;
            const { row } = parseWire(candleFrame, frame).data;
            seen.set(row[0], JSON.stringify(row));
          }
          expect(seen.size).toBeGreaterThan(0);
          for (const [at, row] of seen) {
            const { end } = bucketOf(resolution, at);
            const [first, ...others] = [...bars.values()].filter((bar) => bar.start >= at && bar.start < end);
            const whole = others.reduce<Candle | undefined>((sum, bar) => joinBars(sum, bar), first);
            expect(row).toBe(whole && JSON.stringify(encodeCandle({ ...whole, start: at }, BTC)));
          }
          expect(world.faults).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
