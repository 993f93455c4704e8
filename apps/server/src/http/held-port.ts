import { once } from 'node:events';
import { createServer } from 'node:net';
import { ServerFailed } from '../engine-worker/start-engine.ts';
import type { ServerOptions } from '../options.ts';

type Place = Pick<ServerOptions, 'host' | 'port'>;

/** Why the server cannot listen on an address, for the operator. */
export function listenFailure({ host, port }: Place, error: unknown): ServerFailed {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new ServerFailed(`Port ${port} is in use. Choose another port with --port.`);
  return new ServerFailed(`The server cannot listen on ${host}, port ${port} (--host, --port): ${message}`);
}

/**
 * Holds a port until the server is ready to listen: an occupied port is detected before the long start, and no other
 * program takes it during the start. Connections meanwhile are closed. Throws `ServerFailed`.
 */
export async function holdPort(place: Place): Promise<{ release(): Promise<void> }> {
  // Any free port: there is nothing to hold yet.
  if (place.port === 0) return { release: () => Promise.resolve() };
  const holder = createServer((socket) => socket.destroy());
  holder.listen(place.port, place.host);
  try {
    await once(holder, 'listening');
  } catch (error) {
    throw listenFailure(place, error);
  }
  return { release: () => new Promise((resolve) => holder.close(() => resolve())) };
}
