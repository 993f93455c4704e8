import { emptyRequest, loginRequest, oneTimeTokenResult, sessionResult } from '@tapedeck/protocol';
import type { LoginRequest, SessionResult } from '@tapedeck/protocol';
import { done, failed } from '../answers.ts';
import { TOKEN_LIFETIME_MS } from '../one-time-tokens.ts';
import type { Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';

function describe(session: Session | undefined, { sessions, market }: Services): SessionResult {
  const visitor = { needsPassphrase: sessions.needsPassphrase, market };
  if (session === undefined) return { loggedIn: false, ...visitor };
  const { account, username, accountKind, isDemo } = session;
  return { loggedIn: true, user: { id: String(account), username, accountKind, isDemo }, ...visitor };
}

export const SESSION_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/user/public/session',
    access: 'public',
    effect: 'none',
    summary: 'Who is logged in, and which market this is.',
    request: emptyRequest,
    result: sessionResult,
    answer: (_query, services, session) => done(describe(session, services)),
  }),
  route<LoginRequest>({
    method: 'POST',
    path: '/user/public/login',
    access: 'public',
    effect: 'session',
    summary: 'Starts a session; an earlier one of the same visitor ends.',
    request: loginRequest,
    result: sessionResult,
    answer: async ({ passphrase }, services, earlier) => {
      const session = await services.sessions.login(passphrase);
      if (session === undefined) return failed('loginRefused');
      if (earlier !== undefined) await end(earlier, services);
      return done(describe(session, services), { kind: 'set', session });
    },
  }),
  route<object>({
    method: 'POST',
    path: '/user/private/logout',
    access: 'user',
    effect: 'session',
    summary: 'Ends the session and closes its private streams.',
    request: emptyRequest,
    result: sessionResult,
    answer: async (_body, services, session) => {
      await end(session, services);
      return done(describe(undefined, services), { kind: 'clear' });
    },
  }),
  route<object>({
    method: 'POST',
    path: '/user/private/ott',
    access: 'user',
    effect: 'session',
    summary: 'A one-time token for the private stream: single use, 30 seconds, for this session only.',
    request: emptyRequest,
    result: oneTimeTokenResult,
    answer: (_body, { tokens, now }, session) => done({ token: tokens.issue(session.id, now()), expiresInMs: TOKEN_LIFETIME_MS }),
  }),
];

async function end(session: Session, { sessions, tokens, streams }: Services): Promise<void> {
  await sessions.logout(session);
  tokens.revoke(session.id);
  streams.endSession(session.id);
}
