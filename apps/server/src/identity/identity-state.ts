import type { Labels, PreferenceValue } from '@tapedeck/gateway';
import type { AccountRef, IdentityRecord, StoredApiKey, StoredSession, UserId } from './identity-records.ts';

export interface User {
  readonly id: UserId;
  readonly username: string;
  /** Argon2id in PHC form; '' for an owner without a password, who logs in by address or passphrase. */
  readonly passwordHash: string;
  readonly createdAt: number;
  readonly labels: Labels;
  readonly banned: boolean;
  readonly accounts: readonly AccountRef[];
  /** The initial account of a new session. */
  readonly chosen: number;
  readonly preferences: Readonly<Record<string, PreferenceValue>>;
}

export const NO_LABELS: Labels = { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false };

/** Names are compared case-insensitively. */
export const nameKey = (username: string): string => username.toLowerCase();

/** Bytes of preferences above which the image of a user continues in the next record; a record holds at most a value more. */
const PREFERENCES_PART_BYTES = 128 << 10;

/** Preferences in parts that each fit a record of the log. */
function partsOf(preferences: User['preferences']): User['preferences'][] {
  const parts: [key: string, value: PreferenceValue][][] = [];
  let room = 0;
  for (const entry of Object.entries(preferences)) {
    if (room <= 0) {
      parts.push([]);
      room = PREFERENCES_PART_BYTES;
    }
    parts.at(-1)?.push(entry);
    room -= JSON.stringify(entry).length;
  }
  return parts.map((part) => Object.fromEntries(part));
}

/** State computed from the identity log. */
export class IdentityState {
  readonly users = new Map<UserId, User>();
  readonly byName = new Map<string, User>();
  /** By session id. */
  readonly sessions = new Map<string, StoredSession>();
  readonly bySecretHash = new Map<string, StoredSession>();
  /** By key id, oldest first. */
  readonly apiKeys = new Map<string, StoredApiKey>();
  /** Time of the last paper funds, by account and coin. */
  readonly fundedAt = new Map<string, number>();
  readonly ownerOf = new Map<number, UserId>();
  #accountMax = 0;

  /** Highest id of all accounts ever linked. */
  get accountMax(): number {
    return this.#accountMax;
  }

  apply(record: IdentityRecord): void {
    switch (record.type) {
      case 'UserRegistered': {
        const { user, username, passwordHash, at } = record;
        this.#put({
          id: user,
          username,
          passwordHash,
          createdAt: at,
          labels: NO_LABELS,
          banned: false,
          accounts: [],
          chosen: -1,
          preferences: {},
        });
        return;
      }
      case 'PasswordChanged':
        return this.#change(record.user, { passwordHash: record.passwordHash });
      case 'AccountLinked':
        return this.#link(record);
      case 'AccountChosen':
        return this.#change(record.user, { chosen: record.account });
      case 'UserLabelled':
        return this.#change(record.user, { labels: record.labels });
      case 'UserBanned':
        return this.#change(record.user, { banned: record.banned });
      case 'PreferencesChanged':
        return this.#prefer(record.user, record.changes);
      case 'FundsGiven':
        this.fundedAt.set(`${record.account} ${record.coin}`, record.at);
        return;
      case 'ApiKeyMade':
      case 'ApiKeyChanged':
      case 'ApiKeyUsed':
      case 'ApiKeyRevoked':
        return this.#applyToKey(record);
      default:
        return this.#applyToSession(record);
    }
  }

  /** Records that recreate this state. */
  image(): IdentityRecord[] {
    const records: IdentityRecord[] = [];
    for (const { id: user, username, passwordHash, createdAt, labels, banned, accounts, chosen, preferences } of this.users.values()) {
      records.push({ type: 'UserRegistered', user, username, passwordHash, at: createdAt });
      for (const account of accounts) records.push({ type: 'AccountLinked', user, ...account });
      if (chosen >= 0) records.push({ type: 'AccountChosen', user, account: chosen });
      records.push({ type: 'UserLabelled', user, labels }, { type: 'UserBanned', user, banned });
      for (const changes of partsOf(preferences)) records.push({ type: 'PreferencesChanged', user, changes });
    }
    for (const session of this.sessions.values()) records.push({ type: 'SessionOpened', ...session });
    for (const key of this.apiKeys.values()) records.push({ type: 'ApiKeyMade', ...key });
    for (const [key, at] of this.fundedAt) {
      const [account, coin] = key.split(' ');
      records.push({ type: 'FundsGiven', account: Number(account), coin: coin ?? '', at });
    }
    return records;
  }

  #applyToKey(record: Extract<IdentityRecord, { type: `ApiKey${string}` }>): void {
    if (record.type === 'ApiKeyMade') {
      const { type: _type, ...key } = record;
      this.apiKeys.set(key.id, key);
      return;
    }
    const key = this.apiKeys.get(record.id);
    if (key === undefined) return;
    if (record.type === 'ApiKeyRevoked') this.apiKeys.delete(key.id);
    else if (record.type === 'ApiKeyUsed') this.apiKeys.set(key.id, { ...key, usedAt: record.at });
    else {
      const { type: _type, ...terms } = record;
      const { expiresAt: _before, ...kept } = key;
      this.apiKeys.set(key.id, { ...kept, ...terms });
    }
  }

  #applyToSession(record: Extract<IdentityRecord, { type: `Session${string}` }>): void {
    if (record.type === 'SessionOpened') {
      const { type: _type, ...session } = record;
      this.#putSession(session);
      return;
    }
    const session = this.sessions.get(record.id);
    if (session === undefined) return;
    if (record.type === 'SessionEnded') {
      this.sessions.delete(session.id);
      this.bySecretHash.delete(session.secretHash);
    } else this.#putSession(record.type === 'SessionSeen' ? { ...session, seenAt: record.at } : { ...session, account: record.account });
  }

  #putSession(session: StoredSession): void {
    this.sessions.set(session.id, session);
    this.bySecretHash.set(session.secretHash, session);
  }

  #link({ user, account, kind, isDemo }: Extract<IdentityRecord, { type: 'AccountLinked' }>): void {
    this.#accountMax = Math.max(this.#accountMax, account);
    this.ownerOf.set(account, user);
    const accounts = this.users.get(user)?.accounts ?? [];
    this.#change(user, { accounts: [...accounts, { account, kind, isDemo }] });
  }

  #prefer(user: UserId, changes: Readonly<Record<string, PreferenceValue | null>>): void {
    const merged = new Map(Object.entries(this.users.get(user)?.preferences ?? {}));
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) merged.delete(key);
      else merged.set(key, value);
    }
    this.#change(user, { preferences: Object.fromEntries(merged) });
  }

  #change(id: UserId, changes: Partial<User>): void {
    const user = this.users.get(id);
    if (user !== undefined) this.#put({ ...user, ...changes });
  }

  #put(user: User): void {
    this.users.set(user.id, user);
    this.byName.set(nameKey(user.username), user);
  }
}
