import { join } from 'node:path';
import type { Labels, PreferenceValue } from '@tapedeck/gateway';
import { IdentityLog } from './identity-log.ts';
import type { AccountRef, IdentityRecord, StoredApiKey, StoredSession, UserId } from './identity-records.ts';
import { IdentityState, nameKey, type User } from './identity-state.ts';

/** The owner has the exchange's first account, and logs in by the address that the server prints. */
export const OWNER: UserId = 1;
const OWNER_NAME = 'trader-01';
export const FIRST_ACCOUNT: AccountRef = { account: 100, kind: 'UTA2', isDemo: false };

/** Users with their accounts, preferences and sessions; all changes go through it. */
export class Identity {
  readonly #state = new IdentityState();
  readonly #log: IdentityLog;
  #accountMax: number;

  private constructor(log: (onRecord: (record: IdentityRecord) => void) => IdentityLog) {
    this.#log = log((record) => this.#state.apply(record));
    this.#accountMax = Math.max(this.#state.accountMax, FIRST_ACCOUNT.account);
  }

  /** Opens `folder`/identity; a new one contains the owner with the exchange's first account. */
  static open(folder: string, now: () => number): Identity {
    const identity = new Identity((onRecord) => IdentityLog.open(join(folder, 'identity'), now, onRecord));
    if (identity.user(OWNER) === undefined) {
      identity.write([
        { type: 'UserRegistered', user: OWNER, username: OWNER_NAME, passwordHash: '', at: now() },
        { type: 'AccountLinked', user: OWNER, ...FIRST_ACCOUNT },
        { type: 'AccountChosen', user: OWNER, account: FIRST_ACCOUNT.account },
      ]);
    }
    return identity;
  }

  get users(): Iterable<User> {
    return this.#state.users.values();
  }

  get userCount(): number {
    return this.#state.users.size;
  }

  get sessions(): Iterable<StoredSession> {
    return this.#state.sessions.values();
  }

  get sessionCount(): number {
    return this.#state.sessions.size;
  }

  user(id: UserId): User | undefined {
    return this.#state.users.get(id);
  }

  userByName(username: string): User | undefined {
    return this.#state.byName.get(nameKey(username));
  }

  session(id: string): StoredSession | undefined {
    return this.#state.sessions.get(id);
  }

  sessionBySecretHash(hash: string): StoredSession | undefined {
    return this.#state.bySecretHash.get(hash);
  }

  apiKey(id: string): StoredApiKey | undefined {
    return this.#state.apiKeys.get(id);
  }

  /** Oldest first. */
  apiKeysOf(user: UserId): StoredApiKey[] {
    return [...this.#state.apiKeys.values()].filter((key) => key.user === user);
  }

  ownerOf(account: number): User | undefined {
    return this.user(this.#state.ownerOf.get(account) ?? 0);
  }

  fundedAt(account: number, coin: string): number | undefined {
    return this.#state.fundedAt.get(`${account} ${coin}`);
  }

  /** A user without accounts yet; `undefined` if the name is taken. */
  register(username: string, passwordHash: string, at: number): User | undefined {
    if (this.userByName(username) !== undefined) return undefined;
    const user = Math.max(OWNER, ...this.#state.users.keys()) + 1;
    this.write([{ type: 'UserRegistered', user, username, passwordHash, at }]);
    return this.user(user);
  }

  /** A number without an account here: the exchange may know one that was never stored here. */
  nextAccount(): number {
    this.#accountMax += 1;
    return this.#accountMax;
  }

  label(user: UserId, labels: Labels): void {
    this.write([{ type: 'UserLabelled', user, labels }]);
  }

  ban(user: UserId, banned: boolean): void {
    this.write([{ type: 'UserBanned', user, banned }]);
  }

  prefer(user: UserId, changes: Readonly<Record<string, PreferenceValue | null>>): void {
    this.write([{ type: 'PreferencesChanged', user, changes }]);
  }

  /** Makes the change and stores it; `durable` waits for the disk. */
  write(records: readonly IdentityRecord[], durable = true): void {
    this.#log.write(records, durable);
    for (const record of records) this.#state.apply(record);
    this.#log.compact(() => this.#state.image(), this.#state.size);
  }

  close(): void {
    this.#log.close();
  }
}
