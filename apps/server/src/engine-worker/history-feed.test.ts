import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, timestamp } from '@tapedeck/domain';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import type { EngineToHistory, HistoryToEngine } from '../history/history-messages.ts';
import { HistoryFeed, type FeedPort } from './history-feed.ts';

/** The other end of a channel. */
class Port {
  readonly got: EngineToHistory[] = [];
  closed = false;
  confirm: (message: HistoryToEngine) => void = () => undefined;

  readonly end = {
    postMessage: (message: EngineToHistory) => {
      if (!this.closed) this.got.push(message);
    },
    on: (_name: string, listener: (message: HistoryToEngine) => void) => void (this.confirm = listener),
    close: () => void (this.closed = true),
  } as unknown as FeedPort;

  get sequences(): readonly number[] {
    return this.got.flatMap((message) => (message.kind === 'batches' ? message.batches.map(({ sequence }) => sequence) : []));
  }

  get minutes(): readonly number[] {
    return this.got.flatMap((message) => (message.kind === 'batches' ? message.bars.map(({ candle }) => candle.start) : []));
  }
}

const batch = (sequence: number, events = 1): EventBatch => ({
  sequence,
  time: timestamp(sequence),
  events: Array.from({ length: events }, () => ({
    ...({ type: 'CashChanged', account: 100, coin: 'USDT', kind: 'fee', instrument: 0 } as const),
    ...{ amount: money(1n), cash: money(0n) },
  })),
});
const bar = (minute: number): MinuteBar => ({
  ...{ instrument: 0, series: 'trade', closed: true },
  candle: { start: minute, open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n, turnover: 0n },
});

test('OPS-03 a history that starts again gets what it has not confirmed, in order, then how far that goes', () => {
  const [first, second] = [new Port(), new Port()];
  const confirmed: number[] = [];
  const feed = new HistoryFeed(first.end, 0, (sequence) => confirmed.push(sequence));
  feed.send([batch(1), batch(2)], [bar(1)]);
  feed.send([], [bar(2)]);
  first.confirm({ kind: 'applied', sequence: 2 });
  feed.send([batch(5)], []);
  feed.confirm(7);
  feed.send([], [bar(3)]);
  feed.resume(second.end, 2);
  expect(first.closed).toBe(true);
  expect([second.sequences, second.minutes]).toEqual([[5], [2, 3]]);
  expect(second.got.at(-1)).toEqual({ kind: 'upTo', sequence: 7 });
  // Late messages of the first one count no more.
  first.confirm({ kind: 'applied', sequence: 7 });
  second.confirm({ kind: 'applied', sequence: 5 });
  expect(confirmed).toEqual([2, 5]);
});

test('OPS-03 a history that lacks what is no longer kept is told so, and gets nothing that would hide it', () => {
  const [first, second] = [new Port(), new Port()];
  const feed = new HistoryFeed(first.end, 0, () => undefined, 10);
  for (let sequence = 1; sequence <= 4; sequence += 1) feed.send([batch(sequence, 4)], []);
  feed.resume(second.end, 1);
  expect(second.got).toEqual([{ kind: 'hole' }]);
  const third = new Port();
  feed.resume(third.end, 2);
  expect(third.sequences).toEqual([3, 4]);
  // Minutes that were dropped are in no sequence: only what came after them shows that they were taken.
  for (let minute = 0; minute < 20; minute += 1) feed.send([], [bar(minute)]);
  const fourth = new Port();
  feed.resume(fourth.end, 4);
  expect(fourth.got).toEqual([{ kind: 'hole' }]);
});

test('OPS-03 wherever the history stops and starts again, it has everything once and in order, or knows that it has not', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('send' as const), events: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let port = new Port();
      let taken = 0;
      let applied = 0;
      let next = 1;
      const written: number[] = [];
      const feed = new HistoryFeed(port.end, 0, () => undefined, 12);
      for (const one of steps) {
        if (one.kind === 'send') {
          feed.send([batch(next, one.events)], []);
          next += 1;
        } else if (one.kind === 'write') {
          const until = Math.ceil(port.got.length * one.share);
          for (const message of port.got.slice(taken, until)) {
            if (message.kind === 'hole') return;
            const sequences = message.kind === 'batches' ? message.batches.map(({ sequence }) => sequence) : [];
            written.push(...sequences.filter((sequence) => sequence > applied));
            applied = Math.max(applied, ...sequences);
          }
          taken = Math.max(taken, until);
          port.confirm({ kind: 'applied', sequence: applied });
        } else {
          port = new Port();
          taken = 0;
          feed.resume(port.end, applied);
        }
        expect(written).toEqual(written.map((_, at) => at + 1));
      }
    }),
  );
});
