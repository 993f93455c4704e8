import { money, ticks } from '@tapedeck/domain';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallBudgets, FULL_SECONDS_PER_HOUR } from './call-budgets.ts';
import { ROUTES } from './routes/table.ts';
import { SIGNAL, VALID } from './testing/valid-calls.ts';
import { ACCOUNT, ETH, START, fakeOrder, fakeStrategy } from './testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from './testing/fake-world.ts';
import { V5_ROUTES } from './v5/table.ts';

const ORDERS = 30;
const CANCEL_ALL = '/v5/order/cancel-all';
const SECRET = 'a'.repeat(32);
const KEYS = {
  verify: () => ({ keyId: 'trader', scopes: new Set(['read', 'trade'] as const), session: sessionOf() }),
  isValid: () => true,
};
/** Bodies of the calls that make many commands. */
const MANY: Readonly<Record<string, Record<string, unknown>>> = {
  '/v5/order/cancel-all': { category: 'linear', settleCoin: 'USDT' },
  '/v5/order/cancel-batch': { category: 'linear', request: Array.from({ length: 10 }, () => ({ symbol: 'BTCUSDT', orderId: '1' })) },
  '/v5/position/switch-mode': { category: 'linear', coin: 'USDT', mode: 3 },
  '/v5/account/set-margin-mode': { setMarginMode: 'ISOLATED_MARGIN' },
  '/v5/account/set-collateral-switch-batch': {
    request: [
      { coin: 'BTC', collateralSwitch: 'ON' },
      { coin: 'ETH', collateralSwitch: 'ON' },
    ],
  },
  '/v5/account/repay': {},
  '/v5/spread/order/cancel-all': { cancelAll: true },
};

let world: World;
beforeEach(() => {
  world = createWorld(undefined, KEYS, { callsPerSecond: 100 });
  const state = world.venue.accounts.get(ACCOUNT);
  if (state === undefined) throw new Error('no account');
  const spread = (strategyId: number) => ({ ...fakeStrategy({ kind: 'FutureSpread', far: ETH.id, limit: 25 }), strategyId });
  const loan = (coin: string) => ({ coin, wallet: 'loan' as const, amount: money(-100_000_000n) });
  world.venue.accounts.set(ACCOUNT, {
    ...state,
    orders: Array.from({ length: ORDERS }, (_, at) => fakeOrder(at + 1)),
    strategies: [spread(7), spread(8), spread(9)],
    wallets: [loan('USDT'), loan('BTC')],
  });
});

/** Commands that the budget counts beyond those that the body of a call shows. */
async function countedBy<Answer>(run: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly further: number }> {
  const spy = vi.spyOn(CallBudgets.prototype, 'count');
  try {
    const answer = await run();
    return { answer, further: spy.mock.calls.reduce((sum, [, , commands]) => sum + commands, 0) };
  } finally {
    spy.mockRestore();
  }
}

const SIGNED = { 'x-bapi-api-key': 'trader', 'x-bapi-sign': 's', 'x-bapi-timestamp': String(START), 'x-bapi-recv-window': '' };
const rowsOf = ({ request }: Readonly<Record<string, unknown>>): number => (Array.isArray(request) ? request.length : 1);

test.each(V5_ROUTES.filter(({ access }) => access === 'trade').map(({ path }) => path))(
  'OPS-05 BOT-04 the budget counts every command of %s',
  async (path) => {
    const { gateway, venue } = world;
    const value = MANY[path] ?? {};
    const call = {
      method: 'POST',
      path,
      query: '',
      parameters: {},
      body: '',
      value,
      headers: SIGNED,
      client: '192.0.2.1',
      address: '192.0.2.1',
    };
    const { answer, further } = await countedBy(() => gateway.handleV5(call));
    expect(venue.commands.length).toBeLessThanOrEqual(rowsOf(value) + further);
    if (path in MANY) expect([answer.body.retCode, venue.commands.length > 1]).toEqual([0, true]);
  },
);

test.each(ROUTES.filter(({ effect }) => effect === 'trade').map(({ path }) => path))(
  'OPS-05 BOT-04 the budget counts every command of %s',
  async (path) => {
    const body = VALID[path] ?? {};
    const { further } = await countedBy(() => world.post(path, body, path === SIGNAL ? undefined : sessionOf()));
    expect(world.venue.commands.length).toBeLessThanOrEqual(rowsOf(body) + further);
  },
);

test('OPS-05 BOT-04 a key without the trade scope makes no command and asks the exchange nothing, on any trading route', async () => {
  const reader = { verify: () => ({ keyId: 'reader', scopes: new Set(['read'] as const), session: sessionOf() }), isValid: () => true };
  world = createWorld(undefined, reader, { callsPerSecond: 100 });
  const account = vi.spyOn(world.venue, 'account');
  for (const { path, access } of V5_ROUTES) {
    if (access !== 'trade') continue;
    const call = {
      method: 'POST',
      path,
      query: '',
      parameters: {},
      body: '',
      value: MANY[path] ?? {},
      headers: SIGNED,
      client: '192.0.2.1',
      address: '192.0.2.1',
    };
    expect((await world.gateway.handleV5(call)).body.retCode, path).toBe(10005);
  }
  expect([world.venue.commands, account.mock.calls]).toEqual([[], []]);
});

test('OPS-05 BOT-04 further commands count for the hour, and keep no call from the same second', () => {
  let now = 1_000_000;
  const budgets = new CallBudgets(
    1,
    () => now,
    () => 0,
  );
  const session = sessionOf();
  const cancel = (): boolean | undefined => budgets.take(CANCEL_ALL, {}, session)?.granted;
  budgets.count(CANCEL_ALL, session, FULL_SECONDS_PER_HOUR - 2);
  expect(cancel()).toBe(true);
  now += 1_000;
  expect(cancel()).toBe(true);
  now += 1_000;
  expect(cancel()).toBe(false);
  expect(budgets.take('/v5/order/create', {}, session)?.granted).toBe(true);
  now += 6_000;
  expect(cancel()).toBe(true);
});

test.each([
  [{ strategyType: 'Scaled', priceFrom: '60000', priceTo: '61000', orders: 20, skew: 100 }, 19],
  [{ strategyType: 'Grid', lowerPrice: '60000', upperPrice: '70000', cells: 10 }, 9],
  [{ strategyType: 'Iceberg', price: '60000', shownQty: '0.01' }, 99],
  [{ strategyType: 'Chase' }, 0],
])('OPS-05 BOT-04 the budget counts the orders that a strategy may place at once: %j', async (plan, further) => {
  const body = { symbol: 'BTCUSDT', side: 'Buy', qty: '1', ...plan };
  const { answer, further: counted } = await countedBy(() => world.post('/contract/v5/strategy/create', body, sessionOf()));
  expect([answer.body.ret_code, counted]).toEqual([0, further]);
});

describe('the signals of a webhook', () => {
  const webhook = (): void => {
    const state = world.venue.accounts.get(ACCOUNT);
    if (state === undefined) throw new Error('no account');
    const plan = { kind: 'Webhook', orderType: 'Market', price: ticks(0), secret: SECRET } as const;
    world.venue.accounts.set(ACCOUNT, { ...state, strategies: [fakeStrategy(plan)] });
  };
  const signal = (secret = SECRET) => world.post(SIGNAL, { token: `${ACCOUNT}-7-${secret}` });
  const order = () => world.gateway.callBudgets?.take('/contract/v5/order/create', {}, sessionOf());

  test('BOT-04 OPS-05 count as trading calls of the owner', async () => {
    world = createWorld(undefined, KEYS, { callsPerSecond: 3 });
    webhook();
    expect(order()).toMatchObject({ granted: true, left: 2 });
    expect([(await signal()).status, (await signal()).status]).toEqual([200, 200]);
    expect(order()?.granted).toBe(false);
    const over = await signal();
    expect([over.status, over.body.ret_code, over.retryAfterMs]).toEqual([429, 10006, 1_000]);
    expect(world.venue.commands.length).toBe(2);
  });

  test('OPS-05 a wrong secret uses up nothing of the owner', async () => {
    webhook();
    for (let at = 0; at < 9; at += 1) await signal(`b${at}`.padEnd(32, '0'));
    expect(order()).toMatchObject({ granted: true, left: 99 });
  });
});
