import { BUY, OrderBook, SELL, type BookSide } from '@tapedeck/exchange';
import { PlainTaker, matchOrder } from '@tapedeck/exchange/testing';
import { OrderBook as PeerBook, Side } from 'nodejs-order-book';
import { compete, elapsed, finish, mustEqual, perSecond, report } from './measure.ts';
import { CANCEL, MARKET, TICK_MAX, TICK_MIN, makeFlow, type OrderFlow } from './order-flow.ts';
import { peerIds, runPeer, type PeerVisitor } from './peer-book.ts';

const ORDERS = 1_000_000;
const SEED = 7;
const LEVEL_ORDERS = 5_000;
const CANCELS = 1_000;

/** Trades as a count and two sums that depend on price, quantity, maker and order of the trades. */
class Tape {
  count = 0;
  lots = 0;
  checksum = 0;

  add(tick: number, lots: number, maker: number): void {
    this.count += 1;
    this.lots += lots;
    this.checksum = (Math.imul(this.checksum, 31) + Math.imul(tick, 7) + Math.imul(lots, 131) + maker) | 0;
  }
}

function runOurs(flow: OrderFlow, tape: Tape): OrderBook {
  const book = new OrderBook(TICK_MIN, TICK_MAX);
  const handles = new Int32Array(flow.length).fill(-1);
  const taker = new PlainTaker(BUY, 0, (tick, lots, _, reference) => tape.add(tick, lots, reference));
  const { kinds, sides, ticks, lots, targets } = flow;
  for (let id = 0; id < flow.length; id += 1) {
    if (kinds[id] === CANCEL) {
      const target = targets[id] as number;
      const handle = handles[target] as number;
      if (book.holds(handle) && book.referenceOf(handle) === target) book.remove(handle);
      continue;
    }
    const side = sides[id] as BookSide;
    const tick = ticks[id] as number;
    const wanted = lots[id] as number;
    taker.bookSide = side;
    taker.limit = tick;
    const left = wanted - matchOrder(book, taker, wanted);
    if (left > 0 && kinds[id] !== MARKET) handles[id] = book.rest(side, tick, left, 1, id);
  }
  return book;
}

function peerTape(tape: Tape): PeerVisitor {
  return (answer, taker) => {
    for (const maker of answer.done) {
      if (maker.id !== taker && 'price' in maker) tape.add(maker.price, maker.size, Number(maker.id.slice(1)));
    }
    const partial = answer.partial;
    if (partial !== null && partial.id !== taker) tape.add(partial.price, answer.partialQuantityProcessed, Number(partial.id.slice(1)));
  };
}

function peerDepth(book: PeerBook): string {
  const [asks, bids] = book.depth();
  return JSON.stringify([asks.flat(), bids.flat()]);
}

/** A busy market has a deep book. A thin book is the peer's best case; in a wide one, levels lie far apart, which costs us most. */
const BOOKS = [
  { name: 'deep', resting: 20_000, distance: 150, rounds: 5, target: 60 },
  { name: 'thin', resting: 2_000, distance: 60, rounds: 7, target: 60 },
  { name: 'wide', resting: 20_000, distance: 20_000, rounds: 5, target: 60 },
] as const;

function matching({ name, resting, distance, rounds, target }: (typeof BOOKS)[number]): void {
  const flow = makeFlow({ length: ORDERS, seed: SEED, resting, distance });
  const ids = peerIds(ORDERS);
  const ours = new Tape();
  const theirs = new Tape();
  const book = runOurs(flow, ours);
  const peer = runPeer(flow, ids, peerTape(theirs));
  mustEqual('trades', ours.count, theirs.count);
  mustEqual('traded lots', ours.lots, theirs.lots);
  mustEqual('prices, quantities, makers or the order of trades', ours.checksum, theirs.checksum);
  mustEqual('books', JSON.stringify([book.depth(SELL, ORDERS), book.depth(BUY, ORDERS)]), peerDepth(peer));
  const cancels = flow.kinds.reduce((count, kind) => count + (kind === CANCEL ? 1 : 0), 0);
  console.log(
    `matching, ${name} book: ${ORDERS} commands of seed ${SEED}, ${cancels} cancels, ${ours.count} trades, ${book.size} orders rest on ` +
      `${(book.depth(BUY, ORDERS).length + book.depth(SELL, ORDERS).length) / 2} levels; both books made the same trades`,
  );
  const result = compete({ warmups: 1, rounds, ours: () => runOurs(flow, new Tape()), theirs: () => runPeer(flow, ids) });
  console.log(`matching, ${name} book: ours ${perSecond(ORDERS, result.ours)}, nodejs-order-book ${perSecond(ORDERS, result.theirs)}`);
  report(`matching against nodejs-order-book, ${name} book`, result.ratios, target);
}

/** Cancels spread over one level of many orders. The setting up is not timed. */
function cancelling(): void {
  const ours = (): number => {
    const book = new OrderBook(TICK_MIN, TICK_MAX);
    const handles = Array.from({ length: LEVEL_ORDERS }, (_, id) => book.rest(BUY, 1_000, 10, 1, id));
    return elapsed(() => {
      for (let at = 0; at < CANCELS; at += 1) book.remove(handles[(at * 7) % LEVEL_ORDERS] as number);
    });
  };
  const theirs = (): number => {
    const book = new PeerBook();
    for (let id = 0; id < LEVEL_ORDERS; id += 1) book.limit({ id: `o${id}`, side: Side.BUY, size: 10, price: 1_000 });
    return elapsed(() => {
      for (let at = 0; at < CANCELS; at += 1) book.cancel(`o${(at * 7) % LEVEL_ORDERS}`);
    });
  };
  const middle = (run: () => number): number => Array.from({ length: 7 }, run).toSorted((a, b) => a - b)[3] as number;
  const own = middle(ours);
  const other = middle(theirs);
  console.log(
    `cancelling at a level of ${LEVEL_ORDERS} orders: ours ${((own / CANCELS) * 1e3).toFixed(3)} µs, ` +
      `nodejs-order-book ${((other / CANCELS) * 1e3).toFixed(1)} µs`,
  );
  report(`cancelling at a level of ${LEVEL_ORDERS} orders`, other / own, 100);
}

function memory(): void {
  const before = process.memoryUsage().arrayBuffers;
  const book = new OrderBook(TICK_MIN, TICK_MAX);
  for (let id = 0; id < ORDERS; id += 1) book.rest(BUY, 500_000 + (id % 20_000), 1, 1, id);
  const bytes = (process.memoryUsage().arrayBuffers - before) / book.size;
  console.log(`memory of the book alone: ${bytes.toFixed(0)} bytes for each of ${book.size} resting orders on 20000 levels`);
  report('200 bytes against the place of an order in the book', 200 / bytes, 1);
}

for (const shape of BOOKS) matching(shape);
cancelling();
memory();
finish();
