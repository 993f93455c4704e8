import type { AccountId, CancelReason, OrderId, Side, StrategyId, StrategyTag } from '@tapedeck/domain';
import type { PartFill, Strategy } from './strategy.ts';

/** Number of ended strategies that an account is shown, newest first. */
export const ENDED_STRATEGIES_KEPT = 50;
/** Running strategies of one account. */
export const STRATEGIES_MAX = 50;

interface Part {
  readonly orderId: OrderId;
  readonly side: Side;
}

/** All strategies of the exchange, and those with pending work. */
export class Strategies {
  readonly #running = new Map<StrategyId, Strategy>();
  readonly #ended = new Map<AccountId, Strategy[]>();
  /** In order of their events. */
  readonly #touched = new Set<StrategyId>();

  add(strategy: Strategy): void {
    this.#running.set(strategy.terms.strategyId, strategy);
  }

  get(account: AccountId, id: StrategyId): Strategy | undefined {
    const strategy = this.#running.get(id);
    return strategy?.terms.account === account ? strategy : undefined;
  }

  /** Running ones by ascending id. */
  get running(): readonly Strategy[] {
    return [...this.#running.values()];
  }

  get none(): boolean {
    return this.#running.size === 0;
  }

  runningOf(account: AccountId): Strategy[] {
    return this.running.filter(({ terms }) => terms.account === account);
  }

  /** Ended ones of all accounts, by account and end time. */
  get ended(): readonly Strategy[] {
    return [...this.#ended].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
  }

  /** Running and recently ended ones of an account. */
  of(account: AccountId): Strategy[] {
    return [...this.runningOf(account), ...(this.#ended.get(account) ?? [])];
  }

  finish(strategy: Strategy): void {
    const { strategyId, account } = strategy.terms;
    this.#running.delete(strategyId);
    this.#touched.delete(strategyId);
    strategy.gone.length = 0;
    this.keep(account, strategy);
  }

  keep(account: AccountId, strategy: Strategy): void {
    const list = this.#ended.get(account) ?? [];
    list.push(strategy);
    if (list.length > ENDED_STRATEGIES_KEPT) list.shift();
    this.#ended.set(account, list);
  }

  touch(id: StrategyId): void {
    if (this.#running.has(id)) this.#touched.add(id);
  }

  /** The next strategy with pending work. */
  next(): Strategy | undefined {
    for (const id of this.#touched) {
      this.#touched.delete(id);
      return this.#running.get(id);
    }
    return undefined;
  }

  get busy(): boolean {
    return this.#touched.size > 0;
  }

  placed({ id }: StrategyTag, orderId: OrderId): void {
    const strategy = this.#running.get(id);
    if (strategy === undefined) return;
    strategy.parts.add(orderId);
    strategy.placed += 1;
  }

  filled(tag: StrategyTag, { side }: Part, fill: PartFill): void {
    this.#running.get(tag.id)?.take(tag, side, fill);
    this.touch(tag.id);
  }

  /** A part ended: filled, if without a reason. */
  gone({ id, part }: StrategyTag, { orderId, side }: Part, reason: CancelReason | undefined): void {
    const strategy = this.#running.get(id);
    if (strategy?.parts.delete(orderId) !== true) return;
    strategy.gone.push({ part, side, reason });
    this.touch(id);
  }
}
