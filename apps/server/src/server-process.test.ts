// Time limit of this file: 600 s, since ten kills under load each recover the whole journal three times.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { recoverCopy } from './testing/recover-copy.ts';
import { NO_CALL_LIMIT, type ServerProcess } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

/** Kills in the usual run; more to look harder. */
const KILLS = Number(process.env['TAPEDECK_KILLS'] ?? 10);
const SEED = Number(process.env['TAPEDECK_KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Each kill recovers the whole journal three times. */
const KILLS_MS = 600_000;
const TRADERS = 6;

const runs = serverRuns();

interface OrderRow {
  readonly orderId: string;
  readonly orderStatus: string;
}

async function openOrders(server: ServerProcess): Promise<readonly OrderRow[]> {
  const { result } = await server.call('GET', '/contract/v5/order/list');
  return result['list'] as readonly OrderRow[];
}

/** A small order far below the market: it rests. */
const resting = (price: number, orderLinkId: string): object => ({
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  price: String(price),
  qty: '0.001',
  orderLinkId,
});

async function lastPrice(server: ServerProcess): Promise<number> {
  const { result } = await server.call('GET', '/contract/v5/market/candles?symbol=BTCUSDT&resolution=1&limit=1');
  return Number((result['rows'] as readonly (readonly string[])[])[0]?.[4]);
}

/** A seeded generator, so that a failure can be repeated: the seed is in the test's name. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Known state of the traders: orders whose placing was acknowledged, and whose cancelling was requested or acknowledged. */
class Known {
  readonly placed = new Set<string>();
  readonly asked = new Set<string>();
  readonly cancelled = new Set<string>();
  answers = 0;
}

/** Places and cancels one after the other until the connection breaks. */
async function trade(server: ServerProcess, known: Known, trader: number, price: number, random: () => number): Promise<void> {
  const own: string[] = [];
  for (let count = 0; ; count += 1) {
    const oldest = own.length > 8 || (own.length > 0 && random() < 0.3) ? own.shift() : undefined;
    try {
      if (oldest === undefined) {
        const answer = await server.call('POST', '/contract/v5/order/create', resting(price, `t${trader}-${known.answers}-${count}`));
        expect(answer.ret_code, answer.ret_msg).toBe(0);
        const orderId = String(answer.result['orderId']);
        known.placed.add(orderId);
        own.push(orderId);
      } else {
        known.asked.add(oldest);
        const answer = await server.call('POST', '/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId: oldest });
        expect(answer.ret_code, answer.ret_msg).toBe(0);
        known.cancelled.add(oldest);
      }
      known.answers += 1;
    } catch (error) {
      if ((error as Error).name === 'AssertionError') throw error;
      return;
    }
  }
}

/** Funding at 00, 08 and 16 hours UTC would change the compared balances. */
async function awayFromFunding(): Promise<void> {
  const interval = 8 * 60 * 60 * 1_000;
  const left = interval - (Date.now() % interval);
  if (left < 60_000) await wait(left + 3_000);
}

describe('durability of the real server', () => {
  test(
    `EXC-07 ${KILLS} kills under load (seed ${SEED}) lose nothing that was acknowledged, and every way to recover gives one state`,
    async () => {
      const random = randomOf(SEED);
      const server = runs.create({ extra: ['--seed', '5', ...NO_CALL_LIMIT] });
      const known = new Known();
      const copy = runs.pathOf('copy');
      const data = runs.pathOf('data');
      await server.start();
      const price = Math.floor((await lastPrice(server)) * 0.96);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const target = known.answers + 20 + Math.floor(random() * 200);
        const traders = Array.from({ length: TRADERS }, (_, trader) => trade(server, known, trader, price, random));
        const enough = expect.poll(() => known.answers, { interval: 5 }).toBeGreaterThanOrEqual(target);
        await Promise.race([enough, Promise.all(traders)]);
        await server.end('SIGKILL');
        await Promise.all(traders);
        const whole = recoverCopy(data, copy, 'genesis');
        expect(recoverCopy(data, copy, 'snapshot').hash).toBe(whole.hash);
        await server.start();
        expect(server.logLines().findLast((line) => line.startsWith('recovered'))).toBe(
          `recovered state ${whole.hash} at record ${whole.sequence}`,
        );
        const open = new Set((await openOrders(server)).map((order) => order.orderId));
        const lost = [...known.placed].filter((id) => !known.asked.has(id) && !open.has(id));
        const undead = [...known.cancelled].filter((id) => open.has(id));
        expect({ lost, undead }).toEqual({ lost: [], undead: [] });
        await server.call('POST', '/contract/v5/order/cancel-all', {});
        for (const id of open) known.asked.add(id).add(id);
      }
      expect(await server.end('SIGTERM')).toBe(0);
      expect(known.answers).toBeGreaterThan(KILLS * 20);
    },
    KILLS_MS,
  );

  test('N1 N2 what was asked for under an id is done once, though the server is killed before it is asked for again', async () => {
    const server = runs.create({ extra: ['--seed', '5', ...NO_CALL_LIMIT] });
    await server.start();
    const low = Math.floor((await lastPrice(server)) * 0.9);
    const leg = (triggerPrice: number) => ({ side: 'Buy', triggerPrice: String(triggerPrice), orderType: 'Market' });
    const symbol = 'BTCUSDT';
    const iceberg = { symbol, strategyType: 'Iceberg', side: 'Buy', qty: '0.004', price: String(low), shownQty: '0.002' };
    const webhook = { symbol, strategyType: 'Webhook', side: 'Buy', qty: '0.001', orderType: 'Limit', price: String(low) };
    const pair = { symbol, stopOrderType: 'BidirectionalTpSl', qty: '0.001', upper: leg(low * 2), lower: leg(Math.floor(low / 2)) };
    const calls: readonly (readonly [string, object])[] = [
      ['/contract/v5/strategy/create', { ...iceberg, requestId: 'iceberg' }],
      ['/contract/v5/strategy/create', { ...webhook, requestId: 'webhook' }],
      ['/contract/v5/order/create-pair', { ...pair, requestId: 'pair' }],
      ['/contract/v5/asset/transfer', { coin: 'USDT', amount: '25', from: 'trading', to: 'funding', transferId: 'transfer' }],
    ];
    const askAll = async (): Promise<unknown> => {
      const answers = [];
      for (const [path, body] of calls) answers.push(await server.call('POST', path, body));
      return answers.map(({ ret_code, result }) => ({ ret_code, result }));
    };
    const look = async (): Promise<unknown> => {
      const { wallet, strategies } = (await server.call('GET', '/contract/v5/account/state')).result;
      return { wallet, strategies, orders: (await openOrders(server)).map(({ orderId }) => orderId) };
    };
    const answers = await askAll();
    expect(answers).toMatchObject(calls.map(() => ({ ret_code: 0 })));
    const done = await look();
    expect(await askAll()).toEqual(answers);
    await server.end('SIGKILL');
    await server.start();
    expect(await askAll()).toEqual(answers);
    // With the state of a snapshot, too.
    await server.end('SIGTERM');
    await server.start();
    expect(await askAll()).toEqual(answers);
    expect(await look()).toEqual(done);
  });

  test('OPS-01 a restart keeps orders, positions, wallet, history and the session, and the state is the one that was left', async () => {
    await awayFromFunding();
    const server = runs.create();
    await server.start();
    const bought = await server.call('POST', '/contract/v5/order/create', {
      symbol: 'ETHUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.5',
    });
    expect(bought.ret_code, bought.ret_msg).toBe(0);
    const price = Math.floor((await lastPrice(server)) * 0.97);
    await server.call('POST', '/contract/v5/order/create', resting(price, 'mine-1'));
    const look = async (): Promise<unknown> => {
      const state = (await server.call('GET', '/contract/v5/account/state')).result;
      // The place in the line of auto-deleveraging moves with the market, from second to second.
      const positions = (state['positions'] as Record<string, unknown>[]).map(({ adlRankIndicator: _moves, ...kept }) => kept);
      return { wallet: state['wallet'], positions, orders: await openOrders(server) };
    };
    const history = async (): Promise<unknown> => (await server.call('GET', '/contract/v5/execution/list')).result['list'];
    await expect.poll(async () => ((await history()) as unknown[]).length).toBeGreaterThan(0);
    const [before, executions] = [await look(), await history()];
    expect(await server.end('SIGTERM')).toBe(0);
    expect(readdirSync(runs.pathOf('data'))).not.toContain('server.lock');
    await server.start();
    expect([await look(), await history()]).toEqual([before, executions]);
    const lines = server.logLines();
    const left = lines.findLast((line) => line.startsWith('left'))?.slice('left '.length);
    expect(lines.findLast((line) => line.startsWith('recovered'))).toBe(`recovered ${left}`);
    expect(lines.findLast((line) => line.includes('after snapshot'))).toMatch(/^0 records applied after snapshot \d+$/);

    // The history is a view: without it the same rows come out of the journal.
    await server.end('SIGTERM');
    rmSync(join(runs.pathOf('data'), 'history'), { recursive: true });
    await server.start();
    await expect.poll(history).toEqual(executions);
    expect(await look()).toEqual(before);
  });

  test('OPS-03 what cannot be used is told in one sentence, before anything starts', async () => {
    const file = runs.pathOf('file');
    writeFileSync(file, 'neither a folder nor a certificate');
    const said = async (options: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> => {
      const error: unknown = await runs.start({ extra: options, environment }).catch((thrown: unknown) => thrown);
      return (error as Error).message.trim();
    };
    const sentence = (text: string): RegExp => new RegExp(`^it ended with code 1: ${text}[^\\n]*$`);
    expect(await said(['--data', file])).toMatch(sentence('The data folder .* cannot be used: '));
    expect(await said(['--tls-cert', file, '--tls-key', file])).toMatch(
      sentence('The file .* \\(--tls-cert\\) holds no certificate in PEM form\\. '),
    );
    // An address reserved for documentation, which no machine has.
    const elsewhere = await said(['--host', '192.0.2.1', '--insecure-public'], { TAPEDECK_PASSPHRASE: 'correct horse battery' });
    expect(elsewhere.split('\n').at(-1)).toMatch(/The server cannot listen on 192\.0\.2\.1, port \d+ \(--host, --port\): .*EADDRNOTAVAIL/);
  });

  test('OPS-01 a data folder keeps its market: of the coins and the seed that it was made with', async () => {
    const listed = async (server: ServerProcess): Promise<readonly string[]> => {
      const { result } = await server.call('GET', '/contract/v5/product/brief-symbol-list?filter=LinearPerpetual');
      return (result['LinearPerpetual'] as readonly { readonly symbolName: string }[]).map(({ symbolName }) => symbolName);
    };
    const server = await runs.start({ extra: ['--coins', 'SOL,BTC', '--seed', '9'] });
    expect(await listed(server)).toEqual(['BTCUSDT', 'SOLUSDT']);
    await server.end('SIGTERM');
    await expect(runs.start({ extra: ['--coins', 'BTC,ETH'] })).rejects.toThrow(
      /this data folder holds the market of BTC,SOL; use another folder \(--data\) for that of BTC,ETH/,
    );
    await expect(runs.start({ extra: ['--coins', 'BTC,SOL', '--seed', '5'] })).rejects.toThrow(/the market of seed 9/);
  });

  test('OPS-01 two servers never share a data folder, and the lock of a killed one is taken over', async () => {
    const first = runs.create();
    await first.start();
    const second = runs.create();
    await expect(second.start()).rejects.toThrow(/ended with code 1: the data folder .* is in use by another server/);
    await first.end('SIGKILL');
    await second.start();
  });
});
