import { once } from 'node:events';
import { createServer } from 'node:net';
import { ServerFailed } from '../engine-worker/start-engine.ts';
import type { ServerOptions } from '../options.ts';

type Place = Pick<ServerOptions, 'host' | 'port'>;

/** Why a place cannot be listened on, in words for who chose it. */
export function listenFailure({ host, port }: Place, error: unknown): ServerFailed {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new ServerFailed(`Port ${port} is in use. Choose another one with --port.`);
  return new ServerFailed(`${host} cannot be listened on at port ${port} (--host, --port): ${message}`);
}

/**
 * Holds a port until the server is ready to listen there: a port that another program has is found before the long start, and nobody takes
 * it during the start. Whoever connects meanwhile is turned away. Throws `ServerFailed`.
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
