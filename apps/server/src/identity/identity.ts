import { join } from 'node:path';
import { NotStored, type Labels, type PreferenceValue } from '@tapedeck/gateway';
import type { JournalFiles } from '../journal/journal-files.ts';
import { IdentityLog } from './identity-log.ts';
import type { AccountRef, IdentityRecord, StoredApiKey, StoredSession, UserId } from './identity-records.ts';
import { IdentityState, nameKey, type User } from './identity-state.ts';

/** The owner has the exchange's first account, and logs in by the address that the server prints. */
export const OWNER: UserId = 1;
const OWNER_NAME = 'trader-01';
export const FIRST_ACCOUNT: AccountRef = { account: 100, kind: 'UTA2', isDemo: false };

/** Records that make the log longer for good. */
const GROWING: ReadonlySet<IdentityRecord['type']> = new Set([
  'UserRegistered',
  'AccountLinked',
  'PreferencesChanged',
  'FundsGiven',
  'ApiKeyMade',
  'ApiKeyChanged',
]);

export interface IdentityOptions {
  readonly now: () => number;
  /** False while the disk is nearly full: what makes the log longer is refused then. */
  readonly mayGrow?: () => boolean;
  /** System calls of the log, so that tests can make them fail. */
  readonly files?: JournalFiles;
  /** Called with a sentence when opening removed an incomplete tail of the log. */
  readonly onCut?: (note: string) => void;
  /** Called with the reason when nothing can be stored, and with `undefined` when that is over. */
  readonly onTrouble?: (trouble: string | undefined) => void;
  /** Called with the reason when the log could not be rewritten and grows, and with `undefined` once it has been. */
  readonly onPostponed?: (reason: string | undefined) => void;
}

/** Users with their accounts, preferences and sessions; all changes go through it. */
export class Identity {
  readonly #state = new IdentityState();
  readonly #log: IdentityLog;
  #accountMax: number;

  readonly #mayGrow: () => boolean;
  #trouble: string | undefined;

  private constructor(
    folder: string,
    {
      now,
      files,
      mayGrow = () => true,
      onCut = () => undefined,
      onTrouble = () => undefined,
      onPostponed = () => undefined,
    }: IdentityOptions,
  ) {
    this.#mayGrow = mayGrow;
    this.#log = IdentityLog.open({
      folder: join(folder, 'identity'),
      now,
      files,
      onRecord: (record) => this.#state.apply(record),
      image: () => this.#state.image(),
      onCut,
      onPostponed,
      onTrouble: (trouble) => {
        this.#trouble = trouble;
        onTrouble(trouble);
      },
    });
    this.#accountMax = Math.max(this.#state.accountMax, FIRST_ACCOUNT.account);
  }

  /** Opens `folder`/identity; a new one contains the owner with the exchange's first account. */
  static open(folder: string, options: IdentityOptions): Identity {
    const { now } = options;
    const identity = new Identity(folder, options);
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

  /** A power cut may lose the last ones: a wait for the disk would hold up all requests. */
  prefer(user: UserId, changes: Readonly<Record<string, PreferenceValue | null>>): void {
    this.write([{ type: 'PreferencesChanged', user, changes }], false);
  }

  /** Why nothing can be stored at the moment. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Stores the change and makes it; `durable` waits for the disk. Throws `NotStored`, and then nothing has changed. */
  write(records: readonly IdentityRecord[], durable = true): void {
    if (!this.#mayGrow() && records.some(({ type }) => GROWING.has(type))) throw new NotStored();
    this.#log.write(records, durable);
    this.#apply(records);
  }

  /** Makes a change of sessions or times of use at once, and stores it with the next change if it cannot be stored now. */
  note(records: readonly IdentityRecord[], durable = false): void {
    try {
      this.#log.write(records, durable);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
    }
    this.#apply(records);
  }

  /** Stores everything again once the disk works, if something could not be stored. */
  repair(): void {
    if (this.#trouble !== undefined) this.note([]);
  }

  #apply(records: readonly IdentityRecord[]): void {
    for (const record of records) this.#state.apply(record);
    this.#log.compact();
  }

  close(): void {
    this.#log.close();
  }
}
