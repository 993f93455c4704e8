import {
  changePasswordRequest,
  emptyRequest,
  emptyResult,
  loginRequest,
  oneTimeTokenResult,
  registerRequest,
  sessionResult,
} from '@tapedeck/protocol';
import type { ChangePasswordRequest, LoginRequest, RegisterRequest, SessionResult } from '@tapedeck/protocol';
import { badParameter, done, failed, later, type Reply } from '../answers.ts';
import { TOKEN_LIFETIME_MS } from '../one-time-tokens.ts';
import type { Credentials, Session } from '../ports.ts';
import { weaknessOf } from '../password-strength.ts';
import { route, type Route, type Services } from './route.ts';

/** The session for its visitor. */
export function describeSession(session: Session | undefined, { sessions, users, market, venue }: Services): SessionResult {
  const { needsPassphrase, registrationOpen } = sessions;
  const visitor = { needsPassphrase, registrationOpen, market, venue: venue.capabilities };
  if (session === undefined) return { loggedIn: false, ...visitor };
  const { account, username, accountKind, isDemo, labels } = session;
  const accounts = users.accounts(session.user).map((one) => ({ id: String(one.account), accountKind: one.kind, isDemo: one.isDemo }));
  return { loggedIn: true, user: { id: String(account), username, accountKind, isDemo, ...labels, accounts }, ...visitor };
}

function started(session: Session, services: Services): Reply {
  return done(describeSession(session, services), { kind: 'set', session });
}

async function login(
  { passphrase, username, password }: LoginRequest,
  services: Services,
  earlier: Session | undefined,
  client: string,
): Promise<Reply> {
  if (username === undefined && password !== undefined) return badParameter('username');
  if (username !== undefined && password === undefined) return badParameter('password');
  const credentials: Credentials | { readonly passphrase: string | undefined } =
    username === undefined || password === undefined ? { passphrase } : { username, password };
  const session = await services.sessions.login(credentials, client);
  if (session === 'refused') return failed('loginRefused');
  if ('retryAfterMs' in session) return later('tooManyRequests', session);
  if (earlier !== undefined) await end(earlier, services);
  return started(session, services);
}

async function register(request: RegisterRequest, services: Services, earlier: Session | undefined): Promise<Reply> {
  const weakness = weaknessOf(request.password);
  if (weakness !== undefined) return badParameter('password', `is too easy to guess: ${weakness}`);
  const session = await services.sessions.register(request);
  if (session === 'taken') return badParameter('username', 'is taken');
  if (session === 'closed') return failed('registrationClosed');
  if ('retryAfterMs' in session) return later('tooManyRequests', session);
  if (earlier !== undefined) await end(earlier, services);
  return started(session, services);
}

async function changePassword({ password, newPassword }: ChangePasswordRequest, services: Services, session: Session): Promise<Reply> {
  const weakness = weaknessOf(newPassword);
  if (weakness !== undefined) return badParameter('newPassword', `is too easy to guess: ${weakness}`);
  const outcome = await services.sessions.changePassword(session, password, newPassword);
  if (outcome === 'refused') return badParameter('password', 'is not correct');
  return outcome === 'done' ? done({}) : later('tooManyRequests', outcome);
}

export const SESSION_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/user/public/session',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Current user and source of the market.',
    request: emptyRequest,
    result: sessionResult,
    answer: (_query, services, session) => done(describeSession(session, services)),
  }),
  route<LoginRequest>({
    method: 'POST',
    path: '/user/public/login',
    cost: 'secret',
    access: 'public',
    effect: 'session',
    summary: 'Starts a session and ends an earlier session of the same visitor.',
    request: loginRequest,
    result: sessionResult,
    fails: ['loginRefused'],
    answer: login,
  }),
  route<RegisterRequest>({
    method: 'POST',
    path: '/user/public/register',
    cost: 'secret',
    access: 'public',
    effect: 'session',
    summary: 'Registers a user, opens an account and starts a session.',
    request: registerRequest,
    result: sessionResult,
    fails: ['registrationClosed'],
    answer: register,
  }),
  route<object>({
    method: 'POST',
    path: '/user/private/logout',
    cost: 'light',
    access: 'user',
    effect: 'session',
    summary: 'Ends the session and closes its private streams.',
    request: emptyRequest,
    result: sessionResult,
    answer: async (_body, services, session) => {
      await end(session, services);
      return done(describeSession(undefined, services), { kind: 'clear' });
    },
  }),
  route<ChangePasswordRequest>({
    method: 'POST',
    path: '/user/private/change-password',
    cost: 'secret',
    access: 'user',
    effect: 'session',
    summary: 'Changes the password and ends the other sessions of the user.',
    request: changePasswordRequest,
    result: emptyResult,
    answer: changePassword,
  }),
  route<object>({
    method: 'POST',
    path: '/user/private/ott',
    cost: 'light',
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
