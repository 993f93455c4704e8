import {
  arrivalOf,
  invariant,
  isFuture,
  lots,
  opposite,
  refusal,
  ticks,
  type BookLevels,
  type FutureSpreadPlan,
  type Instrument,
  type PlaceOrder,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import { costsRefusal, termsRefusal } from '../risk/check-order.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { endRefused, endStrategy } from './end-strategy.ts';
import { arrive, levelsAgainst } from './place-order.ts';
import { partCommand } from './place-part.ts';

/** Two dated or perpetual contracts of one coin whose prices and quantities count in the same steps. */
export function spreadLegsRefusal(near: Instrument, far: Instrument | undefined): Refusal | undefined {
  if (far === undefined) return refusal('symbolUnknown');
  const alike =
    near.id !== far.id &&
    near.baseCoin === far.baseCoin &&
    near.settleCoin === far.settleCoin &&
    near.tickSize === far.tickSize &&
    near.lotSize === far.lotSize;
  return alike && (isFuture(near) || isFuture(far)) ? undefined : refusal('spreadLegsUnlike');
}

interface Leg {
  readonly market: Market;
  readonly side: Side;
  readonly levels: BookLevels;
}

/** How much of both books is there at the distance or a better one, and the worst price of each leg. */
function reach(far: Leg, near: Leg, plan: FutureSpreadPlan, want: number): { readonly count: number; readonly far: number; readonly near: number } {
  let [farTick, nearTick] = [far.levels.best(), near.levels.best()];
  let [farLeft, nearLeft] = [farTick < 0 ? 0 : far.levels.lotsAt(farTick), nearTick < 0 ? 0 : near.levels.lotsAt(nearTick)];
  let found = { count: 0, far: 0, near: 0 };
  while (found.count < want && farTick >= 0 && nearTick >= 0) {
    const distance = farTick - nearTick;
    if (far.side === 'Buy' ? distance > plan.limit : distance < plan.limit) return found;
    const here = Math.min(farLeft, nearLeft, want - found.count);
    if (here > 0) found = { count: found.count + here, far: farTick, near: nearTick };
    farLeft -= here;
    nearLeft -= here;
    if (farLeft <= 0) {
      farTick = far.levels.next(farTick);
      farLeft = farTick < 0 ? 0 : far.levels.lotsAt(farTick);
    }
    if (nearLeft <= 0) {
      nearTick = near.levels.next(nearTick);
      nearLeft = nearTick < 0 ? 0 : near.levels.lotsAt(nearTick);
    }
  }
  return found;
}

/** Whether the account can carry both legs together; neither is placed otherwise. */
function legsRefusal(state: ExchangeState, legs: readonly { readonly command: PlaceOrder; readonly leg: Leg }[]): Refusal | undefined {
  const account = state.account(legs[0]?.command.account ?? 0);
  for (const { command, leg } of legs) {
    const refused = termsRefusal(account, account.slot(leg.market.instrument), leg.market, command);
    if (refused !== undefined) return refused;
  }
  const costs = legs.map(({ command, leg }) => ({
    command,
    arrival: arrivalOf({ ...command, instrument: leg.market.instrument, mark: leg.market.mark }, leg.levels),
  }));
  return costsRefusal(state, account, costs);
}

/** Trades both legs, each whole, as soon as both books carry the whole distance. */
export function stepSpread(state: ExchangeState, strategy: Strategy, plan: FutureSpreadPlan): void {
  const { terms } = strategy;
  if (strategy.left <= 0) return endStrategy(state, strategy, 'Done');
  const account = state.account(terms.account);
  const [near, far] = [state.findMarket(terms.instrument.id), state.findMarket(plan.far)];
  if (near?.status !== 'Trading' || far?.status !== 'Trading') return endStrategy(state, strategy, 'NotTrading');
  const legOf = (market: Market, side: Side): Leg => ({
    market,
    side,
    levels: levelsAgainst(market, side, account.ordersOf(account.slot(market.instrument))),
  });
  const farLeg = legOf(far, terms.side);
  const nearLeg = legOf(near, opposite(terms.side));
  const found = reach(farLeg, nearLeg, plan, strategy.left);
  if (found.count === 0) return;
  const common = { orderType: 'Limit', quantity: found.count, timeInForce: 'FillOrKill' } as const;
  const legs = [
    { leg: farLeg, price: found.far, part: strategy.placed + 1 },
    { leg: nearLeg, price: found.near, part: strategy.placed + 2 },
  ].map(({ leg, price, part }) => {
    const command = { ...partCommand(state, strategy, { ...common, side: leg.side, price, part }), instrument: leg.market.instrument.id };
    return { leg, part, command: { ...command, price: ticks(price), quantity: lots(found.count) } };
  });
  const refused = legsRefusal(state, legs);
  // Too little value, or too close to the price limit: the next step may carry it.
  if (refused?.reason === 'insufficientBalance' || refused?.reason === 'aboveRiskLimit') return endRefused(state, strategy, refused.reason);
  if (refused !== undefined) return;
  for (const { command, part } of legs) {
    const tag = { kind: plan.kind, id: terms.strategyId, part };
    const { refusal: late } = arrive(state, account, { command, fired: undefined, tag, paid: true });
    invariant(late === undefined, 'both legs of a spread were checked together');
  }
}
