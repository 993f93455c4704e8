import type { AccountId } from '@tapedeck/domain';
import type { Account } from './account.ts';

/** Account numbers ascend from a small one: below this they index a list. */
const LISTED = 1 << 20;

/** The accounts of an exchange by number. Each command and each fill looks some up. */
export class Accounts {
  readonly #all = new Map<AccountId, Account>();
  #listed: (Account | undefined)[] = [];
  #byId: readonly Account[] | undefined = undefined;

  get(id: AccountId): Account | undefined {
    return id >= 0 && id < LISTED ? this.#listed[id] : this.#all.get(id);
  }

  has(id: AccountId): boolean {
    return this.#all.has(id);
  }

  add(account: Account): void {
    const { id } = account;
    this.#all.set(id, account);
    this.#byId = undefined;
    if (id < 0 || id >= LISTED) return;
    // Without holes, so that the list stays fast.
    while (this.#listed.length <= id) this.#listed.push(undefined);
    this.#listed[id] = account;
  }

  /** In order of opening. */
  values(): IterableIterator<Account> {
    return this.#all.values();
  }

  /** By ascending number. A new list after an account was opened. */
  get byId(): readonly Account[] {
    return (this.#byId ??= [...this.#all.values()].sort((a, b) => a.id - b.id));
  }

  clear(): void {
    this.#all.clear();
    this.#byId = undefined;
    this.#listed = [];
  }
}
