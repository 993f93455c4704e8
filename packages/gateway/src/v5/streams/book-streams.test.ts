import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodeLevels } from '@tapedeck/protocol';
import type { FakeVenue } from '../../testing/fake-venue.ts';
import { BTC, START } from '../../testing/fake-venue.ts';
import { createWorld, settle, type World } from '../../testing/fake-world.ts';
import { OPTION, everyCategory } from '../../testing/program-markets.ts';
import { ProgramSocket } from '../../testing/program-socket.ts';

let world: World;
beforeEach(() => {
  world = everyCategory();
});

const open = (channel: ConstructorParameters<typeof ProgramSocket>[1]): ProgramSocket => new ProgramSocket(world.gateway, channel);

interface BookData {
  readonly b: readonly (readonly [string, string])[];
  readonly a: readonly (readonly [string, string])[];
  readonly u: number;
  readonly seq: number;
}

/** The book that a program makes of its frames. */
class ProgramBook {
  u: number | undefined;
  seq = 0;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();

  take(frames: readonly Readonly<Record<string, unknown>>[]): this {
    for (const { type, data } of frames) {
      const { b, a, u, seq } = data as BookData;
      if (type === 'snapshot') {
        this.bids.clear();
        this.asks.clear();
      } else expect(u).toBe((this.u ?? 0) + 1);
      [this.u, this.seq] = [u, seq];
      for (const [side, rows] of [
        [this.bids, b],
        [this.asks, a],
      ] as const)
        for (const [at, size] of rows) {
          if (size === '0') expect(side.delete(at)).toBe(true);
          else side.set(at, size);
        }
    }
    return this;
  }

  /** Compares with the expected book at a depth. */
  expectTop(venue: FakeVenue, depth: number): void {
    const { bids, asks } = venue.bookNow(BTC.id);
    expect(this.bids).toEqual(new Map(encodeLevels(bids.slice(0, 2 * depth), BTC)));
    expect(this.asks).toEqual(new Map(encodeLevels(asks.slice(0, 2 * depth), BTC)));
  }
}

describe('orderbook', () => {
  const change = fc.record({
    side: fc.boolean(),
    at: fc.integer({ min: 1, max: 90 }),
    size: fc.integer({ min: 0, max: 5 }),
    lost: fc.integer({ max: 9, min: 0 }),
  });

  test.each([1, 50, 200])('E1 BOT-01 at depth %i the frames make the best levels, whatever happens to the book', async (depth) => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 80 }), async (changes) => {
        const { gateway, venue, faults } = createWorld();
        const socket = new ProgramSocket(gateway, 'linear').subscribe(`orderbook.${depth}.BTCUSDT`);
        await settle();
        const book = new ProgramBook();
        for (const { side, at, size, lost } of changes) {
          const levels = [side ? 640_000 - at : 640_000 + at, size];
          venue.changeBook(BTC.id, side ? levels : [], side ? [] : levels, lost === 0);
          await settle();
          book.take(socket.takeOf(`orderbook.${depth}.BTCUSDT`));
        }
        // The next update reveals the gap.
        venue.changeBook(BTC.id, [639_999, 9], []);
        await settle();
        book.take(socket.takeOf(`orderbook.${depth}.BTCUSDT`)).expectTop(venue, depth);
        expect(faults).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('BOT-01 a frame has the keys and the types of the exchange', async () => {
    world.venue.changeBook(BTC.id, [639_999, 5], [640_001, 7]);
    const socket = open('linear').subscribe('orderbook.50.BTCUSDT');
    await settle();
    const [snapshot] = socket.takeOf('orderbook.50.BTCUSDT');
    expect(snapshot).toEqual({
      topic: 'orderbook.50.BTCUSDT',
      type: 'snapshot',
      ts: START,
      cts: START,
      data: { s: 'BTCUSDT', b: [['63999.9', '0.005']], a: [['64000.1', '0.007']], u: 2, seq: 1 },
    });
    world.venue.changeBook(BTC.id, [639_999, 0, 639_998, 4], []);
    expect(socket.takeOf('orderbook.50.BTCUSDT')).toMatchObject([
      {
        type: 'delta',
        data: {
          b: [
            ['63999.9', '0'],
            ['63999.8', '0.004'],
          ],
          a: [],
          u: 3,
          seq: 2,
        },
      },
    ]);
  });

  test('BOT-01 a level that is pushed out of the window is deleted, and told again when it is back', async () => {
    world.venue.changeBook(BTC.id, Array.from({ length: 50 }, (_, at) => [640_000 - at, 1]).flat(), []);
    const socket = open('linear').subscribe('orderbook.50.BTCUSDT');
    await settle();
    socket.take();
    world.venue.changeBook(BTC.id, [640_001, 1], []);
    expect(socket.take()).toMatchObject([
      {
        data: {
          b: [
            ['64000.1', '0.001'],
            ['63995.1', '0'],
          ],
        },
      },
    ]);
    world.venue.changeBook(BTC.id, [640_001, 0], []);
    expect(socket.take()).toMatchObject([
      {
        data: {
          b: [
            ['64000.1', '0'],
            ['63995.1', '0.001'],
          ],
        },
      },
    ]);
    world.venue.changeBook(BTC.id, [600_000, 5], []);
    expect(socket.take()).toEqual([]);
  });

  test('BOT-01 the best level is always whole, and told again by its number when it is quiet', async () => {
    world.venue.changeBook(BTC.id, [640_000, 1], [640_002, 1]);
    const socket = open('linear').subscribe('orderbook.1.BTCUSDT');
    await settle();
    const [first] = socket.takeOf('orderbook.1.BTCUSDT');
    world.now += 2_000;
    socket.check();
    expect(socket.take()).toEqual([]);
    world.now += 1_500;
    socket.check();
    expect(socket.take()).toMatchObject([{ type: 'snapshot', data: first?.['data'] }]);
    world.venue.changeBook(BTC.id, [640_000, 2], []);
    expect(socket.take()).toMatchObject([{ type: 'snapshot', data: { b: [['64000.0', '0.002']], a: [['64000.2', '0.001']] } }]);
  });

  test('E3 BOT-04 a congested socket gets a fresh book when it has caught up', async () => {
    world.venue.changeBook(BTC.id, [640_000, 1], [640_002, 1]);
    const socket = open('linear').subscribe('orderbook.50.BTCUSDT');
    await settle();
    socket.take();
    socket.isCongested = true;
    world.venue.changeBook(BTC.id, [640_000, 2], []);
    socket.take();
    for (let at = 3; at < 9; at += 1) world.venue.changeBook(BTC.id, [640_000, at], []);
    expect(socket.take()).toEqual([]);
    socket.drain();
    expect(socket.take()).toMatchObject([{ type: 'snapshot', data: { b: [['64000.0', '0.008']] } }]);
  });

  test('BOT-01 books of spot, inverse and options have the depths of their kind', () => {
    expect(open('spot').subscribe('orderbook.1.BTCUSDT', 'orderbook.1000.BTCUSDT').take()[0]).toMatchObject({ success: true });
    expect(open('inverse').subscribe('orderbook.200.BTCUSD').take()[0]).toMatchObject({ success: true });
    expect(open('option').subscribe(`orderbook.25.${OPTION.symbol}`, `orderbook.100.${OPTION.symbol}`).take()[0]).toMatchObject({
      success: true,
    });
    expect(open('option').subscribe(`orderbook.50.${OPTION.symbol}`).take()[0]).toMatchObject({ success: false });
  });
});
