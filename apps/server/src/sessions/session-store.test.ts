import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { SESSIONS_MAX, SessionStore } from './session-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function store(ended: string[] = [], passphrase?: string): SessionStore {
  return new SessionStore({
    file: join(folder.path, 'sessions.json'),
    now: () => 1_000,
    user: { account: 100, username: 'trader-01', accountKind: 'UTA2', isDemo: false, banned: false },
    passphrase,
    onEnded: (id) => ended.push(id),
  });
}

test('sessions outlive a restart, and the file holds no secret', () => {
  const before = store();
  const session = before.open();
  const secret = before.takeSecret(session) ?? '';
  expect(Buffer.from(secret, 'base64url').length).toBe(32);
  expect(before.takeSecret(session)).toBeUndefined();
  expect(store().bySecret(secret)).toEqual(session);
  const file = join(folder.path, 'sessions.json');
  expect(readFileSync(file, 'utf8')).not.toContain(secret);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  writeFileSync(file, '[{"id":3},null,"x"');
  expect(store().bySecret(secret)).toBeUndefined();
});

test('OPS-04 only the passphrase opens a session', async () => {
  const guarded = store([], 'correct horse battery');
  expect(guarded.needsPassphrase).toBe(true);
  for (const wrong of [undefined, '', 'correct horse batter', 'correct horse battery ']) expect(await guarded.login(wrong)).toBeUndefined();
  expect(await guarded.login('correct horse battery')).toMatchObject({ account: 100 });
});

test('the oldest sessions make room, and say that they ended', async () => {
  const ended: string[] = [];
  const sessions = store(ended);
  const first = sessions.open();
  const second = sessions.open();
  for (let at = 0; at < SESSIONS_MAX - 1; at += 1) sessions.open();
  expect(ended).toEqual([first.id]);
  await sessions.logout(second);
  expect(ended).toEqual([first.id, second.id]);
});
