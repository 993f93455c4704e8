import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COSTS } from './costs.ts';
import { WorkBudgets, callerOf, unitsOfOrders, workLimits, type WorkLimits } from './work-budgets.ts';

const LIMITS: WorkLimits = {
  client: { perSecond: 20, atOnce: 100 },
  strangers: { perSecond: 40, atOnce: 250 },
  user: { perSecond: 50, atOnce: 200 },
  users: { perSecond: 100, atOnce: 600 },
  underWay: { client: 2, strangers: 3 },
};
const client = (name: string) => callerOf(undefined, name);
const user = (id: number) => callerOf(id, 'shared');

function budgets(limits = LIMITS) {
  const clock = { now: 1_000_000 };
  const made = new WorkBudgets(limits, () => clock.now);
  /** Calls granted until the first refusal, at most so many. */
  const drain = (cost: keyof typeof COSTS, caller: ReturnType<typeof callerOf>, most = 10_000): number => {
    let calls = 0;
    while (calls < most && made.take(cost, caller) === undefined) calls += 1;
    return calls;
  };
  return { clock, made, drain };
}

test('OPS-05 API-06 the default limits are those of the documentation', () => {
  expect(workLimits()).toEqual({
    client: { perSecond: 200, atOnce: 5_000 },
    strangers: { perSecond: 400, atOnce: 10_000 },
    user: { perSecond: 2_000, atOnce: 10_000 },
    users: { perSecond: 4_000, atOnce: 20_000 },
    underWay: { client: 64, strangers: 128 },
  });
});

test('OPS-05 a desk may multiply every limit', () => {
  expect(workLimits(2.5)).toEqual({
    client: { perSecond: 500, atOnce: 12_500 },
    strangers: { perSecond: 1_000, atOnce: 25_000 },
    user: { perSecond: 5_000, atOnce: 25_000 },
    users: { perSecond: 10_000, atOnce: 50_000 },
    underWay: { client: 160, strangers: 320 },
  });
  expect(workLimits(0.1).underWay).toEqual({ client: 7, strangers: 13 });
});

test('OPS-05 a client gets its calls at once, then as many as its rate, and learns when the next is free', () => {
  const { clock, made, drain } = budgets();
  expect(drain('list', client('a'))).toBe(10);
  expect(made.take('list', client('a'))).toEqual({ retryAfterMs: 500 });
  clock.now += 499;
  expect(made.take('list', client('a'))).toEqual({ retryAfterMs: 1 });
  clock.now += 1;
  expect(made.take('list', client('a'))).toBeUndefined();
  expect(made.take('light', client('a'))).toEqual({ retryAfterMs: 50 });
});

test('OPS-05 all strangers together get a sum, and a client that asks for little its part of it', () => {
  const { clock, made, drain } = budgets();
  // Their parts at once: a half of the sum or its own share, a quarter, a sixth ...
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => drain('light', client(name)))).toEqual([100, 62, 41, 31, 16, 0]);
  expect(made.take('light', client('f'))).toEqual({ retryAfterMs: 25 });
  // They take all that they get, an equal part of one half each, and leave the other half to those who come.
  const greedy = ['a', 'b', 'c', 'd', 'e'];
  for (let second = 0; second < 60; second += 1) {
    clock.now += 1_000;
    const taken = greedy.map((name) => drain('light', client(name)));
    if (second > 10) expect(taken).toEqual([4, 4, 4, 4, 4]);
  }
  expect(drain('light', client('f'))).toBe(20);
});

test('OPS-05 BOT-04 all users together get a sum for what they read, each its part of it, and orders take nothing from it', () => {
  const { clock, made, drain } = budgets();
  const names = Array.from({ length: 20 }, (_, at) => at + 1);
  const first = names.map((id) => drain('light', user(id)));
  expect(first.slice(0, 3)).toEqual([200, 150, 100]);
  expect(first.reduce((sum, units) => sum + units)).toBe(600);
  expect(made.take('light', user(21))).toBeDefined();
  expect(names.every((id) => made.take('command', user(id)) === undefined)).toBe(true);
  // Twenty users take all that they get, and soon each that comes has a part at once.
  let units = 0;
  for (let second = 0; second < 20; second += 1) {
    clock.now += 1_000;
    for (const id of names) units += drain('light', user(id));
  }
  expect(units).toBeLessThanOrEqual(20 * LIMITS.users.perSecond);
  expect(drain('light', user(22))).toBe(14);
  // Strangers have a sum of their own.
  expect(drain('light', client('a'))).toBe(100);
});

test('OPS-05 answers that depend on all open orders of an account cost their number, also a user that has nothing left', () => {
  const { clock, made, drain } = budgets();
  made.charge(unitsOfOrders(49), 1);
  expect(drain('light', user(1))).toBe(200);
  made.charge(unitsOfOrders(5_000), 1);
  expect(made.take('light', user(1))).toEqual({ retryAfterMs: 2_020 });
  expect(made.take('command', user(1))).toBeUndefined();
  clock.now += 2_020;
  expect(made.take('light', user(1))).toBeUndefined();
});

test('OPS-05 a large subscription passes when its caller has taken nothing else, however many others there are', () => {
  const { clock, made } = budgets();
  const others = (): void => {
    for (let id = 1; id <= 20; id += 1) made.take('light', user(id));
  };
  others();
  const topics = Array.from({ length: 150 }, () => ({ cost: 'light' as const }));
  expect(made.subscribe(topics, user(21))).toBeUndefined();
  expect(made.subscribe(topics, user(21))).toBeDefined();
  clock.now += 90_000;
  others();
  expect(made.subscribe(topics, user(21))).toBeUndefined();
});

test('OPS-05 BOT-04 strangers take nothing from users, a user only its part of the sum, and commands of users and probes are never refused', () => {
  const { made, drain } = budgets();
  for (const name of ['a', 'b', 'c', 'd']) drain('light', client(name));
  expect(drain('list', user(1))).toBe(20);
  expect(made.take('light', user(1))).toEqual({ retryAfterMs: 20 });
  expect(made.take('command', user(1))).toBeUndefined();
  expect(drain('list', user(2))).toBe(15);
  expect(made.take('command', client('a'))).toBeDefined();
  expect(drain('probe', client('a'), 1_000)).toBe(1_000);
});

test('OPS-05 ACC-01 log-ins have a budget of their own, which neither the client nor all others use up', () => {
  const { made, drain } = budgets();
  for (const name of ['a', 'b', 'c', 'd']) drain('light', client(name));
  expect(drain('secret', client('a'))).toBe(10);
  expect(made.take('secret', client('a'))).toEqual({ retryAfterMs: 500 });
  expect(made.take('secret', client('e'))).toBeUndefined();
});

test('OPS-05 calls in turn under way are bounded for each client and for all; users, and light calls, are not counted', () => {
  const { made } = budgets();
  const begin = (name: string) => made.begin('list', client(name));
  const counts = { end: expect.any(Function) as unknown };
  const first = begin('a');
  expect([first, begin('a')]).toEqual([counts, counts]);
  expect(begin('a')).toEqual({ retryAfterMs: 1_000 });
  expect(begin('b')).toEqual(counts);
  expect(begin('c')).toEqual({ retryAfterMs: 1_000 });
  expect([made.begin('light', client('c')), made.begin('list', user(1))]).toEqual([undefined, undefined]);
  if (first !== undefined && 'end' in first) first.end();
  expect(begin('c')).toEqual(counts);
  expect(begin('a')).toEqual({ retryAfterMs: 1_000 });
});

test('OPS-05 BOT-04 failed proofs take what reads have left, then make a debt, and only a client that has proved the key may go on', () => {
  const { clock, made, drain } = budgets();
  expect(made.owed('a', 'K')).toBeUndefined();
  drain('list', client('a'));
  expect(made.owed('a', 'K')).toBeUndefined();
  expect(made.failedProof('a')).toBeUndefined();
  expect([made.owed('a', 'K'), made.failedProof('a')]).toEqual([{ retryAfterMs: 50 }, { retryAfterMs: 50 }]);
  expect([made.owed('b', 'K'), made.take('list', user(1))]).toEqual([undefined, undefined]);
  made.proved('a', 'K');
  expect([made.owed('a', 'K'), made.owed('a', 'L'), made.owed('b', 'L')]).toEqual([undefined, { retryAfterMs: 50 }, undefined]);
  clock.now += 50;
  expect([made.owed('a', 'L'), made.failedProof('a')]).toEqual([undefined, undefined]);
});

test('OPS-05 failed proofs of many clients take from the sum of all strangers, and no more than it has', () => {
  const { made, drain } = budgets();
  let failed = 0;
  while (failed < 1_000 && made.failedProof(String(failed)) === undefined) failed += 1;
  expect(failed).toBe(LIMITS.strangers.atOnce + 1);
  expect(made.owed('new', 'K')).toEqual({ retryAfterMs: 25 });
  expect([drain('light', client('new')), drain('list', user(1))]).toEqual([0, 20]);
});

test('OPS-05 subscriptions take the sum of their topics, all or none', () => {
  const { made, drain } = budgets();
  const topics = Array.from({ length: 60 }, () => ({ cost: 'light' as const }));
  expect(made.subscribe(topics, client('a'))).toBeUndefined();
  expect(made.subscribe(topics, client('a'))).toEqual({ retryAfterMs: 1_000 });
  expect(drain('light', client('a'))).toBe(40);
});

test('OPS-05 whatever strangers do, they take no more than the sum, and no more clients are remembered than have taken something', () => {
  const call = fc.record({
    wait: fc.nat(400),
    name: fc.nat(30),
    cost: fc.constantFrom('light' as const, 'list' as const, 'past' as const),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
      const { clock, made } = budgets();
      const began = clock.now;
      let units = 0;
      for (const { wait, name, cost } of calls) {
        clock.now += wait;
        if (made.take(cost, client(String(name))) === undefined) units += COSTS[cost].units;
        const seconds = (clock.now - began) / 1_000;
        expect(units).toBeLessThanOrEqual(LIMITS.strangers.atOnce + LIMITS.strangers.perSecond * seconds + 1e-6);
      }
    }),
  );
});
