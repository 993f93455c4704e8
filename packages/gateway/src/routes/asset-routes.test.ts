import { describe, expect, test } from 'vitest';
import { REFUSALS, money, refusal } from '@tapedeck/domain';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

const UNIT = 100_000_000n;

describe('asset routes', () => {
  test.each([
    ['transfer', { from: 'trading', to: 'funding', transferId: 't-1' }, 'toFunding', 't-1'],
    ['transfer', { from: 'funding', to: 'trading' }, 'toTrading', ''],
    ['borrow', { requestId: 'b-1' }, 'borrow', 'b-1'],
    ['repay', {}, 'repay', ''],
    ['subscribe', {}, 'subscribe', ''],
    ['redeem', {}, 'redeem', ''],
  ])('ACC-03 %s %o becomes one command of the own account', async (name, fields, move, requestId) => {
    const world = createWorld();
    const body = { coin: 'USDT', amount: '12.5', account: 101, ...fields };
    const answer = await world.post(`/contract/v5/asset/${name}`, body, sessionOf());
    expect(answer.body).toMatchObject({ ret_code: 0, result: {} });
    expect(world.venue.commands).toEqual([
      { type: 'MoveFunds', account: 100, coin: 'USDT', move, amount: money((25n * UNIT) / 2n), requestId },
    ]);
  });

  test.each([
    ['transfer', { coin: 'USDT', amount: '1', from: 'trading', to: 'trading' }, 'to'],
    ['transfer', { coin: 'USDT', amount: '1', from: 'trading', to: 'savings' }, 'to'],
    ['borrow', { coin: 'USDT', amount: '0' }, 'amount'],
    ['borrow', { coin: 'USDT', amount: '-1' }, 'amount'],
    ['repay', { coin: 'USDT', amount: '0.000000001' }, 'amount'],
    ['redeem', { coin: 'usdt', amount: '1' }, 'coin'],
    ['subscribe', { coin: 'USDT' }, 'amount'],
  ])('%s names the field that is not valid: %o', async (name, body, field) => {
    const world = createWorld();
    const answer = await world.post(`/contract/v5/asset/${name}`, body, sessionOf());
    expect([answer.status, answer.body.ret_code]).toEqual([400, 10001]);
    expect(answer.body.ret_msg).toContain(`The parameter ${field} `);
    expect(world.venue.commands).toEqual([]);
  });

  test.each([
    ['transfer', 'walletTooSmall'],
    ['transfer', 'duplicateRequest'],
    ['borrow', 'notBorrowable'],
    ['borrow', 'borrowLimit'],
    ['borrow', 'insufficientBalance'],
    ['repay', 'nothingOwed'],
    ['subscribe', 'notSaved'],
    ['redeem', 'walletTooSmall'],
  ] as const)('ACC-03 %s is refused by the venue as %s, with its code', async (name, reason) => {
    const world = createWorld();
    world.venue.respond = () => ({ refusal: refusal(reason) });
    const body = { coin: 'USDT', amount: '1', ...(name === 'transfer' && { from: 'funding', to: 'trading' }) };
    const answer = await world.post(`/contract/v5/asset/${name}`, body, sessionOf());
    expect(answer).toMatchObject({ status: 200, body: { ret_code: REFUSALS[reason].code } });
  });

  const OTHERS = [
    { account: 102, kind: 'regular', isDemo: false },
    { account: 103, kind: 'PM', isDemo: true },
  ] as const;
  const between = (world: World, fields: object, session = sessionOf()) =>
    world.post('/contract/v5/asset/account-transfer', { coin: 'USDT', amount: '12.5', ...fields }, session);

  test('ACC-03 coins go between accounts of the user, whichever is looked at', async () => {
    const world = createWorld();
    world.users.opened.push(...OTHERS);
    expect((await between(world, { toAccountKind: 'regular', transferId: 't-1' })).body).toMatchObject({ ret_code: 0, result: {} });
    await between(world, { fromAccountKind: 'regular', toAccountKind: 'UTA2' });
    const command = { type: 'TransferFunds', coin: 'USDT', amount: money((25n * UNIT) / 2n) };
    expect(world.venue.commands).toEqual([
      { ...command, account: 100, to: 102, requestId: 't-1' },
      { ...command, account: 102, to: 100 },
    ]);
  });

  test.each([
    [{ toAccountKind: 'UTA2' }, 'toAccountKind'],
    [{ toAccountKind: 'PM' }, 'toAccountKind'],
    [{ fromAccountKind: 'PM', toAccountKind: 'regular' }, 'fromAccountKind'],
    [{ toAccountKind: 'regular', amount: '0' }, 'amount'],
    [{ toAccountKind: 'nobody' }, 'toAccountKind'],
    [{ toAccountKind: 'regular', coin: '<b>' }, 'coin'],
  ])('ACC-03 S-31 never to an account of the other mode, of somebody else, or not opened: %o', async (fields, field) => {
    const world = createWorld();
    world.users.opened.push(...OTHERS);
    const answer = await between(world, { ...fields, account: 101, to: 101 });
    expect(answer.body).toMatchObject({ ret_code: 10001, ret_msg: expect.stringContaining(`The parameter ${field} `) });
    expect(world.venue.commands).toEqual([]);
  });

  test('API-06 what the exchange finds wrong with a parameter names it by the word of the wire', async () => {
    const world = createWorld();
    for (const [field, word] of [
      ['coin', 'coin'],
      ['activePrice', 'activationPrice'],
    ] as const) {
      world.venue.respond = () => ({ refusal: refusal('parameter', { field }) });
      const { status, body } = await world.post('/contract/v5/asset/borrow', { coin: 'NOPE', amount: '1' }, sessionOf());
      expect([status, body]).toMatchObject([200, { ret_code: 10001, ret_msg: `The parameter ${word} is not valid.`, result: {} }]);
    }
  });

  test('ACC-03 coin-terms says what a coin counts for and what it costs', async () => {
    const { body } = await createWorld().get('/contract/v5/asset/coin-terms');
    const list = (body.result as { list: { coin: string }[] }).list;
    expect(list.find(({ coin }) => coin === 'BTC')).toEqual({
      coin: 'BTC',
      collateral: [
        { upTo: '250', ratio: '0.95' },
        { upTo: '500', ratio: '0.9' },
        { upTo: '1000', ratio: '0.8' },
        { upTo: '', ratio: '0.5' },
      ],
      borrowLimit: '50',
      interestFree: '0',
      hourlyInterestRate: '0.0000023',
      hourlyYieldRate: '0.0000008',
    });
  });
});
