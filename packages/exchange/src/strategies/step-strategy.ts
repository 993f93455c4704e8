import {
  assertNever,
  emptyLevel,
  gridLevels,
  lotCount,
  milliseconds,
  opposite,
  scaledLadder,
  tickCount,
  ticks,
  twapPart,
  type ChasePlan,
  type GridPlan,
  type IcebergPlan,
  type ScaledPlan,
  type Ticks,
  type TwapPlan,
} from '@tapedeck/domain';
import { BUY, SELL } from '../matching/order-book.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { GonePart, Strategy } from '../state/strategy.ts';
import { amendOrder } from '../orders/amend-order.ts';
import { sourceAt } from '../exits/conditional-orders.ts';
import { endRefused, endStrategy } from './end-strategy.ts';
import { placePart, type PartTerms } from './place-part.ts';
import { stepSpread } from './step-spread.ts';

const SECOND = 1_000;
/** Consecutive refusals after which a chase ends. */
const CHASE_REFUSALS_MAX = 5;

/** Places a part; false if that ended the strategy. */
function placed(state: ExchangeState, strategy: Strategy, part: PartTerms): boolean {
  const { refusal } = placePart(state, strategy, part);
  if (refusal === undefined) return true;
  endRefused(state, strategy, refusal.reason);
  return false;
}

const cancelled = (gone: readonly GonePart[]): boolean => gone.some(({ reason }) => reason !== undefined);

/** Whether an order at this price would match the other side of the book immediately. */
function wouldTake(state: ExchangeState, { terms }: Strategy, price: number): boolean {
  const { book } = state.market(terms.instrument.id);
  const best = book.best(terms.side === 'Buy' ? SELL : BUY);
  return best >= 0 && (terms.side === 'Buy' ? price >= best : price <= best);
}

/**
 * A post-only iceberg whose price the market has passed waits until it can rest again: ending it would leave most of it
 * unplaced. One that would take liquidity from the start has the wrong price, and ends.
 */
function stepIceberg(state: ExchangeState, strategy: Strategy, plan: IcebergPlan, gone: readonly GonePart[]): void {
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  if (cancelled(gone)) return endStrategy(state, strategy, 'PartCancelled');
  if (strategy.parts.size > 0) return;
  if (plan.postOnly && wouldTake(state, strategy, tickCount(plan.price))) {
    if (strategy.placed === 0) return endStrategy(state, strategy, 'WouldTake');
    strategy.nextAt = milliseconds(state.now) + SECOND;
    return;
  }
  strategy.nextAt = 0;
  placed(state, strategy, {
    side: strategy.terms.side,
    orderType: 'Limit',
    price: tickCount(plan.price),
    quantity: Math.min(lotCount(plan.shown), strategy.left),
    timeInForce: plan.postOnly ? 'PostOnly' : 'GoodTillCancel',
    part: strategy.placed + 1,
  });
}

/** Downtime of the exchange is not caught up: the remaining parts keep their interval. */
function stepTwap(state: ExchangeState, strategy: Strategy, plan: TwapPlan): void {
  const now = milliseconds(state.now);
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  if (now < strategy.nextAt) return;
  const partsLeft = plan.parts - strategy.began;
  if (partsLeft <= 0) return endStrategy(state, strategy, 'TimeOver');
  strategy.began += 1;
  strategy.nextAt = now + plan.interval;
  const limited = tickCount(plan.limit) > 0;
  const { refusal } = placePart(state, strategy, {
    side: strategy.terms.side,
    orderType: limited ? 'Limit' : 'Market',
    price: tickCount(plan.limit),
    quantity: twapPart(strategy.left, partsLeft),
    timeInForce: 'ImmediateOrCancel',
    part: strategy.placed + 1,
  });
  if (refusal?.reason === 'insufficientBalance' || refusal?.reason === 'aboveRiskLimit' || refusal?.reason === 'reduceOnlyNoPosition') {
    return endRefused(state, strategy, refusal.reason);
  }
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  // The last part traded as far as it could.
  if (strategy.began >= plan.parts) endStrategy(state, strategy, 'TimeOver');
}

/** The best price of the strategy's own side, which may be its own order. */
function ownBest(state: ExchangeState, { terms }: Strategy): number {
  return state.market(terms.instrument.id).book.best(terms.side === 'Buy' ? BUY : SELL);
}

function stepChase(state: ExchangeState, strategy: Strategy, plan: ChasePlan, gone: readonly GonePart[]): void {
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  for (const { reason } of gone) {
    if (reason === 'EC_PostOnlyWillTakeLiquidity') strategy.refusals += 1;
    else if (reason !== undefined) return endStrategy(state, strategy, 'PartCancelled');
  }
  if (strategy.refusals >= CHASE_REFUSALS_MAX) return endStrategy(state, strategy, 'Refused');
  const now = milliseconds(state.now);
  if (now < strategy.nextAt) return;
  strategy.nextAt = now + SECOND;
  const best = ownBest(state, strategy);
  if (best < 0) return;
  if (strategy.began === 0) strategy.began = best;
  const room = tickCount(plan.maxDistance);
  if (room > 0 && Math.abs(best - strategy.began) > room) return endStrategy(state, strategy, 'TooFar');
  follow(state, strategy, best);
}

/** Moves the single order of a chase to the best price, or places it. */
function follow(state: ExchangeState, strategy: Strategy, best: number): void {
  const account = state.account(strategy.terms.account);
  const [orderId = -1] = strategy.parts;
  const order = account.orders.get(orderId);
  if (order === undefined) {
    const { side } = strategy.terms;
    placed(state, strategy, {
      side,
      orderType: 'Limit',
      price: best,
      quantity: strategy.left,
      timeInForce: 'PostOnly',
      part: strategy.placed + 1,
    });
    return;
  }
  if (order.price === best) {
    strategy.refusals = 0;
    return;
  }
  const { refusal } = amendOrder(state, account, {
    type: 'AmendOrder',
    time: state.now,
    account: account.id,
    orderId,
    changes: { price: ticks(best) },
  });
  if (refusal !== undefined) endRefused(state, strategy, refusal.reason);
}

function stepScaled(state: ExchangeState, strategy: Strategy, plan: ScaledPlan): void {
  if (strategy.began === 0) {
    strategy.began = 1;
    const { side, quantity } = strategy.terms;
    for (const [i, step] of scaledLadder(plan, quantity).entries()) {
      const at = { price: tickCount(step.price), quantity: lotCount(step.quantity) };
      if (!placed(state, strategy, { side, orderType: 'Limit', ...at, timeInForce: 'GoodTillCancel', part: i + 1 })) return;
    }
  }
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  if (strategy.parts.size === 0) endStrategy(state, strategy, 'PartCancelled');
}

/** One level of a grid; `false` if that ended the grid. */
function gridOrder(
  state: ExchangeState,
  strategy: Strategy,
  at: { readonly side: 'Buy' | 'Sell'; readonly level: number; readonly price: number },
): boolean {
  return placed(state, strategy, {
    side: at.side,
    orderType: 'Limit',
    price: at.price,
    quantity: lotCount(strategy.terms.quantity),
    timeInForce: 'GoodTillCancel',
    part: at.level,
  });
}

/** Buys below the last price and sells above it; the nearest level stays empty. */
function openGrid(state: ExchangeState, strategy: Strategy, levels: readonly Ticks[]): void {
  const last = sourceAt(state.market(strategy.terms.instrument.id), 'LastPrice').floor;
  const nearest = emptyLevel(levels, last);
  for (const [level, price] of levels.entries()) {
    if (level === nearest) continue;
    if (!gridOrder(state, strategy, { side: level < nearest ? 'Buy' : 'Sell', level, price: tickCount(price) })) return;
  }
}

function stepGrid(state: ExchangeState, strategy: Strategy, plan: GridPlan, gone: readonly GonePart[]): void {
  const levels = gridLevels(plan);
  if (strategy.began === 0) {
    strategy.began = 1;
    openGrid(state, strategy, levels);
    return;
  }
  for (const { part, side, reason } of gone) {
    if (reason !== undefined) continue;
    const level = side === 'Buy' ? part + 1 : part - 1;
    const price = levels[level];
    if (price === undefined) continue;
    if (!gridOrder(state, strategy, { side: opposite(side), level, price: tickCount(price) })) return;
  }
  if (strategy.parts.size === 0) endStrategy(state, strategy, 'PartCancelled');
}

/** Executes a plan after an event of its parts, or at its due time. */
export function stepStrategy(state: ExchangeState, strategy: Strategy): void {
  const gone = strategy.gone.splice(0);
  const { plan } = strategy.terms;
  switch (plan.kind) {
    case 'Iceberg':
      return stepIceberg(state, strategy, plan, gone);
    case 'TWAP':
      return stepTwap(state, strategy, plan);
    case 'Chase':
      return stepChase(state, strategy, plan, gone);
    case 'Scaled':
      return stepScaled(state, strategy, plan);
    case 'Grid':
      return stepGrid(state, strategy, plan, gone);
    case 'Webhook':
      return;
    case 'FutureSpread':
      return stepSpread(state, strategy, plan);
    default:
      assertNever(plan);
  }
}
