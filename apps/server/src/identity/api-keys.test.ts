import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiKeyTerms, Caller, KeyRefused, Session } from '@tapedeck/gateway';
import { SessionStore } from '../sessions/session-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { AccountService } from './account-service.ts';
import { API_KEYS_PER_USER_MAX, ApiKeys } from './api-keys.ts';
import { Identity, OWNER } from './identity.ts';
import { readAddresses } from './key-addresses.ts';
import { checkByHmac } from './key-proof.ts';
import { SecretBox } from './secret-box.ts';
import { sessionOf } from './session-of.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOME = '127.0.0.1';
const TEXT = '1700000000000TD5000{"category":"linear"}';
const TERMS: ApiKeyTerms = { name: 'ccxt bot', scope: 'trade', addresses: [], expiresAt: undefined };

let folder: ReturnType<typeof temporaryFolder>;
let now: number;
let identity: Identity;
let keys: ApiKeys;
function open(): void {
  identity = Identity.open(folder.path, { now: () => now });
  keys = new ApiKeys(identity, SecretBox.open(folder.path), () => now);
}
beforeEach(() => {
  folder = temporaryFolder();
  now = 1_700_000_000_000;
  open();
});
afterEach(() => {
  identity.close();
  folder.remove();
});

function reopen(): void {
  identity.close();
  open();
}

const owner = (): Session => {
  const user = identity.user(OWNER);
  if (user === undefined) throw new Error('there is always an owner');
  return sessionOf({ id: 's', account: user.chosen }, user);
};

/** A key with a secret. */
function made(terms: Partial<ApiKeyTerms> = {}, session = owner()): { readonly id: string; readonly secret: string } {
  const outcome = keys.create(session, { ...TERMS, ...terms });
  if (outcome === 'full' || 'why' in outcome || outcome.secret === undefined) throw new Error(JSON.stringify(outcome));
  return { id: outcome.key.id, secret: outcome.secret };
}

const hmac = (secret: string, text = TEXT): string => createHmac('sha256', secret).update(text).digest('hex');
const knock = ({ id, secret }: { readonly id: string; readonly secret: string }, client = HOME): Caller | KeyRefused =>
  keys.verify({ apiKey: id, text: TEXT, signature: hmac(secret), client });
const codeOf = (answer: Caller | KeyRefused): number => ('code' in answer ? answer.code : 0);
function callerOf(answer: Caller | KeyRefused): Caller {
  if ('code' in answer) throw new Error(answer.message);
  return answer;
}

describe('signatures', () => {
  test.each([
    ['1700000000000testkey5000category=linear&symbol=BTCUSDT', 'f2f79889fd1201752936b389c890e9d393e01e0311a6d8785fb80753aa26c69b'],
    ['1700000000000testkey5000', '2fc9e776b3f07b2ee447067e0f627438055b198bb14dba79e1a3d50e40a5bd8d'],
    ['GET/realtime1700000010000', '6a806639d27b1c24c3808a191e9d0274d0c9d3a04a160233856d65840dfda2c8'],
  ])('BOT-02 %s is signed as by every client of the public v5 API', (text, signature) => {
    const isSignature = checkByHmac('testsecret');
    expect(isSignature(text, signature)).toBe(true);
    expect(isSignature(`${text} `, signature)).toBe(false);
    expect(isSignature(text, `${signature.slice(0, -1)}0`)).toBe(false);
    for (const odd of ['', 'zz', `${signature}00`, signature.slice(2), `g${signature.slice(1)}`])
      expect(isSignature(text, odd)).toBe(false);
  });

  test('BOT-02 an HMAC key opens its account, and a forged signature is answered with the text that was signed', () => {
    const key = made();
    const caller = callerOf(knock(key));
    expect(caller).toMatchObject({ keyId: key.id, session: { user: OWNER, account: 100, accountKind: 'UTA2', banned: false } });
    expect([...caller.scopes]).toEqual(['read', 'trade']);
    expect(knock({ ...key, secret: `${key.secret}x` })).toEqual({ code: 10004, message: `error sign! origin_string[${TEXT}]` });
    expect(knock({ ...key, id: 'TD0000000000000000' })).toEqual({ code: 10003, message: 'API key is invalid.' });
    expect([...callerOf(knock(made({ scope: 'read' }))).scopes]).toEqual(['read']);
  });

  test('BOT-02 an RSA key is opened by its private half alone, and only public RSA keys of a safe length are taken', () => {
    const pem = { type: 'spki', format: 'pem' } as const;
    const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const outcome = keys.create(owner(), TERMS, String(pair.publicKey.export(pem)));
    if (outcome === 'full' || 'why' in outcome) throw new Error(JSON.stringify(outcome));
    expect(outcome).toMatchObject({ secret: undefined, key: { kind: 'RSA' } });
    const signature = sign('RSA-SHA256', Buffer.from(TEXT), pair.privateKey).toString('base64');
    const ask = (text: string, given = signature): number =>
      codeOf(keys.verify({ apiKey: outcome.key.id, text, signature: given, client: HOME }));
    expect(ask(TEXT)).toBe(0);
    for (const wrong of [ask(`${TEXT} `), ask(TEXT, signature.slice(4)), ask(TEXT, ''), ask(TEXT, 'A'.repeat(100_000))])
      expect(wrong).toBe(10004);
    reopen();
    expect(ask(TEXT)).toBe(0);

    const short = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const refused = [
      String(short.publicKey.export(pem)),
      String(curve.publicKey.export(pem)),
      String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'no key',
    ].map((text) => keys.create(owner(), TERMS, text));
    expect(refused).toMatchObject([
      { field: 'publicKey', why: expect.stringContaining('1024 bits') },
      { field: 'publicKey', why: expect.stringContaining('not an RSA key') },
      { field: 'publicKey', why: expect.stringContaining('private key') },
      { field: 'publicKey', why: expect.stringContaining('PEM') },
    ]);
  });
});

describe('terms', () => {
  test('BOT-02 a key with addresses is refused from others with 10010', () => {
    const key = made({ addresses: ['127.0.0.1', '192.168.1.0/24', '2001:db8::/32'] });
    const from = (client: string): number => codeOf(knock(key, client));
    expect(['127.0.0.1', '192.168.1.77', '2001:db8:1::5'].map(from)).toEqual([0, 0, 0]);
    expect(['127.0.0.2', '192.168.2.1', '2001:db9::1', '', 'unknown'].map(from)).toEqual([10010, 10010, 10010, 10010, 10010]);
    expect(codeOf(knock({ ...key, secret: 'guessed' }, '203.0.113.9'))).toBe(10004);
  });

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/08',
    '1.2.3.4/8/8',
    '::1/129',
    'fe80::1%eth0',
    '*',
  ])('BOT-02 "%s" is no address or network', (text) => {
    expect(readAddresses([HOME, text])).toEqual({ wrong: text });
    expect(keys.create(owner(), { ...TERMS, addresses: [text] })).toMatchObject({ field: 'addresses' });
  });

  test('BOT-02 a key ends at its expiry with 33004, and an expiry in the past is refused', () => {
    const key = made({ expiresAt: now + DAY_MS });
    now += DAY_MS - 1;
    const caller = callerOf(knock(key));
    expect(keys.isValid(key.id)).toBe(true);
    now += 1;
    expect(codeOf(knock(key))).toBe(33004);
    expect(keys.isValid(key.id)).toBe(false);
    expect([...caller.scopes]).toEqual([]);
    expect(keys.list(OWNER)).toMatchObject([{ id: key.id, state: 'expired' }]);
    for (const expiresAt of [now, now - 1, 1.5, Number.NaN])
      expect(keys.create(owner(), { ...TERMS, expiresAt })).toMatchObject({ field: 'expiresAt' });
  });

  test('BOT-02 a change holds at once for connections that are open', () => {
    const key = made({ expiresAt: now + DAY_MS });
    const caller = callerOf(knock(key));
    expect(keys.change(OWNER, key.id, { name: 'reader', scope: 'read', addresses: [HOME], expiresAt: undefined })).toMatchObject({
      name: 'reader',
      expiresAt: undefined,
    });
    expect([...caller.scopes]).toEqual(['read']);
    keys.change(OWNER, key.id, { ...TERMS, addresses: ['10.0.0.1'] });
    expect([...caller.scopes]).toEqual([]);
    expect(codeOf(knock(key))).toBe(10010);
    expect(keys.change(OWNER + 1, key.id, TERMS)).toBeUndefined();
    reopen();
    expect(keys.list(OWNER)).toMatchObject([
      { id: key.id, name: 'ccxt bot', scope: 'trade', addresses: ['10.0.0.1'], expiresAt: undefined },
    ]);
  });

  test('BOT-02 a user has so many keys and no more, and only their own', () => {
    const user = identity.register('alice', 'hash', now);
    if (user === undefined) throw new Error('the name is free');
    const first = made();
    for (let count = 1; count < API_KEYS_PER_USER_MAX; count += 1) made();
    expect(keys.create(owner(), TERMS)).toBe('full');
    expect(keys.list(user.id)).toEqual([]);
    expect(keys.revoke(user.id, first.id)).toBe(false);
    expect(codeOf(knock(first))).toBe(0);
    expect(keys.revoke(OWNER, first.id)).toBe(true);
    expect(keys.list(OWNER)).toHaveLength(API_KEYS_PER_USER_MAX - 1);
    made();
  });
});

describe('the end of a key', () => {
  test('BOT-02 a revoked key opens nothing from then on, over a restart too', () => {
    const key = made();
    const caller = callerOf(knock(key));
    expect(keys.isValid(key.id)).toBe(true);
    expect(keys.revoke(OWNER, key.id)).toBe(true);
    expect(keys.isValid(key.id)).toBe(false);
    expect([...caller.scopes]).toEqual([]);
    expect(codeOf(knock(key))).toBe(10003);
    expect(keys.revoke(OWNER, key.id)).toBe(false);
    reopen();
    expect(codeOf(knock(key))).toBe(10003);
    expect(keys.list(OWNER)).toEqual([]);
  });

  test('BOT-02 a ban is seen by open connections, and a password change revokes the keys of its user alone', async () => {
    const user = identity.register('alice', 'hash', now);
    if (user === undefined) throw new Error('the name is free');
    const hers = made({}, sessionOf({ id: 's', account: 101 }, user));
    const his = made();
    const caller = callerOf(knock(hers));
    identity.ban(user.id, true);
    expect(caller.session.banned).toBe(true);
    identity.ban(user.id, false);
    expect(caller.session.banned).toBe(false);
    const sessions = new SessionStore({
      identity,
      accounts: new AccountService(identity, { operate: () => Promise.resolve({}) }),
      hasher: { hash: () => Promise.resolve('fresh'), verify: () => Promise.resolve(true) },
      now: () => now,
      passphraseHash: undefined,
      registrationOpen: false,
      onEnded: () => undefined,
    });
    expect(await sessions.setPassword(user.id, 'correct horse battery')).toBe('done');
    expect([keys.isValid(hers.id), codeOf(knock(hers)), [...caller.scopes]]).toEqual([false, 10003, []]);
    expect(codeOf(knock(his))).toBe(0);
  });
});

describe('at rest', () => {
  test('BOT-02 the last use is listed, and outlives a restart to the minute', () => {
    const key = made();
    const [before] = keys.list(OWNER);
    expect(before?.lastUsedAt).toBeUndefined();
    knock(key);
    now += 59_000;
    knock(key);
    expect(keys.list(OWNER)).toMatchObject([{ lastUsedAt: now }]);
    reopen();
    expect(keys.list(OWNER)).toMatchObject([{ lastUsedAt: now - 59_000 }]);
    expect(codeOf(knock(key))).toBe(0);
  });

  test('BOT-02 the secret is in no file and in no list; the key file is for its owner only', () => {
    const key = made();
    knock(key);
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(key.secret);
    expect(JSON.stringify(keys.list(OWNER))).not.toContain(key.secret);
    const file = join(folder.path, 'api-keys.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    reopen();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(codeOf(knock(key))).toBe(0);
  });

  test('BOT-02 without its key file a secret is lost, which the list tells; RSA keys need none', () => {
    const key = made();
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    keys.create(owner(), TERMS, String(publicKey.export({ type: 'spki', format: 'pem' })));
    rmSync(join(folder.path, 'api-keys.key'));
    reopen();
    expect(keys.list(OWNER).map(({ state }) => state)).toEqual(['active', 'secretLost']);
    expect(codeOf(knock(key))).toBe(10003);
    expect(keys.isValid(key.id)).toBe(false);
  });

  test('a damaged key file is an error that says what to do, and does not print the file', () => {
    writeFileSync(join(folder.path, 'api-keys.key'), 'half a k');
    expect(() => SecretBox.open(folder.path)).toThrow(/api-keys\.key is damaged: restore it/);
    expect(() => SecretBox.open(folder.path)).not.toThrow(/half a k/);
  });

  test('BOT-02 a sealed secret belongs to its key, and any change to it shows', () => {
    const box = SecretBox.open(folder.path);
    const sealed = box.seal('secret', 'TD1');
    expect(box.unseal(sealed, 'TD1')).toBe('secret');
    expect(box.unseal(sealed, 'TD2')).toBeUndefined();
    expect(box.seal('secret', 'TD1')).not.toBe(sealed);
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(box.unseal(changed.toString('base64url'), 'TD1')).toBeUndefined();
    }
    expect(box.unseal('', 'TD1')).toBeUndefined();
  });

  test('keys are kept when the log is written anew', () => {
    const key = made({ addresses: [HOME], expiresAt: now + DAY_MS });
    for (let count = 0; count < 5_000; count += 1) identity.write([{ type: 'ApiKeyUsed', id: key.id, at: now + count }], false);
    const before = keys.list(OWNER);
    reopen();
    expect(keys.list(OWNER)).toEqual(before);
    expect(codeOf(knock(key))).toBe(0);
  });
});
