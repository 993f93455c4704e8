// The account's part may load after the first view: until then the client stands in front of it.
import { beforeEach, expect, it } from 'vitest';
import { BASE_FEE_TIER, leverage, money } from '@tapedeck/domain';
import type { OrderFormDraft } from '../forms/order/order-form.ts';
import { initialDraft } from '../forms/order/order-form-reducer.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { FakePorts } from '../testing/fake-ports.ts';
import { createAccount } from './account.ts';
import { createTerminalClient } from './create-terminal-client.ts';
import type { TerminalClient } from './terminal-client.ts';

const CREATE = '/contract/v5/order/create';
const HISTORY = '/contract/v5/order/history';
const KEY = 'BTCUSDT:0';
const draft: OrderFormDraft = { ...initialDraft('BTCUSDT'), price: '50000', quantity: '0.002' };

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;
let arrive: () => Promise<void>;

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem({ size: '0.5' }));
  let load: (create: typeof createAccount) => void = () => undefined;
  const account = new Promise<typeof createAccount>((resolve) => (load = resolve));
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account });
  client.start();
  await ports.advance(0);
  arrive = async () => {
    load(createAccount);
    await ports.advance(0);
  };
});

it('tells followers of a value when the account arrives', async () => {
  const position = client.positions.position(KEY);
  const news: string[] = [];
  const stop = client.positions.keys.subscribe(() => news.push(client.positions.keys.get().status));
  client.positions.exits(KEY).subscribe(() => news.push('exits'))();
  expect(client.positions.position(KEY)).toBe(position);
  expect([client.positions.keys.get().status, client.funds.totals.get().status, client.copying.state.get().status]).toEqual([
    'pending',
    'pending',
    'pending',
  ]);
  expect([position.get(), client.positions.list(), client.funds.feeTier.get()]).toEqual([undefined, [], BASE_FEE_TIER]);
  expect([client.session.freshness.get(), client.connection.get().account]).toEqual(['loading', 'loading']);
  await arrive();
  expect(client.positions.keys.get()).toEqual({ status: 'success', data: [KEY] });
  expect(position.get()?.record.size).toBe(client.positions.position(KEY).get()?.record.size);
  expect([client.session.freshness.get(), client.connection.get().account]).toEqual(['live', 'live']);
  expect(news.at(-1)).toBe('success');
  expect(news).not.toContain('exits');
  stop();
  const told = news.length;
  desk.setPosition(positionItem({ size: '0' }));
  expect(client.positions.keys.get()).toEqual({ status: 'success', data: [] });
  expect(news).toHaveLength(told);
});

it('refuses an order of the form before the account is there, and never sends it later', async () => {
  expect(await client.orders.place(draft, 'Buy')).toEqual({ ok: false, failure: { code: 9000005, message: '' } });
  await arrive();
  await ports.advance(10_000);
  expect(desk.called(CREATE)).toBe(0);
  expect(await client.orders.place(draft, 'Buy')).toMatchObject({ ok: true });
  expect(desk.called(CREATE)).toBe(1);
});

it('refuses every change before the account is there, and never sends it later', async () => {
  const refused = { ok: false, failure: { code: 9000005, message: '' } };
  const asked = desk.calls.length;
  expect(
    await Promise.all([
      client.orders.cancelAll({ keepProtective: false }),
      client.positions.setLeverage('BTCUSDT', leverage(1_000n), leverage(1_000n)),
      client.funds.transferToAccount('UTA', 'USDT', money(100n)),
      client.session.apiKeys.revoke('key'),
    ]),
  ).toEqual([refused, refused, refused, refused]);
  expect(await client.orders.cancelSeveral([])).toEqual({ cancelled: 0, failure: refused.failure });
  expect(await client.positions.closeSeveral([])).toEqual({ sent: 0, failure: refused.failure });
  expect(await client.positions.reversal.reverse(KEY, undefined)).toEqual({ name: 'closeFailed', failure: refused.failure });
  await arrive();
  await ports.advance(10_000);
  expect(desk.calls.slice(asked).filter(({ path }) => /cancel-all|set-leverage|transfer|revoke/.test(path))).toEqual([]);
});

it('answers a question about the account once the account is there', async () => {
  let answered = false;
  const page = client.histories.orders('').then((answer) => {
    answered = true;
    return answer;
  });
  await ports.advance(1_000);
  expect([answered, desk.called(HISTORY)]).toEqual([false, 0]);
  await arrive();
  expect(await page).toMatchObject({ ok: true });
  expect(desk.called(HISTORY)).toBe(1);
});

it('NTF-04 tells news to listeners from before the account, unless they stopped', async () => {
  const told: string[] = [];
  client.notices.onNotice(({ kind }) => told.push(kind));
  client.notices.onNotice(() => told.push('stopped'))();
  await arrive();
  desk.setOrder(orderItem(7));
  expect(told).toEqual(['orderMade']);
});
