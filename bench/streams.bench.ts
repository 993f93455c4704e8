import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { finish, median, report, reportAtMost, spread } from './measure.ts';
import type { ClientsData, ClientsReport } from './stream-clients.ts';
import type { FromBroadcaster, ToBroadcaster } from './stream-server.ts';

/** Messages to many sockets: ours against a bare `ws` send for each, in processes of their own. */
const CLIENTS = 1_000;
const MEASURE_MS = Number(process.env['TAPEDECK_BENCH_MS'] ?? 8_000);
const ROUNDS = 5;
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

/** Microseconds of the broadcaster's processor time for each message that one socket gets. */
async function flood(broadcaster: Broadcaster, clients: number): Promise<number> {
  const { turns, cpu } = await broadcaster.ask({ kind: 'flood', messages: PER_TURN, milliseconds: MEASURE_MS / ROUNDS }, 'flooded');
  return (cpu * 1_000) / (turns * PER_TURN * clients);
}

interface Side {
  readonly broadcaster: Broadcaster;
  readonly clients: Clients;
  readonly costs: number[];
}

/** Both sides in turn, round by round; the first round of each warms it up. */
async function compareFloods(clients: number): Promise<number> {
  const sides: Side[] = [];
  try {
    for (const kind of ['ws', 'ours'] as const) {
      const broadcaster = new Broadcaster(kind);
      await broadcaster.start();
      const readers = new Clients({ port: broadcaster.port, clients, stalled: false });
      sides.push({ broadcaster, clients: readers, costs: [] });
      await readers.ready(clients);
    }
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { broadcaster, costs } of sides) {
        const cost = await flood(broadcaster, clients);
        if (round > 0) costs.push(cost);
      }
    const [theirs = [], ours = []] = sides.map(({ costs }) => costs);
    console.log(`streams: ${clients} sockets: bare ws ${spread(theirs, ' µs', 2)}, ours ${spread(ours, ' µs', 2)} a message`);
    return median(theirs.map((cost, round) => cost / (ours[round] ?? cost)));
  } finally {
    for (const side of sides) {
      side.clients.stop();
      side.broadcaster.stop();
    }
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

for (const [clients, target] of [
  [100, 10],
  [500, 8],
  [CLIENTS, 8],
] as const)
  report(`processor time a message to ${clients} sockets, bare ws over ours`, await compareFloods(clients), target);

const broadcaster = new Broadcaster('ours');
await broadcaster.start();
const clients = new Clients({ port: broadcaster.port, clients: CLIENTS, stalled: false });
try {
  const storm = await clients.ready(CLIENTS);
  const { perSecond, p50, p99 } = await paced(broadcaster, clients);
  console.log(
    `streams: ${(perSecond / 1_000).toFixed(0)} k messages/s at ${PACED_HZ} Hz: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  const memory = await stall(broadcaster);
  reportAtMost(`p99 of ${(PACED_HZ * PACED_MESSAGES * CLIENTS) / 1_000} k messages a second`, p99, 50, ' ms');
  reportAtMost(`${STALLED} stalled sockets`, memory, 128, ' MB');
  reportAtMost(`${CLIENTS} sockets open after`, storm / 1_000, 5, ' s');
} finally {
  clients.stop();
  broadcaster.stop();
}
finish();
