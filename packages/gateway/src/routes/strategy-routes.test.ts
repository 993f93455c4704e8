import { lots, money, ticks, timestamp, type RefusalReason, type StrategyPlan, type StrategyRecord } from '@tapedeck/domain';
import { createStrategyResult, decodeStrategy, encodeStrategy, strategyItem, strategyListResult, parseWire } from '@tapedeck/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT, BTC, ETH, START } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
const create = (fields: object) =>
  world.post('/contract/v5/strategy/create', { symbol: 'BTCUSDT', side: 'Buy', qty: '1', ...fields }, sessionOf());

const SECRET = 'ab'.repeat(16);
const PLANS: StrategyPlan[] = [
  { kind: 'Iceberg', price: ticks(640_000), shown: lots(10), postOnly: true },
  { kind: 'TWAP', interval: 30_000, parts: 20, limit: ticks(650_000) },
  { kind: 'Chase', maxDistance: ticks(100) },
  { kind: 'Scaled', from: ticks(640_000), to: ticks(630_000), orders: 5, skew: 150 },
  { kind: 'Grid', lower: ticks(600_000), upper: ticks(700_000), cells: 10, takeProfit: ticks(0), stopLoss: ticks(590_000) },
  { kind: 'Webhook', orderType: 'Limit', price: ticks(640_000), secret: SECRET },
  { kind: 'FutureSpread', far: ETH.id, limit: -25 },
  { kind: 'FutureSpread', far: ETH.id, limit: 25, immediate: true },
];
const recordOf = (plan: StrategyPlan): StrategyRecord => ({
  strategyId: 7,
  account: ACCOUNT,
  instrument: BTC.id,
  side: 'Buy',
  positionIndex: 0,
  reduceOnly: false,
  quantity: lots(1_000),
  plan,
  source: 'form',
  filled: lots(10),
  filledValue: money(64_000_000_000n),
  placed: 2,
  parts: [9],
  ...(plan.kind === 'FutureSpread' && { legs: [12, 11] as const }),
  createdAt: timestamp(START),
  updatedAt: timestamp(START),
});
const names = { symbolOf: () => 'ETHUSDT', idOf: (symbol: string) => (symbol === 'ETHUSDT' ? ETH.id : undefined) };

describe('strategies on the wire', () => {
  test.each(PLANS)('ORD-09 ORD-12 $kind goes over the wire and comes back', (plan) => {
    const record = recordOf(plan);
    expect(decodeStrategy(parseWire(strategyItem, encodeStrategy(record, BTC, names)), ACCOUNT, BTC, names)).toEqual(record);
  });

  test.each(PLANS)('ORD-09 ORD-12 what a list says of $kind starts the same strategy', async (plan) => {
    const { plan: fields, strategyType } = encodeStrategy(recordOf(plan), BTC, names);
    await create({ strategyType, ...fields });
    const secret = plan.kind === 'Webhook' ? { secret: expect.stringMatching(/^[0-9a-f]{32}$/) as string } : {};
    expect(world.venue.commands).toMatchObject([{ type: 'CreateStrategy', quantity: lots(1_000), plan: { ...plan, ...secret } }]);
  });

  test('ORD-09 the signals of a webhook come with its token, from whoever has it', async () => {
    const answer = await create({ strategyType: 'Webhook', orderType: 'Market' });
    const { token } = parseWire(createStrategyResult, answer.body.result);
    expect(token).toMatch(new RegExp(`^${ACCOUNT}-7-[0-9a-f]{32}$`));
    expect((await world.post('/contract/v5/strategy/signal', { token })).body).toMatchObject({ ret_code: 0, result: { orderId: '7' } });
    expect(world.venue.commands[1]).toEqual({ type: 'SignalStrategy', account: ACCOUNT, strategyId: 7, secret: token?.split('-')[2] });
    expect((await world.post('/contract/v5/strategy/signal', { token: '1-2' })).body.ret_code).toBe(10001);
  });

  test('ORD-09 a webhook is heard ten times a second: of 200 signals at once, ten become orders, and others are not held up', async () => {
    world.venue.respond = () => ({ orderId: 7 });
    const signal = (token: string) => world.post('/contract/v5/strategy/signal', { token });
    const answers = await Promise.all(Array.from({ length: 200 }, () => signal(`1-7-${'a'.repeat(32)}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status, body }) => status === 429 && body.ret_code === 10006)).toHaveLength(190);
    expect(world.venue.commands).toHaveLength(10);
    expect((await signal(`1-8-${'b'.repeat(32)}`)).status).toBe(200);
    world.now += 999;
    expect(await signal(`1-7-${'a'.repeat(32)}`)).toMatchObject({ status: 429, retryAfterMs: 1 });
    world.now += 1;
    expect((await signal(`1-7-${'a'.repeat(32)}`)).status).toBe(200);
  });

  test.each<[RefusalReason, number]>([
    ['insufficientBalance', 401],
    ['tooManyStrategies', 402],
    ['gridExists', 414],
    ['gridTakeProfitBelow', 418],
    ['gridStopLossAbove', 419],
    ['parameter', 413],
  ])('a grid that is refused with %s says so by its status', async (reason, status) => {
    world.venue.respond = () => ({ refusal: { reason } });
    const grid = { strategyType: 'Grid', lowerPrice: '60000', upperPrice: '70000', cells: 10 };
    expect((await create(grid)).body).toMatchObject({ ret_code: 0, result: { status_code: status } });
    expect((await create({ strategyType: 'Chase' })).body.ret_code).not.toBe(0);
  });

  test.each([
    ['strategyType', { strategyType: 'Magic' }],
    ['price', { strategyType: 'Iceberg', shownQty: '0.1' }],
    ['shownQty', { strategyType: 'Iceberg', price: '64000', shownQty: '0.0005' }],
    ['interval', { strategyType: 'TWAP', parts: 10 }],
    ['farSymbol', { strategyType: 'FutureSpread', farSymbol: 'NOPE', spread: '1' }],
    ['spread', { strategyType: 'FutureSpread', farSymbol: 'ETHUSDT', spread: '0.05' }],
  ])('%s is named when it is not correct: %o', async (field, fields) => {
    const { body } = await create(fields);
    expect(body.ret_code).toBe(10001);
    expect(body.ret_msg).toContain(`The parameter ${field} `);
    expect(world.venue.commands).toEqual([]);
  });

  test.each([
    ['interval', -1, 'is less than 0.'],
    ['parts', 1_000_001, 'is more than 1000000.'],
  ])('a number outside the limits of %s is refused with the limit', async (field, given, says) => {
    const { body } = await create({ strategyType: 'TWAP', interval: 30, parts: 10, [field]: given });
    expect(body).toMatchObject({ ret_code: 10001, ret_msg: `The parameter ${field} ${says}` });
  });

  test('they are listed, and told by the private stream of nobody else', async () => {
    const state = world.venue.accounts.get(ACCOUNT);
    if (state === undefined) throw new Error('no account');
    world.venue.accounts.set(ACCOUNT, { ...state, strategies: [recordOf({ kind: 'Chase', maxDistance: ticks(0) })] });
    const { result } = (await world.get('/contract/v5/strategy/list', {}, sessionOf())).body;
    expect(parseWire(strategyListResult, result).list).toMatchObject([
      { strategyId: '7', strategyType: 'Chase', status: 'Running', orderIds: ['9'] },
    ]);
  });
});
