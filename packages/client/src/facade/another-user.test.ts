// Calls of one user are not sent under the session of the next one.
import { beforeEach, expect, it } from 'vitest';
import { money } from '@tapedeck/domain';
import { initialDraft } from '../forms/order/order-form-reducer.ts';
import { FakeDesk } from '../testing/fake-desk.ts';
import { FakePorts, answerOf } from '../testing/fake-ports.ts';
import { createAccount } from './account.ts';
import { createTerminalClient } from './create-terminal-client.ts';
import type { TerminalClient } from './terminal-client.ts';

const CREATE = '/contract/v5/order/create';
const CANCEL_ALL = '/contract/v5/order/cancel-all';
const TRANSFER = '/contract/v5/asset/account-transfer';

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(1_000);
});

async function changeUser(account: string): Promise<void> {
  await client.session.logout();
  desk.account = account;
  await client.session.login({ username: 'trader-02', password: 'password' });
}

it.each([
  ['another user', '101', 1],
  ['the same user', '100', 2],
])('a call without an answer is not sent again after the log-in of another user: %s', async (_, account, sendings) => {
  for (const path of [CANCEL_ALL, TRANSFER]) desk.overrides.set(path, () => 'broken');
  const cancelled = client.orders.cancelAll({ keepProtective: false });
  const moved = client.funds.transferToAccount('UTA', 'USDT', money(100n));
  await ports.advance(0);
  expect([desk.called(CANCEL_ALL), desk.called(TRANSFER)]).toEqual([1, 1]);
  desk.overrides.clear();
  await changeUser(account);
  await ports.advance(60_000);
  expect([desk.called(CANCEL_ALL), desk.called(TRANSFER)]).toEqual([sendings, sendings]);
  if (account === '101') expect([await cancelled, await moved]).toMatchObject([{ ok: false }, { ok: false }]);
});

it('the parts of an order end with the session of its user', async () => {
  const instrument = client.markets.instrument('BTCUSDT');
  const quantity = String((Number(instrument?.maxLimitOrder) * 3) / 1_000);
  let changed: Promise<void> | undefined;
  desk.overrides.set(CREATE, (body) => {
    changed ??= changeUser('101');
    return answerOf(desk.placed(body as Parameters<typeof desk.placed>[0]));
  });
  const placed = client.orders.place({ ...initialDraft('BTCUSDT'), price: '50000', quantity }, 'Buy');
  await ports.advance(60_000);
  await changed;
  expect(await placed).toMatchObject({ ok: false });
  const paths = desk.calls.map(({ path }) => path);
  expect(paths.slice(paths.indexOf('/user/public/login'))).not.toContain(CREATE);
});
