import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RECOVERY_WORK_MS } from '../apps/server/src/snapshots/snapshot-policy.ts';
import { finish, report } from './measure.ts';

/** Cost of the built server while it runs: memory, processor, disk. Linux only: the figures come from /proc. */
const MAIN = path.resolve('apps/server/dist/main.js');
const SETTLE_MS = 20_000;
const MEASURE_MS = Number(process.env['TAPEDECK_BENCH_MS'] ?? 30_000);
const CLOCK_TICKS_PER_S = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MB = 1 << 20;
/** Topics that one browser's trading page subscribes to. */
const TOPICS = [
  'orderBook_200.BTCUSDT',
  'recently_trade.BTCUSDT',
  'candle.1.BTCUSDT',
  'mark_kline.1.BTCUSDT',
  ...['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT'].map((symbol) => `instrument_info.${symbol}`),
];

interface Cost {
  /** Share of one core, in percent. */
  readonly processor: number;
  /** The same for the engine: of an idle server, the busiest thread besides the main one. */
  readonly engine: number;
  readonly memoryMb: number;
  readonly journalBytes: number;
  /** Bytes that the process wrote, to files and to subscribers. */
  readonly writtenBytes: number;
}

const writtenBytes = (pid: number): number => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);

function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S) * 1_000;
}

const NS_PER_MS = 1e6;

/** Processor time of each thread but the main one, in milliseconds. */
function threadMs(pid: number): ReadonlyMap<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`).filter((thread) => Number(thread) !== pid);
  return new Map(
    threads.map((thread) => [thread, Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / NS_PER_MS]),
  );
}

function memoryMb(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1_024;
}

const journalBytes = (data: string): number =>
  readdirSync(path.join(data, 'journal')).reduce((sum, name) => sum + statSync(path.join(data, 'journal', name)).size, 0);

async function measure(pid: number, data: string): Promise<Cost> {
  const [processor, journal, written, start] = [processorMs(pid), journalBytes(data), writtenBytes(pid), performance.now()];
  const threads = threadMs(pid);
  await wait(MEASURE_MS);
  const passed = performance.now() - start;
  return {
    processor: ((processorMs(pid) - processor) / passed) * 100,
    engine: (Math.max(...[...threadMs(pid)].map(([thread, spent]) => spent - (threads.get(thread) ?? 0))) / passed) * 100,
    memoryMb: memoryMb(pid),
    journalBytes: ((journalBytes(data) - journal) / passed) * DAY_MS,
    writtenBytes: ((writtenBytes(pid) - written) / passed) * DAY_MS,
  };
}

/** Size of a day's snapshots: one per unit of the engine's processor time, each the size of the one written on an orderly stop. */
async function snapshotBytes(child: ChildProcess, data: string, { engine }: Cost): Promise<number> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  const folder = path.join(data, 'snapshots');
  const size = Math.max(0, ...readdirSync(folder).map((name) => statSync(path.join(folder, name)).size));
  return (size * DAY_MS * (engine / 100)) / RECOVERY_WORK_MS;
}

async function startServer(data: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      const found = /Tapedeck is on http(\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(`ws${found[1]}`);
    });
    child.once('exit', () => reject(new Error('the server ended')));
  });
  return { child, url };
}

async function watch(url: string): Promise<{ readonly socket: WebSocket; readonly frames: () => number }> {
  const socket = new WebSocket(`${url}/realtime?v=2`, { perMessageDeflate: false });
  let frames = 0;
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('message', () => (frames += 1));
  socket.send(JSON.stringify({ op: 'subscribe', args: TOPICS }));
  return { socket, frames: () => frames };
}

/** Lower is better: printed with its limit, missed above it. */
const limit = (name: string, value: number, most: number, unit: string): void => {
  console.log(`server: ${name} ${value.toFixed(1)} ${unit} (at most ${most} ${unit})`);
  report(`server, ${name}, times under its limit`, most / value, 1);
};

if (!existsSync('/proc/self/stat') || !existsSync(MAIN)) {
  console.log('server: not measured: it needs Linux and a built server (npm run build)');
} else {
  const data = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
  const started = performance.now();
  const { child, url } = await startServer(data);
  const pid = child.pid ?? 0;
  try {
    console.log(`server: first start took ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    await wait(SETTLE_MS);
    const alone = await measure(pid, data);
    limit('processor with nobody watching', alone.processor, 5, '%');
    limit('journal of an idle day', alone.journalBytes / MB, 200, 'MB');
    const watcher = await watch(url);
    await wait(2_000);
    const before = watcher.frames();
    const watched = await measure(pid, data);
    console.log(`server: the watcher got ${(((watcher.frames() - before) / MEASURE_MS) * 1_000).toFixed(0)} frames a second`);
    limit('processor with one watcher', watched.processor, 20, '%');
    limit('journal of a watched day', watched.journalBytes / MB, 200, 'MB');
    limit('memory in steady state', watched.memoryMb, 700, 'MB');
    watcher.socket.terminate();
    const snapshots = await snapshotBytes(child, data, alone);
    limit('files of an idle day', (alone.writtenBytes + snapshots) / MB, 1_024, 'MB');
  } finally {
    child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}
finish();
