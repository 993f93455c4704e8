import { refusal, type AccountId, type Money, type Refusal } from '@tapedeck/domain';
import type { ComeBackLater, PreferenceValue, Session, UserAccount, UserPort } from '@tapedeck/gateway';
import type { AccountService, AccountWish } from './account-service.ts';
import type { TradingGate } from '../venues/trading-gate.ts';
import type { Identity } from './identity.ts';

const FUNDS_EVERY_MS = 24 * 60 * 60 * 1_000;
/** Stored for a user: keys, and bytes of all keys and values as JSON. */
export const PREFERENCES_MAX = { keys: 256, bytes: 128 << 10 };
const NOBODY: readonly UserAccount[] = [];

function tooMuch(preferences: readonly (readonly [string, PreferenceValue | null])[]): string | undefined {
  const { keys, bytes } = PREFERENCES_MAX;
  if (preferences.length > keys) return `would make ${preferences.length} preferences, of which the server stores ${keys}`;
  const wanted = Buffer.byteLength(JSON.stringify(Object.fromEntries(preferences)));
  return wanted > bytes ? `would make ${wanted} bytes of preferences, of which the server stores ${bytes}` : undefined;
}

export interface UserDirectoryOptions {
  readonly identity: Identity;
  readonly accounts: AccountService;
  readonly gate: Pick<TradingGate, 'cancelOnly'>;
  readonly now: () => number;
  readonly sessionOf: (id: string) => Session | undefined;
}

/** A user's data besides their sessions. */
export class UserDirectory implements UserPort {
  readonly #identity: Identity;
  readonly #accounts: AccountService;
  readonly #gate: Pick<TradingGate, 'cancelOnly'>;
  readonly #now: () => number;
  readonly #sessionOf: (id: string) => Session | undefined;

  constructor({ identity, accounts, gate, now, sessionOf }: UserDirectoryOptions) {
    this.#identity = identity;
    this.#accounts = accounts;
    this.#gate = gate;
    this.#now = now;
    this.#sessionOf = sessionOf;
  }

  accounts(user: number): readonly UserAccount[] {
    return this.#identity.user(user)?.accounts ?? NOBODY;
  }

  userOf(account: AccountId): number | undefined {
    return this.#identity.ownerOf(account)?.id;
  }

  async switchAccount(session: Session, wish: AccountWish): Promise<Session> {
    const user = this.#identity.user(session.user);
    if (user === undefined) throw new Error('a session belongs to a user');
    const { account } = await this.#accounts.accountFor(user, wish);
    this.#identity.write([
      { type: 'AccountChosen', user: user.id, account },
      { type: 'SessionMoved', id: session.id, account },
    ]);
    // A session that has ended meanwhile selects no account.
    return this.#sessionOf(session.id) ?? session;
  }

  async paperFunds({ account }: Session, coin: string, amount: Money): Promise<'done' | ComeBackLater | Refusal> {
    const now = this.#now();
    if (this.#gate.cancelOnly !== undefined) return refusal('cancelOnly');
    const before = this.#identity.fundedAt(account, coin);
    if (before !== undefined && now - before < FUNDS_EVERY_MS) return { retryAfterMs: before + FUNDS_EVERY_MS - now };
    // Stored first: a crash in between loses the credit of a day, and never grants it twice.
    this.#identity.write([{ type: 'FundsGiven', account, coin, at: now }]);
    const refused = await this.#accounts.credit(account, coin, amount);
    if (refused === undefined) return 'done';
    this.#identity.write([{ type: 'FundsGiven', account, coin, at: before ?? 0 }]);
    return refused;
  }

  preferences(user: number): Readonly<Record<string, PreferenceValue>> {
    return this.#identity.user(user)?.preferences ?? {};
  }

  changePreferences(user: number, changes: Readonly<Record<string, PreferenceValue | null>>): 'done' | { readonly why: string } {
    const kept = Object.entries({ ...this.preferences(user), ...changes }).filter(([, value]) => value !== null);
    const why = tooMuch(kept);
    const onlyDeletes = Object.values(changes).every((value) => value === null);
    if (why !== undefined && !onlyDeletes) return { why: `${why}: delete some by null first` };
    this.#identity.prefer(user, changes);
    return 'done';
  }
}
