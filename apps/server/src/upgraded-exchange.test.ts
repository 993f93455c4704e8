// Time limit of this file: 240 s, since its test starts seven servers, and the operator's tool as often.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { damageTable } from './testing/damage-history.ts';
import { writtenByOtherRules } from './testing/other-rules.ts';
import { recoverCopy } from './testing/recover-copy.ts';
import type { ServerProcess, Visitor } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

const runs = serverRuns();
const pathOf = (...names: readonly string[]): string => join(runs.pathOf('data'), ...names);

/** Runs the operator's tool on a data folder; its output, or its error. */
function operator(args: readonly string[], data = pathOf()): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, failed) => {
    const options = { env: { ...process.env, DATABASE_URL: '' } };
    execFile(process.execPath, [runs.main(), 'operator', ...args, '--data', data], options, (failure, out, error) => {
      if (failure === null) resolve(JSON.parse(out) as Readonly<Record<string, unknown>>);
      else failed(new Error(error));
    });
  });
}

/** In stepped time, the market stands still: nothing changes by itself. */
const start = (name?: string): Promise<ServerProcess> => runs.start({ name, extra: ['--clock', 'steps'] });

const resultOf = async (caller: Pick<Visitor, 'call'>, path: string): Promise<Readonly<Record<string, unknown>>> =>
  (await caller.call('GET', path)).result;

const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01', positionIdx: 0 };

async function place(server: ServerProcess, change: object): Promise<void> {
  expect(await server.call('POST', '/contract/v5/order/create', { ...order, ...change })).toMatchObject({ ret_code: 0 });
}

async function belongings(server: ServerProcess): Promise<object> {
  const { wallet, settings, positions } = await resultOf(server, '/contract/v5/account/state');
  const { list } = await resultOf(server, '/contract/v5/order/list');
  return { wallet, settings, positions, orders: list };
}

async function pastLinks(server: ServerProcess): Promise<readonly string[]> {
  let rows: readonly { readonly orderLinkId: string }[] = [];
  await expect
    .poll(async () => {
      const answer = await server.call('GET', '/contract/v5/order/history');
      rows = (answer.result['list'] ?? []) as typeof rows;
      return answer.ret_code;
    })
    .toBe(0);
  return rows.map(({ orderLinkId }) => orderLinkId).sort();
}

test('OPS-03 OPS-05 EXC-07 D16 an exchange that other rules wrote goes on after an upgrade, with everything that its users have', async () => {
  const first = await start();
  const { password } = await operator(['create', 'alice', '--credit', '2500']);
  await place(first, { orderLinkId: 'before' });
  const { list } = await resultOf(first, '/contract/v5/market/tickers?symbol=BTCUSDT');
  const [{ lastPrice }] = list as readonly [{ readonly lastPrice: string }];
  // Far below the market: it rests.
  await place(first, { orderLinkId: 'resting', orderType: 'Limit', price: String(Math.floor(Number(lastPrice) * 0.7)) });
  const before = await belongings(first);
  expect(before).toMatchObject({ positions: [{ symbol: 'BTCUSDT' }], orders: [{ orderLinkId: 'resting' }] });
  expect(await pastLinks(first)).toEqual(['before', 'resting']);
  await expect(operator(['upgrade'])).rejects.toThrow('stop it first');
  expect(await first.end('SIGTERM')).toBe(0);
  writtenByOtherRules(pathOf());

  cpSync(pathOf(), runs.pathOf('copy'), { recursive: true });
  rmSync(join(runs.pathOf('copy'), 'snapshots'), { recursive: true });
  await expect(start('copy')).rejects.toThrow('run "npm run operator -- upgrade" of this version');

  const names = readdirSync(pathOf('journal'));
  const planned = await operator(['upgrade']);
  // The owner, alice, and three leaders of the market, which may hold positions too.
  expect(planned).toMatchObject({ upgraded: false, accounts: 5 });
  for (const kept of ['balances', 'positions', 'orders']) expect(planned[kept]).toBeGreaterThan(0);
  expect([readdirSync(pathOf('journal')), existsSync(pathOf('archive'))]).toEqual([names, false]);
  const done = await operator(['upgrade', '--yes']);
  const { note: _next, archive: _then, ...report } = planned;
  expect(done).toMatchObject({ ...report, upgraded: true });
  expect(readdirSync(String(done['archive'])).sort()).toEqual(['journal', 'snapshots']);
  expect(readFileSync(pathOf('audit.log'), 'utf8')).toContain('"command":"upgrade"');

  const second = await start();
  expect(second.logLines().some((line) => line.startsWith(`recovered state ${String(done['state'])}`))).toBe(true);
  expect(await belongings(second)).toEqual(before);
  const alice = second.visitor();
  expect((await alice.call('POST', '/user/public/login', { username: 'alice', password })).ret_code).toBe(0);
  expect((await resultOf(alice, '/contract/v5/account/state'))['wallet']).toContainEqual({ coin: 'USDT', cash: '2500' });
  await place(second, { orderLinkId: 'after' });
  const later = await belongings(second);
  expect(await pastLinks(second)).toEqual(['after', 'before', 'resting']);
  const backup = runs.pathOf('backup');
  await operator(['backup', backup]);
  expect(await second.end('SIGTERM')).toBe(0);

  const whole = recoverCopy(pathOf(), runs.pathOf('copy'), 'genesis');
  expect(recoverCopy(pathOf(), runs.pathOf('copy'), 'snapshot').hash).toBe(whole.hash);
  for (const part of ['snapshots', 'history']) rmSync(pathOf(part), { recursive: true });
  const third = await start();
  expect(third.logLines()).toContain(`recovered state ${whole.hash} at record ${whole.sequence}`);
  expect(await belongings(third)).toEqual(later);
  expect(await pastLinks(third)).toEqual(['after', 'before', 'resting']);
  expect(await third.end('SIGTERM')).toBe(0);

  await damageTable(pathOf('history'), 'orders');
  const healed = await start();
  // The rows of before the upgrade come from the copy beside the opening, the others from the journal.
  await expect.poll(() => pastLinks(healed), { timeout: 60_000 }).toEqual(['after', 'before', 'resting']);
  await expect.poll(() => healed.text('/readyz')).toBe('ready\n');
  expect(await belongings(healed)).toEqual(later);
  expect(await healed.end('SIGTERM')).toBe(0);

  await operator(['restore', backup], runs.pathOf('restored'));
  const restored = await start('restored');
  expect(await belongings(restored)).toEqual(later);
  expect(await pastLinks(restored)).toEqual(['after', 'before', 'resting']);
  await restored.end('SIGTERM');

  const opening = readdirSync(pathOf('journal')).find((name) => name.endsWith('.snap')) ?? '';
  writeFileSync(pathOf('journal', opening), 'damaged');
  await expect(start()).rejects.toThrow(/the state that the journal begins with .* is missing or damaged: restore a backup/);
}, 150_000);
