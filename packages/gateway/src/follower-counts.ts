import type { AccountId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';

/** Followers of each leader, whose orders the exchange copies for each of them. */
export class FollowerCounts {
  readonly #venue: Pick<Venue, 'leaders'>;
  readonly #fault: (error: unknown) => void;
  #counts: ReadonlyMap<AccountId, number> = new Map();
  #isAsking = false;
  #isStale = false;

  constructor(venue: Pick<Venue, 'leaders'>, fault: (error: unknown) => void) {
    this.#venue = venue;
    this.#fault = fault;
    this.refresh();
  }

  of(account: AccountId): number {
    return this.#counts.get(account) ?? 0;
  }

  /** Asks the exchange again, after each change that a user makes. */
  refresh(): void {
    this.#isStale = true;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const leaders = await this.#venue.leaders();
        this.#counts = new Map(leaders.map(({ account, followers }) => [account, followers]));
      }
    } catch (error) {
      this.#fault(error);
    } finally {
      this.#isAsking = false;
    }
  }
}
