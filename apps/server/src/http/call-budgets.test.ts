import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';

let server: TestServer | undefined;
afterEach(() => server?.stop());

test('BOT-04 answers carry the headers of the budget; a call too many is refused with 10006 and goes nowhere', async () => {
  server = await startTestServer();
  const { url, gateway, now } = server;
  const cookie = await server.login();
  const order = async (granted: boolean, left: number, resetIn: number): Promise<readonly unknown[]> => {
    gateway.callBudgets = { take: () => ({ granted, limit: 2, left, resetAt: now.value + resetIn }) };
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/contract/v5/order/create`, { method: 'POST', headers, body: '{}' });
    const { ret_code } = (await answer.json()) as { ret_code: number };
    const header = (name: string): string | null => answer.headers.get(`x-bapi-limit${name}`);
    const untilReset = Number(header('-reset-timestamp')) - now.value;
    return [answer.status, ret_code, header(''), header('-status'), untilReset, answer.headers.get('retry-after')];
  };
  expect(await order(true, 1, 0)).toEqual([200, 0, '2', '1', 0, null]);
  const asked = gateway.requests.length;
  // 999 ms are a whole second, so that a waiting client is not early.
  expect(await order(false, 0, 999)).toEqual([429, 10006, '2', '0', 999, '1']);
  expect(gateway.requests.length).toBe(asked);
});
