import {
  exitDirection,
  lots,
  refusal,
  sellableLots,
  tickCount,
  type AttachedExits,
  type ExitLeg,
  type Money,
  type PlaceOrder,
  type Refusal,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { isSpotExit, lockExit, unlockExit } from '../state/spot-exits.ts';
import { WaitingOrder } from '../triggers/waiting-order.ts';
import { legsRefusal } from './check-options.ts';
import { EXIT_KINDS, PARTIAL_KIND, replaced, startPair, type ExitKind } from './position-exits.ts';

/** Entries of TP/SL of one account in one pair, with those that open orders will bring (reference, section 6.21). */
export const SPOT_EXITS_MAX = 30;

/** TP/SL that an order of a pair brings along: of a buy alone, because they sell what it bought. */
export function spotExitsRefusal(
  state: ExchangeState,
  account: Account,
  market: Market,
  order: { readonly command: PlaceOrder; readonly exits: AttachedExits },
): Refusal | undefined {
  const { command, exits } = order;
  if (command.side !== 'Buy') return refusal('exitsNoPosition');
  const wrong = legsRefusal(market, command, exits);
  if (wrong !== undefined) return wrong;
  const { instrument } = market;
  const parents = new Set<number>();
  for (const leg of state.triggers.ofInstrument(account.id, instrument)) {
    if (isSpotExit(leg)) parents.add(leg.terms.parent);
    else if (leg.exits !== undefined) parents.add(leg.terms.orderId);
  }
  for (const { orderId, instrument: of, extra } of account.orders.list()) {
    if (of.id === instrument.id && extra?.exits !== undefined) parents.add(orderId);
  }
  return parents.size >= SPOT_EXITS_MAX ? refusal('tooManyExits') : undefined;
}

function newLeg(state: ExchangeState, order: OpenOrder, which: ExitKind, leg: ExitLeg): WaitingOrder {
  const orderId = state.nextOrderId;
  state.nextOrderId += 1;
  const exit = new WaitingOrder({
    orderId,
    clientOrderId: '',
    account: order.account,
    instrument: order.instrument,
    kind: PARTIAL_KIND[which],
    side: 'Sell',
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    wholePosition: false,
    positionIndex: 0,
    parent: order.orderId,
    source: order.source,
    createdAt: state.now,
  });
  exit.orderType = leg.orderType;
  exit.price = leg.orderType === 'Limit' ? tickCount(leg.limit) : 0;
  exit.trigger = { price: leg.trigger, direction: exitDirection('Buy', which), source: leg.source };
  exit.slippage = leg.slippage;
  return exit;
}

/** The order with a smaller count filled: what of it could be sold then. */
const sellable = ({ instrument }: OpenOrder, filled: number, fee: Money): number => sellableLots(instrument, lots(filled), fee);

/**
 * A buy that brings TP/SL along has filled: what it bought, less its fee and in whole lots, is kept for one of the two to sell. Later fills
 * make the entry larger, or a new one when it has gone.
 */
export function attachSpotExits(
  state: ExchangeState,
  account: Account,
  order: OpenOrder,
  before: { readonly filled: number; readonly fee: Money },
): void {
  const exits = order.extra?.exits;
  if (exits === undefined) return;
  const more = sellable(order, order.filled, order.fee) - sellable(order, before.filled, before.fee);
  if (more <= 0) return;
  const own = state.triggers
    .ofInstrument(account.id, order.instrument)
    .filter((leg) => isSpotExit(leg) && leg.terms.parent === order.orderId);
  const [first] = own;
  if (first !== undefined) {
    unlockExit(state, first);
    for (const leg of own) {
      leg.quantity += more;
      replaced(state, leg);
    }
    lockExit(account, first);
    return;
  }
  const legs = EXIT_KINDS.flatMap((which) => {
    const leg = exits[which];
    return leg === undefined ? [] : [newLeg(state, order, which, leg)];
  });
  for (const leg of legs) leg.quantity = more;
  if (legs[0] !== undefined) lockExit(account, legs[0]);
  startPair(state, order.instrument.id, legs);
}
