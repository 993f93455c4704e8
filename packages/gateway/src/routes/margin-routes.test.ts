import { beforeEach, describe, expect, test } from 'vitest';
import { isolatedFreeMargin, liquidationPrice, money, refusal, withFeeTier } from '@tapedeck/domain';
import { preAddMarginResult, priceText, parseWire } from '@tapedeck/protocol';
import { BTC, fakePosition, units } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

const hold = (changes: Parameters<typeof fakePosition>[0]): void => {
  const state = world.venue.accounts.get(100);
  if (state) world.venue.accounts.set(100, { ...state, positions: [fakePosition(changes)] });
};
const post = (path: string, body: object, session = sessionOf()) => world.post(path, body, session);

describe('margin of a position', () => {
  test('API-06 the amount is money times 1e8, and may be taken out', async () => {
    for (const [text, amount] of [
      ['2550000000', '25.5'],
      ['-1', '-0.00000001'],
    ] as const) {
      const answer = await post('/private/position/add-margin', { symbol: 'BTCUSDT', positionIdx: 2, addToPositionBalanceE8: text });
      expect(answer.body.ret_code).toBe(0);
      expect(world.venue.commands.at(-1)).toEqual({
        type: 'AddMargin',
        account: 100,
        instrument: 0,
        positionIndex: 2,
        amount: money(units(amount)),
      });
    }
    for (const text of ['0', '1.5', 'all', '']) {
      const answer = await post('/private/position/add-margin', { symbol: 'BTCUSDT', addToPositionBalanceE8: text });
      expect(answer.body.ret_code).toBe(10001);
    }
    world.venue.respond = () => ({ refusal: refusal('notIsolated') });
    const refused = await post('/private/position/add-margin', { symbol: 'BTCUSDT', addToPositionBalanceE8: '1' });
    expect(refused.body.ret_code).toBe(110015);
  });

  test('POS-07 auto add margin is switched for one position', async () => {
    const path = '/private/position/set-auto-add-margin';
    const answer = await post(path, { symbol: 'BTCUSDT', positionIdx: 1, newAutoAddMargin: true });
    expect(answer.body.ret_code).toBe(0);
    const command = { type: 'SetAutoAddMargin', account: 100, instrument: 0, positionIndex: 1, on: true };
    expect(world.venue.commands.at(-1)).toEqual(command);
    world.venue.respond = () => ({ refusal: refusal('notIsolated') });
    expect((await post(path, { symbol: 'BTCUSDT', newAutoAddMargin: false })).body.ret_code).toBe(110015);
    expect((await post(path, { symbol: 'BTCUSDT', newAutoAddMargin: 'on' })).body.ret_code).toBe(10001);
    expect((await post(path, { symbol: 'NOPE', newAutoAddMargin: true })).body.ret_code).toBe(10001);
  });

  test('the preview says what the engine would make of it, and moves nothing', async () => {
    hold({ marginMode: 'isolated', margin: money(units('30')) });
    const body = { symbol: 'BTCUSDT', addToPositionBalanceE8: '1000000000' };
    const { liqPrice, positionBalance } = parseWire(preAddMarginResult, (await post('/private/position/pre-add-margin', body)).body.result);
    const { side, size, entryValue } = fakePosition();
    const cushion = isolatedFreeMargin(BTC, side, entryValue, money(units('40')));
    const wanted = liquidationPrice({ instrument: BTC, side, size, entryValue, cushion });
    expect(positionBalance).toBe('40');
    expect(liqPrice).toBe(wanted === undefined ? 'none' : priceText(wanted, BTC));
    expect(world.venue.commands).toEqual([]);
    hold({ marginMode: 'cross' });
    expect((await post('/private/position/pre-add-margin', body)).body.ret_code).toBe(110015);
    expect((await post('/private/position/pre-add-margin', { ...body, positionIdx: 1 })).body.ret_code).toBe(110033);
    hold({ marginMode: 'isolated', margin: money(units('30')) });
    expect((await post('/private/position/pre-add-margin', { ...body, addToPositionBalanceE8: '-3000000001' })).body.ret_code).toBe(110007);
  });
});

describe('preview of a margin change', () => {
  test("POS-08 the preview reserves the closing fee of the account's own tier", async () => {
    hold({ marginMode: 'isolated', margin: money(units('30')) });
    const state = world.venue.accounts.get(100);
    if (state === undefined) throw new Error('the account is missing');
    world.venue.accounts.set(100, { ...state, feeTier: 'PRO2' });
    const body = { symbol: 'BTCUSDT', addToPositionBalanceE8: '1000000000' };
    const { liqPrice } = parseWire(preAddMarginResult, (await post('/private/position/pre-add-margin', body)).body.result);
    const { side, size, entryValue } = fakePosition();
    const at = (instrument: typeof BTC): string => {
      const cushion = isolatedFreeMargin(instrument, side, entryValue, money(units('40')));
      const found = liquidationPrice({ instrument, side, size, entryValue, cushion });
      return found === undefined ? 'none' : priceText(found, BTC);
    };
    expect(liqPrice).toBe(at(withFeeTier(BTC, 'PRO2')));
    expect(liqPrice).not.toBe(at(BTC));
  });
});

describe('copy trading', () => {
  const as = (copyRole: 'none' | 'leader' | 'follower') =>
    sessionOf(100, { labels: { vipLevel: 0, proLevel: 0, copyRole, isTrial: false } });
  const CLOSE = '/fapi/beehive/private/v1/common/order/close-all';
  const CREATE = '/fapi/beehive/private/v1/common/order/create';
  const order = {
    symbol: 'BTCUSDT',
    side: 'Sell',
    orderType: 'Market',
    qtyX: '400000',
    positionIdx: 0,
    type: 'Activity',
    action: 'ReverseClose',
  };

  test('REV-05 a leader reverses by closing all of the position and placing an order', async () => {
    hold({});
    const closed = await post(CLOSE, { symbol: 'BTCUSDT', positionIdx: 0 }, as('leader'));
    expect(closed.body).toMatchObject({ ret_code: 0, result: { orderId: '7' } });
    const opened = await post(CREATE, order, as('leader'));
    expect(opened.body.ret_code).toBe(0);
    expect(world.venue.commands).toMatchObject([
      { type: 'PlaceOrder', side: 'Sell', orderType: 'Market', quantity: 4, reduceOnly: true },
      { type: 'PlaceOrder', side: 'Sell', orderType: 'Market', quantity: 4, reduceOnly: false },
    ]);
    hold({ positionIndex: 1 });
    expect((await post(CLOSE, { symbol: 'BTCUSDT' }, as('leader'))).body.ret_code).toBe(110033);
  });

  test('REV-05 a follower may close but not open, and others may do neither', async () => {
    hold({});
    expect((await post(CLOSE, { symbol: 'BTCUSDT' }, as('follower'))).body.ret_code).toBe(0);
    expect((await post(CREATE, order, as('follower'))).body).toMatchObject({ ret_code: 39402, ret_msg: 'A follower cannot open orders.' });
    for (const [path, body] of [
      [CLOSE, { symbol: 'BTCUSDT' }],
      [CREATE, order],
    ] as const)
      expect((await post(path, body, as('none'))).body.ret_code).toBe(10005);
    expect(world.venue.commands.length).toBe(1);
  });
});
