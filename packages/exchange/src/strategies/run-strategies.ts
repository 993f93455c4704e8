import {
  isSpot,
  lotCount,
  milliseconds,
  planRefusal,
  refusal,
  smallestPart,
  tickCount,
  ticks,
  valueAtTick,
  valueBound,
  type CancelStrategy,
  type CreateStrategy,
  type Outcome,
  type Refusal,
  type SignalStrategy,
} from '@tapedeck/domain';
import { indexRefusal, reducible } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import { STRATEGIES_MAX } from '../state/strategies.ts';
import { Strategy } from '../state/strategy.ts';
import { sourceAt } from '../exits/conditional-orders.ts';
import { closeGrid, endStrategy, tellStrategy } from './end-strategy.ts';
import { placePart } from './place-part.ts';
import { spreadLegsRefusal } from './step-spread.ts';
import { stepStrategy } from './step-strategy.ts';

/** Requirements of a plan on the account's position in a contract. */
function positionRefusal(account: Account, market: Market, command: CreateStrategy): Refusal | undefined {
  const { plan, positionIndex, side, reduceOnly } = command;
  const { instrument } = market;
  const slot = account.slot(instrument);
  const index = indexRefusal(slot, positionIndex);
  if (index !== undefined) return index;
  const bothSides = plan.kind === 'Grid' || plan.kind === 'FutureSpread';
  if (bothSides && (positionIndex !== 0 || reduceOnly)) return refusal('positionIndexMismatch');
  if (reduceOnly) return reducible(slot.position(positionIndex), side) === 0 ? refusal('reduceOnlyNoPosition') : undefined;
  const value = valueAtTick(instrument, smallestPart(plan, command.quantity), ticks(sourceAt(market, 'LastPrice').floor));
  return value < instrument.minNotional
    ? refusal('strategyPartTooSmall', { smallestValue: valueBound(instrument.minNotional) })
    : undefined;
}

function situationRefusal(state: ExchangeState, account: Account, market: Market, command: CreateStrategy): Refusal | undefined {
  const { plan, positionIndex, quantity } = command;
  if (plan.kind === 'FutureSpread') {
    const legs = spreadLegsRefusal(market.instrument, state.findMarket(plan.far)?.instrument, quantity);
    if (legs !== undefined) return legs;
  }
  if (!isSpot(market.instrument)) return positionRefusal(account, market, command);
  return positionIndex === 0 ? undefined : refusal('positionIndexMismatch');
}

function gridRefusal(state: ExchangeState, account: Account, { plan, instrument }: CreateStrategy): Refusal | undefined {
  if (plan.kind !== 'Grid') return undefined;
  const twice = state.strategies
    .runningOf(account.id)
    .some(({ terms }) => terms.plan.kind === 'Grid' && terms.instrument.id === instrument);
  if (twice) return refusal('gridExists');
  const last = sourceAt(state.market(instrument), 'LastPrice').floor;
  if (plan.takeProfit !== ticks(0) && tickCount(plan.takeProfit) <= last) return refusal('gridTakeProfitBelow');
  return plan.stopLoss !== ticks(0) && tickCount(plan.stopLoss) >= last ? refusal('gridStopLossAbove') : undefined;
}

/** Starts a strategy; the steps after the command place its first parts. A refusal changes nothing. */
export function createStrategy(state: ExchangeState, account: Account, command: CreateStrategy): Outcome {
  const { instrument, side, positionIndex, reduceOnly, quantity, plan, source } = command;
  const market = state.market(instrument);
  if (market.status !== 'Trading' || !market.opened) return { refusal: refusal('notTrading') };
  const refused =
    planRefusal(plan, quantity, market.instrument) ??
    situationRefusal(state, account, market, command) ??
    gridRefusal(state, account, command) ??
    (state.strategies.runningOf(account.id).length >= STRATEGIES_MAX
      ? refusal('tooManyStrategies', { limit: String(STRATEGIES_MAX) })
      : undefined);
  if (refused !== undefined) return { refusal: refused };
  const strategyId = state.takeOrderId();
  const strategy = new Strategy({
    strategyId,
    account: account.id,
    instrument: market.instrument,
    side,
    positionIndex,
    reduceOnly,
    quantity,
    plan,
    source,
    createdAt: state.now,
  });
  state.strategies.add(strategy);
  tellStrategy(state, strategy);
  state.strategies.touch(strategyId);
  return { orderId: strategyId };
}

export function cancelStrategy(state: ExchangeState, account: Account, { strategyId }: CancelStrategy): Outcome {
  const strategy = state.strategies.get(account.id, strategyId);
  if (strategy === undefined) return { refusal: refusal('strategyUnknown') };
  endStrategy(state, strategy, 'User');
  return { orderId: strategyId };
}

/** Places the order of a webhook strategy again. */
export function signalStrategy(state: ExchangeState, account: Account, { strategyId, secret }: SignalStrategy): Outcome {
  const strategy = state.strategies.get(account.id, strategyId);
  const plan = strategy?.terms.plan;
  if (strategy === undefined || plan?.kind !== 'Webhook' || plan.secret !== secret) return { refusal: refusal('strategyUnknown') };
  const { side, quantity } = strategy.terms;
  const outcome = placePart(state, strategy, {
    side,
    orderType: plan.orderType,
    price: tickCount(plan.price),
    quantity: lotCount(quantity),
    timeInForce: plan.orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
    part: strategy.placed + 1,
  });
  // The progress is reported even while the order rests.
  if (outcome.refusal === undefined) state.strategies.touch(strategyId);
  return outcome;
}

/** Advances every strategy with events, in their order. */
export function runStrategies(state: ExchangeState): void {
  for (let strategy = state.strategies.next(); strategy !== undefined; strategy = state.strategies.next()) {
    const { instrument } = strategy.terms;
    if (state.findMarket(instrument.id)?.status !== 'Trading') {
      endStrategy(state, strategy, 'NotTrading');
      continue;
    }
    stepStrategy(state, strategy);
    if (strategy.ended === undefined) tellStrategy(state, strategy);
  }
}

/** A last price that ends a grid. */
function gridEnd(market: Market, { plan }: Strategy['terms']): 'TakeProfit' | 'StopLoss' | undefined {
  if (plan.kind !== 'Grid') return undefined;
  const last = sourceAt(market, 'LastPrice').floor;
  if (plan.takeProfit > ticks(0) && last >= tickCount(plan.takeProfit)) return 'TakeProfit';
  return plan.stopLoss > ticks(0) && last <= tickCount(plan.stopLoss) ? 'StopLoss' : undefined;
}

/** After a clock step: advances strategies that are due, whose market has ended, whose spread is near enough, or whose grid is complete. */
export function wakeStrategies(state: ExchangeState): void {
  if (state.strategies.none) return;
  const now = milliseconds(state.now);
  for (const strategy of state.strategies.running) {
    const { terms, nextAt } = strategy;
    const market = state.findMarket(terms.instrument.id);
    const ends = market === undefined ? undefined : gridEnd(market, terms);
    if (ends !== undefined) closeGrid(state, strategy, ends);
    else if (market?.status !== 'Trading' || (nextAt > 0 && nextAt <= now) || terms.plan.kind === 'FutureSpread') {
      state.strategies.touch(terms.strategyId);
    }
  }
}
