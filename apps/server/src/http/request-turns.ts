import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-address.ts';

/** Requests that one connection may send ahead of its answers; a connection that sends more is closed. */
export const REQUESTS_AHEAD_MAX = 8;
/** Requests of one client that begin in one turn of the event loop, so that other clients wait for no more of them. */
export const BEGUN_PER_TURN_MAX = 64;

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  /** The client at its other end; undefined at a trusted proxy, which has many. */
  readonly client: string | undefined;
  isAnswering: boolean;
  readonly waiting: Arrived[];
}

interface Turns {
  begun: number;
  readonly waiting: Arrived[];
}

/**
 * Hands requests to `handle` in turns: one at a time per connection, and a limited number per client in each turn of the
 * event loop. The next request of a connection begins when the system has taken the whole answer to the one before, so a
 * client that reads nothing occupies the memory of one answer.
 */
export class RequestTurns {
  readonly #handle: RequestListener;
  readonly #addresses: ClientAddresses;
  readonly #stalledMs: number;
  readonly #connections = new WeakMap<Socket, Connection>();
  /** Connections without a request. */
  readonly #idle = new Set<Socket>();
  /** Clients with requests in this turn or waiting for the next. */
  readonly #clients = new Map<string, Turns>();

  /** `stalledMs`: time without a byte after which a connection with a request is closed. */
  constructor(handle: RequestListener, { addresses, stalledMs }: { readonly addresses: ClientAddresses; readonly stalledMs: number }) {
    this.#handle = handle;
    this.#addresses = addresses;
    this.#stalledMs = stalledMs;
  }

  serve(server: Server, { tls }: { readonly tls: boolean }): Server {
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => this.#open(socket));
    server.on('upgrade', ({ socket }: IncomingMessage) => this.#idle.delete(socket));
    return server.on('request', (request, response) => this.#take({ request, response })).setTimeout(this.#stalledMs);
  }

  #open(socket: Socket): void {
    const client = this.#addresses.isProxy(socket) ? undefined : this.#addresses.clientOf({ headers: {}, socket });
    this.#connections.set(socket, { client, isAnswering: false, waiting: [] });
    this.#idle.add(socket);
    socket.once('close', () => this.#idle.delete(socket));
  }

  #take(arrived: Arrived): void {
    const { socket } = arrived.request;
    const connection = this.#connections.get(socket);
    // The parser still delivers the requests that it had read before the connection was closed.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isAnswering) {
      connection.isAnswering = true;
      this.#idle.delete(socket);
      this.#arrange(arrived);
    } else if (connection.waiting.length < REQUESTS_AHEAD_MAX) connection.waiting.push(arrived);
    else this.#cut(socket, connection);
  }

  /**
   * Closes a connection, and the idle ones of the same client: the next floods may wait there, and reading each of them
   * takes as long as a hundred answers. A program opens an idle connection again.
   */
  #cut(socket: Socket, { client }: Connection): void {
    socket.destroy();
    if (client === undefined) return;
    for (const other of this.#idle) if (this.#connections.get(other)?.client === client) other.destroy();
  }

  #arrange(arrived: Arrived): void {
    const client = this.#addresses.clientOf(arrived.request);
    let turns = this.#clients.get(client);
    if (turns === undefined) {
      if (this.#clients.size === 0) setImmediate(() => this.#turn());
      turns = { begun: 0, waiting: [] };
      this.#clients.set(client, turns);
    }
    if (turns.begun < BEGUN_PER_TURN_MAX) this.#begin(turns, arrived);
    else turns.waiting.push(arrived);
  }

  #turn(): void {
    for (const [client, turns] of this.#clients) {
      turns.begun = 0;
      if (turns.waiting.length === 0) this.#clients.delete(client);
      for (const arrived of turns.waiting.splice(0, BEGUN_PER_TURN_MAX)) this.#begin(turns, arrived);
    }
    if (this.#clients.size > 0) setImmediate(() => this.#turn());
  }

  #begin(turns: Turns, { request, response }: Arrived): void {
    if (request.socket.destroyed) return;
    turns.begun += 1;
    response.once('close', () => this.#answered(request.socket));
    this.#handle(request, response);
  }

  #answered(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next !== undefined) {
      // The answer before may have had less time.
      socket.setTimeout(this.#stalledMs);
      this.#arrange(next);
    } else {
      connection.isAnswering = false;
      this.#idle.add(socket);
    }
  }
}
