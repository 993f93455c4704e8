import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { gatewayOn, startCore } from './core.ts';
import { ServerFailed } from './engine-worker/start-engine.ts';
import { createHttpServer } from './http/http-server.ts';
import { openControl } from './operator/control-socket.ts';
import { OperatorDesk } from './operator/operator-desk.ts';
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
  const url = addressOf(options, port);
  const status = (): Readonly<Record<string, unknown>> => ({
    running: true,
    url,
    market: core.marketLabel,
    users: core.identity.userCount,
    sessions: core.identity.sessionCount,
    sockets: sockets.count,
    cancelOnly: core.gate.cancelOnly ?? false,
  });
  const desk = new OperatorDesk({ core, gateway, status });
  const control = await openControl(folder, (request) => desk.answer(request));
  return {
    url,
    failed: core.failed,
    stop: async () => {
      clearInterval(sweep);
      control.close();
      gateway.close();
      sockets.close();
      await app.close();
      await core.stop();
    },
  };
}

function addressOf(options: ServerOptions, port: number): string {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`;
}
