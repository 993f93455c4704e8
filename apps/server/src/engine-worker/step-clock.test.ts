import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lots, milliseconds, priceUnits, ticks, type Side } from '@tapedeck/domain';
import { recordedTrade } from '../testing/recorded-entry.ts';
import { engineOn, GENESIS_TIME } from '../testing/engine-on.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { MainToEngine } from './engine-messages.ts';
import type { Genesis } from './genesis.ts';
import { StepClock } from './step-clock.ts';

const ACCOUNT = 100;
const MINUTE_MS = 60_000;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Some trades a minute, at prices that go up and down. */
const RECORDED = Array.from({ length: 240 }, (_, at) =>
  recordedTrade(GENESIS_TIME + at * 7_300, {
    side: at % 3 === 0 ? 'Buy' : 'Sell',
    price: BigInt(600_000 + Math.round(400 * Math.sin(at / 9))) * 10_000_000n,
    quantity: BigInt(1 + ((at * 31) % 90)) * 100_000n,
  }),
);

const order = (id: number, side: Side, price: number, name = ''): MainToEngine => ({
  kind: 'submit',
  id,
  command: {
    type: 'PlaceOrder',
    account: ACCOUNT,
    instrument: 0,
    side,
    orderType: price === 0 ? 'Market' : 'Limit',
    price: ticks(price),
    quantity: lots(40),
    timeInForce: price === 0 ? 'ImmediateOrCancel' : 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: name,
    source: 'form',
  },
});

interface Machine {
  /** Turns that the engine has for nothing, after each of the bot's calls. */
  readonly idle: readonly number[];
  /** How a minute is asked for. */
  readonly steps: readonly number[];
}

/** A bot that buys dips and sells rises, one order a minute; its answers, and the final state of the market. */
function runBot(name: string, source: Genesis['source'], { idle, steps }: Machine, minutes = 25) {
  const clock = new StepClock({ time: GENESIS_TIME, next: 0 }, source === 'replay' ? RECORDED : undefined);
  const { host, world, turns, tape, end, close } = engineOn(join(folder.path, name), source, clock);
  let id = 0;
  let idleAt = 0;
  const rest = (): void => {
    for (let turn = idle[(idleAt += 1) % idle.length] ?? 0; turn > 0; turn -= 1) host.turn([], true);
  };
  const answered = (asked: number): boolean => turns.some(({ answers }) => answers.some((one) => one.id === asked));
  const step = (ms: number): void => {
    const asked = (id += 1);
    host.turn([{ kind: 'step', id: asked, milliseconds: ms }], false);
    while (!answered(asked)) host.turn([], true);
    rest();
  };
  host.turn(
    [
      { kind: 'follow', account: ACCOUNT, followed: true },
      { kind: 'watch', instruments: [0] },
    ],
    false,
  );
  let before = 0n;
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const ms of steps) step(ms);
    const state = world.market(0)?.state;
    const last = state === undefined ? 0n : priceUnits(state.last);
    const side: Side = last < before ? 'Buy' : 'Sell';
    // Every third order rests a little away.
    const away = side === 'Buy' ? -20 : 20;
    const price = minute % 3 === 2 ? Number(last / 10_000_000n) + away : 0;
    host.turn([order((id += 1), side, price, `minute-${minute}`)], false);
    before = last;
    rest();
  }
  const fills = turns.flatMap(({ batches }) =>
    batches.flatMap(({ sequence, time, events }) =>
      events.filter(({ type }) => type === 'OrderFilled').map((event) => ({ sequence, time: milliseconds(time), event })),
    ),
  );
  const result = { fills, tape, end: end(), time: milliseconds(world.now) };
  close();
  return result;
}

const CALM: Machine = { idle: [0], steps: [MINUTE_MS] };
const BUSY: Machine = { idle: [3, 0, 1, 7, 0, 0, 2], steps: [MINUTE_MS] };

describe.each(['simulated', 'replay'] as const)('a %s market', (source) => {
  test('BOT-05 the same bot has the same fills, bit for bit, whatever the machine does meanwhile', () => {
    const one = runBot('one', source, CALM);
    const other = runBot('other', source, BUSY);
    expect(one.fills.length).toBeGreaterThan(15);
    expect(other.fills).toEqual(one.fills);
    expect(other.tape).toEqual(one.tape);
    expect(other.end).toEqual(one.end);
  });

  test('BOT-05 a minute in one step is the minute in several', () => {
    const whole = runBot('whole', source, CALM);
    const parts = runBot('parts', source, { idle: [0, 2], steps: [1, 999, 24_000, 34_950, 50] });
    expect(parts.fills.map(({ time, event }) => [time, event])).toEqual(whole.fills.map(({ time, event }) => [time, event]));
    expect(parts.tape).toEqual(whole.tape);
    expect(parts.time).toBe(whole.time);
  });
});

test('BOT-05 time stands until a step is asked for, and an answer comes with everything that the step did', () => {
  const clock = new StepClock({ time: GENESIS_TIME, next: 0 });
  const { host, world, turns, tape, close } = engineOn(join(folder.path, 'still'), 'simulated', clock);
  host.turn([{ kind: 'watch', instruments: [0] }], true);
  for (let turn = 0; turn < 50; turn += 1) host.turn([], true);
  expect([milliseconds(world.now), tape]).toEqual([GENESIS_TIME, []]);
  host.turn([{ kind: 'step', id: 7, milliseconds: 30 * MINUTE_MS }], false);
  while (!turns.some(({ answers }) => answers.length > 0)) host.turn([], true);
  const last = turns.at(-1);
  expect(last?.answers).toEqual([{ id: 7, answer: { time: GENESIS_TIME + 30 * MINUTE_MS, ended: false } }]);
  // The ticker of the end comes with the answer: nobody asks for an older one after it.
  expect(last?.markets.find(({ state }) => state.instrument === 0)?.state).toEqual(world.market(0)?.state);
  expect(tape.length).toBeGreaterThan(100);
  const count = turns.length;
  for (let turn = 0; turn < 50; turn += 1) host.turn([], true);
  expect(turns.slice(count).flatMap(({ batches }) => batches)).toEqual([]);
  close();
});

test('BOT-05 an order of the same turn meets the market before the step', () => {
  const clock = new StepClock({ time: GENESIS_TIME, next: 0 });
  const { host, turns, close } = engineOn(join(folder.path, 'together'), 'simulated', clock);
  host.turn(
    [
      { kind: 'follow', account: ACCOUNT, followed: true },
      { kind: 'watch', instruments: [0] },
    ],
    true,
  );
  host.turn([{ kind: 'step', id: 1, milliseconds: 1_000 }], false);
  while (!turns.some(({ answers }) => answers.length > 0)) host.turn([], true);
  host.turn([{ kind: 'step', id: 2, milliseconds: MINUTE_MS }, order(3, 'Buy', 0)], false);
  const times = turns.flatMap(({ batches }) => batches.filter(({ events }) => events.some(({ type }) => type === 'OrderFilled')));
  expect(times.map(({ time }) => milliseconds(time))).toEqual([GENESIS_TIME + 1_000]);
  close();
});

test('BOT-05 a recording says when it has ended, and its quiet hours cost one move a minute', () => {
  const clock = new StepClock({ time: 0, next: 0 }, [recordedTrade(10), recordedTrade(3 * MINUTE_MS)]);
  clock.allow(2 * MINUTE_MS);
  expect(clock.take(50)).toEqual([recordedTrade(10), 1_000, MINUTE_MS, 2 * MINUTE_MS]);
  expect([clock.isThere(50), clock.hasEnded, clock.now(50), clock.wait(50)]).toEqual([true, false, 2 * MINUTE_MS, 1_000]);
  clock.allow(60 * MINUTE_MS);
  expect(clock.wait(50)).toBe(0);
  expect(clock.take(50)).toHaveLength(62);
  expect([clock.hasEnded, clock.now(50)]).toEqual([true, 62 * MINUTE_MS]);
});
