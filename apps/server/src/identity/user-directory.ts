import type { Money, Refusal } from '@tapedeck/domain';
import type { ComeBackLater, PreferenceValue, Session, UserAccount, UserPort } from '@tapedeck/gateway';
import type { AccountService, AccountWish } from './account-service.ts';
import type { Identity } from './identity.ts';

const FUNDS_EVERY_MS = 24 * 60 * 60 * 1_000;
export const PREFERENCES_MAX = 256;
const NOBODY: readonly UserAccount[] = [];

/** A user's data besides their sessions. */
export class UserDirectory implements UserPort {
  readonly #identity: Identity;
  readonly #accounts: AccountService;
  readonly #now: () => number;
  readonly #sessionOf: (id: string) => Session | undefined;

  constructor(identity: Identity, accounts: AccountService, now: () => number, sessionOf: (id: string) => Session | undefined) {
    this.#identity = identity;
    this.#accounts = accounts;
    this.#now = now;
    this.#sessionOf = sessionOf;
  }

  accounts(user: number): readonly UserAccount[] {
    return this.#identity.user(user)?.accounts ?? NOBODY;
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
    const before = this.#identity.fundedAt(account, coin);
    if (before !== undefined && now - before < FUNDS_EVERY_MS) return { retryAfterMs: before + FUNDS_EVERY_MS - now };
    // Stored first: a crash in between loses the credit of a day, and never grants it twice.
    this.#identity.write([{ type: 'FundsGiven', account, coin, at: now }]);
    const refusal = await this.#accounts.credit(account, coin, amount);
    if (refusal === undefined) return 'done';
    this.#identity.write([{ type: 'FundsGiven', account, coin, at: before ?? 0 }]);
    return refusal;
  }

  preferences(user: number): Readonly<Record<string, PreferenceValue>> {
    return this.#identity.user(user)?.preferences ?? {};
  }

  changePreferences(user: number, changes: Readonly<Record<string, PreferenceValue | null>>): boolean {
    const kept = new Set(Object.keys(this.preferences(user)));
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) kept.delete(key);
      else kept.add(key);
    }
    if (kept.size > PREFERENCES_MAX) return false;
    this.#identity.prefer(user, changes);
    return true;
  }
}
