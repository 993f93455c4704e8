import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { finish, report, reportAtMost } from './measure.ts';
import type { ClientsData, ClientsReport } from './stream-clients.ts';
import type { FromBroadcaster, ToBroadcaster } from './stream-server.ts';

/** Messages to a thousand sockets: ours against a bare `ws` broadcast, each in processes of its own. */
const CLIENTS = 1_000;
const MEASURE_MS = Number(process.env['TAPEDECK_BENCH_MS'] ?? 8_000);
/** Messages that a socket gets at once: what a turn of the engine changes for who watches a symbol. */
const PER_TURN = 8;
const PACED_HZ = 20;
const PACED_MESSAGES = 2;
const STALLED = 100;
const MB = 1 << 20;

class Broadcaster {
  readonly #child: ChildProcess;
  port = 0;

  constructor(kind: 'ours' | 'ws') {
    this.#child = fork('tools/run.mjs', ['bench/stream-server.ts', kind], { execArgv: ['--expose-gc'] });
  }

  async start(): Promise<void> {
    const message = await this.#hear('port');
    this.port = message.port;
  }

  tell(message: ToBroadcaster): void {
    this.#child.send(message);
  }

  async ask<Kind extends FromBroadcaster['kind']>(message: ToBroadcaster, kind: Kind): Promise<Extract<FromBroadcaster, { kind: Kind }>> {
    const answer = this.#hear(kind);
    this.tell(message);
    return answer;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  async #hear<Kind extends FromBroadcaster['kind']>(kind: Kind): Promise<Extract<FromBroadcaster, { kind: Kind }>> {
    const [message] = (await once(this.#child, 'message')) as [FromBroadcaster];
    if (message.kind !== kind) throw new Error(`expected ${kind}, heard ${message.kind}`);
    return message as Extract<FromBroadcaster, { kind: Kind }>;
  }
}

class Clients {
  readonly #child: ChildProcess;

  constructor(data: ClientsData) {
    this.#child = fork('tools/run.mjs', ['bench/stream-clients.ts', JSON.stringify(data)]);
  }

  /** Since the last report. */
  async report(): Promise<ClientsReport> {
    const answer = once(this.#child, 'message') as Promise<[ClientsReport]>;
    this.#child.send('report');
    return (await answer)[0];
  }

  /** Milliseconds until all sockets are open. */
  async ready(clients: number): Promise<number> {
    await once(this.#child, 'message');
    const began = performance.now();
    while ((await this.report()).open < clients) await wait(20);
    return performance.now() - began;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

async function flood(broadcaster: Broadcaster, clients: Clients): Promise<number> {
  await broadcaster.ask({ kind: 'flood', messages: PER_TURN, milliseconds: 1_000 }, 'flooded');
  await clients.report();
  const began = performance.now();
  await broadcaster.ask({ kind: 'flood', messages: PER_TURN, milliseconds: MEASURE_MS }, 'flooded');
  const { messages } = await clients.report();
  return (messages / (performance.now() - began)) * 1_000;
}

async function measureWs(): Promise<number> {
  const broadcaster = new Broadcaster('ws');
  await broadcaster.start();
  const clients = new Clients({ port: broadcaster.port, clients: CLIENTS, stalled: false });
  try {
    await clients.ready(CLIENTS);
    return await flood(broadcaster, clients);
  } finally {
    clients.stop();
    broadcaster.stop();
  }
}

async function paced(broadcaster: Broadcaster, clients: Clients): Promise<ClientsReport & { readonly perSecond: number }> {
  await wait(500);
  await clients.report();
  const began = performance.now();
  for (let turn = 0; performance.now() - began < MEASURE_MS; turn += 1) {
    broadcaster.tell({ kind: 'broadcast', messages: PACED_MESSAGES });
    await wait(Math.max(0, ((turn + 1) * 1_000) / PACED_HZ - (performance.now() - began)));
  }
  const result = await clients.report();
  return { ...result, perSecond: (result.messages / (performance.now() - began)) * 1_000 };
}

/** Sockets that read nothing, while the others are flooded. */
async function stall(broadcaster: Broadcaster): Promise<number> {
  const before = (await broadcaster.ask({ kind: 'memory' }, 'memory')).bytes;
  const stalled = new Clients({ port: broadcaster.port, clients: STALLED, stalled: true });
  try {
    await stalled.ready(STALLED);
    let most = 0;
    for (let round = 0; round < 40; round += 1) {
      for (let turn = 0; turn < 20; turn += 1) broadcaster.tell({ kind: 'broadcast', messages: PER_TURN });
      await wait(50);
      most = Math.max(most, (await broadcaster.ask({ kind: 'memory' }, 'memory')).bytes);
    }
    return (most - before) / MB;
  } finally {
    stalled.stop();
  }
}

const bare = await measureWs();
console.log(`streams: bare ws: ${(bare / 1_000).toFixed(0)} k messages/s to ${CLIENTS} sockets`);
const broadcaster = new Broadcaster('ours');
await broadcaster.start();
const clients = new Clients({ port: broadcaster.port, clients: CLIENTS, stalled: false });
try {
  const storm = await clients.ready(CLIENTS);
  const { perSecond, p50, p99 } = await paced(broadcaster, clients);
  console.log(
    `streams: ${(perSecond / 1_000).toFixed(0)} k messages/s at ${PACED_HZ} Hz: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  const own = await flood(broadcaster, clients);
  console.log(`streams: ours: ${(own / 1_000).toFixed(0)} k messages/s to ${CLIENTS} sockets`);
  const memory = await stall(broadcaster);
  report('stream messages a second, thousands', own / 1_000, 40, ' k/s');
  report('stream messages, of a bare ws broadcast', own / bare, 2);
  reportAtMost(`p99 of ${(PACED_HZ * PACED_MESSAGES * CLIENTS) / 1_000} k messages a second`, p99, 50, ' ms');
  reportAtMost(`${STALLED} stalled sockets`, memory, 128, ' MB');
  reportAtMost(`${CLIENTS} sockets open after`, storm / 1_000, 5, ' s');
} finally {
  clients.stop();
  broadcaster.stop();
}
finish();
