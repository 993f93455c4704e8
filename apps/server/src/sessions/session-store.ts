import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Session, SessionPort } from '@tapedeck/gateway';
import { PassphraseCheck } from './passphrase.ts';

export const SESSION_MS = 7 * 24 * 60 * 60 * 1_000;
/** The oldest make room: a visitor without cookies must not fill the file. */
export const SESSIONS_MAX = 500;
const SECRET_BYTES = 32;
const ID_BYTES = 12;

interface StoredSession {
  readonly id: string;
  /** Of the cookie's secret; the secret itself is nowhere but in the browser. */
  readonly secretHash: string;
  readonly expiresAt: number;
}

export interface SessionStoreOptions {
  readonly file: string;
  readonly now: () => number;
  readonly user: Omit<Session, 'id'>;
  readonly passphrase: string | undefined;
  /** A session is over by log-out or because it was pushed out; its sockets must go. */
  readonly onEnded: (sessionId: string) => void;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Sessions of the one user, kept in a small file so that a restart logs nobody out. */
export class SessionStore implements SessionPort {
  readonly needsPassphrase: boolean;
  readonly #options: SessionStoreOptions;
  readonly #passphrase: PassphraseCheck | undefined;
  readonly #byHash = new Map<string, StoredSession>();
  /** Secrets on their way to a cookie. */
  readonly #secrets = new Map<string, string>();

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.needsPassphrase = options.passphrase !== undefined;
    this.#passphrase = options.passphrase === undefined ? undefined : new PassphraseCheck(options.passphrase);
    for (const stored of readSessions(options.file)) {
      if (stored.expiresAt > options.now()) this.#byHash.set(stored.secretHash, stored);
    }
  }

  async login(passphrase: string | undefined): Promise<Session | undefined> {
    if (this.#passphrase !== undefined && !(await this.#passphrase.matches(passphrase ?? ''))) return undefined;
    return this.open();
  }

  /** A new session without a question asked: the caller knows that the visitor may have it. */
  open(): Session {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const stored: StoredSession = {
      id: randomBytes(ID_BYTES).toString('hex'),
      secretHash: hashOf(secret),
      expiresAt: this.#options.now() + SESSION_MS,
    };
    this.#byHash.set(stored.secretHash, stored);
    this.#secrets.set(stored.id, secret);
    this.#makeRoom();
    this.#save();
    return { ...this.#options.user, id: stored.id };
  }

  logout(session: Session): Promise<void> {
    for (const [hash, stored] of this.#byHash) {
      if (stored.id === session.id) this.#end(hash, stored);
    }
    this.#save();
    return Promise.resolve();
  }

  /** The secret for the cookie of a session that was just opened, once. */
  takeSecret(session: Session): string | undefined {
    const secret = this.#secrets.get(session.id);
    this.#secrets.delete(session.id);
    return secret;
  }

  bySecret(secret: string | undefined): Session | undefined {
    if (secret === undefined) return undefined;
    const hash = hashOf(secret);
    const stored = this.#byHash.get(hash);
    if (stored === undefined) return undefined;
    if (stored.expiresAt > this.#options.now()) return { ...this.#options.user, id: stored.id };
    this.#end(hash, stored);
    return undefined;
  }

  #makeRoom(): void {
    for (const [hash, stored] of this.#byHash) {
      if (this.#byHash.size <= SESSIONS_MAX) return;
      this.#end(hash, stored);
    }
  }

  #end(hash: string, stored: StoredSession): void {
    this.#byHash.delete(hash);
    this.#secrets.delete(stored.id);
    this.#options.onEnded(stored.id);
  }

  #save(): void {
    const beside = `${this.#options.file}.writing`;
    writeFileSync(beside, `${JSON.stringify([...this.#byHash.values()])}\n`, { mode: 0o600 });
    renameSync(beside, this.#options.file);
  }
}

function readSessions(file: string): readonly StoredSession[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // No file yet, or one that a crash left unreadable: everybody logs in again.
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isStoredSession) : [];
}

function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false;
  const { id, secretHash, expiresAt } = value as Partial<Record<keyof StoredSession, unknown>>;
  return typeof id === 'string' && typeof secretHash === 'string' && typeof expiresAt === 'number';
}
