import {
  ZERO_MONEY,
  addMoney,
  exitDirection,
  lots,
  opposite,
  refusal,
  sellableLots,
  subtractMoney,
  tickCount,
  type AttachedExits,
  type ExitLeg,
  type Money,
  type PlaceOrder,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { isSpotExit, lockExit, setAmount, unlockExit } from '../state/spot-exits.ts';
import { WaitingOrder } from '../triggers/waiting-order.ts';
import { legsRefusal } from './check-options.ts';
import { EXIT_KINDS, PARTIAL_KIND, replaced, startPair, type ExitKind } from './position-exits.ts';

/** Entries of TP/SL of one account in one pair, with those that open orders will bring (reference, section 6.21). */
export const SPOT_EXITS_MAX = 30;

/** TP/SL that an order of a pair brings along: they give away what it brings in. */
export function spotExitsRefusal(
  state: ExchangeState,
  account: Account,
  market: Market,
  order: { readonly command: PlaceOrder; readonly exits: AttachedExits },
): Refusal | undefined {
  const { command, exits } = order;
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
  return parents.size >= SPOT_EXITS_MAX ? refusal('tooManyExits', { limit: String(SPOT_EXITS_MAX) }) : undefined;
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
    side: opposite(order.side),
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
  exit.trigger = { price: leg.trigger, direction: exitDirection(order.side, which), source: leg.source };
  exit.slippage = leg.slippage;
  return exit;
}

/** What had come of an order before a fill. */
export type FilledBefore = Pick<OpenOrder, 'filled' | 'filledValue' | 'fee'>;

/** What a fill brought in, less its fee: lots of a buy that could be sold, coins of a sell that could be spent. */
function broughtIn({ instrument, side, filled, filledValue, fee }: OpenOrder, before: FilledBefore): { lots: number; amount: Money } {
  if (side === 'Sell') {
    return { lots: 0, amount: subtractMoney(subtractMoney(filledValue, fee), subtractMoney(before.filledValue, before.fee)) };
  }
  return {
    lots: sellableLots(instrument, lots(filled), fee) - sellableLots(instrument, lots(before.filled), before.fee),
    amount: ZERO_MONEY,
  };
}

function grow(leg: WaitingOrder, side: Side, more: { readonly lots: number; readonly amount: Money }): void {
  if (side === 'Buy') leg.quantity += more.lots;
  else setAmount(leg, addMoney(leg.amount ?? ZERO_MONEY, more.amount));
}

/**
 * An order of a pair that brings TP/SL along has filled: what it brought in, less its fee, is kept for one of the two to give away: of a buy
 * whole lots, of a sell the quote coins. Later fills make the entry larger, or a new one when it has gone.
 */
export function attachSpotExits(state: ExchangeState, account: Account, order: OpenOrder, before: FilledBefore): void {
  const exits = order.extra?.exits;
  if (exits === undefined) return;
  const more = broughtIn(order, before);
  if (more.lots <= 0 && more.amount <= ZERO_MONEY) return;
  const own = state.triggers
    .ofInstrument(account.id, order.instrument)
    .filter((leg) => isSpotExit(leg) && leg.terms.parent === order.orderId);
  const [first] = own;
  if (first !== undefined) {
    unlockExit(state, first);
    for (const leg of own) {
      grow(leg, order.side, more);
      replaced(state, leg);
    }
    lockExit(account, first);
    return;
  }
  const legs = EXIT_KINDS.flatMap((which) => {
    const leg = exits[which];
    return leg === undefined ? [] : [newLeg(state, order, which, leg)];
  });
  for (const leg of legs) grow(leg, order.side, more);
  if (legs[0] !== undefined) lockExit(account, legs[0]);
  startPair(state, order.instrument.id, legs);
}
