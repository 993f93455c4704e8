import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '@tapedeck/domain';
import type { Session } from '@tapedeck/gateway';
import type { OperatorCommand } from '../engine-worker/world.ts';
import { AccountService } from '../identity/account-service.ts';
import { hashPassword, verifyPassword } from '../identity/argon2.ts';
import { Identity } from '../identity/identity.ts';
import { HasherBusy, type PasswordHasher } from '../identity/password-hasher.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { SESSIONS_PER_USER_MAX, SESSION_IDLE_MS, SESSION_MS_MAX, SessionStore } from './session-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const PASSWORD = 'correct horse battery';

let folder: ReturnType<typeof temporaryFolder>;
let now: number;
let identity: Identity;
let ended: string[];
let operated: OperatorCommand[];
beforeEach(() => {
  folder = temporaryFolder();
  now = 1_000;
  ended = [];
  operated = [];
  identity = Identity.open(folder.path, { now: () => now });
});
afterEach(() => {
  identity.close();
  folder.remove();
});

interface Changes {
  readonly passphraseHash?: string;
  readonly registrationOpen?: boolean;
  readonly hasher?: PasswordHasher;
  /** The exchange answers nothing. */
  readonly stopped?: boolean;
}

function store(changes: Changes = {}): SessionStore {
  const operate = (command: OperatorCommand): Promise<Outcome> => {
    if (changes.stopped === true) return Promise.reject(new Error('the engine has ended'));
    operated.push(command);
    return Promise.resolve({});
  };
  return new SessionStore({
    identity,
    accounts: new AccountService(identity, { operate }),
    hasher: changes.hasher ?? { hash: hashPassword, verify: verifyPassword },
    now: () => now,
    passphraseHash: changes.passphraseHash,
    registrationOpen: changes.registrationOpen ?? true,
    onEnded: (id) => ended.push(id),
  });
}

/** Where log-ins come from unless a test says otherwise. */
const CLIENT = '198.51.100.1';

async function register(sessions: SessionStore, username: string): Promise<Session> {
  const session = await sessions.register({ username, password: PASSWORD });
  if (typeof session === 'string' || 'retryAfterMs' in session) throw new Error('the user could not be registered');
  return session;
}

async function logIn(sessions: SessionStore, username: string): Promise<Session> {
  const session = await sessions.login({ username, password: PASSWORD }, CLIENT);
  if (typeof session === 'string' || 'retryAfterMs' in session) throw new Error('the user could not log in');
  return session;
}

const filesOf = (): string =>
  readdirSync(join(folder.path, 'identity'))
    .map((name) => readFileSync(join(folder.path, 'identity', name), 'latin1'))
    .join('');

describe('sessions', () => {
  test('ACC-01 sessions outlive a restart, and no file holds a secret or a password', async () => {
    const before = store();
    const session = before.open();
    const alice = await register(before, 'Alice');
    const secret = before.takeSecret(session) ?? '';
    expect(Buffer.from(secret, 'base64url').length).toBe(32);
    expect(before.takeSecret(session)).toBeUndefined();
    identity.close();
    identity = Identity.open(folder.path, { now: () => now });
    expect(store().bySecret(secret)).toEqual(session);
    expect(store().byId(alice.id)).toEqual(alice);
    expect(filesOf()).not.toContain(secret);
    expect(filesOf()).not.toContain(PASSWORD);
    expect(filesOf()).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('ACC-01 OPS-03 a registration that ended before its account was opened is completed by the first log-in', async () => {
    await expect(store({ stopped: true }).register({ username: 'alice', password: PASSWORD })).rejects.toThrow('ended');
    const sessions = store();
    const [first, second] = [await logIn(sessions, 'alice'), await logIn(sessions, 'alice')];
    expect(first.account).toBeGreaterThan(0);
    expect([second.account, identity.ownerOf(first.account)?.username]).toEqual([first.account, 'alice']);
    expect(operated).toEqual([{ type: 'OpenAccount', account: first.account, kind: 'UTA2' }]);
  });

  test('ACC-01 a session is over after seven days without use, and after thirty whatever its use', () => {
    const sessions = store();
    const idle = sessions.open();
    now += SESSION_IDLE_MS - 1;
    expect(sessions.byId(idle.id)).toEqual(idle);
    now += 1;
    expect(sessions.byId(idle.id)).toBeUndefined();
    expect(ended).toEqual([idle.id]);

    const used = sessions.open();
    const opened = now;
    while (now - opened < SESSION_MS_MAX - DAY_MS) {
      now += DAY_MS;
      expect(sessions.touch(used.id)).toBe(true);
      expect(sessions.touch(used.id)).toBe(false);
      expect(sessions.byId(used.id)).toEqual(used);
    }
    now = opened + SESSION_MS_MAX;
    expect([sessions.sweep(), sessions.sweep()]).toEqual([1, 0]);
    expect(ended).toEqual([idle.id, used.id]);
    expect(sessions.touch(used.id)).toBe(false);
  });

  test('OPS-05 the sessions that were not used for the longest time make room; one in use stays, and so do those of others', async () => {
    const sessions = store();
    const alice = await register(sessions, 'alice');
    const inUse = sessions.open();
    const unused = sessions.open();
    for (let at = 0; at < 2 * SESSIONS_PER_USER_MAX; at += 1) {
      now += 1;
      sessions.touch(inUse.id);
      const fresh = sessions.open();
      expect(sessions.byId(fresh.id)).toEqual(fresh);
    }
    expect(ended[0]).toBe(unused.id);
    expect(ended.length).toBe(2 + SESSIONS_PER_USER_MAX);
    expect(sessions.byId(inUse.id)).toEqual(inUse);
    expect(sessions.byId(alice.id)).toEqual(alice);
    await sessions.logout(inUse);
    expect(ended.at(-1)).toBe(inUse.id);
  });
});

describe('users', () => {
  test('OPS-04 only the passphrase opens a session of the owner', async () => {
    const guarded = store({ passphraseHash: await hashPassword('correct horse battery') });
    expect(guarded.needsPassphrase).toBe(true);
    // Where none is set, none opens.
    for (const passphrase of [undefined, '']) expect(await store().login({ passphrase }, CLIENT)).toBe('refused');
    for (const passphrase of [undefined, '', 'correct horse batter', 'correct horse battery ']) {
      expect(await guarded.login({ passphrase }, CLIENT)).toBe('refused');
    }
    expect(await guarded.login({ passphrase: 'correct horse battery' }, CLIENT)).toMatchObject({ account: 100, username: 'trader-01' });
  });

  test('ACC-01 a user registers, gets an account of their own in real mode, and logs in by name and password only', async () => {
    const sessions = store({ passphraseHash: await hashPassword('of the owner only') });
    const alice = await register(sessions, 'Alice');
    expect(alice).toMatchObject({ account: 101, username: 'Alice', accountKind: 'UTA2', isDemo: false, banned: false });
    expect(operated).toEqual([{ type: 'OpenAccount', account: 101, kind: 'UTA2' }]);
    expect(await sessions.register({ username: 'aLICE', password: PASSWORD })).toBe('taken');
    expect(await sessions.login({ username: 'ALICE', password: PASSWORD }, CLIENT)).toMatchObject({ account: 101 });
    for (const [username, password] of [
      ['alice', 'correct horse batter'],
      ['alice', ''],
      ['nobody', PASSWORD],
      ['trader-01', ''],
      ['trader-01', PASSWORD],
    ] as const) {
      expect(await sessions.login({ username, password }, CLIENT)).toBe('refused');
    }
  });

  test('S-43 a client that guesses the password of a name is cut short, whether the name exists or not', async () => {
    const sessions = store();
    await register(sessions, 'alice');
    for (const username of ['alice', 'nobody']) {
      for (let attempt = 0; attempt < 10; attempt += 1)
        expect(await sessions.login({ username, password: `guess ${attempt}` }, CLIENT)).toBe('refused');
      now += 1_000;
      expect(await sessions.login({ username, password: PASSWORD }, CLIENT)).toEqual({ retryAfterMs: 59_000 });
      now -= 1_000;
    }
    now += 60_000;
    expect(await sessions.login({ username: 'alice', password: PASSWORD }, CLIENT)).toMatchObject({ username: 'alice' });
  });

  test('OPS-05 S-43 one client that guesses does not lock the owner of the name out elsewhere', async () => {
    const sessions = store();
    await register(sessions, 'alice');
    for (let attempt = 0; attempt < 30; attempt += 1)
      await sessions.login({ username: 'alice', password: `guess ${attempt}` }, '203.0.113.9');
    expect(await sessions.login({ username: 'alice', password: PASSWORD }, CLIENT)).toMatchObject({ username: 'alice' });
  });

  test('OPS-05 S-43 from however many clients, a name is guessed a hundred times a minute; its owner gets in from where they did before', async () => {
    let compared = 0;
    const hasher: PasswordHasher = {
      hash: hashPassword,
      verify: (password) => {
        compared += 1;
        return Promise.resolve(password === PASSWORD);
      },
    };
    await register(store(), 'alice');
    const sessions = store({ hasher, passphraseHash: 'x' });
    for (const credentials of [{ username: 'alice', password: 'guess' }, { passphrase: 'guess' }]) {
      const right = 'passphrase' in credentials ? { passphrase: PASSWORD } : { username: 'alice', password: PASSWORD };
      expect(await sessions.login(right, CLIENT)).toHaveProperty('user');
      compared = 0;
      for (let client = 0; client < 40; client += 1) {
        for (let attempt = 0; attempt < 10; attempt += 1) await sessions.login(credentials, `203.0.113.${client}`);
      }
      expect(compared).toBe(100);
      expect(await sessions.login(right, '198.51.100.77')).toEqual({ retryAfterMs: 60_000 });
      expect(await sessions.login(right, CLIENT)).toHaveProperty('user');
    }
  });

  test('OPS-05 S-21 the hasher learns by which name a client has logged in before, and of no other', async () => {
    const known: (string | undefined)[] = [];
    const hasher: PasswordHasher = {
      hash: hashPassword,
      verify: (password, _hash, knownAs) => {
        known.push(knownAs);
        return Promise.resolve(password === PASSWORD);
      },
    };
    await register(store(), 'alice');
    await register(store(), 'bob');
    const sessions = store({ hasher, passphraseHash: 'x' });
    for (const username of ['alice', 'Alice', 'bob']) await sessions.login({ username, password: PASSWORD }, CLIENT);
    await sessions.login({ username: 'alice', password: 'guess' }, '203.0.113.9');
    await sessions.login({ username: 'alice', password: PASSWORD }, '203.0.113.9');
    for (let count = 0; count < 2; count += 1) await sessions.login({ passphrase: PASSWORD }, CLIENT);
    expect(known).toEqual([undefined, 'user alice', undefined, undefined, undefined, undefined, 'passphrase']);
  });

  test('OPS-05 whoever is logged in changes the password however often others guess it', async () => {
    const sessions = store();
    const alice = await register(sessions, 'alice');
    for (let attempt = 0; attempt < 10; attempt += 1) await sessions.login({ username: 'alice', password: 'guess' }, CLIENT);
    expect(await sessions.login({ username: 'alice', password: PASSWORD }, CLIENT)).toHaveProperty('retryAfterMs');
    expect(await sessions.changePassword(alice, PASSWORD, 'a new password')).toBe('done');
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await sessions.changePassword(alice, 'guess', 'another one')).toBe('refused');
    expect(await sessions.changePassword(alice, 'a new password', 'another one')).toEqual({ retryAfterMs: 60_000 });
  });

  test('OPS-05 of many guesses at once no more are compared than of guesses one after the other', async () => {
    let compared = 0;
    const hasher: PasswordHasher = {
      hash: hashPassword,
      verify: async () => {
        compared += 1;
        await Promise.resolve();
        return false;
      },
    };
    await register(store(), 'alice');
    const sessions = store({ hasher });
    for (const username of ['alice', 'nobody']) {
      compared = 0;
      const guesses = Array.from({ length: 200 }, (_, at) => sessions.login({ username, password: `guess ${at}` }, CLIENT));
      const outcomes = await Promise.all(guesses);
      expect(compared).toBe(10);
      expect(outcomes.filter((outcome) => outcome === 'refused').length).toBe(10);
      expect(outcomes.filter((outcome) => outcome !== 'refused' && 'retryAfterMs' in outcome).length).toBe(190);
    }
  });

  test('OPS-05 a log-in that comes when too many are being worked on is told to come back, and nothing is left to fail later', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    try {
      await register(store(), 'alice');
      const refuse = () => Promise.reject(new HasherBusy('full'));
      const busy = store({ hasher: { hash: refuse, verify: refuse } });
      for (let count = 0; count < 30; count += 1)
        expect(await busy.login({ username: 'alice', password: PASSWORD }, CLIENT)).toEqual({ retryAfterMs: 2_000 });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
  });

  test('registration may be closed; too many at once are told to come back', async () => {
    expect(await store({ registrationOpen: false }).register({ username: 'bob', password: PASSWORD })).toBe('closed');
    const refuse = () => Promise.reject(new HasherBusy('full'));
    const busy = store({ hasher: { hash: refuse, verify: refuse } });
    expect(await busy.register({ username: 'bob', password: PASSWORD })).toEqual({ retryAfterMs: 2_000 });
    expect(await busy.login({ username: 'bob', password: PASSWORD }, CLIENT)).toEqual({ retryAfterMs: 2_000 });
    expect(operated).toEqual([]);
  });

  test('S-01 a changed password ends the other sessions', async () => {
    const sessions = store();
    const alice = await register(sessions, 'alice');
    const elsewhere = await sessions.login({ username: 'alice', password: PASSWORD }, CLIENT);
    expect(await sessions.changePassword(alice, 'wrong password', 'a new password')).toBe('refused');
    expect(await sessions.changePassword(alice, PASSWORD, 'a new password')).toBe('done');
    expect(ended).toEqual([(elsewhere as { id: string }).id]);
    expect(await sessions.login({ username: 'alice', password: PASSWORD }, CLIENT)).toBe('refused');
    expect(await sessions.login({ username: 'alice', password: 'a new password' }, CLIENT)).toMatchObject({ username: 'alice' });
  });
});
