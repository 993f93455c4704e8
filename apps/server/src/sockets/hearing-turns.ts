/** Units of one turn of the event loop: each message takes one, and each KB that arrives. */
export interface HearingLimits {
  /** All sockets without a session or key. */
  readonly strangers: number;
  /** All sockets of one user. */
  readonly user: number;
}

/** A turn of strangers takes a few milliseconds, as does one of a user. */
export const HEARING_LIMITS: HearingLimits = { strangers: 64, user: 256 };
/** Sockets that are read again in one turn. */
const RESUMED_PER_TURN = 64;
const UNIT_BYTES = 1_024;

/** A socket that can be read later. */
export interface Speaker {
  /** The user of its session or key. */
  readonly user: number | undefined;
  pause(): void;
  resume(): void;
}

/** The sockets of one user, or of all strangers. */
interface Party {
  readonly user: number | undefined;
  readonly units: number;
  left: number;
  readonly hearings: Set<Hearing>;
  /** Those that are not read. The one that has waited longest is the first, here and below. */
  readonly paused: Set<Hearing>;
  /** Those with messages that wait. */
  readonly waiting: Set<Hearing>;
}

/**
 * Hears the sockets of all strangers, and those of each user, piece by piece: a few messages or KB in one turn of the event loop.
 * Orders pass between two turns, however many sockets send as fast as they can. A socket whose turn has not come is not read, so that
 * its messages wait at their sender.
 */
export class HearingTurns {
  readonly #limits: HearingLimits;
  readonly #parties = new Map<number | undefined, Party>();
  /** Those that were heard in this turn or wait for the next. */
  readonly #active = new Set<Party>();

  constructor(limits: HearingLimits) {
    this.#limits = limits;
  }

  join(speaker: Speaker): Hearing {
    return new Hearing(this, speaker);
  }

  /** The party of a user, which the socket has entered. */
  enter(hearing: Hearing, user: number | undefined): Party {
    const units = user === undefined ? this.#limits.strangers : this.#limits.user;
    const party = this.#parties.get(user) ?? {
      user,
      units,
      left: units,
      hearings: new Set(),
      paused: new Set(),
      waiting: new Set(),
    };
    this.#parties.set(user, party);
    party.hearings.add(hearing);
    return party;
  }

  leave(hearing: Hearing, party: Party): void {
    for (const among of [party.hearings, party.paused, party.waiting]) among.delete(hearing);
    if (party.hearings.size === 0 && this.#parties.get(party.user) === party) this.#parties.delete(party.user);
  }

  /** At the end of the units, none of the party is read. */
  spend(party: Party, units: number): void {
    party.left -= units;
    if (this.#active.size === 0) setImmediate(() => this.#turn());
    this.#active.add(party);
    if (party.left <= 0) for (const hearing of party.hearings) hearing.pause();
  }

  #turn(): void {
    for (const party of [...this.#active]) {
      party.left = party.units;
      if (!hearWaiting(party) && !readOn(party)) this.#active.delete(party);
    }
    if (this.#active.size > 0) setImmediate(() => this.#turn());
  }
}

/** The messages that wait, one of each socket after the other; whether there were any. */
function hearWaiting(party: Party): boolean {
  if (party.waiting.size === 0) return false;
  for (const hearing of party.waiting) {
    if (party.left <= 0) break;
    party.left -= 1;
    hearing.next();
  }
  return true;
}

/** Whether sockets of the party are read again. */
function readOn(party: Party): boolean {
  let resumed = 0;
  for (const hearing of party.paused) {
    if (resumed >= RESUMED_PER_TURN) break;
    resumed += 1;
    hearing.resume();
  }
  return resumed > 0;
}

/** One socket in turns. */
export class Hearing {
  readonly #turns: HearingTurns;
  readonly #speaker: Speaker;
  readonly #messages: (() => void)[] = [];
  #party: Party;

  constructor(turns: HearingTurns, speaker: Speaker) {
    this.#turns = turns;
    this.#speaker = speaker;
    this.#party = turns.enter(this, speaker.user);
    if (this.#party.paused.size > 0) this.pause();
  }

  /** Counts bytes whose messages have been taken. */
  read(bytes: number): void {
    this.#turns.spend(this.#party, bytes / UNIT_BYTES);
  }

  /** Handles a message in this turn or a later one, after those before. */
  hear(handle: () => void): void {
    const { left, waiting } = this.#party;
    if (left <= 0 || this.#messages.length > 0) {
      this.#messages.push(handle);
      waiting.add(this);
      return;
    }
    this.#turns.spend(this.#party, 1);
    this.#handle(handle);
  }

  /** Handles the oldest message that waits, and goes to the end of the queue. */
  next(): void {
    const { waiting } = this.#party;
    waiting.delete(this);
    const handle = this.#messages.shift();
    if (this.#messages.length > 0) waiting.add(this);
    if (handle !== undefined) this.#handle(handle);
  }

  pause(): void {
    const { paused } = this.#party;
    if (paused.has(this)) return;
    paused.add(this);
    this.#speaker.pause();
  }

  resume(): void {
    if (this.#party.paused.delete(this)) this.#speaker.resume();
  }

  end(): void {
    this.#messages.length = 0;
    this.#turns.leave(this, this.#party);
  }

  /** A message may log its socket in. */
  #handle(handle: () => void): void {
    handle();
    const { user } = this.#speaker;
    if (user === this.#party.user || this.#messages.length > 0) return;
    this.resume();
    this.#turns.leave(this, this.#party);
    this.#party = this.#turns.enter(this, user);
  }
}
