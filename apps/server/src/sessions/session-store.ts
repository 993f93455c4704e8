import { createHash, randomBytes } from 'node:crypto';
import type { ComeBackLater, Credentials, LoginRefused, RegistrationRefused, Session, SessionPort } from '@tapedeck/gateway';
import type { AccountService } from '../identity/account-service.ts';
import { OWNER, type Identity } from '../identity/identity.ts';
import { unmatchedHash } from '../identity/argon2.ts';
import type { StoredSession } from '../identity/identity-records.ts';
import type { User } from '../identity/identity-state.ts';
import { HasherBusy, type PasswordHasher } from '../identity/password-hasher.ts';
import { sessionOf } from '../identity/session-of.ts';
import { AttemptLimiter, type Attempt } from './attempt-limiter.ts';
import { GUESSES_PER_CLIENT_AND_NAME, LoginLimits } from './login-limits.ts';

/** A session unused for this long ends (10080 minutes). */
export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1_000;
/** However often it is used. */
export const SESSION_MS_MAX = 30 * 24 * 60 * 60 * 1_000;
/** Maximum sessions per user; the longest unused ones make room: a program that logs in for every call must not fill the log. */
export const SESSIONS_PER_USER_MAX = 200;
/** Minimum interval between stored times of use. */
const SEEN_EVERY_MS = 60 * 60 * 1_000;
/** Approximate time to process a full queue of passwords. */
const BUSY_MS = 2_000;
const SECRET_BYTES = 32;
const ID_BYTES = 12;

export interface SessionStoreOptions {
  readonly identity: Identity;
  readonly accounts: AccountService;
  readonly hasher: PasswordHasher;
  readonly now: () => number;
  /** Hash of the owner's passphrase; absent if the owner has none. */
  readonly passphraseHash: string | undefined;
  readonly registrationOpen: boolean;
  /** A session ended by log-out, age, an operator, or replacement; its sockets must close. */
  readonly onEnded: (sessionId: string) => void;
}

export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Sessions of all users: opened by name and password, by the owner's passphrase, or by a one-time address. */
export class SessionStore implements SessionPort {
  readonly needsPassphrase: boolean;
  readonly registrationOpen: boolean;
  readonly #options: SessionStoreOptions;
  readonly #limits: LoginLimits;
  /** Attempts to change a password, by session, so that logged-in users are not held back by others. */
  readonly #changes: AttemptLimiter;
  /** Secrets to be set as cookies. */
  readonly #secrets = new Map<string, string>();
  /** Last use of each session in this run; the stored value is coarser. */
  readonly #used = new Map<string, number>();
  /** Hash compared for unknown users, so that both cases take the same time. */
  readonly #nobodysHash = unmatchedHash();

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.needsPassphrase = options.passphraseHash !== undefined;
    this.registrationOpen = options.registrationOpen;
    this.#limits = new LoginLimits(options.now);
    this.#changes = new AttemptLimiter(options.now, GUESSES_PER_CLIENT_AND_NAME);
  }

  async login(credentials: Credentials | { readonly passphrase: string | undefined }, client: string): Promise<Session | LoginRefused> {
    const name = 'passphrase' in credentials ? 'passphrase' : `user ${credentials.username.toLowerCase()}`;
    const attempt = this.#limits.reserve(name, client);
    if ('retryAfterMs' in attempt) return attempt;
    const knownAs = this.#limits.knows(name, client) ? name : undefined;
    const checked = await ('passphrase' in credentials
      ? this.#checkPassphrase(credentials.passphrase, attempt, knownAs)
      : this.#check(credentials, attempt, knownAs));
    if (checked === 'refused' || 'retryAfterMs' in checked) return checked;
    this.#limits.loggedIn(name, client);
    return this.open(await this.#withAccount(checked));
  }

  async register({ username, password }: Credentials): Promise<Session | RegistrationRefused> {
    if (!this.registrationOpen) return 'closed';
    const user = await this.createUser(username, password);
    return user === 'taken' || 'retryAfterMs' in user ? user : this.open(user);
  }

  /** Creates a user with an account of the exchange, for any caller. */
  async createUser(username: string, password: string): Promise<User | 'taken' | ComeBackLater> {
    const { identity, hasher, now } = this.#options;
    if (identity.userByName(username) !== undefined) return 'taken';
    const hash = await orLater(hasher.hash(password));
    if (typeof hash !== 'string') return hash;
    const user = identity.register(username, hash, now());
    return user === undefined ? 'taken' : this.#withAccount(user);
  }

  /** The user with an account. A registration may have ended before it opened one, for example on a full disk. */
  async #withAccount(user: User): Promise<User> {
    if (user.chosen >= 0) return user;
    const { identity, accounts } = this.#options;
    const { account } = await accounts.accountFor(user, { kind: 'UTA2', isDemo: false });
    identity.write([{ type: 'AccountChosen', user: user.id, account }]);
    return identity.user(user.id) ?? user;
  }

  async changePassword(session: Session, old: string, fresh: string): Promise<'done' | LoginRefused> {
    const { identity } = this.#options;
    const user = identity.user(session.user);
    if (user === undefined) return 'refused';
    // The owner has no initial password: any session of the owner may set one.
    if (user.passwordHash !== '') {
      const attempt = this.#changes.reserve(session.id);
      if ('retryAfterMs' in attempt) return attempt;
      const checked = await this.#check({ username: user.username, password: old }, attempt);
      if (checked === 'refused' || 'retryAfterMs' in checked) return checked;
    }
    return this.setPassword(user.id, fresh, session.id);
  }

  /** Sets a password. Ends the user's other sessions and revokes the API keys, because a stranger may have created them. */
  async setPassword(user: number, password: string, but?: string): Promise<'done' | ComeBackLater> {
    const hash = await orLater(this.#options.hasher.hash(password));
    if (typeof hash !== 'string') return hash;
    const { identity } = this.#options;
    const revoked = identity.apiKeysOf(user).map(({ id }) => ({ type: 'ApiKeyRevoked', id }) as const);
    identity.write([{ type: 'PasswordChanged', user, passwordHash: hash }, ...revoked]);
    this.endAll(user, but);
    return 'done';
  }

  /** A new session without a check: the caller has verified the visitor. */
  open(user: User = this.#owner()): Session {
    const { identity, now } = this.#options;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const stored: StoredSession = {
      id: randomBytes(ID_BYTES).toString('hex'),
      secretHash: secretHashOf(secret),
      user: user.id,
      account: user.chosen,
      openedAt: now(),
      seenAt: now(),
    };
    // Traders must be able to log in and cancel when the disk is full.
    identity.note([{ type: 'SessionOpened', ...stored }]);
    this.#secrets.set(stored.id, secret);
    const session = sessionOf(stored, user);
    this.#makeRoom(session);
    return session;
  }

  logout(session: Session): Promise<void> {
    this.end(session);
    return Promise.resolve();
  }

  end(session: Session): void {
    this.#end([session.id]);
  }

  /** Ends all sessions of a user except one. */
  endAll(user: number, but?: string): void {
    this.#end([...this.#options.identity.sessions].filter((one) => one.user === user && one.id !== but).map(({ id }) => id));
  }

  /** Ends expired sessions, so that their sockets close too; returns their number. */
  sweep(): number {
    const over = [...this.#options.identity.sessions].filter((stored) => this.#isOver(stored));
    if (over.length > 0) this.#end(over.map(({ id }) => id));
    return over.length;
  }

  /** The cookie secret of a session that was just opened, once. */
  takeSecret(session: Session): string | undefined {
    const secret = this.#secrets.get(session.id);
    this.#secrets.delete(session.id);
    return secret;
  }

  bySecret(secret: string | undefined): Session | undefined {
    return secret === undefined ? undefined : this.bySecretHash(secretHashOf(secret));
  }

  bySecretHash(hash: string): Session | undefined {
    const stored = this.#options.identity.sessionBySecretHash(hash);
    return stored === undefined ? undefined : this.#live(stored);
  }

  byId(id: string): Session | undefined {
    const stored = this.#options.identity.session(id);
    return stored === undefined ? undefined : this.#live(stored);
  }

  /** Records the use of a session; true if the lifetime of its cookie should be renewed. */
  touch(id: string): boolean {
    const { identity, now } = this.#options;
    const stored = identity.session(id);
    if (stored !== undefined) this.#used.set(id, now());
    if (stored === undefined || now() - stored.seenAt < SEEN_EVERY_MS) return false;
    identity.note([{ type: 'SessionSeen', id, at: now() }]);
    return true;
  }

  #live(stored: StoredSession): Session | undefined {
    if (this.#isOver(stored)) {
      this.#end([stored.id]);
      return undefined;
    }
    const user = this.#options.identity.user(stored.user);
    return user === undefined ? undefined : sessionOf(stored, user);
  }

  #isOver({ openedAt, seenAt }: StoredSession): boolean {
    const now = this.#options.now();
    return now - seenAt >= SESSION_IDLE_MS || now - openedAt >= SESSION_MS_MAX;
  }

  #owner(): User {
    const owner = this.#options.identity.user(OWNER);
    if (owner === undefined) throw new Error('there is always an owner');
    return owner;
  }

  async #checkPassphrase(passphrase: string | undefined, attempt: Attempt, knownAs: string | undefined): Promise<User | LoginRefused> {
    const { hasher, passphraseHash } = this.#options;
    if (passphraseHash === undefined || passphrase === undefined) {
      attempt.free();
      return 'refused';
    }
    const right = await orLater(hasher.verify(passphrase, passphraseHash, knownAs));
    if (right !== false) attempt.free();
    if (typeof right !== 'boolean') return right;
    return right ? this.#owner() : 'refused';
  }

  async #check({ username, password }: Credentials, attempt: Attempt, knownAs?: string): Promise<User | LoginRefused> {
    const { identity, hasher } = this.#options;
    const user = identity.userByName(username);
    const hash = user === undefined || user.passwordHash === '' ? this.#nobodysHash : user.passwordHash;
    const right = await orLater(hasher.verify(password, hash, knownAs));
    if (right !== false) attempt.free();
    if (typeof right !== 'boolean') return right;
    if (!right || user === undefined) return 'refused';
    // Looked up again: hashing takes time, and the password may have changed meanwhile.
    const known = identity.user(user.id);
    return known?.passwordHash === hash ? known : 'refused';
  }

  #makeRoom({ id: fresh, user }: Session): void {
    const lastUse = ({ id, seenAt }: StoredSession): number => Math.max(seenAt, this.#used.get(id) ?? 0);
    const others = [...this.#options.identity.sessions].filter((stored) => stored.user === user && stored.id !== fresh);
    const over = others.length + 1 - SESSIONS_PER_USER_MAX;
    if (over <= 0) return;
    others.sort((a, b) => lastUse(a) - lastUse(b));
    this.#end(others.slice(0, over).map(({ id }) => id));
  }

  #end(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.#options.identity.note(
      ids.map((id) => ({ type: 'SessionEnded', id })),
      true,
    );
    for (const id of ids) {
      this.#secrets.delete(id);
      this.#used.delete(id);
      this.#options.onEnded(id);
    }
  }
}

async function orLater<Result>(work: Promise<Result>): Promise<Result | ComeBackLater> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HasherBusy) return { retryAfterMs: BUSY_MS };
    throw error;
  }
}
