import { InvariantBroken } from '@tapedeck/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BookTwins, type BookCommand } from '../reference/book-twins.ts';
import { ByteStateReader, ByteStateWriter } from '../codec/state-bytes.ts';
import { PlainTaker } from '../testing/plain-taker.ts';
import { matchOrder } from './match.ts';
import { BUY, OrderBook, SELL, type BookSide } from './order-book.ts';

const FIXED_COMMANDS = 60_000;
const RANDOM_COMMANDS = 20_000;
const FIXED_SEED = 20_240_601;
/** That of the properties: another one on demand. */
const RANDOM_SEED = fc.readConfigureGlobal().seed ?? FIXED_SEED + 1;

/** A small seeded generator: mulberry32. */
function seeded(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * below) / 2 ** 32) | 0;
  };
}

/** `spread` is how far orders may lie from the centre: by a bit count, so that near and far are equally likely. */
function randomCommand(random: (below: number) => number, centre: number, spread: number): BookCommand {
  const roll = random(100);
  if (roll < 2) return { kind: 'restore' };
  if (roll < 32) return { kind: 'cancel', pick: random(1 << 20) };
  if (roll < 38) return { kind: 'reduce', pick: random(1 << 20), lots: 1 + random(8) };
  const side = random(2) as BookSide;
  const distance = random(1 << random(spread + 1));
  const passive = random(4) > 0;
  const offset = passive === (side === BUY) ? -distance : distance;
  return { kind: 'place', side, tick: Math.max(1, centre + offset), lots: 1 + random(20), rests: random(5) > 0 };
}

function runTwins(seed: number, commands: number, centre: number, spread: number): number {
  const random = seeded(seed);
  const twins = new BookTwins(1, centre * 2);
  // An audit walks the bits of all pages, of which a long ladder has many.
  const auditEvery = centre > 1000 ? 500 : 1;
  let largest = 0;
  for (let done = 0; done < commands; done += 1) {
    twins.apply(randomCommand(random, centre, spread));
    twins.compare();
    if (done % auditEvery === 0) twins.audit();
    largest = Math.max(largest, twins.size);
  }
  return largest;
}

describe('EXC-06 the order book and its slow twin agree after every command', () => {
  test.each([
    ['fixed', FIXED_SEED, FIXED_COMMANDS],
    ['random', RANDOM_SEED, RANDOM_COMMANDS],
  ])('on a narrow ladder, %s seed %i', (_, seed, commands) => {
    expect(runTwins(seed, commands, 40, 5)).toBeGreaterThan(10);
  });

  test.each([
    ['fixed', FIXED_SEED, FIXED_COMMANDS],
    ['random', RANDOM_SEED, RANDOM_COMMANDS],
  ])('across pages of a range of 20 million ticks, %s seed %i', (_, seed, commands) => {
    expect(runTwins(seed, commands, 10_000_000, 23)).toBeGreaterThan(10);
  });

  test('on short scripts that can shrink', () => {
    const side = fc.constantFrom<BookSide>(BUY, SELL);
    const tick = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(31, 32, 33, 1023, 1024, 1025, 32_767, 32_768, 65_535, 65_536));
    const lots = fc.integer({ min: 1, max: 9 });
    const command: fc.Arbitrary<BookCommand> = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('place' as const), side, tick, lots, rests: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(100) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reduce' as const), pick: fc.nat(100), lots }) },
      { weight: 1, arbitrary: fc.constant<BookCommand>({ kind: 'restore' }) },
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
        const twins = new BookTwins(1, 65_536);
        for (const next of commands) {
          twins.apply(next);
          twins.compare();
          twins.audit();
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the order book', () => {
  test('B2 fills the best price first, then the order that came first', () => {
    const book = new OrderBook(1, 1000);
    const later = book.rest(SELL, 101, 5, 1, 0);
    book.rest(SELL, 100, 5, 2, 7);
    book.rest(SELL, 100, 5, 3, 8);
    const fills: number[][] = [];
    const taker = new PlainTaker(BUY, 100, (tick, lots, maker, reference) => fills.push([tick, lots, maker, reference]));
    expect(matchOrder(book, taker, 12)).toBe(10);
    expect(fills).toEqual([
      [100, 5, 2, 7],
      [100, 5, 3, 8],
    ]);
    expect(book.head(SELL)).toBe(later);
  });

  test('B4 a reduced order keeps its place in the queue', () => {
    const book = new OrderBook(1, 1000);
    const first = book.rest(BUY, 50, 5, 1, 0);
    book.rest(BUY, 50, 5, 2, 0);
    book.reduce(first, 4);
    expect(book.head(BUY)).toBe(first);
    expect([book.depth(BUY, 5), book.depth(SELL, 5), book.size]).toEqual([[50, 6], [], 2]);
  });

  test('B1 refuses to rest an order that crosses', () => {
    const book = new OrderBook(1, 1000);
    book.rest(SELL, 100, 1, 1, 0);
    expect(() => book.rest(BUY, 100, 1, 2, 0)).toThrow(InvariantBroken);
    expect(() => book.rest(BUY, 1001, 1, 2, 0)).toThrow(InvariantBroken);
    expect(() => book.rest(BUY, 99, 0, 2, 0)).toThrow(InvariantBroken);
    expect(() => book.rest(BUY, 99, 1.5, 2, 0)).toThrow(InvariantBroken);
  });

  test('a handle that names nothing is a broken invariant', () => {
    const book = new OrderBook(1, 1000);
    const handle = book.rest(SELL, 100, 1, 1, 0);
    book.remove(handle);
    for (const wrong of [handle, -1, 5, 1.5]) expect(() => book.remove(wrong)).toThrow(InvariantBroken);
    expect(() => book.reduce(handle, 1)).toThrow(InvariantBroken);
    expect(book.lotsOf(handle)).toBe(0);
  });

  test('holds orders at both ends of its range', () => {
    const book = new OrderBook(0, 20_000_000);
    book.rest(BUY, 0, 1, 1, 7);
    book.rest(SELL, 20_000_000, 2, 1, 8);
    book.audit();
    expect([book.bestBid, book.bestAsk]).toEqual([0, 20_000_000]);
    expect([book.nextLevel(BUY, 0), book.nextLevel(SELL, 20_000_000), book.nextLevel(BUY, 500), book.nextLevel(SELL, 0)]).toEqual([
      -1, -1, 0, 20_000_000,
    ]);
  });

  test('damaged bytes are refused, not loaded', () => {
    const book = new OrderBook(1, 1000);
    book.rest(BUY, 10, 3, 1, 0);
    book.rest(BUY, 10, 4, 1, 1);
    const writer = new ByteStateWriter();
    book.write(writer);
    const bytes = writer.finish();
    const view = new DataView(bytes.buffer);
    // The handle of the second order becomes that of the first.
    view.setFloat64((3 + 5) * 8, 0, true);
    expect(() => OrderBook.read(new ByteStateReader(bytes))).toThrow(InvariantBroken);
  });
});
