import { BUY, OrderBook, SELL } from '@tapedeck/exchange';
import { PlainTaker, matchOrder } from '@tapedeck/exchange/testing';
import { seededRandom } from './random.ts';

export const LIMIT = 0;
export const MARKET = 1;
export const CANCEL = 2;

/** Commands to a bare book, one per index; an order's id is the index of the command that placed it. */
export interface OrderFlow {
  readonly length: number;
  readonly kinds: Uint8Array;
  readonly sides: Uint8Array;
  readonly ticks: Int32Array;
  readonly lots: Int32Array;
  /** The order that a cancel names. */
  readonly targets: Int32Array;
}

export const TICK_MIN = 1;
export const TICK_MAX = 20_000_000;
const TICK_START = 600_000;
const CROSSING_SHARE = 0.08;
const MARKET_SHARE = 0.05;

export interface FlowShape {
  readonly length: number;
  readonly seed: number;
  /** Orders that rest once the book is full. */
  readonly resting: number;
  /** Mean distance of a resting order from the middle, in ticks. */
  readonly distance: number;
}

/**
 * A seeded flow like that of a perpetual: mostly limit orders near a wandering middle, most of which are cancelled, some of which
 * cross, and small market orders. Cancels name an order that rests at that moment.
 */
export function makeFlow(shape: FlowShape): OrderFlow {
  const { length, seed } = shape;
  const random = seededRandom(seed);
  const flow = emptyFlow(length);
  const book = new OrderBook(TICK_MIN, TICK_MAX);
  const resting: number[] = [];
  const handles = new Int32Array(length).fill(-1);
  let middle = TICK_START;
  for (let at = 0; at < length; at += 1) {
    if (random() < 0.02) middle += random() < 0.5 ? -1 : 1;
    const side = random() < 0.5 ? BUY : SELL;
    const lots = 1 + Math.floor(-Math.log(1 - random()) * 40);
    flow.sides[at] = side;
    flow.lots[at] = lots;
    const roll = random();
    if (roll < MARKET_SHARE) {
      flow.kinds[at] = MARKET;
      flow.ticks[at] = side === BUY ? TICK_MAX : TICK_MIN;
      matchOrder(book, new PlainTaker(side, flow.ticks[at] as number), lots);
      continue;
    }
    const target = roll < 0.5 && resting.length > shape.resting ? takeResting(book, resting, handles, random) : undefined;
    if (target !== undefined) {
      flow.kinds[at] = CANCEL;
      flow.targets[at] = target;
      book.remove(handles[target] as number);
      continue;
    }
    const distance = Math.floor(-Math.log(1 - random()) * shape.distance) * (random() < CROSSING_SHARE ? -0.05 : 1);
    const tick = Math.round(side === BUY ? middle - 1 - distance : middle + 1 + distance);
    flow.ticks[at] = tick;
    const left = lots - matchOrder(book, new PlainTaker(side, tick), lots);
    if (left === 0) continue;
    handles[at] = book.rest(side, tick, left, 1, at);
    resting.push(at);
  }
  return flow;
}

function emptyFlow(length: number): OrderFlow {
  return {
    length,
    kinds: new Uint8Array(length),
    sides: new Uint8Array(length),
    ticks: new Int32Array(length),
    lots: new Int32Array(length),
    targets: new Int32Array(length),
  };
}

/** A random order that still rests, newer ones more likely; forgets those that were filled. */
function takeResting(book: OrderBook, resting: number[], handles: Int32Array, random: () => number): number | undefined {
  while (resting.length > 0) {
    const at = Math.floor(Math.sqrt(random()) * resting.length);
    const id = resting[at] as number;
    resting[at] = resting[resting.length - 1] as number;
    resting.pop();
    const handle = handles[id] as number;
    if (book.holds(handle) && book.referenceOf(handle) === id) return id;
  }
  return undefined;
}
