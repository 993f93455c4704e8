import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { gatewayOn, startCore, type Core } from './core.ts';
import type { ServerFailed } from './engine-worker/start-engine.ts';
import { entryAddress } from './http/entry-route.ts';
import { holdPort, listenFailure } from './http/held-port.ts';
import { createHttpApp, type HttpApp } from './http/http-app.ts';
import { createHttpServer } from './http/http-server.ts';
import type { UnreadAnswers } from './http/unread-answers.ts';
import { ClockWatch } from './operation/clock-watch.ts';
import { DiskGuard } from './operation/disk-guard.ts';
import { metricsKeyOf } from './operation/metrics-key.ts';
import { Metrics } from './operation/metrics.ts';
import { openControl } from './operator/control-socket.ts';
import { OperatorService } from './operator/operator-service.ts';
import { SlowDisk } from './operation/slow-disk.ts';
import type { ServerOptions } from './options.ts';
import { SocketServer } from './sockets/socket-server.ts';

const TERMINAL_FOLDER = fileURLToPath(new URL('../../terminal/dist/web', import.meta.url));
const SWEEP_MS = 1_000;
const LOOK_MS = 1_000;
const MS_PER_S = 1_000;

export interface RunningServer {
  readonly url: string;
  /** A one-time log-in address of the owner. */
  newEntry(lifetimeMs?: number): string;
  /** Resolves if the engine stopped by itself: the server must end. */
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
  /** Whether a command has waited for the disk for too long. */
  diskHangs(): boolean;
}

/** Starts everything in `folder`, which the caller has locked. */
export async function startServer(options: ServerOptions, folder: string, log: Logger): Promise<RunningServer> {
  const held = await holdPort(options);
  const { core, http } = await startParts(options, folder, log);
  const gateway = gatewayOn(core, options, log);
  core.onSessionEnded = (id) => gateway.streams.endSession(id);
  const metrics = new Metrics();
  const disk = new DiskGuard({ folder, freeBytesMin: options.diskFreeMin, gate: core.gate, onChange: (text) => log.warn(text) });
  await disk.start();
  const slowDisk = watchDisk(core, log);
  const state: ServerState = { failure: undefined };
  void core.failed.then((error) => (state.failure = error.message));
  const { app, addresses } = http;
  const { guard, sessionOf } = createHttpServer({
    server: options,
    http,
    gateway,
    sessions: core.sessions,
    entries: core.entries,
    operation: {
      notReady: () => notReady(state, core, slowDisk),
      degraded: () => degraded(core),
      metricsText: () => metrics.text(),
      metricsKey: metricsKeyOf(folder),
    },
    metrics,
    now: Date.now,
  });
  const clock = new ClockWatch({ wall: Date.now, steady: () => performance.now(), onJump: (text) => log.warn(text) });
  const sweep = setInterval(() => clock.look(sweepUsers(core)), SWEEP_MS).unref();
  const looks = setInterval(() => slowDisk.look(), LOOK_MS).unref();
  const sockets = new SocketServer({
    server: app.server,
    streams: gateway.streams,
    programStreams: gateway.programStreams,
    workBudgets: gateway.workBudgets,
    guard,
    sessionOf,
    ...addresses,
    now: Date.now,
    metrics,
  });
  measure(metrics, core, { sockets, disk, unread: http.unread });
  await held.release();
  await app.listen({ host: options.host, port: options.port }).catch((error: unknown) => {
    throw listenFailure(options, error);
  });
  const { port } = app.server.address() as AddressInfo;
  const url = addressOf(options, port);
  const newEntry = (lifetimeMs?: number): string => entryAddress(url, core.entries.issue(lifetimeMs));
  const operator = new OperatorService({ core, gateway, status: () => statusOf(core, url, sockets), newEntry });
  const control = await openControl(folder, (request) => operator.answer(request));
  return {
    url,
    newEntry,
    failed: core.failed,
    stop: async () => {
      core.stopping = true;
      clearInterval(sweep);
      disk.stop();
      metrics.close();
      control.close();
      gateway.close();
      sockets.close();
      await app.close();
      await core.stop();
      clearInterval(looks);
    },
    diskHangs: () => slowDisk.isDiskSlow(),
  };
}

/** Returns the number of sessions that have expired. */
function sweepUsers({ identity, sessions }: Core): number {
  identity.repair();
  return sessions.sweep();
}

/** HTTP opens while the engine starts in its thread. */
async function startParts(options: ServerOptions, folder: string, log: Logger): Promise<{ readonly core: Core; readonly http: HttpApp }> {
  const starting = startCore(options, folder, log);
  const http = createHttpApp({ server: options, terminalFolder: TERMINAL_FOLDER, logger: log, now: Date.now });
  return { core: await starting, http };
}

function watchDisk({ commits, paper }: Core, log: Logger): SlowDisk {
  const oldestCommand = (): number | undefined => paper.oldestCommand;
  return new SlowDisk({ commits, oldestCommand, now: () => performance.now(), onChange: (text) => log.warn(text) });
}

/** The server's status for an operator. */
function statusOf(core: Core, url: string, sockets: SocketServer): Readonly<Record<string, unknown>> {
  return {
    running: true,
    url,
    market: core.marketLabel,
    users: core.identity.userCount,
    sessions: core.identity.sessionCount,
    sockets: sockets.count,
    cancelOnly: core.gate.cancelOnly ?? false,
    history: core.history.trouble ?? 'complete',
  };
}

interface ServerState {
  failure: string | undefined;
}

function notReady(state: ServerState, core: Core, slowDisk: SlowDisk): string | undefined {
  if (core.stopping) return 'the server stops';
  if (state.failure !== undefined) return 'the exchange has stopped';
  if (core.gate.cancelOnly !== undefined) return `only cancellations are accepted: ${core.gate.cancelOnly}`;
  return slowDisk.look();
}

/** The caller may be anyone: the reason is only logged. */
function degraded({ history, identity }: Core): string | undefined {
  if (identity.trouble !== undefined) return 'users and sessions cannot be stored';
  const { behindSince, damage } = history;
  if (damage !== undefined) return damage;
  return behindSince === undefined ? undefined : `the history has been behind since ${new Date(behindSince).toISOString()}`;
}

interface Measured {
  readonly sockets: SocketServer;
  readonly disk: DiskGuard;
  readonly unread: UnreadAnswers;
}

function measure(metrics: Metrics, core: Core, { sockets, disk, unread }: Measured): void {
  core.venue.onOutcome = (outcome, milliseconds) => {
    metrics.commandSeconds.observe(milliseconds / MS_PER_S);
    if (outcome.refusal !== undefined) metrics.refusals.add({ reason: outcome.refusal.reason });
  };
  metrics.gauge(
    'tapedeck_journal_sequence',
    'Sequence number of the last command with public or private events.',
    () => core.paper.sequence,
  );
  metrics.gauge('tapedeck_users', 'Registered users.', () => core.identity.userCount);
  metrics.gauge('tapedeck_sessions', 'Open sessions.', () => core.identity.sessionCount);
  metrics.gauge('tapedeck_sockets', 'Open sockets.', () => sockets.count);
  metrics.gauge('tapedeck_unread_answer_bytes', 'Bytes of answers that wait for their readers.', () => unread.bytes);
  metrics.gauge('tapedeck_disk_free_bytes', 'Free space on the disk of the data folder.', () => disk.free);
  metrics.gauge('tapedeck_history_lag_seconds', 'Time for which the history has been behind the exchange; 0 when it is up to date.', () =>
    core.history.behindSince === undefined ? 0 : (Date.now() - core.history.behindSince) / MS_PER_S,
  );
  metrics.gauge('tapedeck_cancel_only', '1 while only cancellations are accepted, else 0.', () =>
    core.gate.cancelOnly === undefined ? 0 : 1,
  );
}

function addressOf(options: ServerOptions, port: number): string {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`;
}
