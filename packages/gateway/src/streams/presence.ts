import type { AccountId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';

/**
 * Tells the exchange when the first private stream of an account comes and when its last one goes, of accounts that asked for cancel on
 * disconnect. Reports of one account keep their order.
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
    // An account that cannot be read has no streams either: its feed tells why.
    const snapshot = await this.#venue.account(account).catch(() => undefined);
    if (snapshot?.state.disconnectWindow === undefined) return;
    await this.#venue.submit({ type: 'ReportConnection', account, connected });
  }
}
