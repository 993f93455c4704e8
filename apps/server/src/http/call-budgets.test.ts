import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Session } from '@tapedeck/gateway';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { CallBudgets } from './call-budgets.ts';

const CREATE = '/contract/v5/order/create';
const CANCEL = '/contract/v5/order/cancel';
let server: TestServer | undefined;
afterEach(() => server?.stop());

const sessionOf = (user: number): Session => ({
  id: `s${user}`,
  user,
  account: 100 + user,
  username: `user${user}`,
  accountKind: 'UTA2',
  isDemo: false,
  banned: false,
  labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
});

test('BOT-04 E5 in any rolling second no user gets more calls than the limit, and what is left is told', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 700 }),
    user: fc.integer({ min: 1, max: 2 }),
    rows: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
      let now = 1_000_000;
      const budgets = new CallBudgets(limit, () => now);
      const granted: { readonly user: number; readonly at: number }[] = [];
      for (const { wait, user, rows } of steps) {
        now += wait;
        const state = budgets.take(CREATE, { request: Array.from({ length: rows }, () => ({})) }, sessionOf(user));
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

test('BOT-04 cancels have a budget of their own; reading and strangers are not counted', () => {
  const budgets = new CallBudgets(1, () => 5_000);
  expect(budgets.take(CREATE, {}, sessionOf(1))?.granted).toBe(true);
  expect(budgets.take(CREATE, {}, sessionOf(1))).toEqual({ granted: false, limit: 1, left: 0, resetAt: 6_000 });
  expect(budgets.take(CANCEL, {}, sessionOf(1))?.granted).toBe(true);
  expect(budgets.take(CREATE, {}, sessionOf(2))?.granted).toBe(true);
  expect(budgets.take('/contract/v5/order/list', {}, sessionOf(1))).toBeUndefined();
  expect(budgets.take(CREATE, {}, undefined)).toBeUndefined();
});

test('BOT-04 answers carry the headers of the budget; a call too many is refused with 10006 and goes nowhere', async () => {
  server = await startTestServer({ callsPerSecond: 2 });
  const { url } = server;
  const cookie = await server.login();
  const order = async (): Promise<readonly unknown[]> => {
    const answer = await fetch(`${url}${CREATE}`, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{}' });
    const { ret_code } = (await answer.json()) as { ret_code: number };
    const header = (name: string): string | null => answer.headers.get(`x-bapi-limit${name}`);
    const untilReset = Number(header('-reset-timestamp')) - (server?.now.value ?? 0);
    return [answer.status, ret_code, header(''), header('-status'), untilReset, answer.headers.get('retry-after')];
  };
  expect(await order()).toEqual([200, 0, '2', '1', 0, null]);
  server.now.value += 1;
  expect(await order()).toEqual([200, 0, '2', '0', 0, null]);
  const asked = server.gateway.requests.length;
  // 999 ms are a whole second, so that whoever waits is not early.
  expect(await order()).toEqual([429, 10006, '2', '0', 999, '1']);
  expect(server.gateway.requests.length).toBe(asked);
  server.now.value += 1_000;
  expect(await order()).toEqual([200, 0, '2', '1', 0, null]);
});
