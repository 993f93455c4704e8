import { ticks } from '@tapedeck/domain';
import { describe, expect, test } from 'vitest';
import { ACCOUNT, fakeStrategy } from '../testing/fake-venue.ts';
import { createWorld, sessionOf } from '../testing/fake-world.ts';

const symbol = 'BTCUSDT';
const leg = (triggerPrice: string) => ({ side: 'Buy', triggerPrice, orderType: 'Market' });
const CALLS: readonly (readonly [path: string, body: object])[] = [
  ['/contract/v5/strategy/create', { symbol, strategyType: 'Iceberg', side: 'Buy', qty: '1', price: '64000', shownQty: '0.1' }],
  ['/contract/v5/strategy/create', { symbol, strategyType: 'TWAP', side: 'Buy', qty: '1', interval: 30, parts: 20 }],
  ['/contract/v5/strategy/create', { symbol, strategyType: 'Chase', side: 'Buy', qty: '1' }],
  ['/contract/v5/strategy/create', { symbol, strategyType: 'Webhook', side: 'Buy', qty: '1', orderType: 'Market' }],
  ['/contract/v5/strategy/signal', { token: `100-7-${'ab'.repeat(16)}` }],
  ['/contract/v5/order/create-pair', { symbol, stopOrderType: 'BidirectionalTpSl', qty: '1', upper: leg('66000'), lower: leg('62000') }],
  ['/contract/v5/order/create-mmr-close', { symbol, triggerMmRateE2: '80' }],
  ['/contract/v5/position/set-tp-sl-ts', { symbol, tpSlMode: 'Partial', qty: '0.1', takeProfit: '70000' }],
  ['/private/position/add-margin', { symbol, addToPositionBalanceE8: '100000000' }],
  ['/contract/v5/asset/borrow', { coin: 'USDT', amount: '1' }],
  ['/contract/v5/asset/repay', { coin: 'USDT', amount: '1' }],
  ['/contract/v5/asset/subscribe', { coin: 'USDT', amount: '1' }],
  ['/contract/v5/asset/redeem', { coin: 'USDT', amount: '1' }],
];

describe('ids that the sender makes', () => {
  test.each(CALLS)('N1 %s hands the id of %o to the exchange, and refuses one of another shape', async (path, body) => {
    const world = createWorld();
    await world.post(path, { ...body, requestId: 'once-1' }, sessionOf());
    expect(world.venue.commands).toMatchObject([{ requestId: 'once-1' }]);
    const answer = await world.post(path, { ...body, requestId: 'not an id' }, sessionOf());
    expect(answer.body).toMatchObject({ ret_code: 10001, ret_msg: expect.stringContaining('requestId') });
    expect(world.venue.commands).toHaveLength(1);
  });

  test('N1 a webhook created again has the token of the first time', async () => {
    const world = createWorld();
    const secret = 'cd'.repeat(16);
    const kept = fakeStrategy({ kind: 'Webhook', orderType: 'Market', price: ticks(0), secret });
    const state = world.venue.accounts.get(ACCOUNT);
    if (state === undefined) throw new Error('no account');
    world.venue.accounts.set(ACCOUNT, { ...state, strategies: [kept] });
    const body = { symbol, strategyType: 'Webhook', side: 'Buy', qty: '1', orderType: 'Market', requestId: 'once-1' };
    const answer = await world.post('/contract/v5/strategy/create', body, sessionOf());
    expect(answer.body.result).toEqual({ strategyId: '7', token: `${ACCOUNT}-7-${secret}` });
  });
});
