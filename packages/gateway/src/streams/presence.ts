import { NO_ORDERS } from '@tapedeck/domain';
import type { AccountId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';

/**
 * Reports to the exchange the first private stream of an account and the end of its last one, for accounts with cancel
 * on disconnect. Reports of one account keep their order.
 */
export class Presence {
  readonly #venue: Pick<Venue, 'account' | 'submit'>;
  readonly #fault: (error: unknown) => void;
  readonly #reports = new Map<AccountId, Promise<void>>();

  constructor(venue: Pick<Venue, 'account' | 'submit'>, fault: (error: unknown) => void) {
    this.#venue = venue;
    this.#fault = fault;
  }

  changed(account: AccountId, connected: boolean): void {
    const before = this.#reports.get(account) ?? Promise.resolve();
    const report = before.then(() => this.#report(account, connected)).catch(this.#fault);
    this.#reports.set(account, report);
    void report.then(() => {
      if (this.#reports.get(account) === report) this.#reports.delete(account);
    });
  }

  async #report(account: AccountId, connected: boolean): Promise<void> {
    // An unreadable account has no streams either: its feed reports the error.
    const snapshot = await this.#venue.account(account, NO_ORDERS).catch(() => undefined);
    if (snapshot?.state.disconnectWindow === undefined) return;
    await this.#venue.submit({ type: 'ReportConnection', account, connected });
  }
}
