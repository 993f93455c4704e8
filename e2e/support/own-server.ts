import { startServer, type RunningServer } from './server.ts';

const running: RunningServer[] = [];

/** A server for one test, stopped after its pages are closed. */
export async function ownServer(...args: readonly string[]): Promise<RunningServer> {
  const server = await startServer(...args);
  running.push(server);
  return server;
}

export async function stopOwnServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()));
}
