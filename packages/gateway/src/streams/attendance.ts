import type { AccountId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';
import { Presence } from './presence.ts';

/** Streams of one account. */
interface Streams {
  /** Streams that receive its events. */
  followers: number;
  /** Streams that count as its connection. */
  present: number;
  /** Streams that declare their own end as the account's disconnection. */
  guards: number;
  /** Whether any ever did: then the others keep no orders alive. */
  guarded: boolean;
}

/** Counts the private streams of each account, of both APIs, and reports followed and connected accounts to the venue. */
export class Attendance {
  readonly #venue: Pick<Venue, 'follow'>;
  readonly #presence: Presence;
  readonly #streams = new Map<AccountId, Streams>();
  #stopped = false;

  constructor(venue: Pick<Venue, 'account' | 'submit' | 'follow'>, fault: (error: unknown) => void) {
    this.#venue = venue;
    this.#presence = new Presence(venue, fault);
  }

  /** From now on, closing streams are the server's own shutdown. */
  stop(): void {
    this.#stopped = true;
  }

  /** A stream receives the account's events. That alone keeps no orders alive. */
  follow(account: AccountId): void {
    const streams = this.#of(account);
    streams.followers += 1;
    if (streams.followers === 1) this.#venue.follow(account, true);
  }

  unfollow(account: AccountId): void {
    const streams = this.#of(account);
    streams.followers -= 1;
    if (streams.followers > 0) return;
    this.#venue.follow(account, false);
    this.#forget(account, streams);
  }

  /** A stream that may trade counts as the account's connection. */
  enter(account: AccountId): void {
    const streams = this.#of(account);
    streams.present += 1;
    if (streams.present === 1 && !streams.guarded) this.#presence.changed(account, true);
  }

  leave(account: AccountId): void {
    const streams = this.#of(account);
    streams.present -= 1;
    if (streams.present > 0) return;
    if (!streams.guarded) this.#tellAway(account);
    this.#forget(account, streams);
  }

  /** An open stream takes part in cancel on disconnect explicitly. */
  guard(account: AccountId): void {
    const streams = this.#of(account);
    streams.guarded = true;
    streams.guards += 1;
    if (streams.guards === 1) this.#presence.changed(account, true);
  }

  /** It no longer takes part: `gone` if it has closed, otherwise on its own request, and all streams count again. */
  unguard(account: AccountId, gone: boolean): void {
    const streams = this.#of(account);
    streams.guards -= 1;
    if (streams.guards > 0) return;
    if (gone) this.#tellAway(account);
    else streams.guarded = false;
  }

  #tellAway(account: AccountId): void {
    if (!this.#stopped) this.#presence.changed(account, false);
  }

  /** An account whose streams took part in cancel on disconnect stays known: other streams must not keep its orders alive later. */
  #forget(account: AccountId, { followers, present, guarded }: Streams): void {
    if (followers + present === 0 && !guarded) this.#streams.delete(account);
  }

  #of(account: AccountId): Streams {
    const known = this.#streams.get(account);
    if (known !== undefined) return known;
    const fresh = { followers: 0, present: 0, guards: 0, guarded: false };
    this.#streams.set(account, fresh);
    return fresh;
  }
}
