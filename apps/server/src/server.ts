import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { createGateway, type Gateway } from '@tapedeck/gateway';
import { DurableVenue } from './durable-venue.ts';
import type { EngineReady, EngineToMain, EngineWorkerData } from './engine-worker/engine-messages.ts';
import { stateLine } from './engine-worker/state-line.ts';
import { FIRST_USER_ACCOUNT } from './engine-worker/account-events.ts';
import { HistoryClient } from './history/history-client.ts';
import { createHttpServer } from './http/http-server.ts';
import type { ServerOptions } from './options.ts';
import { SessionStore } from './sessions/session-store.ts';
import { SocketServer } from './sockets/socket-server.ts';

const ENGINE_WORKER = new URL('./engine-worker.js', import.meta.url);
const HISTORY_WORKER = new URL('./history-worker.js', import.meta.url);
const TERMINAL_FOLDER = fileURLToPath(new URL('../../terminal/dist/web', import.meta.url));
const USER = { account: FIRST_USER_ACCOUNT, username: 'trader-01', accountKind: 'UTA2', isDemo: false, banned: false } as const;

/** The server cannot go on, for a reason that its operator should read. */
export class ServerFailed extends Error {
  override readonly name = 'ServerFailed';
}

export interface RunningServer {
  readonly url: string;
  /** Resolves when the engine stopped by itself: the server must end. */
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

/** Starts everything in `folder`, which the caller has locked. */
export async function startServer(options: ServerOptions, folder: string, log: Logger): Promise<RunningServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const history = new HistoryClient({
    folder: join(folder, 'history'),
    workerFile: HISTORY_WORKER,
    onTrouble: (message) => log.error(message),
  });
  const engine = await startEngine(options, folder, history, log);
  const venue = new DurableVenue(engine.worker, engine.ready, (query) => history.minuteBars(query));
  // The gateway needs sessions, and sessions end streams of the gateway.
  const streams: { endSession?: Gateway['streams']['endSession'] } = {};
  const sessions = new SessionStore({
    file: join(folder, 'sessions.json'),
    now: Date.now,
    user: USER,
    passphrase: options.passphrase,
    onEnded: (id) => streams.endSession?.(id),
  });
  const gateway = createGateway({
    venue,
    history,
    sessions,
    market: {
      source: options.replay.length > 0 ? 'replay' : 'simulated',
      label: engine.ready.label,
      speed: options.replay.length > 0 ? options.speed : 1,
    },
    clock: { now: Date.now },
    random: (bytes) => randomBytes(bytes).toString('hex'),
    fault: (error) => log.error({ err: error }, 'the gateway failed'),
  });
  streams.endSession = (id) => gateway.streams.endSession(id);
  const { app, guard, sessionOf } = await createHttpServer({
    server: options,
    gateway,
    sessions,
    terminalFolder: TERMINAL_FOLDER,
    logger: log,
    now: Date.now,
  });
  const sockets = new SocketServer({ server: app.server, streams: gateway.streams, guard, sessionOf, now: Date.now });
  await app.listen({ host: options.host, port: options.port }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ServerFailed(`Port ${options.port} is in use. Choose another one with --port.`);
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: addressOf(options, port),
    failed: engine.failed.then((error) => {
      venue.stop(error.message);
      return error;
    }),
    stop: async () => {
      gateway.close();
      sockets.close();
      await app.close();
      await engine.stop();
      venue.stop('the server stops');
      await history.close();
    },
  };
}

function addressOf(options: ServerOptions, port: number): string {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`;
}

interface RunningEngine {
  readonly worker: Worker;
  readonly ready: EngineReady;
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

async function startEngine(options: ServerOptions, folder: string, history: HistoryClient, log: Logger): Promise<RunningEngine> {
  const data: EngineWorkerData = {
    folder,
    seed: options.seed,
    replay: options.replay.length === 0 ? undefined : { files: options.replay, speed: options.speed, start: options.replayStart },
    historyApplied: await history.applied.catch(() => 0),
    historyPort: history.enginePort,
  };
  const worker = new Worker(ENGINE_WORKER, { workerData: data, transferList: [history.enginePort] });
  let stopped = false;
  const failed = new Promise<ServerFailed>((resolve) => {
    worker.on('message', (message: EngineToMain) => {
      if (message.kind === 'failed') {
        stopped = true;
        resolve(new ServerFailed(message.message));
      }
      if (message.kind === 'note') log.warn(message.text);
    });
    worker.on('error', (error) => {
      stopped = true;
      resolve(new ServerFailed(error.stack ?? error.message));
    });
  });
  const ready = await Promise.race([
    firstReady(worker),
    failed.then((error): never => {
      throw error;
    }),
  ]);
  for (const note of ready.notes) log.info(note);
  return { worker, ready, failed, stop: () => (stopped ? worker.terminate().then(() => undefined) : stopEngine(worker, log)) };
}

function firstReady(worker: Worker): Promise<EngineReady> {
  return new Promise((resolve) => {
    const onMessage = (message: EngineToMain): void => {
      if (message.kind !== 'ready') return;
      worker.off('message', onMessage);
      resolve(message);
    };
    worker.on('message', onMessage);
  });
}

async function stopEngine(worker: Worker, log: Logger): Promise<void> {
  await new Promise<void>((resolve) => {
    worker.on('message', (message: EngineToMain) => {
      if (message.kind === 'closed') log.info(`left ${stateLine(message.state)}`);
      if (message.kind === 'closed' || message.kind === 'failed') resolve();
    });
    worker.once('exit', () => resolve());
    worker.postMessage({ kind: 'close' });
  });
  await worker.terminate();
}
