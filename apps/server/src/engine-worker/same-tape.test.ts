import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lots, priceUnits, quantityUnits, ticks, timestamp } from '@tapedeck/domain';
import type { MinuteBar } from '@tapedeck/venue';
import { LINEAR_INSTRUMENTS, PaperWorld, type RecordedTrade } from '@tapedeck/venue-paper';
import { SnapshotStore, worldHash } from '../snapshots/snapshots.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { EngineClock } from './engine-clock.ts';
import { EngineHost } from './engine-host.ts';
import type { MainToEngine } from './engine-messages.ts';
import type { Genesis } from './genesis.ts';
import { recoverWorld } from './recover-world.ts';
import { ReplayClock } from './replay-clock.ts';
import { WallClock } from './wall-clock.ts';

const GENESIS_TIME = Date.UTC(2026, 4, 6, 14, 0, 0);
const ACCOUNT = 100;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** The engine on a real world, without its thread: the test says when it has a turn. */
function engineOn(name: string, source: Genesis['source'], clock: EngineClock) {
  const tape: (readonly [time: number, instrument: number, price: bigint, quantity: bigint])[] = [];
  const bars: MinuteBar[] = [];
  const snapshots = new SnapshotStore(join(folder.path, name, 'snapshots'));
  const { world, journal } = recoverWorld({
    folder: join(folder.path, name, 'journal'),
    snapshots,
    historyApplied: 0,
    createWorld: ({ seed, time }) =>
      PaperWorld.create({ instruments: LINEAR_INSTRUMENTS, seed, genesis: timestamp(time), recorded: source === 'replay' }),
    newGenesis: () => ({ format: 1, source, seed: 5, time: GENESIS_TIME, label: '' }),
    onHistory: () => undefined,
  });
  const host = new EngineHost({
    world,
    journal,
    snapshots,
    clock,
    steadyNow: () => 0,
    work: () => 0,
    historyApplied: 0,
    watching: false,
    publish: ({ batches, bars: changed }) => {
      bars.push(...changed.filter((bar) => bar.closed));
      for (const { time, events } of batches) {
        for (const event of events) {
          if (event.type !== 'TradePrinted') continue;
          tape.push([Number(time), event.instrument, priceUnits(event.price), quantityUnits(event.quantity)]);
        }
      }
    },
    history: { send: () => undefined, confirm: () => undefined },
    onSnapshotFailed: (error) => {
      throw error;
    },
  });
  return { host, tape, bars, end: () => [journal.nextSequence, worldHash(world.write())], close: () => journal.close() };
}

const marketOrder = (id: number): MainToEngine => ({
  kind: 'submit',
  id,
  command: {
    type: 'PlaceOrder',
    account: ACCOUNT,
    instrument: 0,
    side: id % 2 === 0 ? 'Sell' : 'Buy',
    orderType: 'Market',
    price: ticks(0),
    quantity: lots(40),
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: '',
    source: 'form',
  },
});

const FIRST_ORDER_MS = 5_025;
/** What a visitor does, by the time of the market. */
const VISIT: readonly (readonly [after: number, message: MainToEngine])[] = [
  [3_313, { kind: 'watch', instruments: [0, 2] }],
  [FIRST_ORDER_MS, marketOrder(1)],
  [9_999, marketOrder(2)],
  [14_000, { kind: 'watch', instruments: [] }],
  [17_431, marketOrder(3)],
];
const VISIT_MS = 24_000;

/** One run of the visit whose machine has a turn after each of `gaps` ms, over and over. */
function run(name: string, gaps: readonly number[]) {
  const time = { wall: GENESIS_TIME };
  const clock = new WallClock({ wall: () => time.wall, steady: () => time.wall }, GENESIS_TIME);
  const engine = engineOn(name, 'simulated', clock);
  const turnAt = (after: number, messages: readonly MainToEngine[]): void => {
    time.wall = GENESIS_TIME + after;
    engine.host.turn(messages, messages.length === 0);
  };
  const visit = [...VISIT];
  for (let at = 0, turn = 0; at < VISIT_MS; turn += 1) {
    at = Math.min(VISIT_MS, at + (gaps[turn % gaps.length] ?? 0));
    for (let next = visit[0]; next !== undefined && next[0] <= at; next = visit[0]) {
      visit.shift();
      turnAt(next[0], [next[1]]);
    }
    turnAt(at, []);
  }
  for (let more = 0; more < 3; more += 1) turnAt(VISIT_MS, []);
  const result = { tape: engine.tape, end: engine.end() };
  engine.close();
  return result;
}

test('SIM-01 the live tape follows from the seed and the time of the market, not from when the clock ticks', () => {
  const even = run('even', [50]);
  const uneven = run('uneven', [13, 71, 240, 5, 983, 50, 1, 612]);
  expect(even.tape.length).toBeGreaterThan(100);
  expect(uneven.tape).toEqual(even.tape);
  expect(uneven.end).toEqual(even.end);
});

test('SIM-01 a machine that stands still for seconds goes on with the same tape', () => {
  const beforeOrders = ({ tape }: ReturnType<typeof run>) => tape.filter(([time]) => time < GENESIS_TIME + FIRST_ORDER_MS);
  const onTime = beforeOrders(run('on time', [50]));
  expect(onTime.length).toBeGreaterThan(20);
  expect(beforeOrders(run('held up', [50, 50, 50, 4_400]))).toEqual(onTime);
});

const MINUTE_MS = 60_000;
const TAPE_MINUTES = 6;

/** Two trades a second, of which each has a quantity of its own. */
const RECORDED: readonly RecordedTrade[] = Array.from({ length: TAPE_MINUTES * 120 + 1 }, (_, at) => ({
  symbol: 'BTCUSDT',
  time: GENESIS_TIME + at * 500,
  side: at % 3 === 0 ? 'Buy' : 'Sell',
  price: BigInt(600_000 + ((at * 7_919) % 41)) * 10_000_000n,
  quantity: BigInt(1 + ((at * 31) % 90)) * 100_000n,
}));

function recordedVolumes(): (readonly [start: number, volume: bigint])[] {
  const volumes = new Map<number, bigint>();
  for (const { time, quantity } of RECORDED) {
    const start = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    volumes.set(start, (volumes.get(start) ?? 0n) + quantity);
  }
  return [...volumes].slice(0, TAPE_MINUTES);
}

test('SIM-02 a trade of the tape counts in its own minute, however late the machine and whoever calls between', () => {
  // Each look at the clock finds it two seconds of the tape later: a machine that is busy with other things.
  let steady = 0;
  const slow = (): number => (steady += 40);
  const clock = new ReplayClock(RECORDED, { time: GENESIS_TIME, next: 0 }, 50, slow);
  const { host, bars, close } = engineOn('replay', 'replay', clock);
  for (let turn = 0; turn < 2_000 && bars.filter(({ series }) => series === 'trade').length < TAPE_MINUTES; turn += 1) {
    steady += (turn * 37) % 300;
    if (turn % 5 === 2) host.turn([{ kind: 'watch', instruments: turn % 2 === 0 ? [0] : [] }], false);
    else if (turn % 5 === 4) host.turn([marketOrder(turn)], false);
    else host.turn([], true);
  }
  close();
  const volumes = bars.filter(({ series, instrument }) => series === 'trade' && instrument === 0);
  expect(volumes.map(({ candle }) => [candle.start, candle.volume])).toEqual(recordedVolumes());
});
