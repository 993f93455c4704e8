import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '@tapedeck/gateway';
import { SESSION_IDLE_MS, secretHashOf, type SessionStore } from '../sessions/session-store.ts';

const MS_PER_S = 1_000;
/** The header in which programs of the compatibility mode send the token that a log-in returned in the body. */
export const TOKEN_HEADER = 'usertoken';

export interface CookieJarOptions {
  readonly sessions: SessionStore;
  readonly tls: boolean;
  /** Whether a proxy received the request by https. */
  readonly isForwardedTls: (request: IncomingMessage) => boolean;
  /** Log-ins return the session's secret in the body too, and a header may carry it. */
  readonly bodyToken: boolean;
}

/** The value of a request's cookie; the first if there are several of that name. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * The session's cookie. Browsers do not separate cookies by port, so the name contains it: two servers on one machine
 * must not log each other's visitors out.
 */
export class CookieJar {
  readonly #sessions: SessionStore;
  readonly #tls: boolean;
  readonly #isForwardedTls: CookieJarOptions['isForwardedTls'];
  readonly #bodyToken: boolean;
  /** The cookies of each connection's last request: a program sends the same ones with every order. */
  readonly #seen = new WeakMap<Socket, { readonly cookie: string; readonly secretHash: string | undefined }>();

  constructor({ sessions, tls, isForwardedTls, bodyToken }: CookieJarOptions) {
    this.#sessions = sessions;
    this.#tls = tls;
    this.#isForwardedTls = isForwardedTls;
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

  /** Renews the lifetime of a used session, in the browser too. */
  renew(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    if (!this.#sessions.touch(session.id)) return;
    const name = this.#name(request.raw);
    const secret = cookieOf(request.headers.cookie, name);
    if (secret !== undefined) this.#set(request.raw, reply, name, secret);
  }

  /** Sends a fresh session to the browser; returns its secret if bodies may carry it. */
  set(request: IncomingMessage, reply: FastifyReply, session: Session): string | undefined {
    const secret = this.#sessions.takeSecret(session);
    if (secret === undefined) return undefined;
    this.#set(request, reply, this.#name(request), secret);
    return this.#bodyToken ? secret : undefined;
  }

  clear(request: IncomingMessage, reply: FastifyReply): void {
    void reply.header('set-cookie', `${this.#name(request)}=; Max-Age=0; ${this.#attributes(request)}`);
  }

  #set(request: IncomingMessage, reply: FastifyReply, name: string, value: string): void {
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${SESSION_IDLE_MS / MS_PER_S}; ${this.#attributes(request)}`);
  }

  #attributes(request: IncomingMessage): string {
    return `Path=/; HttpOnly; SameSite=Strict${this.#tls || this.#isForwardedTls(request) ? '; Secure' : ''}`;
  }

  #name(request: IncomingMessage): string {
    return `${this.#tls ? '__Host-' : ''}tapedeck-session-${request.socket.localPort ?? 0}`;
  }
}
