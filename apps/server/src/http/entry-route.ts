import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWNER } from '../identity/identity.ts';
import type { EntryTokens } from '../sessions/entry-tokens.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { CookieJar } from './session-cookies.ts';

/** Path where a one-time token is exchanged for a session. */
export const ENTRY_PATH = '/enter';
const SEE_OTHER = 303;

/** The address that logs the owner in once. */
export const entryAddress = (url: string, token: string): string => `${url}${ENTRY_PATH}?token=${token}`;

interface EntryParts {
  readonly entries: EntryTokens;
  readonly sessions: SessionStore;
  readonly cookies: CookieJar;
}

/**
 * Exchanges the token for a session and redirects away from its address: neither the browser history nor a referrer
 * keeps a valid token. A used token redirects to the terminal too, which explains how to log in, unless the visitor is
 * already logged in.
 */
export function addEntryRoute(app: FastifyInstance, { entries, sessions, cookies }: EntryParts): void {
  app.get(ENTRY_PATH, { exposeHeadRoute: false, config: { isSmall: true } }, (request, reply) => {
    const token = new URLSearchParams((request.query as { text: string }).text).get('token') ?? '';
    const known = cookies.read(request.raw);
    // A token is not used up by a prefetching browser, nor by one that is already logged in: it may be opened
    // elsewhere.
    if (known?.user !== OWNER && !looksAhead(request) && entries.redeem(token)) {
      if (known !== undefined) sessions.end(known);
      cookies.set(request.raw, reply, sessions.open());
    }
    return leadAway(reply);
  });
}

const leadAway = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store').redirect('/', SEE_OTHER);

const looksAhead = ({ headers }: FastifyRequest): boolean =>
  /prefetch|prerender/.test(`${String(headers['sec-purpose'])} ${String(headers['purpose'])}`);
