// A broadcaster in a process of its own: our socket server, or bare `ws`, which serialises a message once and sends it to each.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Connection, StreamHub } from '@tapedeck/gateway';
import { createOriginGuard } from '../apps/server/src/http/origin-guard.ts';
import { Metrics } from '../apps/server/src/operation/metrics.ts';
import { SocketServer } from '../apps/server/src/sockets/socket-server.ts';

/** Request of the bench: a number of messages to all connections, at once. */
export interface Broadcast {
  readonly kind: 'broadcast';
  readonly messages: number;
}
export type ToBroadcaster =
  Broadcast | { readonly kind: 'flood'; readonly messages: number; readonly milliseconds: number } | { readonly kind: 'memory' };
export type FromBroadcaster =
  | { readonly kind: 'port'; readonly port: number }
  | { readonly kind: 'flooded'; readonly turns: number; readonly milliseconds: number; readonly cpu: number }
  | { readonly kind: 'memory'; readonly bytes: number };

/** About the size of a few changed levels of a book. */
const PADDING = 'x'.repeat(180);
const http = createServer();

interface Peers {
  send(texts: readonly string[]): void;
  /** Bytes that the sockets have not taken yet. */
  waiting(): number;
}

function ours(): Peers {
  const senders = new Set<(frames: readonly string[]) => boolean>();
  const streams: StreamHub = {
    connect: (_kind, _session, send): Connection => {
      senders.add(send);
      return { receive: () => undefined, drained: () => undefined, closed: () => void senders.delete(send) };
    },
    endSession: () => undefined,
    glance: () => Promise.resolve(),
    newestTrades: () => [],
    connections: 0,
  };
  let visitors = 0;
  const sockets = new Set<{ readonly writableLength: number }>();
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  new SocketServer({
    server: http,
    streams,
    programStreams: {
      connect: () => ({ receive: () => undefined, drained: () => undefined, closed: () => undefined }),
      check: () => undefined,
    },
    workBudgets: undefined,
    guard: createOriginGuard({ boundHost: '127.0.0.1', furtherNames: [], tls: false }),
    clientOf: () => '127.0.0.1',
    addressOf: () => '127.0.0.1',
    // Each socket is a visitor of its own: all of them come from one address.
    sessionOf: () => ({
      id: `s${(visitors += 1)}`,
      user: 1,
      account: 100,
      username: 'bench',
      accountKind: 'UTA2',
      isDemo: false,
      banned: false,
      labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
    }),
    now: Date.now,
    metrics: new Metrics(),
  });
  return {
    send: (texts) => {
      for (const send of senders) send(texts);
    },
    waiting: () => [...sockets].reduce((sum, { writableLength }) => sum + writableLength, 0),
  };
}

function bareWs(): Peers {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  return {
    send: (texts) => {
      for (const text of texts) for (const client of server.clients) client.send(text);
    },
    waiting: () => [...server.clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0),
  };
}

const peers = process.argv[2] === 'ws' ? bareWs() : ours();
let sent = 0;

function broadcast(messages: number): void {
  const texts = Array.from(
    { length: messages },
    () => `{"topic":"orderBook_200.BTCUSDT","type":"delta","ts":${Date.now()},"u":${(sent += 1)},"pad":"${PADDING}"}`,
  );
  peers.send(texts);
}

/** Turn after turn, each when the sockets have taken the one before. */
function flood(messages: number, milliseconds: number): void {
  const began = performance.now();
  const cpu = process.cpuUsage();
  let turns = 0;
  const turn = (): void => {
    const passed = performance.now() - began;
    if (passed >= milliseconds && peers.waiting() === 0) {
      const { user, system } = process.cpuUsage(cpu);
      return tell({ kind: 'flooded', turns, milliseconds: passed, cpu: (user + system) / 1_000 });
    }
    if (passed < milliseconds && peers.waiting() === 0) {
      turns += 1;
      broadcast(messages);
    }
    setImmediate(turn);
  };
  turn();
}

function tell(message: FromBroadcaster): void {
  process.send?.(message);
}

process.on('message', (message: ToBroadcaster) => {
  if (message.kind === 'broadcast') broadcast(message.messages);
  if (message.kind === 'flood') flood(message.messages, message.milliseconds);
  if (message.kind === 'memory') {
    globalThis.gc?.();
    tell({ kind: 'memory', bytes: process.memoryUsage.rss() });
  }
});
process.on('disconnect', () => process.exit());
http.listen(0, '127.0.0.1', () => tell({ kind: 'port', port: (http.address() as AddressInfo).port }));
