import { lots, money, rate, ticks, type StrategyPlan } from '@tapedeck/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { BUSY_ELSEWHERE } from '../connection/failure-codes.ts';
import { createAccount } from '../facade/account.ts';
import { createTerminalClient } from '../facade/create-terminal-client.ts';
import type { TerminalClient } from '../facade/terminal-client.ts';
import { dataOf } from '../store/loadable.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { answerOf, FakePorts, type FakeAnswer } from '../testing/fake-ports.ts';

const ICEBERG: StrategyPlan = { kind: 'Iceberg', price: ticks(600_000), shown: lots(10), postOnly: false };
const UNIT = 100_000_000n;

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;
let key: string;

async function open(): Promise<void> {
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
  key = dataOf(client.positions.keys.get())?.[0] ?? '';
}

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  desk.setPosition(positionItem());
  await open();
});

const instrument = () => {
  const found = client.markets.instrument('BTCUSDT');
  if (found === undefined) throw new Error('no BTCUSDT');
  return found;
};
const leg = (trigger: number) =>
  ({ side: 'Buy', trigger: ticks(trigger), source: 'LastPrice', orderType: 'Market', price: ticks(0) }) as const;
const idsSent = (path: string) =>
  desk.calls
    .filter((call) => call.path === path)
    .map(({ body }) => {
      const { requestId, transferId } = body as { readonly requestId?: string; readonly transferId?: string };
      return requestId ?? transferId;
    });
/** Advances time so that pending retries are sent. */
async function passTime(): Promise<void> {
  for (let second = 0; second < 3; second += 1) await ports.advance(1_000);
}

const strategy = { side: 'Buy', positionIndex: 0, reduceOnly: false, quantity: lots(100), plan: ICEBERG } as const;
const pair = {
  kind: 'BidirectionalTpSl',
  positionIndex: 0,
  quantity: lots(10),
  upper: leg(700_000),
  lower: leg(500_000),
  reduceOnly: false,
} as const;
const GESTURES: readonly (readonly [path: string, result: object, act: () => Promise<{ readonly ok: boolean }>])[] = [
  ['/contract/v5/strategy/create', { strategyId: '7' }, () => client.strategies.create({ ...strategy, instrument: instrument() })],
  ['/contract/v5/order/create-pair', { orderIds: ['7', '8'] }, () => client.orders.placePair({ ...pair, instrument: instrument() })],
  ['/contract/v5/order/create-mmr-close', { orderId: '7' }, () => client.positions.placeMarginRateClose(key, rate(80_000_000n))],
  ['/private/position/add-margin', {}, () => client.positions.addMargin(key, money(UNIT))],
  ['/contract/v5/asset/transfer', {}, () => client.funds.move('toFunding', 'USDT', money(UNIT))],
  ['/contract/v5/asset/account-transfer', {}, () => client.funds.transferToAccount('regular', 'USDT', money(UNIT))],
  ['/contract/v5/asset/borrow', {}, () => client.funds.move('borrow', 'BTC', money(UNIT))],
  ['/contract/v5/asset/repay', {}, () => client.funds.move('repay', 'BTC', money(UNIT))],
];

describe('a gesture whose answer is lost', () => {
  test.each(GESTURES)('N2 %s is sent again under the same id until it is known', async (path, result, act) => {
    const answers: FakeAnswer[] = ['broken', answerOf(result)];
    desk.overrides.set(path, () => answers.shift() ?? 'broken');
    const done = act();
    await passTime();
    expect(await done).toMatchObject({ ok: true });
    const [first, second, ...more] = idsSent(path);
    expect([second, more]).toEqual([first, []]);
    expect(first).toMatch(/^[a-z0-9]{20}$/);
  });

  test.each(GESTURES)('N1 a double click on %s sends it once; the next gesture has an id of its own', async (path, result, act) => {
    desk.overrides.set(path, () => answerOf(result));
    await Promise.all([act(), act()]);
    expect(idsSent(path)).toHaveLength(1);
    await act();
    const [first, second] = idsSent(path);
    expect(second).not.toBe(first);
  });

  const OTHERS: readonly (readonly [path: string, result: object, acts: readonly (() => Promise<{ readonly ok: boolean }>)[]])[] = [
    [
      '/contract/v5/strategy/create',
      { strategyId: '7' },
      [100, 200].map((count) => () => client.strategies.create({ ...strategy, quantity: lots(count), instrument: instrument() })),
    ],
    [
      '/contract/v5/order/create-pair',
      { orderIds: ['7', '8'] },
      [10, 20].map((count) => () => client.orders.placePair({ ...pair, quantity: lots(count), instrument: instrument() })),
    ],
    [
      '/contract/v5/order/create-mmr-close',
      { orderId: '7' },
      [70n, 80n].map((percent) => () => client.positions.placeMarginRateClose(key, rate(percent * 1_000_000n))),
    ],
  ];
  test.each(OTHERS)('HND-01 %s asked for with other figures while one is under way is sent too', async (path, result, acts) => {
    desk.overrides.set(path, () => answerOf(result));
    const answers = await Promise.all(acts.map((act) => act()));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    expect(new Set(idsSent(path)).size).toBe(2);
  });

  test('HND-01 other terms of copying while some are under way are refused, not told to be set', async () => {
    const path = '/fapi/beehive/private/v1/common/follow/set';
    desk.overrides.set(path, () => answerOf({}));
    const follow = (most: bigint) => client.copying.follow({ leader: 7, ratio: rate(UNIT), maxAmount: money(most * UNIT) });
    const answers = await Promise.all([follow(500n), follow(5n)]);
    expect(answers).toMatchObject([{ ok: true }, { ok: false, failure: { code: BUSY_ELSEWHERE } }]);
    expect(desk.calls.filter((call) => call.path === path).map(({ body }) => body)).toMatchObject([{ maxAmount: '500' }]);
  });

  test.each(GESTURES)('N2 %s made again by hand, after a reload too, goes under the id that is not settled', async (path, result, act) => {
    desk.overrides.set(path, () => 'broken');
    const lost = act();
    await passTime();
    expect(await lost).toMatchObject({ ok: false });
    client.stop();
    await open();
    desk.overrides.set(path, () => answerOf(result));
    expect(await act()).toMatchObject({ ok: true });
    expect(new Set(idsSent(path)).size).toBe(1);
    expect(await act()).toMatchObject({ ok: true });
    expect(new Set(idsSent(path)).size).toBe(2);
  });

  test.each([
    ['leader/set', 39410, () => client.copying.lead('Ann')],
    ['leader/set', 39411, () => client.copying.stopLeading()],
    ['follow/set', undefined, () => client.copying.follow({ leader: 7, ratio: rate(UNIT), maxAmount: money(UNIT) })],
    ['follow/stop', 39411, () => client.copying.stopFollowing(true)],
  ] as const)(
    'N2 %s is sent again after a lost answer; that it is so already (%s) then says that it was done',
    async (call, already, act) => {
      const path = `/fapi/beehive/private/v1/common/${call}`;
      const answers: FakeAnswer[] = ['broken', already === undefined ? answerOf({}) : answerOf({}, already, 'so already')];
      desk.overrides.set(path, () => answers.shift() ?? 'broken');
      const done = act();
      await passTime();
      expect(await done).toMatchObject({ ok: true });
      // At the first sending it is a refusal.
      if (already === undefined) return;
      desk.overrides.set(path, () => answerOf({}, already, 'so already'));
      expect(await act()).toMatchObject({ ok: false, failure: { code: already } });
    },
  );

  test('N2 cancelling everything is sent again after a lost answer, and tells of the orders that were open', async () => {
    const path = '/contract/v5/order/cancel-all';
    desk.setOrder(orderItem(11));
    desk.setOrder(orderItem(12));
    await ports.advance(0);
    const answers: FakeAnswer[] = ['broken', answerOf({ cancelled: 0 })];
    desk.overrides.set(path, () => answers.shift() ?? answerOf({ cancelled: 9 }));
    const done = client.orders.cancelAll({ keepProtective: false });
    await passTime();
    expect(await done).toEqual({ ok: true, value: 2 });
    expect(await client.orders.cancelAll({ keepProtective: false })).toEqual({ ok: true, value: 9 });
  });

  test('a refusal settles an id, and so do ten minutes', async () => {
    const path = '/contract/v5/asset/transfer';
    const act = () => client.funds.move('toFunding', 'USDT', money(UNIT));
    desk.overrides.set(path, () => answerOf({}, 131212, 'too much'));
    await act();
    await act();
    expect(new Set(idsSent(path)).size).toBe(2);
    desk.overrides.set(path, () => 'broken');
    const lost = act();
    await passTime();
    await lost;
    await ports.advance(600_000);
    desk.overrides.set(path, () => answerOf({}));
    await act();
    expect(new Set(idsSent(path)).size).toBe(4);
  });

  test('N2 a sending that was lost stays in doubt when the next one is turned away before it was looked at', async () => {
    const path = '/contract/v5/asset/transfer';
    const act = () => client.funds.move('toFunding', 'USDT', money(UNIT));
    const answers: FakeAnswer[] = ['broken', answerOf({}, 10006, 'too many')];
    desk.overrides.set(path, () => answers.shift() ?? answerOf({}));
    const lost = act();
    await passTime();
    expect(await lost).toMatchObject({ ok: false, failure: { code: 10006 } });
    expect(await act()).toMatchObject({ ok: true });
    expect(new Set(idsSent(path)).size).toBe(1);
  });

  test('storage that holds something else stops nothing', async () => {
    ports.storage.setItem('tapedeck.requests.unsettled', '[{"said":1},{"said":"x","id":"<b>","at":0},null]');
    await open();
    desk.overrides.set('/contract/v5/asset/transfer', () => answerOf({}));
    expect(await client.funds.move('toFunding', 'USDT', money(UNIT))).toMatchObject({ ok: true });
  });
});
