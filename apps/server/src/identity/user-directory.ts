import type { Money, Refusal } from '@tapedeck/domain';
import type { ComeBackLater, PreferenceValue, Session, UserAccount, UserPort } from '@tapedeck/gateway';
import type { AccountDesk, AccountWish } from './account-desk.ts';
import type { Identity } from './identity.ts';

const FUNDS_EVERY_MS = 24 * 60 * 60 * 1_000;
export const PREFERENCES_MAX = 256;
const NOBODY: readonly UserAccount[] = [];

/** What belongs to users beside their sessions. */
export class UserDirectory implements UserPort {
  readonly #identity: Identity;
  readonly #desk: AccountDesk;
  readonly #now: () => number;
  readonly #sessionOf: (id: string) => Session | undefined;

  constructor(identity: Identity, desk: AccountDesk, now: () => number, sessionOf: (id: string) => Session | undefined) {
    this.#identity = identity;
    this.#desk = desk;
    this.#now = now;
    this.#sessionOf = sessionOf;
  }

  accounts(user: number): readonly UserAccount[] {
    return this.#identity.user(user)?.accounts ?? NOBODY;
  }

  async switchAccount(session: Session, wish: AccountWish): Promise<Session> {
    const user = this.#identity.user(session.user);
    if (user === undefined) throw new Error('a session belongs to a user');
    const { account } = await this.#desk.accountFor(user, wish);
    this.#identity.write([
      { type: 'AccountChosen', user: user.id, account },
      { type: 'SessionMoved', id: session.id, account },
    ]);
    // A session that ended meanwhile looks at nothing any more.
    return this.#sessionOf(session.id) ?? session;
  }

  async paperFunds({ account }: Session, coin: string, amount: Money): Promise<'done' | ComeBackLater | Refusal> {
    const now = this.#now();
    const before = this.#identity.fundedAt(account, coin);
    if (before !== undefined && now - before < FUNDS_EVERY_MS) return { retryAfterMs: before + FUNDS_EVERY_MS - now };
    // Written down first: a crash in between costs the credit of a day, never gives it twice.
    this.#identity.write([{ type: 'FundsGiven', account, coin, at: now }]);
    const refusal = await this.#desk.credit(account, coin, amount);
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
