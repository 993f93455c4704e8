import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-address.ts';

/**
 * A client whose thousand streams are closed reopens them before the server has noticed the loss of the first. A
 * quarter of all connections stays for the other clients.
 */
export const CONNECTIONS_PER_CLIENT_MAX = 3_072;
/** Connections are open files: journal and history need theirs. */
const CONNECTIONS_MAX = 4_096;

/** Closes connections of a client beyond its share, so that other clients can connect. A trusted proxy has no share. */
export function limitConnections(server: Server, addresses: ClientAddresses): void {
  const open = new Map<string, number>();
  server.maxConnections = CONNECTIONS_MAX;
  server.on('connection', (socket: Socket) => {
    if (addresses.isProxy(socket)) return;
    const client = addresses.clientOf({ headers: {}, socket });
    const count = open.get(client) ?? 0;
    if (count >= CONNECTIONS_PER_CLIENT_MAX) {
      socket.destroy();
      return;
    }
    open.set(client, count + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}
