// Time limit of this file: 1800 s, since a bot steps through weeks of recorded minutes twice, where they are present.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRecording } from './testing/made-recording.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

/** For weeks of recorded minutes. */
const MONTH_MS = 1_800_000;
const MINUTE_MS = 60_000;
const PAGE = 200;
const SYMBOL = 'BTCUSDT';

const runs = serverRuns();

type Rows = readonly Readonly<Record<string, string>>[];

/** Every fill of the account, newest first. */
async function fillsOf(server: ServerProcess): Promise<Rows> {
  const all: Record<string, string>[] = [];
  let cursor = '';
  do {
    const { result } = await server.call('GET', `/contract/v5/execution/list?limit=${PAGE}&cursor=${cursor}`);
    all.push(...(result['list'] as Record<string, string>[]));
    cursor = String(result['nextPageCursor']);
  } while (cursor !== '');
  return all;
}

/** A bot that acts on each minute until the recording ends: it follows the last move. */
async function runBot(name: string, recording: string, minutes: number): Promise<{ readonly fills: Rows; readonly seconds: number }> {
  const server = await runs.start({ name, extra: ['--clock', 'steps', '--replay', recording] });
  const began = performance.now();
  let before = 0;
  let acted = 0;
  for (let ended = false; !ended && acted < minutes; acted += 1) {
    const { result } = await server.call('POST', '/contract/v5/market/step', { milliseconds: MINUTE_MS, symbol: SYMBOL });
    ended = result['ended'] === true;
    const rows = result['rows'] as readonly (readonly string[])[];
    const last = Number(rows.at(-1)?.[4] ?? before);
    const order = { symbol: SYMBOL, side: last < before ? 'Sell' : 'Buy', orderType: 'Market', qty: '0.001', orderLinkId: `m-${acted}` };
    expect(await server.call('POST', '/contract/v5/order/create', order)).toMatchObject({ ret_code: 0 });
    before = last;
  }
  const seconds = (performance.now() - began) / 1_000;
  const isTold = async (): Promise<boolean> => (await fillsOf(server)).some(({ orderLinkId }) => orderLinkId === `m-${acted - 1}`);
  await expect.poll(isTold, { timeout: MONTH_MS }).toBe(true);
  const fills = await fillsOf(server);
  await server.end('SIGTERM');
  return { fills, seconds };
}

test('BOT-05 a bot over recorded candles has the same fills in every run', async () => {
  const minutes = 120;
  const recording = runs.pathOf(`${SYMBOL}_1m.csv.gz`);
  makeRecording(recording, minutes);
  const one = await runBot('one', recording, minutes);
  const other = await runBot('other', recording, minutes);
  // A replay begins a tenth in.
  expect(one.fills.length).toBeGreaterThanOrEqual(minutes * 0.9);
  expect(other.fills).toEqual(one.fills);
});

/** Candles of a real venue, in the folder that RECORDED_DATA names; RECORDED_MINUTES says how many of them, all without it. */
const month = join(process.env['RECORDED_DATA'] ?? '', 'bybit/klines/BTCUSDT_1m.csv.gz');

test.runIf(existsSync(month))('BOT-05 over the recorded candles of weeks too', { timeout: MONTH_MS }, async () => {
  const minutes = Number(process.env['RECORDED_MINUTES'] ?? 50_000);
  const one = await runBot('one', month, minutes);
  console.info(`${one.fills.length} fills in ${one.seconds.toFixed(1)} s`);
  expect((await runBot('other', month, minutes)).fills).toEqual(one.fills);
});
