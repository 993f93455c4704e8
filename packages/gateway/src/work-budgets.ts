import { COSTS, type CostClass } from './costs.ts';
import type { ComeBackLater } from './ports.ts';

/** Units of work, as `COSTS` counts them. */
interface Share {
  readonly perSecond: number;
  /** After a rest. */
  readonly atOnce: number;
}

export interface WorkLimits {
  /** A client without a session or key. */
  readonly client: Share;
  /** All such clients together. */
  readonly strangers: Share;
  readonly user: Share;
  /** Calls in turn that one client without a session, and all of them, have under way. */
  readonly underWay: { readonly client: number; readonly strangers: number };
}

/**
 * A client may be a machine with many programs: it loads all markets 45 times at once, and then polls as much as the exchange
 * lets an address poll (120 calls a second). All strangers together take at most two fifths of a processor.
 */
export const WORK_LIMITS: WorkLimits = {
  client: { perSecond: 200, atOnce: 5_000 },
  strangers: { perSecond: 400, atOnce: 10_000 },
  user: { perSecond: 2_000, atOnce: 10_000 },
  underWay: { client: 64, strangers: 128 },
};

/** The user of a call, or the client without one. */
export interface Caller {
  readonly name: string;
  readonly isStranger: boolean;
}

/** A caller by its user, or else by its client. */
export const callerOf = (user: number | undefined, client: string): Caller =>
  user === undefined ? { name: client, isStranger: true } : { name: String(user), isStranger: false };

const SECOND_MS = 1_000;
/** Clients remembered. The sum bounds the work of more. */
const CLIENTS_MAX = 10_000;
/** Wait of a client whose calls are still being answered. */
const UNDER_WAY_MS = 1_000;

/** The units that a caller has left. */
class Bucket {
  readonly #share: Share;
  #level: number;
  #at: number;

  constructor(share: Share, now: number) {
    this.#share = share;
    this.#level = share.atOnce;
    this.#at = now;
  }

  /** Milliseconds until it holds so many units, 0 if it does. */
  waitFor(units: number, now: number, perSecond = this.#share.perSecond): number {
    this.#level = Math.min(this.#share.atOnce, this.#level + (Math.max(0, now - this.#at) * perSecond) / SECOND_MS);
    this.#at = now;
    return units <= this.#level ? 0 : Math.ceil(((units - this.#level) * SECOND_MS) / perSecond);
  }

  take(units: number): void {
    this.#level -= units;
  }

  get isFull(): boolean {
    return this.#level >= this.#share.atOnce;
  }
}

/**
 * Bounds the work that callers cause before it is done: of each client without a session or key, of all of them together, and
 * of each user. What strangers take never reduces the share of a user. When many clients ask, each gets an equal part of the
 * sum, so that some that ask for all of it leave the others theirs.
 */
export class WorkBudgets {
  readonly #limits: WorkLimits;
  readonly #now: () => number;
  readonly #strangers: Bucket;
  readonly #clients = new Map<string, Bucket>();
  /** Log-ins do not wait for what the same machine reads. */
  readonly #secrets = new Map<string, Bucket>();
  readonly #users = new Map<string, Bucket>();
  readonly #underWay = new Map<string, number>();
  /** Clients with a key that they have proved, by both names. */
  readonly #proven = new Set<string>();
  #strangersUnderWay = 0;
  #sweptAt = 0;

  constructor(limits: WorkLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#strangers = new Bucket(limits.strangers, 0);
  }

  /** Takes the units of a call; the time to wait if there are not enough of them. */
  take(cost: CostClass, caller: Caller): ComeBackLater | undefined {
    const { units } = COSTS[cost];
    if (units === 0 || (cost === 'command' && !caller.isStranger)) return undefined;
    const now = this.#now();
    if (cost === 'secret' && caller.isStranger) return take(bucketOf(this.#secrets, caller.name, this.#limits.client, now), units, now);
    return this.#take(units, caller, now);
  }

  /** The same for subscriptions: all of them or none. */
  subscribe(topics: Iterable<{ readonly cost: CostClass }>, caller: Caller): ComeBackLater | undefined {
    let units = 0;
    for (const { cost } of topics) units += COSTS[cost].units;
    return this.#take(units, caller, this.#now());
  }

  #take(units: number, { name, isStranger }: Caller, now: number): ComeBackLater | undefined {
    this.#sweep(now);
    if (!isStranger) return take(bucketOf(this.#users, name, this.#limits.user, now), units, now);
    const wait = this.#strangers.waitFor(units, now);
    // Before the client is remembered, so that invented addresses do not fill the memory.
    if (wait > 0) return { retryAfterMs: wait };
    const later = take(bucketOf(this.#clients, name, this.#limits.client, now), units, now, this.#perClient);
    if (later === undefined) this.#strangers.take(units);
    return later;
  }

  /**
   * The time until the signature of this key may be checked for a client, after failed ones that its budget, or that of all
   * strangers, had no room for. A client that has proved the key never waits: others on its machine must not keep it from trading.
   */
  owed(client: string, key: string): ComeBackLater | undefined {
    return this.#proven.has(`${client} ${key}`) ? undefined : this.#debtOf(client, this.#now());
  }

  /** The client signed with this key. */
  proved(client: string, key: string): void {
    const name = `${client} ${key}`;
    this.#proven.delete(name);
    this.#proven.add(name);
    const [oldest] = this.#proven;
    if (this.#proven.size > CLIENTS_MAX && oldest !== undefined) this.#proven.delete(oldest);
  }

  /**
   * A check of a signature that failed costs the client a light call, even if its reads have left nothing: only such checks make
   * debts. The time to wait for a client that is in debt already.
   */
  failedProof(client: string): ComeBackLater | undefined {
    const now = this.#now();
    const debt = this.#debtOf(client, now);
    if (debt !== undefined) return debt;
    const { units } = COSTS.light;
    bucketOf(this.#clients, client, this.#limits.client, now).take(units);
    this.#strangers.take(units);
    return undefined;
  }

  #debtOf(client: string, now: number): ComeBackLater | undefined {
    const own = this.#clients.get(client)?.waitFor(0, now, this.#perClient) ?? 0;
    const wait = Math.max(own, this.#strangers.waitFor(0, now));
    return wait > 0 ? { retryAfterMs: wait } : undefined;
  }

  /** Units a second of each client: when many ask, its part of the sum, of which one part is left for the next to come. */
  get #perClient(): number {
    const { client, strangers } = this.#limits;
    return Math.min(client.perSecond, strangers.perSecond / (this.#clients.size + 1));
  }

  /** The same for a call over HTTP. One that counts as under way until its answer is made has an `end`, which is called once. */
  begin(cost: CostClass, caller: Caller): ComeBackLater | { readonly end: () => void } | undefined {
    if (!COSTS[cost].inTurn || !caller.isStranger) return this.take(cost, caller);
    const { client, strangers } = this.#limits.underWay;
    const own = this.#underWay.get(caller.name) ?? 0;
    if (own >= client || this.#strangersUnderWay >= strangers) return { retryAfterMs: UNDER_WAY_MS };
    const later = this.take(cost, caller);
    if (later !== undefined) return later;
    this.#move(caller.name, 1);
    return { end: () => this.#move(caller.name, -1) };
  }

  #move(client: string, by: 1 | -1): void {
    const now = (this.#underWay.get(client) ?? 0) + by;
    if (now === 0) this.#underWay.delete(client);
    else this.#underWay.set(client, now);
    this.#strangersUnderWay += by;
  }

  /** Forgets those with full budgets: they are as good as new. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < SECOND_MS) return;
    this.#sweptAt = now;
    const perClient = this.#perClient;
    for (const buckets of [this.#clients, this.#secrets, this.#users])
      for (const [name, bucket] of buckets) {
        bucket.waitFor(0, now, buckets === this.#clients ? perClient : undefined);
        if (bucket.isFull) buckets.delete(name);
      }
  }
}

function take(bucket: Bucket, units: number, now: number, perSecond?: number): ComeBackLater | undefined {
  const wait = bucket.waitFor(units, now, perSecond);
  if (wait > 0) return { retryAfterMs: wait };
  bucket.take(units);
  return undefined;
}

function bucketOf(buckets: Map<string, Bucket>, name: string, share: Share, now: number): Bucket {
  const bucket = buckets.get(name) ?? new Bucket(share, now);
  buckets.set(name, bucket);
  const [oldest] = buckets.keys();
  if (buckets.size > CLIENTS_MAX && oldest !== undefined) buckets.delete(oldest);
  return bucket;
}
