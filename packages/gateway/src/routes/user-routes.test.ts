import { beforeEach, describe, expect, test } from 'vitest';
import { preferencesResult, sessionResult, parseWire } from '@tapedeck/protocol';
import { FakeSocket, PASSWORD, createWorld, sessionOf, settle, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

describe('users', () => {
  test('ACC-01 a user logs in by name and password; half of them is not enough', async () => {
    const answer = await world.post('/user/public/login', { username: 'alice', password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, session: { kind: 'set', session: { account: 101 } } });
    const wrong = await world.post('/user/public/login', { username: 'alice', password: 'wrong' });
    expect([wrong.status, wrong.body.ret_code, wrong.session]).toEqual([401, 10007, undefined]);
    for (const half of [{ username: 'alice' }, { password: PASSWORD }]) {
      const refused = await world.post('/user/public/login', half);
      expect([refused.status, refused.body.ret_code]).toEqual([400, 10001]);
    }
    world.sessions.busy = true;
    const busy = { status: 429, body: { ret_code: 10006 }, retryAfterMs: 1_500 };
    for (const path of ['/user/public/login', '/user/public/register']) {
      expect(await world.post(path, { username: 'alice', password: PASSWORD })).toMatchObject(busy);
    }
    const change = { password: PASSWORD, newPassword: 'quite another battery' };
    expect(await world.post('/user/private/change-password', change, sessionOf())).toMatchObject(busy);
  });

  test('ACC-01 registration starts a session and ends the earlier one', async () => {
    const answer = await world.post('/user/public/register', { username: 'carol', password: PASSWORD }, sessionOf());
    expect(answer).toMatchObject({ status: 200, session: { kind: 'set', session: { account: 102 } } });
    expect(world.sessions.ended).toEqual(['session-100']);
    expect((await world.post('/user/public/register', { username: 'alice', password: PASSWORD })).body.ret_msg).toContain(
      'username is taken',
    );
    for (const bad of [
      { username: 'ab' },
      { username: '-abc' },
      { username: 'a b c' },
      { username: 'a'.repeat(33) },
      { password: 'short' },
      // Long enough, and guessed at once.
      { password: 'aaaaaaaaaaaa' },
    ]) {
      const refused = await world.post('/user/public/register', { username: 'dave', password: PASSWORD, ...bad });
      expect([refused.status, refused.body.ret_code]).toEqual([400, 10001]);
    }
    world.sessions.registrationOpen = false;
    expect((await world.post('/user/public/register', { username: 'dave', password: PASSWORD })).body.ret_code).toBe(10005);
  });

  test('OPS-04 a password is changed by who knows it, and not to one that is guessed at once', async () => {
    const change = (password: string, newPassword = 'ten letters') =>
      world.post('/user/private/change-password', { password, newPassword }, sessionOf());
    expect((await change(PASSWORD)).body.ret_code).toBe(0);
    expect((await change('wrong')).body.ret_code).toBe(10001);
    const { ret_code, ret_msg } = (await change(PASSWORD, 'aaaaaaaaaaaa')).body;
    expect([ret_code, ret_msg]).toEqual([10001, expect.stringContaining('newPassword is too easy to guess')]);
  });
});

describe('accounts', () => {
  test('ACC-01 a switch shows the other account, closes the private streams of the first and spends its tokens', async () => {
    const session = sessionOf();
    const ask = async () => ((await world.post('/user/private/ott', {}, session)).body.result as { token: string }).token;
    const socket = new FakeSocket(world.gateway, 'private', session);
    socket.say({ op: 'login', args: [await ask()] });
    const unused = await ask();
    const answer = await world.post('/contract/v5/account/switch', { accountKind: 'PM', isDemo: true }, session);
    const { user } = parseWire(sessionResult, answer.body.result);
    expect(user).toMatchObject({ accountKind: 'PM', isDemo: true });
    expect(user?.accounts).toEqual([
      { id: '100', accountKind: 'UTA2', isDemo: false },
      { id: user?.id, accountKind: 'PM', isDemo: true },
    ]);
    expect(socket.closed?.code).toBe(4402);
    const again = new FakeSocket(world.gateway, 'private', session);
    again.say({ op: 'login', args: [unused] });
    await settle();
    expect(again.closed?.code).toBe(4403);
  });

  test('a switch to where one is leaves everything alone', async () => {
    const socket = new FakeSocket(world.gateway, 'private', sessionOf());
    const answer = await world.post('/contract/v5/account/switch', { accountKind: 'UTA2' }, sessionOf());
    expect([answer.body.ret_code, socket.closed]).toEqual([0, undefined]);
  });

  test('paper funds: once a day, within bounds', async () => {
    const ask = (coin: string, amount: string) => world.post('/contract/v5/account/paper-funds', { coin, amount }, sessionOf());
    expect((await ask('USDT', '100000')).body).toMatchObject({ ret_code: 0, result: { coin: 'USDT', amount: '100000' } });
    expect(await ask('USDT', '1')).toMatchObject({ status: 429, body: { ret_code: 10006 }, retryAfterMs: 3_600_000 });
    for (const [coin, amount] of [
      ['USDC', '0'],
      ['USDC', '-1'],
      ['USDC', '100000.00000001'],
      ['BTC', '2.1'],
      ['USDC', '0.000000001'],
      ['usdc', '1'],
      ['XYZ', '1'],
    ] as const) {
      expect((await ask(coin, amount)).body.ret_code).toBe(10001);
    }
  });

  test('a user on trial sees no order history', async () => {
    const trial = sessionOf(100, { labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: true } });
    for (const path of ['/contract/v5/order/history', '/contract/v5/execution/list']) {
      expect((await world.get(path, {}, trial)).body.ret_code).toBe(10005);
      expect((await world.get(path, {}, sessionOf())).body.ret_code).toBe(0);
    }
    expect((await world.get('/contract/v5/order/list', {}, trial)).body.ret_code).toBe(0);
  });
});

describe('preferences', () => {
  const PATH = '/v3/private/user/member/pref-setting';
  const set = (upsert_keys: object) => world.post(PATH, { upsert_keys }, sessionOf());

  test('REV-08 upsert_keys sets what it names, null forgets, the rest stays', async () => {
    await set({ reverseClickTipStatus: true, layout: 'wide' });
    const answer = await set({ layout: null, zoom: 2 });
    expect(parseWire(preferencesResult, answer.body.result)).toEqual({ keys: { reverseClickTipStatus: true, zoom: 2 } });
    const read = await world.get(PATH, {}, sessionOf());
    expect(parseWire(preferencesResult, read.body.result)).toEqual({ keys: { reverseClickTipStatus: true, zoom: 2 } });
  });

  test('keys and values that are not plain are refused', async () => {
    for (const bad of [
      [],
      { '': 1 },
      { 'a b': 1 },
      { __proto__x: {} },
      { ok: { nested: 1 } },
      { ok: [1] },
      { ok: 'x'.repeat(8_193) },
      Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, 1])),
    ]) {
      expect((await set(bad)).body.ret_code).toBe(10001);
    }
    expect(world.users.kept.size).toBe(0);
  });

  test.each(['constructor', 'prototype', '__proto__'])(
    'the key %s, which objects inherit, is refused by its name, and nothing of the call is kept',
    async (key) => {
      const { body } = await set(JSON.parse(`{"layout":"wide","${key}":1}`) as object);
      expect([body.ret_code, body.ret_msg]).toEqual([10001, expect.stringContaining(`upsert_keys.${key}`)]);
      expect(world.users.kept.size).toBe(0);
    },
  );
});
