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
  readonly users: Share;
  /** Calls in turn that one client without a session, and all of them, have under way. */
  readonly underWay: { readonly client: number; readonly strangers: number };
}

/**
 * A client may be a machine with many programs: it loads all markets 45 times at once, and then polls as much as the exchange
 * lets an address poll (120 calls a second). All strangers together take at most two fifths of a processor.
 */
const LIMITS: WorkLimits = {
  client: { perSecond: 200, atOnce: 5_000 },
  strangers: { perSecond: 400, atOnce: 10_000 },
  user: { perSecond: 2_000, atOnce: 10_000 },
  users: { perSecond: 4_000, atOnce: 20_000 },
  underWay: { client: 64, strangers: 128 },
};

const scaled = ({ perSecond, atOnce }: Share, scale: number): Share => ({ perSecond: perSecond * scale, atOnce: atOnce * scale });

/** The limits, multiplied by `scale` for a desk of many machines behind one address, or of many users. */
export function workLimits(scale = 1): WorkLimits {
  const { client, strangers, user, users, underWay } = LIMITS;
  return {
    client: scaled(client, scale),
    strangers: scaled(strangers, scale),
    user: scaled(user, scale),
    users: scaled(users, scale),
    underWay: { client: Math.ceil(underWay.client * scale), strangers: Math.ceil(underWay.strangers * scale) },
  };
}

/** The user of a call, or the client without one. */
export interface Caller {
  readonly name: string;
  readonly isStranger: boolean;
}

/** A caller by its user, or else by its client. */
export const callerOf = (user: number | undefined, client: string): Caller =>
  user === undefined ? { name: client, isStranger: true } : { name: String(user), isStranger: false };

const SECOND_MS = 1_000;
const ORDERS_PER_UNIT = 50;
/** Units beyond the class of a call, where its answer depends on so many open orders. */
export const unitsOfOrders = (orders: number): number => Math.floor(orders / ORDERS_PER_UNIT);
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
  waitFor(units: number, now: number, { perSecond, atOnce } = this.#share): number {
    this.#level = Math.min(atOnce, this.#level + (Math.max(0, now - this.#at) * perSecond) / SECOND_MS);
    this.#at = now;
    // A large subscription must not wait for ever because others came.
    const needed = atOnce < this.#share.atOnce ? Math.min(units, atOnce) : units;
    return needed <= this.#level ? 0 : Math.ceil(((needed - this.#level) * SECOND_MS) / perSecond);
  }

  take(units: number): void {
    this.#level -= units;
  }

  isFull({ atOnce }: Share): boolean {
    return this.#level >= atOnce;
  }
}

/** Callers of one kind, and the sum of what they take. */
class Pool {
  readonly #each: Share;
  readonly #all: Share | undefined;
  readonly #sum: Bucket | undefined;
  readonly #buckets = new Map<string, Bucket>();

  /** `all`: without a sum if absent. */
  constructor(each: Share, all?: Share) {
    this.#each = each;
    this.#all = all;
    this.#sum = all === undefined ? undefined : new Bucket(all, 0);
  }

  take(units: number, name: string, now: number): ComeBackLater | undefined {
    const wait = this.#sum?.waitFor(units, now) ?? 0;
    // Before the caller is remembered, so that invented addresses do not fill the memory.
    if (wait > 0) return { retryAfterMs: wait };
    const bucket = this.#bucketOf(name, now);
    const own = bucket.waitFor(units, now, this.#part);
    if (own > 0) return { retryAfterMs: own };
    bucket.take(units);
    this.#sum?.take(units);
    return undefined;
  }

  /** Takes them also from a caller that has nothing left. */
  charge(units: number, name: string, now: number): void {
    this.#bucketOf(name, now).take(units);
    this.#sum?.take(units);
  }

  /** The time until a caller, and the sum, have more than nothing again. */
  debtOf(name: string, now: number): ComeBackLater | undefined {
    const wait = Math.max(this.#buckets.get(name)?.waitFor(0, now, this.#part) ?? 0, this.#sum?.waitFor(0, now) ?? 0);
    return wait > 0 ? { retryAfterMs: wait } : undefined;
  }

  /** Forgets those with full budgets: they are as good as new. */
  sweep(now: number): void {
    const part = this.#part;
    for (const [name, bucket] of this.#buckets) {
      bucket.waitFor(0, now, part);
      if (bucket.isFull(part)) this.#buckets.delete(name);
    }
  }

  /** Share of each caller: when many ask, its part of one half of the sum. The other half is left for those who come. */
  get #part(): Share {
    if (this.#all === undefined) return this.#each;
    const parts = 2 * Math.max(1, this.#buckets.size);
    return {
      perSecond: Math.min(this.#each.perSecond, this.#all.perSecond / parts),
      atOnce: Math.min(this.#each.atOnce, this.#all.atOnce / parts),
    };
  }

  #bucketOf(name: string, now: number): Bucket {
    const bucket = this.#buckets.get(name) ?? new Bucket(this.#each, now);
    this.#buckets.set(name, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > CLIENTS_MAX && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }
}

/**
 * Bounds the work that callers cause before it is done: of each client without a session or key and of each user, and of all
 * clients and all users together. What strangers take never reduces the share of a user. When many ask, each gets an equal part,
 * so that some that ask for all of it leave the others theirs.
 */
export class WorkBudgets {
  readonly #limits: WorkLimits;
  readonly #now: () => number;
  readonly #strangers: Pool;
  readonly #users: Pool;
  /** Log-ins do not wait for what the same machine reads. */
  readonly #secrets: Pool;
  readonly #underWay = new Map<string, number>();
  /** Clients with a key that they have proved, by both names. */
  readonly #proven = new Set<string>();
  #strangersUnderWay = 0;
  #sweptAt = 0;

  constructor(limits: WorkLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#strangers = new Pool(limits.client, limits.strangers);
    this.#users = new Pool(limits.user, limits.users);
    this.#secrets = new Pool(limits.client);
  }

  /** Takes the units of a call; the time to wait if there are not enough of them. */
  take(cost: CostClass, caller: Caller): ComeBackLater | undefined {
    const { units } = COSTS[cost];
    if (units === 0 || (cost === 'command' && !caller.isStranger)) return undefined;
    return this.#take(units, caller, cost === 'secret' && caller.isStranger ? this.#secrets : undefined);
  }

  /** Takes units that an answer turned out to cost beyond its class, also from a user that has nothing left. */
  charge(units: number, user: number): void {
    if (units > 0) this.#users.charge(units, String(user), this.#now());
  }

  /** Like `take`, for subscriptions: all of them or none. */
  subscribe(topics: Iterable<{ readonly cost: CostClass }>, caller: Caller): ComeBackLater | undefined {
    let units = 0;
    for (const { cost } of topics) units += COSTS[cost].units;
    return this.#take(units, caller);
  }

  #take(units: number, { name, isStranger }: Caller, pool = isStranger ? this.#strangers : this.#users): ComeBackLater | undefined {
    const now = this.#now();
    this.#sweep(now);
    return pool.take(units, name, now);
  }

  /**
   * The time until the signature of this key may be checked for a client, after failed ones that its budget, or that of all
   * strangers, had no room for. A client that has proved the key never waits: others on its machine must not keep it from trading.
   */
  owed(client: string, key: string): ComeBackLater | undefined {
    return this.#proven.has(`${client} ${key}`) ? undefined : this.#strangers.debtOf(client, this.#now());
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
    const debt = this.#strangers.debtOf(client, now);
    if (debt === undefined) this.#strangers.charge(COSTS.light.units, client, now);
    return debt;
  }

  /** Like `take`, for a call over HTTP. One that counts as under way until its answer is made has an `end`, which is called once. */
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

  #sweep(now: number): void {
    if (now - this.#sweptAt < SECOND_MS) return;
    this.#sweptAt = now;
    for (const pool of [this.#strangers, this.#users, this.#secrets]) pool.sweep(now);
  }
}
