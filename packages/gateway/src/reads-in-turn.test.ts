import { expect, test } from 'vitest';
import { COSTS } from './costs.ts';
import { ACCOUNT, OTHER_ACCOUNT, fakeOrder } from './testing/fake-venue.ts';
import { FakeSocket, createWorld, sessionOf, settle } from './testing/fake-world.ts';
import { NamedKeys, SIGNED } from './testing/program-socket.ts';

test('OPS-05 BOT-04 the lists of all users are made one at a time, and users take turns', async () => {
  const { venue, get } = createWorld();
  const begun: { readonly account: number; readonly end: () => void }[] = [];
  const account = venue.account.bind(venue);
  venue.account = async (id) => {
    await new Promise<void>((end) => begun.push({ account: id, end }));
    return account(id);
  };
  const list = (owner: number) => get('/contract/v5/order/list', {}, sessionOf(owner));
  const answers = [list(ACCOUNT), list(ACCOUNT), list(ACCOUNT), list(OTHER_ACCOUNT)];
  for (let made = 0; made < answers.length; made += 1) {
    await settle();
    expect(begun).toHaveLength(made + 1);
    begun[made]?.end();
  }
  await Promise.all(answers);
  expect(begun.map((one) => one.account)).toEqual([ACCOUNT, ACCOUNT, OTHER_ACCOUNT, ACCOUNT]);
});

const SHARE = { perSecond: 1_000, atOnce: 1_000 };
const budgeted = () =>
  createWorld(undefined, new NamedKeys(), {
    workLimits: {
      client: SHARE,
      strangers: SHARE,
      user: SHARE,
      users: { perSecond: 10_000, atOnce: 10_000 },
      underWay: { client: 9, strangers: 9 },
    },
  });
/** Units that a user has left. */
function left({ gateway }: ReturnType<typeof createWorld>): number {
  let units = 0;
  while (gateway.workBudgets?.take('light', { name: '1', isStranger: false }) === undefined) units += 1;
  return units;
}

function withOrders(world: ReturnType<typeof createWorld>, count: number): void {
  const state = world.venue.accounts.get(ACCOUNT);
  if (state !== undefined)
    world.venue.accounts.set(ACCOUNT, { ...state, orders: Array.from({ length: count }, (_, at) => fakeOrder(at + 1)) });
}

test('OPS-05 BOT-04 answers that depend on all open orders cost a unit for each 50 of them, and pages of orders do not', async () => {
  const ask = async (path: string, query: Readonly<Record<string, string>>, orders: number): Promise<number> => {
    const world = budgeted();
    withOrders(world, orders);
    const headers = { 'x-bapi-api-key': 'reader', 'x-bapi-sign': SIGNED, 'x-bapi-timestamp': String(world.now), 'x-bapi-recv-window': '' };
    const { body } = await world.gateway.handleV5({
      ...{ method: 'GET', path, query: '', parameters: query, body: '', value: undefined, headers },
      ...{ client: '192.0.2.1', address: '192.0.2.1' },
    });
    expect(body.retCode, path).toBe(0);
    return left(world);
  };
  const without = await ask('/v5/account/wallet-balance', { accountType: 'UNIFIED' }, 0);
  expect(await ask('/v5/account/wallet-balance', { accountType: 'UNIFIED' }, 2_500)).toBe(without - 50);
  const page = { category: 'linear', settleCoin: 'USDT' };
  expect(await ask('/v5/order/realtime', page, 2_500)).toBe(await ask('/v5/order/realtime', page, 0));
});

test('OPS-05 NTF-05 the snapshot of the private stream costs a unit for each 50 of its orders', async () => {
  const spend = async (orders: number): Promise<number> => {
    const world = budgeted();
    withOrders(world, orders);
    const { body } = await world.post('/user/private/ott', {}, sessionOf());
    const socket = new FakeSocket(world.gateway, 'private', sessionOf());
    socket.say({ op: 'login', args: [(body.result as { readonly token: string }).token] });
    socket.say({ op: 'subscribe', args: ['user.order'] });
    await settle();
    return left(world);
  };
  expect(await spend(1_000)).toBe((await spend(0)) - 20);
});

test('OPS-05 each further page of an exported list costs what a page does', async () => {
  const spend = async (rows: number): Promise<number> => {
    const world = budgeted();
    world.history.orderRows = Array.from({ length: rows }, (_, at) => fakeOrder(rows - at));
    const { content } = await world.get('/contract/v5/history/export', { list: 'orders' }, sessionOf());
    let lines = 0;
    for await (const part of content?.parts ?? []) lines += part.split('\n').length - 1;
    expect(lines).toBe(rows + 1);
    return left(world);
  };
  expect(await spend(500)).toBe((await spend(1)) - 2 * COSTS.past.units);
});
