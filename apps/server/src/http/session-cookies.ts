import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '@tapedeck/gateway';
import { SESSION_IDLE_MS, type SessionStore } from '../sessions/session-store.ts';
import { isLocalVisitor } from './loopback-peer.ts';
import type { OriginGuard } from './origin-guard.ts';

const MS_PER_S = 1_000;

/**
 * The session's cookie, and a second one that remembers an explicit log-out. Browsers do not tell ports apart in cookies, so the
 * names carry it: two servers on one machine must not log each other's visitors out.
 */
export class CookieJar {
  readonly #sessions: SessionStore;
  readonly #tls: boolean;

  constructor(sessions: SessionStore, tls: boolean) {
    this.#sessions = sessions;
    this.#tls = tls;
  }

  read(request: IncomingMessage): Session | undefined {
    const header = request.headers.cookie;
    return header === undefined ? undefined : this.#sessions.bySecret(fastifyCookie.parse(header)[this.#name(request)]);
  }

  /** Who visits; on loopback without a passphrase a newcomer gets a session unasked, unless they had logged out. */
  welcome(request: FastifyRequest, reply: FastifyReply, guard: OriginGuard): Session | undefined {
    const known = this.read(request.raw);
    if (known !== undefined || this.#sessions.needsPassphrase || !isLocalVisitor(request.raw)) return known;
    if (!guard.originAllowed(request.headers) || request.cookies[this.#leftName(request.raw)] !== undefined) return undefined;
    const session = this.#sessions.open();
    this.set(request.raw, reply, session);
    return session;
  }

  /** A session in use is given its full time again, in the browser too. */
  renew(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    if (!this.#sessions.touch(session.id)) return;
    const secret = request.cookies[this.#name(request.raw)];
    if (secret !== undefined)
      void reply.setCookie(this.#name(request.raw), secret, { ...this.#attributes(), maxAge: SESSION_IDLE_MS / MS_PER_S });
  }

  set(request: IncomingMessage, reply: FastifyReply, session: Session): void {
    const secret = this.#sessions.takeSecret(session);
    if (secret === undefined) return;
    void reply.setCookie(this.#name(request), secret, { ...this.#attributes(), maxAge: SESSION_IDLE_MS / MS_PER_S });
    if (request.headers.cookie?.includes(this.#leftName(request)) === true) {
      void reply.clearCookie(this.#leftName(request), this.#attributes());
    }
  }

  clear(request: IncomingMessage, reply: FastifyReply): void {
    void reply.clearCookie(this.#name(request), this.#attributes());
    void reply.setCookie(this.#leftName(request), '1', { ...this.#attributes(), maxAge: SESSION_IDLE_MS / MS_PER_S });
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#tls } as const;
  }

  #name(request: IncomingMessage): string {
    return `${this.#tls ? '__Host-' : ''}tapedeck-session-${request.socket.localPort ?? 0}`;
  }

  #leftName(request: IncomingMessage): string {
    return `tapedeck-left-${request.socket.localPort ?? 0}`;
  }
}
