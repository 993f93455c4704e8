import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createGateway, type Gateway } from '@tapedeck/gateway';
import { startCore, type Core } from './core.ts';
import { ServerFailed } from './engine-worker/start-engine.ts';
import { createHttpServer } from './http/http-server.ts';
import { UserDirectory } from './identity/user-directory.ts';
import type { ServerOptions } from './options.ts';
import { SocketServer } from './sockets/socket-server.ts';

const TERMINAL_FOLDER = fileURLToPath(new URL('../../terminal/dist/web', import.meta.url));
const SWEEP_MS = 1_000;

export interface RunningServer {
  readonly url: string;
  /** Resolves when the engine stopped by itself: the server must end. */
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

/** Starts everything in `folder`, which the caller has locked. */
export async function startServer(options: ServerOptions, folder: string, log: Logger): Promise<RunningServer> {
  const core = await startCore(options, folder, log);
  const gateway = gatewayOn(core, options, log);
  core.onSessionEnded = (id) => gateway.streams.endSession(id);
  const { app, guard, sessionOf } = await createHttpServer({
    server: options,
    gateway,
    sessions: core.sessions,
    terminalFolder: TERMINAL_FOLDER,
    logger: log,
    now: Date.now,
  });
  const sweep = setInterval(() => core.sessions.sweep(), SWEEP_MS).unref();
  const sockets = new SocketServer({ server: app.server, streams: gateway.streams, guard, sessionOf, now: Date.now });
  await app.listen({ host: options.host, port: options.port }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ServerFailed(`Port ${options.port} is in use. Choose another one with --port.`);
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: addressOf(options, port),
    failed: core.failed,
    stop: async () => {
      clearInterval(sweep);
      gateway.close();
      sockets.close();
      await app.close();
      await core.stop();
    },
  };
}

function gatewayOn(core: Core, options: ServerOptions, log: Logger): Gateway {
  const { venue, history, sessions, identity, desk, marketLabel } = core;
  const replays = options.replay.length > 0;
  return createGateway({
    venue,
    history,
    sessions,
    users: new UserDirectory(identity, desk, Date.now, (id) => sessions.byId(id)),
    market: { source: replays ? 'replay' : 'simulated', label: marketLabel, speed: replays ? options.speed : 1 },
    clock: { now: Date.now },
    random: (bytes) => randomBytes(bytes).toString('hex'),
    fault: (error) => log.error({ err: error }, 'the gateway failed'),
  });
}

function addressOf(options: ServerOptions, port: number): string {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`;
}
