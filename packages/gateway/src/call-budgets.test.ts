import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallBudgets, FULL_SECONDS_PER_HOUR } from './call-budgets.ts';
import { sessionOf } from './testing/fake-world.ts';

const CREATE = '/contract/v5/order/create';
const CANCEL = '/contract/v5/order/cancel';

const userOf = (user: number): ReturnType<typeof sessionOf> => sessionOf(undefined, { user });

test('BOT-04 E5 in any rolling second no user gets more calls than the limit, and what is left is told', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 700 }),
    user: fc.integer({ min: 1, max: 2 }),
    rows: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
      let now = 1_000_000;
      const budgets = new CallBudgets(
        limit,
        () => now,
        () => 0,
      );
      const granted: { readonly user: number; readonly at: number }[] = [];
      for (const { wait, user, rows } of steps) {
        now += wait;
        const state = budgets.take(CREATE, { request: Array.from({ length: rows }, () => ({})) }, userOf(user));
        const recent = granted.filter((call) => call.user === user && call.at > now - 1_000).length;
        expect(state?.granted).toBe(recent + rows <= limit);
        if (state?.granted === true) for (let row = 0; row < rows; row += 1) granted.push({ user, at: now });
        expect(state?.left).toBe(limit - recent - (state?.granted === true ? rows : 0));
        if (state?.granted === false && rows <= limit) {
          const free = granted.filter((call) => call.user === user && call.at > state.resetAt - 1_000).length;
          expect(free + rows).toBeLessThanOrEqual(limit);
        }
      }
    }),
  );
});

test('BOT-04 cancels have a budget of their own; keys share them with sessions; reading and strangers are not counted', () => {
  const budgets = new CallBudgets(
    1,
    () => 5_000,
    () => 0,
  );
  expect(budgets.take(CREATE, {}, userOf(1))?.granted).toBe(true);
  expect(budgets.take(CREATE, {}, userOf(1))).toEqual({ granted: false, limit: 1, left: 0, resetAt: 6_000 });
  expect(budgets.take(CANCEL, {}, userOf(1))?.granted).toBe(true);
  expect(budgets.take(CREATE, {}, userOf(2))?.granted).toBe(true);
  expect(budgets.take('/v5/order/create', {}, userOf(1))?.granted).toBe(false);
  expect(budgets.take('/v5/order/cancel', {}, userOf(1))?.granted).toBe(false);
  expect(budgets.take('/v5/order/realtime', {}, userOf(1))).toBeUndefined();
  expect(budgets.take('/contract/v5/order/list', {}, userOf(1))).toBeUndefined();
  expect(budgets.take(CREATE, {}, undefined)).toBeUndefined();
});

test('OPS-05 API-06 in the long run a user gets a part of the limit, and learns when the next call is free', () => {
  let now = 1_000_000;
  const budgets = new CallBudgets(
    2,
    () => now,
    () => 0,
  );
  for (let second = 0; second < FULL_SECONDS_PER_HOUR; second += 1) {
    expect(budgets.take(CREATE, { request: [{}, {}] }, userOf(1))?.granted).toBe(true);
    now += 1_000;
  }
  // The hour gives the calls back while they are used, 1,200 per hour.
  let extra = 0;
  let state = budgets.take(CREATE, {}, userOf(1));
  for (; state?.granted === true && extra < 300; state = budgets.take(CREATE, {}, userOf(1))) {
    extra += 1;
    now += 500;
  }
  expect(extra).toBeGreaterThan(200);
  expect(extra).toBeLessThan(250);
  expect(state).toMatchObject({ granted: false, limit: 2, left: 0 });
  expect(budgets.take(CANCEL, {}, userOf(1))?.granted).toBe(true);
  expect(budgets.take(CREATE, {}, userOf(2))?.granted).toBe(true);
  now = state?.resetAt ?? 0;
  expect(budgets.take(CREATE, {}, userOf(1))?.granted).toBe(true);
  expect(budgets.take(CREATE, {}, userOf(1))?.granted).toBe(false);
  now += 60 * 60_000;
  expect(budgets.take(CREATE, { request: [{}, {}] }, userOf(1))?.granted).toBe(true);
});

test('OPS-05 BOT-04 the orders of a leader count once more for each follower, its cancels and those of others do not', () => {
  let now = 1_000_000;
  const budgets = new CallBudgets(
    10,
    () => now,
    (account) => (account === 100 ? 3 : 0),
  );
  const left = (path: string, body: object, account = 100): unknown =>
    budgets.take(path, body, sessionOf(undefined, { user: account, account }));
  expect(left(CREATE, {})).toMatchObject({ granted: true, left: 6 });
  expect(left(CREATE, { request: [{}, {}] })).toMatchObject({ granted: false });
  expect(left(CREATE, {})).toMatchObject({ granted: true, left: 2 });
  expect(left('/contract/v5/position/set-leverage', {})).toMatchObject({ granted: true, left: 1 });
  expect(left(CANCEL, {})).toMatchObject({ granted: true, left: 9 });
  expect(left(CREATE, {}, 200)).toMatchObject({ granted: true, left: 9 });
  now += 1_000;
  // More than the limit of a second, and therefore all of it.
  expect(left(CREATE, { request: [{}, {}, {}] })).toMatchObject({ granted: true, left: 0 });
  now += 1_000;
  expect(budgets.order(100, 100)).toMatchObject({ granted: true, left: 6 });
});

test('OPS-05 BOT-04 for the hour, each copy counts', () => {
  let now = 1_000_000;
  const budgets = new CallBudgets(
    10,
    () => now,
    () => 999,
  );
  const session = userOf(1);
  const hour = 10 * FULL_SECONDS_PER_HOUR;
  for (let order = 0; order < hour / 1_000; order += 1) {
    expect(budgets.take(CREATE, {}, session)?.granted).toBe(true);
    now += 1_000;
  }
  expect(budgets.take(CREATE, {}, session)?.granted).toBe(false);
  expect(budgets.take(CANCEL, {}, session)?.granted).toBe(true);
});

test('OPS-05 BOT-04 further commands of a leader count once more for each follower', () => {
  const budgets = new CallBudgets(
    1,
    () => 1_000_000,
    () => 9,
  );
  budgets.count('/contract/v5/strategy/create', userOf(1), FULL_SECONDS_PER_HOUR / 10);
  expect(budgets.take(CREATE, {}, userOf(1))?.granted).toBe(false);
});
