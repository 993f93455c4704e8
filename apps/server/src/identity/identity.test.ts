import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money, refusal, type Outcome } from '@tapedeck/domain';
import type { Session } from '@tapedeck/gateway';
import type { OperatorCommand } from '../engine-worker/world.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { TradingGate } from '../venues/trading-gate.ts';
import { AccountService } from './account-service.ts';
import { Identity, OWNER } from './identity.ts';
import { PREFERENCES_MAX, UserDirectory } from './user-directory.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let folder: ReturnType<typeof temporaryFolder>;
let now: number;
let identity: Identity;
/** Accounts that the exchange knows. */
let known: Set<number>;
let commands: OperatorCommand[];
beforeEach(() => {
  folder = temporaryFolder();
  now = 1_000;
  known = new Set([100]);
  commands = [];
  identity = Identity.open(folder.path, () => now);
});
afterEach(() => {
  identity.close();
  folder.remove();
});

function operate(command: OperatorCommand): Promise<Outcome> {
  commands.push(command);
  if (command.type === 'CreditAccount') return Promise.resolve(command.coin === 'XYZ' ? { refusal: refusal('parameter') } : {});
  if (command.type !== 'OpenAccount') return Promise.resolve({});
  if (known.has(command.account)) return Promise.resolve({ refusal: refusal('accountExists') });
  known.add(command.account);
  return Promise.resolve({});
}

function reopen(): void {
  identity.close();
  identity = Identity.open(folder.path, () => now);
}

const ownerSession = (): Session => ({
  id: 's',
  user: OWNER,
  account: 100,
  username: 'trader-01',
  accountKind: 'UTA2',
  isDemo: false,
  banned: false,
  labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
});

const directory = (): UserDirectory =>
  new UserDirectory(
    identity,
    new AccountService(identity, { operate }),
    () => now,
    () => undefined,
  );

describe('the identity log', () => {
  test('ACC-01 labels, bans, accounts and preferences outlive a restart', () => {
    const user = identity.register('alice', 'hash', now);
    if (user === undefined) throw new Error('the name is free');
    identity.label(user.id, { vipLevel: 3, proLevel: 1, copyRole: 'leader', isTrial: true });
    identity.ban(user.id, true);
    identity.prefer(user.id, { reverseClickTipStatus: true, old: 'x' });
    identity.prefer(user.id, { old: null });
    const before = identity.user(user.id);
    expect(before).toMatchObject({
      banned: true,
      preferences: { reverseClickTipStatus: true },
      labels: { vipLevel: 3, copyRole: 'leader' },
    });
    reopen();
    expect(identity.user(user.id)).toEqual(before);
    expect(identity.userByName('ALICE')).toEqual(before);
    expect(identity.user(OWNER)?.accounts).toEqual([{ account: 100, kind: 'UTA2', isDemo: false }]);
  });

  test('a log that is mostly waste is written anew, and says the same', () => {
    identity.prefer(OWNER, { kept: 'yes' });
    for (let count = 0; count < 5_000; count += 1) identity.write([{ type: 'PreferencesChanged', user: OWNER, changes: { count } }], false);
    const before = identity.user(OWNER);
    expect(existsSync(join(folder.path, 'identity.writing'))).toBe(false);
    reopen();
    expect(identity.user(OWNER)).toEqual(before);
    expect(identity.user(OWNER)?.preferences).toEqual({ kept: 'yes', count: 4_999 });
  });

  test.each(['identity.writing', 'identity.old'])('a crash between the steps of a rewrite leaves a log: %s', (left) => {
    identity.prefer(OWNER, { kept: 'yes' });
    identity.close();
    renameSync(join(folder.path, 'identity'), join(folder.path, left));
    identity = Identity.open(folder.path, () => now);
    expect(identity.user(OWNER)?.preferences).toEqual({ kept: 'yes' });
  });

  test('any preferences are read back as they were written, __proto__ included', () => {
    const value = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (Object.is(x, -0) ? 0 : x)),
      fc.boolean(),
    );
    const key = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('__proto__', 'constructor', 'toString'));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (entries) => {
        const changes = Object.fromEntries(entries);
        identity.prefer(OWNER, changes);
        reopen();
        expect(identity.user(OWNER)?.preferences).toMatchObject(changes);
        expect(({} as Record<string, unknown>)['kept']).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});

describe('accounts', () => {
  test('ACC-01 every kind and mode is one switch away: opened once, in its own account, and found again', async () => {
    const users = directory();
    const wishes = (['regular', 'UTA', 'UTA2', 'PM'] as const).flatMap((kind) => [false, true].map((isDemo) => ({ kind, isDemo })));
    for (const wish of wishes) {
      await users.switchAccount(ownerSession(), wish);
      await users.switchAccount(ownerSession(), wish);
    }
    const accounts = users.accounts(OWNER);
    expect(accounts.map(({ kind, isDemo }) => ({ kind, isDemo })).toSorted(byText)).toEqual(wishes.toSorted(byText));
    expect(new Set(accounts.map(({ account }) => account)).size).toBe(8);
    expect(commands.filter(({ type }) => type === 'OpenAccount').length).toBe(7);
    reopen();
    expect(directory().accounts(OWNER)).toEqual(accounts);
  });

  test('two switches at once open one account', async () => {
    const users = directory();
    const wish = { kind: 'PM', isDemo: false } as const;
    await Promise.all([users.switchAccount(ownerSession(), wish), users.switchAccount(ownerSession(), wish)]);
    expect(commands.filter(({ type }) => type === 'OpenAccount').length).toBe(1);
  });

  test('an account that the exchange knows and nobody here does is never handed out', async () => {
    known = new Set([100, 101, 102]);
    await directory().switchAccount(ownerSession(), { kind: 'UTA', isDemo: false });
    expect(identity.user(OWNER)?.accounts.at(-1)).toEqual({ account: 103, kind: 'UTA', isDemo: false });
  });

  test('paper money comes once a day and coin; a refused coin costs nothing', async () => {
    const users = directory();
    const ask = (coin: string) => users.paperFunds(ownerSession(), coin, money(5n));
    expect(await ask('XYZ')).toMatchObject({ reason: 'parameter' });
    expect(await ask('USDT')).toBe('done');
    now += DAY_MS - 1;
    expect(await ask('USDT')).toEqual({ retryAfterMs: 1 });
    expect(await ask('BTC')).toBe('done');
    reopen();
    expect(await directory().paperFunds(ownerSession(), 'USDT', money(5n))).toEqual({ retryAfterMs: 1 });
    now += 1;
    expect(await directory().paperFunds(ownerSession(), 'USDT', money(5n))).toBe('done');
    expect(commands.flatMap((one) => (one.type === 'CreditAccount' ? [one.coin] : []))).toEqual(['XYZ', 'USDT', 'BTC', 'USDT']);
  });

  test('preferences are so many and no more', () => {
    const users = directory();
    const many = Object.fromEntries(Array.from({ length: PREFERENCES_MAX }, (_, at) => [`k${at}`, at]));
    expect(users.changePreferences(OWNER, many)).toBe(true);
    expect(users.changePreferences(OWNER, { one: 'more' })).toBe(false);
    expect(users.changePreferences(OWNER, { one: 'more', k0: null })).toBe(true);
    expect(Object.keys(users.preferences(OWNER)).length).toBe(PREFERENCES_MAX);
  });
});

const byText = (a: object, b: object): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

describe('the trading gate', () => {
  const order = { type: 'AddMargin', account: 100, instrument: 0, positionIndex: 0, amount: money(1n) } as const;
  const cancel = { type: 'CancelAllOrders', account: 100, instrument: -1 } as const;

  test('S-33 a ban holds from the moment it is set, for all accounts of the user', () => {
    const gate = new TradingGate((account) => identity.ownerOf(account)?.banned === true);
    expect(gate.check(order)).toBeUndefined();
    identity.ban(OWNER, true);
    expect([gate.check(order)?.reason, gate.check(cancel)?.reason]).toEqual(['tradingBanned', 'tradingBanned']);
    identity.ban(OWNER, false);
    expect(gate.check(order)).toBeUndefined();
  });

  test('D14 in cancel-only mode orders may go, and none may come', () => {
    const gate = new TradingGate(() => false);
    gate.setCancelOnly('disk', 'the disk is nearly full');
    expect([gate.check(order)?.reason, gate.check(cancel)]).toEqual(['cancelOnly', undefined]);
    gate.setCancelOnly('operator', 'asked for');
    gate.setCancelOnly('disk', undefined);
    expect(gate.cancelOnly).toBe('asked for');
    gate.setCancelOnly('operator', undefined);
    expect(gate.check(order)).toBeUndefined();
  });
});
