import { existsSync, readdirSync, readlinkSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money, refusal, type Outcome } from '@tapedeck/domain';
import { NotStored, type Session } from '@tapedeck/gateway';
import type { OperatorCommand } from '../engine-worker/world.ts';
import { SYSTEM_FILES, type JournalFiles } from '../journal/journal-files.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { TradingGate } from '../venues/trading-gate.ts';
import { AccountService } from './account-service.ts';
import { Identity, OWNER } from './identity.ts';
import { PREFERENCES_MAX, UserDirectory } from './user-directory.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The open files of this process, on Linux. */
const DESCRIPTORS = '/proc/self/fd';
const logFolder = (): string => join(folder.path, 'identity');

let folder: ReturnType<typeof temporaryFolder>;
let now: number;
let identity: Identity;
/** Accounts that the exchange knows. */
let known: Set<number>;
let commands: OperatorCommand[];
let gate: { cancelOnly: string | undefined };
beforeEach(() => {
  gate = { cancelOnly: undefined };
  folder = temporaryFolder();
  now = 1_000;
  known = new Set([100]);
  commands = [];
  identity = Identity.open(folder.path, { now: () => now });
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
  identity = Identity.open(folder.path, { now: () => now });
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
  new UserDirectory({
    identity,
    accounts: new AccountService(identity, { operate }),
    gate,
    now: () => now,
    sessionOf: () => undefined,
  });

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
    const filler = 'x'.repeat(8_000);
    const bytes = (): number => readdirSync(logFolder()).reduce((sum, name) => sum + statSync(join(logFolder(), name)).size, 0);
    let largest = 0;
    for (let count = 0; count < 2_000; count += 1) {
      identity.prefer(OWNER, { count, filler });
      largest = Math.max(largest, bytes());
    }
    const before = identity.user(OWNER);
    expect(largest).toBeLessThan(5 << 20);
    expect(existsSync(join(folder.path, 'identity.writing'))).toBe(false);
    reopen();
    expect(identity.user(OWNER)).toEqual(before);
    expect(identity.user(OWNER)?.preferences).toEqual({ kept: 'yes', count: 1_999, filler });
  });

  test('OPS-05 more than one record holds, all of one user, is written anew like anything else', () => {
    const value = 'x'.repeat(8_000);
    for (let at = 0; at < 256; at += 1) identity.prefer(OWNER, { [`key${at}`]: value });
    for (let count = 0; count < 1_000; count += 1) identity.prefer(OWNER, { [`key${count % 256}`]: `${count}${value}` });
    const before = identity.user(OWNER);
    expect(Object.keys(before?.preferences ?? {})).toHaveLength(256);
    reopen();
    expect(identity.user(OWNER)).toEqual(before);
    expect(identity.register('alice', 'hash', now)).toMatchObject({ username: 'alice' });
  });

  test('OPS-03 a log that lost its end is reported, and a whole one is not', () => {
    const cuts: string[] = [];
    const open = (): Identity => Identity.open(folder.path, { now: () => now, onCut: (note) => cuts.push(note) });
    identity.register('alice', 'hash', now);
    identity.close();
    identity = open();
    expect(cuts).toEqual([]);
    identity.close();
    const file = join(logFolder(), readdirSync(logFolder()).find((name) => name.endsWith('.seg')) ?? '');
    truncateSync(file, statSync(file).size - 1);
    identity = open();
    expect(cuts).toEqual([expect.stringContaining(`was cut from ${file}`)]);
  });

  test.runIf(existsSync(DESCRIPTORS))(
    'OPS-03 a full disk refuses changes, loses none, leaks nothing, and is over when there is room again',
    () => {
      const troubles: (string | undefined)[] = [];
      let room = Infinity;
      const files: JournalFiles = {
        ...SYSTEM_FILES,
        write: (file, bytes, offset, length) => {
          // The last write that fits is a part of a record.
          const fits = Math.min(length, room);
          room -= fits;
          if (fits === 0) throw new Error('ENOSPC: no space left on device, write');
          return SYSTEM_FILES.write(file, bytes, offset, fits);
        },
      };
      identity.close();
      identity = Identity.open(folder.path, { now: () => now, files, onTrouble: (trouble) => troubles.push(trouble) });
      identity.prefer(OWNER, { kept: 'yes' });
      room = 50;
      const before = identity.user(OWNER);
      const descriptors = readdirSync(DESCRIPTORS).length;
      for (let count = 0; count < 50; count += 1) {
        expect(() => identity.register('alice', 'hash', now)).toThrow(NotStored);
        expect(() => identity.prefer(OWNER, { count })).toThrow(NotStored);
        now += 1_000;
      }
      expect(identity.user(OWNER)).toEqual(before);
      expect(identity.userByName('alice')).toBeUndefined();
      expect(readdirSync(DESCRIPTORS)).toHaveLength(descriptors);
      expect(identity.trouble).toMatch(/ENOSPC/);
      // Traders can log in and cancel; the session is stored later.
      const session = { id: 's', secretHash: 'h', user: OWNER, account: 100, openedAt: now, seenAt: now };
      identity.note([{ type: 'SessionOpened', ...session }]);
      expect(identity.session('s')).toEqual(session);

      room = Infinity;
      // An attempt costs a rewrite: not for every call.
      now += 999;
      expect(() => identity.prefer(OWNER, { late: true })).toThrow(NotStored);
      now += 1;
      identity.repair();
      expect(troubles).toEqual([expect.stringMatching(/ENOSPC/), undefined]);
      expect(identity.register('alice', 'hash', now)).toMatchObject({ username: 'alice' });
      const after = [identity.user(OWNER), identity.userByName('alice'), identity.session('s')];
      reopen();
      expect([identity.user(OWNER), identity.userByName('alice'), identity.session('s')]).toEqual(after);
      expect(after[0]).toEqual(before);
    },
  );

  test.runIf(existsSync(DESCRIPTORS))(
    'OPS-03 a rewrite that fails beside a sound log is reported once, and once more when it is done',
    () => {
      const told: (string | undefined)[] = [];
      let attempts = 0;
      let works = false;
      const files: JournalFiles = {
        ...SYSTEM_FILES,
        sync: (file) => {
          const isBeside = readlinkSync(join(DESCRIPTORS, String(file))).includes('identity.writing');
          if (isBeside) attempts += 1;
          if (isBeside && !works) throw new Error('EIO: i/o error, fdatasync');
          SYSTEM_FILES.sync(file);
        },
      };
      identity.close();
      identity = Identity.open(folder.path, { now: () => now, files, onPostponed: (reason) => told.push(reason) });
      const filler = 'x'.repeat(8_000);
      const until = (reached: () => boolean): void => {
        for (let count = 0; !reached() && count < 10_000; count += 1) identity.prefer(OWNER, { count, filler });
      };
      until(() => attempts === 2);
      expect([attempts, told, identity.trouble]).toEqual([2, [expect.stringContaining('EIO')], undefined]);
      works = true;
      until(() => attempts === 3);
      expect(told).toEqual([expect.stringContaining('EIO'), undefined]);
      const before = identity.user(OWNER);
      reopen();
      expect(identity.user(OWNER)).toEqual(before);
    },
  );

  test('OPS-03 on a disk that is nearly full, only what makes the log longer for good is refused', () => {
    identity.close();
    let isLow = false;
    identity = Identity.open(folder.path, { now: () => now, mayGrow: () => !isLow });
    const user = identity.register('alice', 'hash', now);
    isLow = true;
    expect(() => identity.register('bob', 'hash', now)).toThrow(NotStored);
    expect(() => identity.prefer(OWNER, { one: 1 })).toThrow(NotStored);
    identity.ban(user?.id ?? 0, true);
    identity.write([{ type: 'PasswordChanged', user: OWNER, passwordHash: 'new' }]);
    expect(identity.userByName('alice')?.banned).toBe(true);
    isLow = false;
    expect(identity.register('bob', 'hash', now)).toMatchObject({ username: 'bob' });
  });

  test.each(['identity.writing', 'identity.old'])('a crash between the steps of a rewrite leaves a log: %s', (left) => {
    identity.prefer(OWNER, { kept: 'yes' });
    identity.close();
    renameSync(join(folder.path, 'identity'), join(folder.path, left));
    identity = Identity.open(folder.path, { now: () => now });
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

  test('OPS-03 paper money is refused while only cancellations are accepted', async () => {
    gate.cancelOnly = 'the disk is nearly full';
    expect(await directory().paperFunds(ownerSession(), 'USDT', money(5n))).toEqual(refusal('cancelOnly'));
    expect(commands).toEqual([]);
  });

  test('OPS-05 preferences are so many and so large, and no more', () => {
    const users = directory();
    const many = Object.fromEntries(Array.from({ length: PREFERENCES_MAX.keys }, (_, at) => [`k${at}`, at]));
    expect(users.changePreferences(OWNER, many)).toBe('done');
    const refused = { why: 'would make 257 preferences, of which the server stores 256: delete some by null first' };
    expect(users.changePreferences(OWNER, { one: 'more' })).toEqual(refused);
    expect(users.changePreferences(OWNER, { one: 'more', k0: null })).toBe('done');
    expect(Object.keys(users.preferences(OWNER)).length).toBe(PREFERENCES_MAX.keys);

    const long = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`k${at + 1}`, 'x'.repeat(8_192)]));
    expect(users.changePreferences(OWNER, long)).toBe('done');
    const before = users.preferences(OWNER);
    expect(users.changePreferences(OWNER, { one: 'x'.repeat(8_192) })).toMatchObject({
      why: expect.stringMatching(/^would make 13\d{4} bytes .* stores 131072: delete some/),
    });
    expect(users.preferences(OWNER)).toEqual(before);
    // Several steps make smaller what an earlier version accepted.
    identity.prefer(OWNER, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at + 1}`, 'x'.repeat(8_192)])));
    expect(users.changePreferences(OWNER, { k1: null })).toBe('done');
    expect(users.changePreferences(OWNER, { k2: 'shorter' })).toMatchObject({ why: expect.stringContaining('bytes') });
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
