import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '@tapedeck/gateway';
import { SESSION_IDLE_MS, secretHashOf, type SessionStore } from '../sessions/session-store.ts';
import { isLocalVisitor } from './loopback-peer.ts';
import type { OriginGuard } from './origin-guard.ts';

const MS_PER_S = 1_000;
/** The header in which programs of the compatibility mode send the token that a log-in put into the body. */
export const TOKEN_HEADER = 'usertoken';

export interface CookieJarOptions {
  readonly sessions: SessionStore;
  readonly tls: boolean;
  /** Log-ins answer the session's secret in the body too, and it is taken from a header. */
  readonly bodyToken: boolean;
}

/** The value of one cookie of a request; the first when there are several of that name. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * The session's cookie, and a second one that remembers an explicit log-out. Browsers do not tell ports apart in cookies, so the
 * names carry it: two servers on one machine must not log each other's visitors out.
 */
export class CookieJar {
  readonly #sessions: SessionStore;
  readonly #tls: boolean;
  readonly #bodyToken: boolean;
  /** The cookies of each connection's last request: a program sends the same ones with every order. */
  readonly #seen = new WeakMap<Socket, { readonly cookie: string; readonly secretHash: string | undefined }>();

  constructor({ sessions, tls, bodyToken }: CookieJarOptions) {
    this.#sessions = sessions;
    this.#tls = tls;
    this.#bodyToken = bodyToken;
  }

  read(request: IncomingMessage): Session | undefined {
    const token = this.#bodyToken ? request.headers[TOKEN_HEADER] : undefined;
    if (typeof token === 'string') return this.#sessions.bySecret(token);
    const { cookie } = request.headers;
    if (cookie === undefined) return undefined;
    let seen = this.#seen.get(request.socket);
    if (seen?.cookie !== cookie) {
      const secret = cookieOf(cookie, this.#name(request));
      seen = { cookie, secretHash: secret === undefined ? undefined : secretHashOf(secret) };
      this.#seen.set(request.socket, seen);
    }
    return seen.secretHash === undefined ? undefined : this.#sessions.bySecretHash(seen.secretHash);
  }

  /** Who visits; on loopback without a passphrase a newcomer gets a session unasked, unless they had logged out. */
  welcome(request: FastifyRequest, reply: FastifyReply, guard: OriginGuard): Session | undefined {
    const known = this.read(request.raw);
    if (known !== undefined || this.#sessions.needsPassphrase || !isLocalVisitor(request.raw)) return known;
    if (!guard.originAllowed(request.headers) || this.#hasLeft(request.raw)) return undefined;
    const session = this.#sessions.open();
    this.set(request.raw, reply, session);
    return session;
  }

  /** A session in use is given its full time again, in the browser too. */
  renew(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    if (!this.#sessions.touch(session.id)) return;
    const name = this.#name(request.raw);
    const secret = cookieOf(request.headers.cookie, name);
    if (secret !== undefined) this.#set(reply, name, secret);
  }

  /** Gives a fresh session to the browser; answers its secret where bodies may carry it. */
  set(request: IncomingMessage, reply: FastifyReply, session: Session): string | undefined {
    const secret = this.#sessions.takeSecret(session);
    if (secret === undefined) return undefined;
    this.#set(reply, this.#name(request), secret);
    if (this.#hasLeft(request)) this.#expire(reply, this.#leftName(request));
    return this.#bodyToken ? secret : undefined;
  }

  clear(request: IncomingMessage, reply: FastifyReply): void {
    this.#expire(reply, this.#name(request));
    this.#set(reply, this.#leftName(request), '1');
  }

  #hasLeft(request: IncomingMessage): boolean {
    return cookieOf(request.headers.cookie, this.#leftName(request)) !== undefined;
  }

  #set(reply: FastifyReply, name: string, value: string): void {
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${SESSION_IDLE_MS / MS_PER_S}; ${this.#attributes()}`);
  }

  #expire(reply: FastifyReply, name: string): void {
    void reply.header('set-cookie', `${name}=; Max-Age=0; ${this.#attributes()}`);
  }

  #attributes(): string {
    return `Path=/; HttpOnly; SameSite=Strict${this.#tls ? '; Secure' : ''}`;
  }

  #name(request: IncomingMessage): string {
    return `${this.#tls ? '__Host-' : ''}tapedeck-session-${request.socket.localPort ?? 0}`;
  }

  #leftName(request: IncomingMessage): string {
    return `tapedeck-left-${request.socket.localPort ?? 0}`;
  }
}
