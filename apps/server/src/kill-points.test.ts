import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recoverCopy } from './testing/recover-copy.ts';
import { ServerProcess, bundleServer } from './testing/server-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const TEST_MS = 600_000;
const TRADERS = 4;
const DUPLICATE = 110072;
/** The exchange has stopped: whether the order was taken is not known. */
const STOPPED = 10016;

/** The way of an order; each step, and how often it is passed before the process dies right after it. */
const ON_THE_WAY = [
  ['request read', 20],
  ['order sent', 20],
  ['turn begun', 20],
  ['journal half written', 20],
  ['turn written', 20],
  ['order applied', 20],
  ['turn synced', 20],
  ['turn told', 20],
  ['request answered', 20],
  ['history gathered', 2],
  ['history written', 2],
  ['history kept', 2],
] as const;
/** What the disk may answer, after half of a batch was taken or when it must be durable. */
const REFUSED = [
  ['disk full', 20, 'ENOSPC'],
  ['sync failed', 20, 'EIO'],
] as const;
/** What a server does when it is told to stop. */
const AT_THE_END = [
  ['snapshot begun', 1],
  ['snapshot half written', 2],
  ['snapshot written', 1],
  ['snapshot named', 1],
] as const;

let main = '';
let server: ServerProcess;
const folder = temporaryFolder();
const data = join(folder.path, 'data');
const armed = join(folder.path, 'armed');
const noon: { price: number; wallet: unknown } = { price: 0, wallet: undefined };

/** What the traders know. */
class Known {
  readonly asked = new Set<string>();
  readonly acknowledged = new Set<string>();
}

beforeAll(async () => {
  main = await bundleServer({ failPoints: true });
  server = new ServerProcess(main, data, ['--seed', '5']);
  await server.start();
  const { result } = await server.call('GET', '/contract/v5/market/tickers?symbol=BTCUSDT');
  const [ticker] = result['list'] as readonly { readonly lastPrice: string }[];
  noon.price = Math.floor(Number(ticker?.lastPrice) * 0.8);
  noon.wallet = await wallet();
  await historyReady();
  expect(await server.end('SIGTERM')).toBe(0);
}, TEST_MS);
afterAll(async () => {
  await server.end('SIGKILL');
  folder.remove();
});

/** The last snapshot of a run is only written once the history holds what is in it. */
const historyReady = async (): Promise<void> => {
  expect((await server.call('GET', '/contract/v5/order/history?limit=1')).ret_code).toBe(0);
};

const wallet = async (): Promise<unknown> => (await server.call('GET', '/contract/v5/account/state')).result['wallet'];

/** A small order far below the market: it rests. */
const place = async (orderLinkId: string): Promise<number> => {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: String(noon.price), qty: '0.001', orderLinkId };
  return (await server.call('POST', '/contract/v5/order/create', order)).ret_code;
};

/** Places orders one after the other until the server is gone. */
async function trade(known: Known, name: string): Promise<void> {
  for (let count = 0; ; count += 1) {
    const link = `${name}-${count}`;
    known.asked.add(link);
    const code = await place(link).catch(() => undefined);
    if (code === undefined || code === STOPPED) return;
    expect(code).toBe(0);
    known.acknowledged.add(link);
  }
}

async function openLinks(): Promise<readonly string[]> {
  const { result } = await server.call('GET', '/contract/v5/order/list');
  return (result['list'] as readonly { readonly orderLinkId: string }[]).map(({ orderLinkId }) => orderLinkId).sort();
}

/** Every acknowledged order is there and none twice; whoever asks again, for lack of an answer, ends with exactly one. */
async function expectWhole(known: Known): Promise<void> {
  const found = await openLinks();
  const lost = [...known.acknowledged].filter((link) => !found.includes(link));
  const strange = found.filter((link, at) => !known.asked.has(link) || found[at + 1] === link);
  expect({ lost, strange }).toEqual({ lost: [], strange: [] });
  for (const link of known.asked) expect(await place(link)).toBe(found.includes(link) ? DUPLICATE : 0);
  expect(await openLinks()).toEqual([...known.asked].sort());
  expect((await server.call('POST', '/contract/v5/order/cancel-all', {})).ret_code).toBe(0);
  // Orders that only rested cost nothing: what they held back is free again.
  expect(await wallet()).toEqual(noon.wallet);
}

/** What the past tells of these orders, once the history has read on: one cancelled row each. */
async function expectPast(known: Known): Promise<void> {
  const rows = new Map<string, string[]>();
  let cursor = '';
  do {
    const { result } = await server.call('GET', `/contract/v5/order/history?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
    for (const row of result['list'] as readonly { readonly orderLinkId: string; readonly orderStatus: string }[])
      rows.set(row.orderLinkId, [...(rows.get(row.orderLinkId) ?? []), row.orderStatus]);
    cursor = String(result['nextPageCursor'] ?? '');
  } while (cursor !== '' && ![...known.asked].every((link) => rows.has(link)));
  expect([...known.asked].map((link) => rows.get(link))).toEqual([...known.asked].map(() => ['Cancelled']));
}

/** Starts again, and sees that every way to recover gives the state that it says. */
async function startAgain(): Promise<void> {
  const copy = join(folder.path, 'copy');
  const whole = recoverCopy(data, copy, 'genesis');
  expect(recoverCopy(data, copy, 'snapshot').hash).toBe(whole.hash);
  server = new ServerProcess(main, data);
  await server.start();
  const said = server.logLines().findLast((line) => line.startsWith('recovered'));
  expect(said).toBe(`recovered state ${whole.hash} at record ${whole.sequence}`);
}

/** Starts a server that dies at a step of its work: what it did to get ready is not counted, however long that took. */
async function startDeadly(step: string, times: number): Promise<ServerProcess> {
  rmSync(armed, { force: true });
  const deadly = new ServerProcess(main, data, [], { TAPEDECK_FAIL_POINT: `${step}:${times}:${armed}` });
  await deadly.start();
  writeFileSync(armed, '');
  return deadly;
}

describe('a process that dies between two steps', () => {
  test.each(ON_THE_WAY)(
    'EXC-07 D1 D2 D4 D5 after "%s": nothing acknowledged is lost, nothing is there twice, asking again is harmless',
    async (step, times) => {
      const known = new Known();
      server = await startDeadly(step, times);
      await Promise.all(Array.from({ length: TRADERS }, (_, trader) => trade(known, `${step.replaceAll(' ', '-')}-${trader}`)));
      await server.gone();
      await startAgain();
      await expectWhole(known);
      await expectPast(known);
      expect(await server.end('SIGTERM')).toBe(0);
    },
    TEST_MS,
  );

  test.each(REFUSED)(
    'EXC-07 D13 S5 S6 %s: the server says so and ends, and only what was durable was ever acknowledged',
    async (fault, times, words) => {
      const known = new Known();
      server = await startDeadly(fault, times);
      await Promise.all(Array.from({ length: TRADERS }, (_, trader) => trade(known, `${fault.replaceAll(' ', '-')}-${trader}`)));
      expect(await server.gone()).toBe(1);
      expect(server.output).toContain(`the journal could not be written: ${words}`);
      await startAgain();
      await expectWhole(known);
      expect(await server.end('SIGTERM')).toBe(0);
    },
    TEST_MS,
  );

  test.each(AT_THE_END)(
    'EXC-07 D5 D7 S4 after "%s", while it stops: the snapshot is there whole or not at all',
    async (step, times) => {
      const known = new Known();
      server = await startDeadly(step, times);
      for (let count = 0; count < 5; count += 1) {
        const link = `${step.replaceAll(' ', '-')}-${count}`;
        known.asked.add(link);
        expect(await place(link)).toBe(0);
        known.acknowledged.add(link);
      }
      await historyReady();
      expect(await server.end('SIGTERM')).toBe(null);
      await startAgain();
      await expectWhole(known);
      expect(await server.end('SIGTERM')).toBe(0);
    },
    TEST_MS,
  );

  test(
    'OPS-03 K8 told to stop while orders come: it ends in order, and what it acknowledged is there',
    async () => {
      const known = new Known();
      server = new ServerProcess(main, data);
      await server.start();
      const traders = Promise.all(Array.from({ length: TRADERS }, (_, trader) => trade(known, `stop-${trader}`)));
      await expect.poll(() => known.acknowledged.size, { interval: 5 }).toBeGreaterThan(20);
      expect(await server.end('SIGTERM')).toBe(0);
      await traders;
      await startAgain();
      await expectWhole(known);
      expect(await server.end('SIGTERM')).toBe(0);
    },
    TEST_MS,
  );

  test(
    'EXC-07 D5 again and again while it recovers: the next start finds the same state',
    async () => {
      const before = recoverCopy(data, join(folder.path, 'copy'), 'genesis');
      for (let kill = 0; kill < 3; kill += 1) {
        server = new ServerProcess(main, data, [], { TAPEDECK_FAIL_POINT: 'journal read:1' });
        await expect(server.start()).rejects.toThrow('it ended with code null');
      }
      await startAgain();
      expect(server.logLines().findLast((line) => line.startsWith('recovered'))).toBe(
        `recovered state ${before.hash} at record ${before.sequence}`,
      );
      expect(await openLinks()).toEqual([]);
    },
    TEST_MS,
  );
});
