import { isPositionExit, isSpot, type Coin, type Money, type OrderChanges, type OrderRecord, type Price } from '@tapedeck/domain';
import type { FillSimulation } from '../../calculators/fill-simulation.ts';
import { spotAmendPreview } from '../spot/spot-amend.ts';
import type { SpotContext, SpotError } from '../spot/spot-form.ts';
import { amendPreview } from './amend-preview.ts';
import type { OrderFormContext, OrderFormError } from './order-form.ts';

/** Result of a changed open order against the current market, by the functions of the form that places such orders. */
export interface AmendOutcome {
  /** The part that fills at once, as taker. */
  readonly fill: FillSimulation | undefined;
  /** Contracts only: taken from the available balance; absent for orders that only close. */
  readonly cost: Money | undefined;
  /** Pairs only: value in quote coin. */
  readonly value: Money | undefined;
  readonly fee: { readonly amount: Money; readonly coin: Coin } | undefined;
  /** P&L of the closing part before fees. */
  readonly closedPnl: Money | undefined;
  readonly liquidation: Price | undefined;
  /** Why the exchange would refuse it. */
  readonly problem: OrderFormError | SpotError | undefined;
}

const isSpotMarket = (market: OrderFormContext | SpotContext): market is SpotContext => isSpot(market.instrument);

function ofPair(order: OrderRecord, changes: OrderChanges, market: SpotContext): AmendOutcome {
  const { preview, problem } = spotAmendPreview(order, changes, market);
  const { amounts, fill } = preview;
  const fee = amounts && { amount: amounts.fee, coin: amounts.feeCoin };
  return { fill, cost: undefined, value: amounts?.value, fee, closedPnl: undefined, liquidation: undefined, problem };
}

/** `undefined` for the exit of a position, which waits for its trigger and closes what is open then. */
export function amendOutcome(order: OrderRecord, changes: OrderChanges, market: OrderFormContext | SpotContext): AmendOutcome | undefined {
  if (isSpotMarket(market)) return ofPair(order, changes, market);
  if (order.stop !== undefined && isPositionExit(order.stop.kind)) return undefined;
  const { preview, problem } = amendPreview(order, changes, market);
  const { fill, cost, openFee, closedPnl, liquidationAfter } = preview;
  return {
    fill,
    cost: order.reduceOnly ? undefined : cost,
    value: undefined,
    fee: openFee && { amount: openFee, coin: market.instrument.settleCoin },
    closedPnl,
    liquidation: liquidationAfter,
    problem,
  };
}
