import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lots, ticks } from '@tapedeck/domain';
import type { RecordedTrade } from '@tapedeck/venue-paper';
import { engineOn, GENESIS_TIME } from '../testing/engine-on.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { MainToEngine } from './engine-messages.ts';
import { ReplayClock } from './replay-clock.ts';
import { recordedTrade } from '../testing/recorded-entry.ts';
import { WallClock } from './wall-clock.ts';

const ACCOUNT = 100;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

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
/** A visitor's actions, by market time. */
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
  const engine = engineOn(join(folder.path, name), 'simulated', clock);
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
  const entries = RECORDED.map((trade) => recordedTrade(trade.time, trade));
  const clock = new ReplayClock(entries, { time: GENESIS_TIME, next: 0 }, 50, slow);
  const { host, bars, close } = engineOn(join(folder.path, 'replay'), 'replay', clock, entries);
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
