// Time limit of this file: 240 s, since its tests start a server each and stage events that last for seconds.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverRuns } from '../testing/server-runs.ts';
import { OPERATOR_COMMANDS, OPERATOR_USAGE, readOperatorCall } from './operator-request.ts';

const runs = serverRuns();
const dataOf = (name = 'data'): string => runs.pathOf(name);

/** Runs the tool as an operator would; returns its output, or its error. */
function operator(
  args: readonly string[],
  input = '',
  data = dataOf(),
): Promise<{ readonly code: number | null; readonly out: string; readonly error: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [runs.main(), 'operator', ...args, '--data', data], { stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let error = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (error += part.toString()));
    child.once('close', (code) => resolve({ code, out, error }));
    child.stdin.end(input);
  });
}

async function done(args: readonly string[], input?: string): Promise<Readonly<Record<string, unknown>>> {
  const { code, out, error } = await operator(args, input);
  expect(error).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

async function refused(args: readonly string[], words: string): Promise<void> {
  const { code, out, error } = await operator(args);
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain(words);
  expect(error).not.toMatch(/\bat .*:\d+:\d+/);
}

test('ACC-01 BAN-01 OPS-03 an operator makes, funds, labels, bans and exports users while the server runs', async () => {
  const server = await runs.start();
  const made = await done(['create', 'alice', '--credit', '2500.5']);
  expect(made).toMatchObject({ user: 'alice', account: 101 });
  const password = String(made['password']);
  expect(password.length).toBeGreaterThanOrEqual(20);
  expect(await done(['create', 'bob', '--password-stdin'], 'bobs own secret\n')).toEqual({ user: 'bob', account: 102 });

  expect((await server.call('POST', '/user/public/login', { username: 'alice', password })).ret_code).toBe(0);
  const alice = server.visitor();
  const login = await alice.call('POST', '/user/public/login', { username: 'alice', password });
  expect(login.result['user']).toMatchObject({ id: '101', username: 'alice', accountKind: 'UTA2', isDemo: false });
  const cash = async (): Promise<unknown> => (await alice.call('GET', '/contract/v5/account/state')).result['wallet'];
  expect(await cash()).toContainEqual({ coin: 'USDT', cash: '2500.5' });
  await done(['credit', 'ALICE', '99.5']);
  expect(await done(['stage', 'gap', 'btc', '--percent=-12.5', '--seconds', '30'])).toEqual({
    scenario: 'gap',
    coin: 'BTC',
    percent: -12.5,
    seconds: 30,
  });
  const notice = await done(['notice', 'maintenance at noon', '--minutes', '5']);
  expect(notice).toMatchObject({ id: 1, text: 'maintenance at noon' });
  expect(Number(notice['endsAt']) - Number(notice['publishedAt'])).toBe(300_000);
  expect(await done(['withdraw-notice', '1'])).toMatchObject({ id: 1 });
  await refused(['withdraw-notice', '1'], 'There is no active notice 1.');
  await refused(['notice', 'x', '--minutes', '0'], '--minutes must be a whole number from 1 to 10080.');
  await refused(['notice', ' '], 'A notice has 1 to 500 characters.');
  await refused(['stage', 'flood', 'BTC'], 'must be one of');
  await refused(['stage', 'gap', 'NOPE'], "There is no coin 'NOPE'");
  for (const percent of ['-99', '90.01', '0.001', 'much'])
    await refused(['stage', 'gap', 'BTC', `--percent=${percent}`], '--percent must be from -90 to 90, in steps of 0.01.');
  expect(await cash()).toContainEqual({ coin: 'USDT', cash: '2600' });

  await refused(['create', 'Alice'], "User 'Alice' already exists.");
  await refused(['ban', 'nobody'], "There is no user 'nobody'.");
  await refused(['credit', 'alice', '0'], 'not an amount above 0');
  await refused(['credit', 'alice', '5', '--account', '100'], 'has no account 100');
  await refused(['credit', 'alice', '5', '--coin', 'XYZ'], 'The exchange refused it');

  await done(['label', 'alice', '--vip', '3', '--role', 'leader']);
  const session = async (): Promise<unknown> => (await alice.call('GET', '/user/public/session')).result['user'];
  expect(await session()).toMatchObject({ vipLevel: 3, proLevel: 0, copyRole: 'leader', isTrial: false });

  const rates = async (): Promise<unknown> => (await alice.call('GET', '/contract/v5/account/fee-rate?symbol=BTCUSDT')).result;
  const own = (tier: string, makerFeeRate: string, takerFeeRate: string): unknown => ({
    tier,
    list: [{ symbol: 'BTCUSDT', makerFeeRate, takerFeeRate }],
  });
  expect(await rates()).toEqual(own('VIP3', '0.00014', '0.00035'));
  await refused(['label', 'alice', '--vip', '7'], 'from 0 to 6');
  await done(['label', 'alice', '--pro', '1']);
  expect(await rates()).toEqual(own('PRO1', '0.00008', '0.00032'));
  await done(['label', 'alice', '--pro', '0']);

  const profile = async (): Promise<unknown> =>
    (await alice.call('GET', '/contract/v5/settings/visitor-profile?lang=en')).result['isBanned'];
  const leverage = { symbol: 'BTCUSDT', buyLeverage: '7', sellLeverage: '7' };
  expect(await profile()).toBe(false);
  await done(['ban', 'alice']);
  expect(await profile()).toBe(true);
  expect((await alice.call('POST', '/contract/v5/position/set-leverage', leverage)).ret_code).toBe(10008);
  expect((await server.call('POST', '/contract/v5/position/set-leverage', leverage)).ret_code).not.toBe(10008);
  await done(['unban', 'alice']);
  expect(await profile()).toBe(false);
  expect((await alice.call('POST', '/contract/v5/position/set-leverage', leverage)).ret_code).toBe(0);

  const wish = { name: 'bot', kind: 'HMAC', scope: 'read', addresses: [] };
  const { key, secret } = (await alice.call('POST', '/user/private/api-keys/create', wish)).result as { key: object; secret: string };
  const exported = await done(['export', 'alice']);
  expect(exported).toMatchObject({
    username: 'alice',
    vipLevel: 3,
    accounts: [{ account: 101, kind: 'UTA2', isDemo: false }],
    apiKeys: [{ name: 'bot', scope: 'read', state: 'active' }],
  });
  expect(key).toMatchObject({ account: '101' });
  for (const hidden of ['argon2', secret, 'sealedSecret']) expect(JSON.stringify(exported)).not.toContain(hidden);
  const listed = (await done(['list'])) as unknown as readonly { readonly username: string }[];
  expect(listed.map(({ username }) => username)).toEqual(['trader-01', 'alice', 'bob']);

  expect(await done(['switch-kind', 'alice', 'PM', '--demo'])).toMatchObject({ kind: 'PM', isDemo: true });
  expect((await alice.call('GET', '/contract/v5/account/state')).ret_code).toBe(10007);
  expect((await alice.call('POST', '/user/public/login', { username: 'alice', password })).result['user']).toMatchObject({
    accountKind: 'PM',
    isDemo: true,
  });

  await done(['cancel-only', 'on']);
  expect((await alice.call('POST', '/contract/v5/position/set-leverage', leverage)).ret_code).toBe(110074);
  expect((await alice.call('POST', '/contract/v5/order/cancel-all', {})).ret_code).toBe(0);
  expect(await done(['status'])).toMatchObject({ running: true, users: 3, cancelOnly: 'requested by an operator' });
  await done(['cancel-only', 'off']);

  const audit = readFileSync(join(dataOf(), 'audit.log'), 'utf8');
  for (const command of ['create', 'credit', 'label', 'ban', 'unban', 'export', 'switch-kind'])
    expect(audit).toContain(`"command":"${command}"`);
  for (const secret of [password, 'bobs own secret']) expect(audit).not.toContain(secret);
  for (const file of ['audit.log', 'control.json', 'control.sock']) expect(statSync(join(dataOf(), file)).mode & 0o077).toBe(0);
});

test('OPS-03 without a server the tool works on the folder itself, and what it did is there at the next start', async () => {
  await refused(['list'], 'There is no data folder');
  const server = await runs.start();
  await server.end('SIGTERM');
  expect(existsSync(join(dataOf(), 'control.json'))).toBe(false);
  await done(['create', 'carol', '--credit', '10', '--password-stdin'], 'carols own secret');
  await server.start();
  const carol = server.visitor();
  await carol.call('POST', '/user/public/login', { username: 'carol', password: 'carols own secret' });
  expect((await carol.call('GET', '/contract/v5/account/state')).result['wallet']).toContainEqual({ coin: 'USDT', cash: '10' });
});

test('OPS-03 a backup of a running server restores to what was there, and a changed one is refused', async () => {
  const server = await runs.start();
  await server.call('POST', '/contract/v5/position/set-leverage', { symbol: 'BTCUSDT', buyLeverage: '3', sellLeverage: '3' });
  await done(['create', 'dave', '--credit', '7']);
  const backup = runs.pathOf('backup');
  expect(await done(['backup', backup])).toMatchObject({ folder: backup });
  await refused(['backup', backup], 'is not empty');
  await refused(['restore', backup], 'is not empty');
  await server.end('SIGKILL');

  const tool = (target: string) => operator(['restore', backup], '', target);
  expect((await tool(dataOf('restored'))).code).toBe(0);
  const again = await runs.start({ name: 'restored' });
  expect((await again.call('GET', '/contract/v5/account/state')).result['settings']).toContainEqual(
    expect.objectContaining({ symbol: 'BTCUSDT', buyLeverageE2: '300' }),
  );
  expect(again.logLines().join('\n')).not.toContain('damaged');

  const [segment] = readdirSync(join(backup, 'journal'));
  const file = join(backup, 'journal', segment ?? '');
  const bytes = readFileSync(file);
  bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect((await tool(dataOf('other'))).error).toContain('differs from the checksum of the backup');
  expect(existsSync(dataOf('other'))).toBe(false);
});

test('the usage names every command, and wrong arguments are told from right ones', () => {
  for (const name of Object.keys(OPERATOR_COMMANDS)) expect(OPERATOR_USAGE).toContain(`  ${name}`);
  expect(readOperatorCall([], {})).toBe('help');
  expect(readOperatorCall(['ban', '--help'], {})).toBe('help');
  expect(readOperatorCall(['credit', 'alice', '5', '--coin', 'BTC'], { TAPEDECK_DATA: '/d' })).toMatchObject({
    data: '/d',
    request: { command: 'credit', arguments: { user: 'alice', amount: '5', coin: 'BTC' } },
  });
  for (const wrong of [['fly'], ['ban'], ['ban', 'a', 'b'], ['ban', 'a', '--wings'], ['label', 'a', '--vip'], ['__proto__']]) {
    expect(() => readOperatorCall(wrong, {})).toThrow(/There is no command|Usage|:/);
  }
});
