import {
  arrivalOf,
  invariant,
  lots,
  opposite,
  refusal,
  spreadFits,
  spreadQuantityRefusal,
  ticks,
  type FutureSpreadPlan,
  type Instrument,
  type Lots,
  type PlaceOrder,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import { costsRefusal, termsRefusal } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Strategy } from '../state/strategy.ts';
import { endRefused, endStrategy } from './end-strategy.ts';
import { LevelsAhead } from '../fills/levels-ahead.ts';
import { arrive } from '../orders/place-order.ts';
import { partCommand } from './place-part.ts';

/** Two dated or perpetual contracts of one coin with compatible price and quantity steps, and a quantity valid for both. */
export function spreadLegsRefusal(near: Instrument, far: Instrument | undefined, quantity: Lots): Refusal | undefined {
  if (far === undefined) return refusal('symbolUnknown');
  return spreadFits(near, far) ? spreadQuantityRefusal({ near, far }, quantity) : refusal('spreadLegsUnlike');
}

interface Leg {
  readonly market: Market;
  readonly side: Side;
}

/** One leg's side of its book, level by level; each level is read once. */
class LegLevels {
  tick: number;
  /** Remaining lots of the level for the leg. */
  left: number;
  readonly #levels: LevelsAhead;

  constructor(state: ExchangeState, account: Account, { market, side }: Leg, wanted: number) {
    this.#levels = new LevelsAhead(state, market, { account, side });
    this.tick = this.#levels.best();
    this.left = this.#lots(wanted);
  }

  take(count: number, wanted: number): void {
    this.left -= count;
    if (this.left > 0) return;
    this.tick = this.#levels.next(this.tick);
    this.left = this.#lots(wanted);
  }

  #lots(wanted: number): number {
    return this.tick < 0 ? 0 : this.#levels.lotsAt(this.tick, wanted);
  }
}

interface Legs {
  readonly far: Leg;
  readonly near: Leg;
}

/** Quantity available in both books at the spread price or better, and the worst price of each leg. */
function reach(
  state: ExchangeState,
  account: Account,
  legs: Legs,
  { left: want, plan }: { readonly left: number; readonly plan: FutureSpreadPlan },
) {
  const far = new LegLevels(state, account, legs.far, want);
  const near = new LegLevels(state, account, legs.near, want);
  let found = { count: 0, far: 0, near: 0 };
  while (found.count < want && far.tick >= 0 && near.tick >= 0) {
    const distance = far.tick - near.tick;
    if (legs.far.side === 'Buy' ? distance > plan.limit : distance < plan.limit) return found;
    const here = Math.min(far.left, near.left, want - found.count);
    if (here > 0) found = { count: found.count + here, far: far.tick, near: near.tick };
    far.take(here, want - found.count);
    near.take(here, want - found.count);
  }
  return found;
}

/** Whether the account can carry both legs together; otherwise neither is placed. */
function legsRefusal(state: ExchangeState, legs: readonly { readonly command: PlaceOrder; readonly leg: Leg }[]): Refusal | undefined {
  const account = state.account(legs[0]?.command.account ?? 0);
  for (const { command, leg } of legs) {
    const refused = termsRefusal(account, account.slot(leg.market.instrument), leg.market, command);
    if (refused !== undefined) return refused;
  }
  const costs = legs.map(({ command, leg }) => ({
    command,
    arrival: arrivalOf(
      { ...command, instrument: leg.market.instrument, mark: leg.market.mark },
      new LevelsAhead(state, leg.market, { account, side: leg.side }),
    ),
  }));
  return costsRefusal(state, account, costs);
}

/** A plan that only takes available quantity ends when there is no more. */
function giveUp(state: ExchangeState, strategy: Strategy, { immediate }: FutureSpreadPlan): void {
  if (immediate === true) endStrategy(state, strategy, 'TooFar');
}

interface CheckedLeg {
  readonly command: PlaceOrder;
  readonly part: number;
}

/** Trades both legs; the account was already checked for both together. */
function placeLegs(state: ExchangeState, strategy: Strategy, legs: readonly CheckedLeg[]): void {
  const { terms } = strategy;
  const account = state.account(terms.account);
  const [far = 0, near = 0] = legs.map(({ command, part }) => {
    const tag = { kind: terms.plan.kind, id: terms.strategyId, part };
    const { refusal: late, orderId } = arrive(state, account, { command, fired: undefined, tag, paid: true });
    invariant(late === undefined, 'both legs of a spread were checked together');
    return orderId;
  });
  strategy.legs = [far, near];
}

/** Trades both legs completely once both books offer the entire spread. */
export function stepSpread(state: ExchangeState, strategy: Strategy, plan: FutureSpreadPlan): void {
  const { terms } = strategy;
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  const account = state.account(terms.account);
  const [near, far] = [state.findMarket(terms.instrument.id), state.findMarket(plan.far)];
  if (near?.status !== 'Trading' || far?.status !== 'Trading') return endStrategy(state, strategy, 'NotTrading');
  const farLeg = { market: far, side: terms.side };
  const nearLeg = { market: near, side: opposite(terms.side) };
  const found = reach(state, account, { far: farLeg, near: nearLeg }, { left: strategy.left, plan });
  if (found.count === 0) return giveUp(state, strategy, plan);
  const common = { orderType: 'Limit', quantity: found.count, timeInForce: 'FillOrKill' } as const;
  const legs = [
    { leg: farLeg, price: found.far, part: strategy.placed + 1 },
    { leg: nearLeg, price: found.near, part: strategy.placed + 2 },
  ].map(({ leg, price, part }) => {
    const command = { ...partCommand(state, strategy, { ...common, side: leg.side, price, part }), instrument: leg.market.instrument.id };
    return { leg, part, command: { ...command, price: ticks(price), quantity: lots(found.count) } };
  });
  const refused = legsRefusal(state, legs);
  // Too little value, or too close to the price limit: the next step may succeed.
  if (refused?.reason === 'insufficientBalance' || refused?.reason === 'aboveRiskLimit') return endRefused(state, strategy, refused.reason);
  if (refused !== undefined) return giveUp(state, strategy, plan);
  placeLegs(state, strategy, legs);
}
