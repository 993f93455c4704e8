import { beforeEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { FakePorts, settle, type FakeSocket } from '../testing/fake-ports.ts';
import { BTC } from '../testing/instruments.ts';
import { readLevels, levelGrid, mergeLevels, readScaled } from './book-levels.ts';
import { bookTopic, createBookMirror, type BookMirror } from './book-mirror.ts';
import { ownLines } from './market-line.ts';
import { createPublicHub, type PublicHub } from './public-hub.ts';
import { createTickerMirror, tickerTopic } from './ticker-mirror.ts';

type Level = readonly [price: string, quantity: string];
const BOOK = bookTopic(BTC);
const TICKER = tickerTopic(BTC);

let ports: FakePorts;
let hub: PublicHub;
let socket: FakeSocket;
let book: BookMirror;

const frame = (type: 'snapshot' | 'delta', u: number, b: readonly Level[], a: readonly Level[]) => ({
  topic: BOOK,
  type,
  ts: 1,
  data: { s: 'BTCUSDT', u, b, a },
});
const ticker = (bid: string, ask: string) => ({
  topic: TICKER,
  type: 'snapshot',
  ts: 1,
  data: {
    symbol: 'BTCUSDT',
    lastPrice: '100.0',
    markPrice: '100.0',
    indexPrice: '100.0',
    prevPrice24h: '99.0',
    highPrice24h: '101.0',
    lowPrice24h: '98.0',
    volume24h: '5',
    turnover24h: '500',
    openInterest: '1',
    fundingRate: '0.0001',
    nextFundingTimeE3: 1,
    timeE3: 1,
    bid1Price: bid,
    ask1Price: ask,
  },
});
const snapshot = (u = 10) => frame('snapshot', u, [['100.0', '1']], [['100.1', '2']]);
const pong = () => ({ op: 'pong', success: true, ret_code: 0, ret_msg: '', req_id: '0' });

beforeEach(async () => {
  ports = new FakePorts();
  hub = createPublicHub(ports, 'ws://desk/realtime?v=2');
  hub.start();
  const witness = hub.acquire(TICKER, () => createTickerMirror(BTC, hub.exchangeTime));
  book = hub.acquire(BOOK, (resync) => createBookMirror({ instrument: BTC, witness, lines: ownLines, resync }));
  socket = ports.lastSocket;
  socket.accept();
  await settle();
});

describe('live book', () => {
  it('MKT-08 asks for a snapshot when the book is released and acquired again in one turn', async () => {
    socket.text(snapshot());
    hub.release(BOOK);
    const witness = createTickerMirror(BTC, hub.exchangeTime);
    const again = hub.acquire(BOOK, (resync) => createBookMirror({ instrument: BTC, witness, lines: ownLines, resync }));
    await settle();
    expect(socket.of('subscribe').at(-1)).toEqual([BOOK]);
    expect(socket.topics).toContain(BOOK);
    socket.text(snapshot());
    expect(again.get().freshness).toBe('live');
  });

  it('MKT-08 is loading until its snapshot, then live, and follows numbered deltas in place', () => {
    expect(book.get().freshness).toBe('loading');
    socket.text(snapshot());
    const { bids } = book.get();
    socket.text(frame('delta', 11, [['100.0', '0'], ['99.9', '3'], ['99.8', '0']], [['100.1', '5'], ['100.3', '1']])); // prettier-ignore
    expect(book.get()).toMatchObject({ freshness: 'live', update: 11, bids: [999, 3000], asks: [1001, 5000, 1003, 1000] });
    expect(book.get().bids).toBe(bids);
  });

  it('MKT-08 a gap is noticed at once: not live, and a fresh snapshot is asked for', () => {
    socket.text(snapshot());
    socket.text(frame('delta', 12, [['99.0', '1']], []));
    expect(book.get().freshness).toBe('resyncing');
    expect(socket.of('unsubscribe')).toEqual([[BOOK]]);
    expect(socket.of('subscribe').at(-1)).toEqual([BOOK]);
  });

  it('MKT-08 a correct book is back with the next snapshot; frames from before it are ignored', () => {
    socket.text(snapshot());
    socket.text(frame('delta', 12, [['99.0', '1']], []));
    socket.text(frame('delta', 13, [['98.0', '1']], []));
    expect(book.get().freshness).toBe('resyncing');
    socket.text(frame('snapshot', 13, [['99.0', '1'], ['98.0', '1']], [['100.1', '2']])); // prettier-ignore
    expect(book.get()).toMatchObject({ freshness: 'live', update: 13, bids: [990, 1000, 980, 1000], asks: [1001, 2000] });
    expect(socket.of('unsubscribe')).toHaveLength(1);
  });

  it('MKT-08 a snapshot that does not come is asked for again', async () => {
    socket.text(snapshot());
    socket.text(frame('delta', 12, [], []));
    await ports.advance(2_500);
    expect(socket.of('unsubscribe')).toEqual([[BOOK], [TICKER, BOOK]]);
  });

  it('MKT-08 a crossed book is never live', () => {
    socket.text(snapshot());
    let seenLive = false;
    book.subscribe(() => (seenLive ||= book.get().freshness === 'live'));
    socket.text(frame('delta', 11, [['100.2', '1']], []));
    expect(book.get().freshness).toBe('resyncing');
    expect(seenLive).toBe(false);
    socket.text(frame('snapshot', 12, [['100.2', '1']], [['100.1', '1']]));
    expect(book.get().freshness).toBe('resyncing');
    expect(socket.of('unsubscribe')).toHaveLength(1);
  });

  it.each([
    ['a price off the tick', [['100.05', '1']]],
    ['a number for a price', [[100, '1']]],
    ['a negative quantity', [['100.0', '-1']]],
    ['an exponent', [['1e2', '1']]],
    ['three cells', [['100.0', '1', '1']]],
    ['no list', 'x'],
  ])('MKT-08 a delta with %s counts as a gap', (_name, rows) => {
    socket.text(snapshot());
    socket.text({ topic: BOOK, type: 'delta', ts: 1, data: { s: 'BTCUSDT', u: 11, b: rows, a: [] } });
    expect(book.get().freshness).toBe('resyncing');
  });

  it('MKT-08 another symbol, a repeated and an old delta do no harm', () => {
    socket.text(snapshot());
    socket.text(frame('delta', 11, [['99.9', '1']], []));
    socket.text(frame('delta', 11, [['99.9', '7']], []));
    socket.text(frame('delta', 5, [['99.9', '7']], []));
    expect(book.get()).toMatchObject({ freshness: 'live', update: 11, bids: [1000, 1000, 999, 1000] });
    socket.text({ ...frame('delta', 12, [], []), data: { s: 'ETHUSDT', u: 12, b: [], a: [] } });
    expect(book.get().freshness).toBe('resyncing');
  });
});

describe('freshness', () => {
  const quiet = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 250) {
      await ports.advance(250);
      socket.text(pong());
    }
  };

  it('MKT-08 is stale after 3 s without news and live again with the next', async () => {
    socket.text(ticker('100.0', '100.1'));
    socket.text(snapshot());
    await quiet(3_000);
    expect(book.get().freshness).toBe('live');
    await quiet(250);
    expect(book.get().freshness).toBe('stale');
    expect(book.get().outdated).toBe(false);
    socket.text(frame('delta', 11, [], []));
    expect(book.get().freshness).toBe('live');
  });

  it('MKT-08 a book that is not correct for more than 5 s is outdated', async () => {
    socket.text(ticker('100.0', '100.1'));
    socket.text(snapshot());
    await quiet(9_000);
    expect(book.get().outdated).toBe(true);
    socket.text(frame('delta', 11, [], []));
    expect(book.get().outdated).toBe(false);
  });

  it('MKT-08 a still book is not stale while the ticker agrees with it, and is when the ticker has moved on', async () => {
    socket.text(snapshot());
    for (let i = 0; i < 20; i += 1) {
      socket.text(ticker('100.0', '100.1'));
      await quiet(250);
    }
    expect(book.get().freshness).toBe('live');
    for (let i = 0; i < 16; i += 1) {
      socket.text(ticker('100.0', '100.2'));
      await quiet(250);
    }
    expect(book.get().freshness).not.toBe('live');
    expect(socket.of('unsubscribe')).toContainEqual([BOOK]);
  });

  it('MKT-08 is offline while the socket is lost and resyncing until the snapshot of the new one', async () => {
    socket.text(snapshot());
    socket.drop();
    expect(book.get().freshness).toBe('offline');
    await ports.advance(2_000);
    ports.lastSocket.accept();
    await settle();
    expect(book.get().freshness).toBe('resyncing');
    ports.lastSocket.text(frame('delta', 11, [], []));
    expect(book.get().freshness).toBe('resyncing');
    ports.lastSocket.text(snapshot(3));
    expect(book.get()).toMatchObject({ freshness: 'live', update: 3 });
  });
});

describe('levels', () => {
  it('reads scaled numbers exactly and refuses everything else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 5 }), (count, digits) => {
        const text = (count / 10 ** digits).toFixed(digits);
        expect(readScaled(text, digits)).toBe(count);
      }),
    );
    for (const bad of ['', '.', '1.', '.1', '-1', '1e3', ' 1', '1,0', '1.1.1', '99999999999999999', 'NaN'])
      expect(readScaled(bad, 1)).toBe(-1);
    expect(readScaled('1.10', 1)).toBe(11);
    expect(readScaled('1.11', 1)).toBe(-1);
  });

  it('keeps a side equal to a map of levels, sorted', () => {
    const change = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 100 }), fc.constantFrom(1 as const, -1 as const), (changes, sign) => {
        const side: number[] = [];
        const twin = new Map<number, number>();
        for (const [ticks, lots] of changes) {
          mergeLevels(side, [ticks, lots], sign);
          if (lots === 0) twin.delete(ticks);
          else twin.set(ticks, lots);
        }
        expect(side).toEqual([...twin].sort(([a], [b]) => sign * (a - b)).flat());
      }),
    );
  });

  it('refuses rows that are not on the grid', () => {
    const grid = levelGrid(BTC);
    expect(readLevels([['100.5', '0.002']], grid)).toEqual([1005, 2]);
    for (const rows of [[['0.0', '1']], [['100.5']], [null], {}, null, [['100.5', '0.0005']]])
      expect(readLevels(rows, grid)).toBeUndefined();
  });
});
