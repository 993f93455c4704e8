import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOpening } from './engine-worker/opening.ts';
import { loadTape } from './engine-worker/replay-tape.ts';
import { RECORD_RECORDED_ENTRIES } from './files/record-kinds.ts';
import { readJournal } from './journal/recover.ts';
import { makeBookRecording } from './testing/made-recording.ts';
import { recoverCopy } from './testing/recover-copy.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

const SECONDS = 120;
const STEP_MS = 20_000;

const runs = serverRuns();
const fileOf = (name: string): string => runs.pathOf(name);
const replaying = (file: string): readonly string[] => ['--clock', 'steps', '--replay', file];

/** A recording, and a server that plays it. */
async function begin(): Promise<{ readonly file: string; readonly server: ServerProcess }> {
  const file = fileOf('capture.jsonl');
  makeBookRecording(file, SECONDS);
  return { file, server: await runs.start({ extra: replaying(file) }) };
}

/** The only replay of the test's data folder. */
function replayFolder(data = 'data'): string {
  const replays = join(fileOf(data), 'replays');
  const [name = '', ...others] = readdirSync(replays);
  expect(others).toEqual([]);
  return join(replays, name);
}

async function step(server: ServerProcess): Promise<void> {
  expect((await server.call('POST', '/contract/v5/market/step', { milliseconds: STEP_MS, symbol: 'BTCUSDT' })).ret_code).toBe(0);
}

async function rest(server: ServerProcess, orderLinkId: string): Promise<void> {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '50000', qty: '0.001', orderLinkId };
  expect((await server.call('POST', '/contract/v5/order/create', order)).ret_code).toBe(0);
}

async function openLinks(server: ServerProcess): Promise<readonly unknown[]> {
  const { result } = await server.call('GET', '/contract/v5/order/list');
  return (result['list'] as readonly { readonly orderLinkId: string }[]).map(({ orderLinkId }) => orderLinkId).sort();
}

/** Number of recorded entries that a journal has played. */
function entriesIn(journal: string): number {
  let count = 0;
  readJournal(journal, (record) => (count += record.kind === RECORD_RECORDED_ENTRIES ? record.count : 0), isOpening);
  return count;
}

/** State that the last start of the replay said it had recovered. */
function saidState(): string | undefined {
  const lines = readFileSync(join(replayFolder(), 'server.log'), 'utf8').split('\n');
  return /recovered state [0-9a-f]+ at record \d+/.exec(lines.findLast((line) => line.includes('recovered state')) ?? '')?.[0];
}

test('SIM-08 EXC-07 D1 D5 a killed replay of a book goes on exactly where its journal stands, also after the file has moved', async () => {
  const { file, server } = await begin();
  await step(server);
  await rest(server, 'before-the-kill');
  await step(server);
  await server.end('SIGKILL');
  const tape = await loadTape({ files: [file], speed: 1, start: undefined });
  const recovered = (from: 'snapshot' | 'genesis') => recoverCopy(replayFolder(), fileOf('copy'), from, tape);
  const killed = recovered('genesis');

  const second = await runs.start({ extra: replaying(file) });
  expect(saidState()).toBe(`recovered state ${killed.hash} at record ${killed.sequence}`);
  expect(await openLinks(second)).toEqual(['before-the-kill']);
  await step(second);
  await rest(second, 'after-the-kill');
  expect(await second.end('SIGTERM')).toBe(0);
  const stopped = recovered('genesis');
  expect(recovered('snapshot').hash).toBe(stopped.hash);

  // A world belongs to the content of its recording, wherever the file lies now.
  mkdirSync(fileOf('elsewhere'));
  const moved = fileOf(join('elsewhere', 'capture.jsonl'));
  renameSync(file, moved);
  const third = await runs.start({ extra: replaying(moved) });
  expect(saidState()).toBe(`recovered state ${stopped.hash} at record ${stopped.sequence}`);
  expect(await openLinks(third)).toEqual(['after-the-kill', 'before-the-kill']);
});

test('SIM-08 the journal of a replay counts the entries of its recording and does not repeat them', async () => {
  const { file, server } = await begin();
  for (let at = 0; at < 4; at += 1) await step(server);
  await server.end('SIGKILL');
  const journal = join(replayFolder(), 'journal');
  const bytes = readdirSync(journal).reduce((sum, name) => sum + readFileSync(join(journal, name)).length, 0);
  const { length: entries } = (await loadTape({ files: [file], speed: 1, start: undefined })).entries;
  expect(entries).toBeGreaterThan(SECONDS * 11);
  expect(bytes).toBeLessThan(entries * 20);
});

test('SIM-08 OPS-03 EXC-07 a replay goes on where it stood after an upgrade, and plays no entry twice', async () => {
  const { file, server } = await begin();
  await step(server);
  await rest(server, 'before');
  // The history opens after the server.
  await expect.poll(async () => (await server.call('GET', '/contract/v5/order/history')).ret_code).toBe(0);
  expect(await server.end('SIGTERM')).toBe(0);
  const tape = await loadTape({ files: [file], speed: 1, start: undefined });
  const recovered = (from: 'snapshot' | 'genesis') => recoverCopy(replayFolder(), fileOf('copy'), from, tape);
  const stopped = recovered('genesis');
  execFileSync(process.execPath, [runs.main(), 'operator', 'upgrade', '--yes', '--data', replayFolder()], {
    env: { ...process.env, DATABASE_URL: '' },
  });

  const second = await runs.start({ extra: replaying(file) });
  expect(saidState()).toBe(`recovered state ${stopped.hash} at record ${stopped.sequence + 1}`);
  expect(await openLinks(second)).toEqual(['before']);
  await step(second);
  await rest(second, 'after');
  expect(await second.end('SIGTERM')).toBe(0);
  const again = recovered('genesis');
  expect(recovered('snapshot').hash).toBe(again.hash);

  const [archived = ''] = readdirSync(join(replayFolder(), 'archive'));
  const played = entriesIn(join(replayFolder(), 'archive', archived, 'journal')) + entriesIn(join(replayFolder(), 'journal'));
  const whole = await runs.start({ name: 'whole', extra: replaying(file) });
  for (let at = 0; at < 2; at += 1) await step(whole);
  expect(await whole.end('SIGTERM')).toBe(0);
  expect(played).toBe(entriesIn(join(replayFolder('whole'), 'journal')));
});

test('SIM-08 D9 a recording that is missing or has changed is refused by name, with the way forward, and nothing is lost', async () => {
  const { file, server } = await begin();
  await rest(server, 'mine');
  expect(await server.end('SIGTERM')).toBe(0);
  const whole = readFileSync(file);
  const start = () => runs.start({ extra: replaying(file) });

  renameSync(file, fileOf('away.jsonl'));
  await expect(start()).rejects.toThrow(`There is no file ${file}. Its replay in ${replayFolder()} goes on once the file is back.`);

  writeFileSync(file, whole.subarray(0, whole.lastIndexOf('\n')));
  await expect(start()).rejects.toThrow(
    `${file} has changed since its replay in ${replayFolder()} began. Bring back the earlier file to go on with that replay, or replay the changed one under another name.`,
  );

  writeFileSync(file, whole);
  await expect(runs.start({ name: join('data', 'replays', replayFolder().split('/').at(-1) ?? '') })).rejects.toThrow(
    'this data folder holds a replay of capture.jsonl: start the server with --replay',
  );
  expect(await openLinks(await start())).toEqual(['mine']);
});
