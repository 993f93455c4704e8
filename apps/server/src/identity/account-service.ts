import type { AccountKind, FeeTier, Money, Refusal } from '@tapedeck/domain';
import { BASE_FEE_TIER, feeTierOf, money } from '@tapedeck/domain';
import { OPENING_FUNDS } from '../engine-worker/opening-funds.ts';
import { OWNER, type Identity } from './identity.ts';
import type { AccountRef } from './identity-records.ts';
import type { User } from './identity-state.ts';
import type { PaperPowers } from '../venues/paper-powers.ts';

export interface AccountWish {
  readonly kind: AccountKind;
  readonly isDemo: boolean;
}

const ATTEMPTS_MAX = 1_000;

/** Opens accounts of the exchange for users: one of each kind and mode at most, on first demand. */
export class AccountService {
  readonly #identity: Identity;
  readonly #paper: Pick<PaperPowers, 'operate'>;
  readonly #opening = new Map<string, Promise<AccountRef>>();

  constructor(identity: Identity, paper: Pick<PaperPowers, 'operate'>) {
    this.#identity = identity;
    this.#paper = paper;
  }

  /** The user's account of that kind and mode. Concurrent requests get the same one. */
  async accountFor(user: User, wish: AccountWish): Promise<AccountRef> {
    const known = findAccount(user, wish);
    if (known !== undefined) return known;
    const key = `${user.id} ${wish.kind} ${wish.isDemo ? 'demo' : 'real'}`;
    const opening = this.#opening.get(key) ?? this.#open(user, wish).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opening);
    return opening;
  }

  async credit(account: number, coin: string, amount: Money): Promise<Refusal | undefined> {
    const { refusal } = await this.#paper.operate({ type: 'CreditAccount', account, coin, amount });
    return refusal;
  }

  /** The fees of all accounts of a user, by their labels. */
  async setFees({ accounts }: Pick<User, 'accounts'>, tier: FeeTier): Promise<void> {
    for (const { account } of accounts) {
      const { refusal } = await this.#paper.operate({ type: 'SetFeeTier', account, tier });
      if (refusal !== undefined) throw new Error(`the fees of an account could not be set: ${refusal.reason}`);
    }
  }

  async #open({ id: user, labels }: User, { kind, isDemo }: AccountWish): Promise<AccountRef> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const account = this.#identity.nextAccount();
      const { refusal } = await this.#paper.operate({ type: 'OpenAccount', account, kind });
      // An account without a user here belonged to one before: it is never given to another.
      if (refusal?.reason === 'accountExists') continue;
      if (refusal !== undefined) throw new Error(`an account could not be opened: ${refusal.reason}`);
      this.#identity.write([{ type: 'AccountLinked', user, account, kind, isDemo }]);
      const tier = feeTierOf(labels);
      if (tier !== BASE_FEE_TIER) await this.setFees({ accounts: [{ account, kind, isDemo }] }, tier);
      // Demo accounts and those of the owner start like the first account of the exchange, funded for every product.
      if (isDemo || user === OWNER) for (const { coin, units } of OPENING_FUNDS) await this.credit(account, coin, money(units));
      return { account, kind, isDemo };
    }
    throw new Error('the exchange holds accounts without a user: restore exchange and users from the same backup');
  }
}

export const findAccount = (user: User, { kind, isDemo }: AccountWish): AccountRef | undefined =>
  user.accounts.find((account) => account.kind === kind && account.isDemo === isDemo);
