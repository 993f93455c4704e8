import {
  amountArrival,
  arrivalOf,
  executionLimit,
  lotCount,
  lots,
  tickCount,
  type Arrival,
  type OrderChanges,
  type Outcome,
  type PlaceOrder,
  type Refusal,
  type StrategyTag,
} from '@tapedeck/domain';
import {
  fundsRefusal,
  spotBookRefusal,
  spotPriceRefusal,
  spotSizeRefusal,
  spotSpending,
  spotTermsRefusal,
} from '../risk/check-spot-order.ts';
import { spotOrdersRefusal } from '../risk/order-counts.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { isSpotExit } from '../state/spot-exits.ts';
import { lockSpot, removeSpotOrder, unlockSpot } from '../state/spot-orders.ts';
import { LevelsAhead, NO_LEVELS, bestAgainst, crosses } from './levels-ahead.ts';
import { enter, openOrder, type Arriving } from './place-order.ts';
import { amendedCommand, changesRefusal, tellReplaced, withExits } from './amended.ts';
import { spotOptionsRefusal } from './check-options.ts';
import { spotExitsRefusal } from './spot-exits.ts';

/** What the order would do on arrival, and the worst tick at which it executes. */
function spotArrival(
  state: ExchangeState,
  account: Account,
  market: Market,
  command: PlaceOrder,
): { arrival: Arrival; limit: number; meets: boolean } {
  const { instrument, limitPrices } = market;
  const { side, orderType, price, quantity, timeInForce, quoteAmount } = command;
  const slippage = command.options?.slippage;
  const limit = tickCount(executionLimit({ instrument, side, orderType, price, ...limitPrices, slippage }, bestAgainst(market, side)));
  const meets = crosses(market, side, limit);
  // Who trades with himself gives and gets the same, but pays both fees: he has to have what he trades.
  const countsOwn = command.options?.selfMatch === 'None';
  const levels = meets ? new LevelsAhead(state, market, { account, side, countsOwn }) : NO_LEVELS;
  const arrival =
    quoteAmount === undefined
      ? arrivalOf({ instrument, side, orderType, timeInForce, price, quantity, ...limitPrices, slippage }, levels)
      : amountArrival({ instrument, side, amount: quoteAmount, ...limitPrices }, levels);
  return { arrival, limit, meets };
}

/** Places an order of a spot pair: all checks first, then matching, then resting or ending what is left. A refusal changes nothing. */
export function placeSpotOrder(state: ExchangeState, account: Account, command: PlaceOrder, tag?: StrategyTag): Outcome {
  const market = state.market(command.instrument);
  const exits = command.options?.exits;
  const terms =
    spotTermsRefusal(account, market, command) ??
    (command.options === undefined ? undefined : spotOptionsRefusal(command, command.options)) ??
    (exits === undefined ? undefined : spotExitsRefusal(state, account, market, { command, exits }));
  return terms === undefined ? arriveSpot(state, account, { command, fired: undefined, tag }) : { refusal: terms };
}

/** Checks an order of a spot pair against the book and the account's coins, then matches it and rests or ends what is left. */
export function arriveSpot(state: ExchangeState, account: Account, arriving: Arriving): Outcome {
  const { command } = arriving;
  const market = state.market(command.instrument);
  const { instrument } = market;
  const { arrival, limit, meets } = spotArrival(state, account, market, command);
  const spending = spotSpending(instrument, command, arrival);
  const exit = arriving.fired !== undefined && isSpotExit(arriving.fired);
  const refused =
    (arriving.fired === undefined ? undefined : spotOrdersRefusal(account)) ??
    spotBookRefusal(instrument, command, arrival, exit) ??
    fundsRefusal(state, account, command, { ...spending, kept: exit });
  if (refused !== undefined) return { refusal: refused };
  const count = command.quoteAmount === undefined ? lotCount(command.quantity) : arrival.fillLots;
  const order = openOrder(state, account, arriving, count);
  enter(state, { account, market, side: command.side, positionIndex: 0, limit, order }, arrival, meets);
  return { orderId: order.orderId };
}

/** A changed order has to be as large as a new one, with what of it is filled. */
function sizeOfChanges({ instrument, filled }: OpenOrder, command: PlaceOrder): Refusal | undefined {
  const whole = { ...command, quantity: lots(filled + lotCount(command.quantity)) };
  return instrument.spot === undefined ? undefined : spotSizeRefusal(instrument, whole, instrument.spot);
}

function termsOfChanges(
  state: ExchangeState,
  account: Account,
  order: OpenOrder,
  { command, changes }: { readonly command: PlaceOrder; readonly changes: OrderChanges },
): Refusal | undefined {
  const market = state.market(order.instrument.id);
  const exits = changes.exits ?? undefined;
  return (
    sizeOfChanges(order, command) ??
    (changes.price === undefined ? undefined : spotPriceRefusal(market, command)) ??
    (exits === undefined ? undefined : spotExitsRefusal(state, account, market, { command, exits }))
  );
}

/** Changes a resting order of a spot pair: smaller at its price it stays where it is, else it arrives anew. A refusal changes nothing. */
export function amendSpot(state: ExchangeState, account: Account, order: OpenOrder, changes: OrderChanges): Outcome {
  const { instrument, price, side, orderId } = order;
  const market = state.market(instrument.id);
  const unfit = changesRefusal(order, changes);
  if (unfit !== undefined) return { refusal: unfit };
  const command = amendedCommand(state, order, changes);
  const refused = termsOfChanges(state, account, order, { command, changes });
  if (refused !== undefined) return { refusal: refused };
  const left = lotCount(command.quantity);
  const named = changes.exits === undefined ? order.extra : withExits(order.extra ?? {}, changes.exits ?? undefined);
  if (tickCount(command.price) === price && left <= order.left) {
    unlockSpot(account, order, order.left);
    if (left < order.left) market.book.reduce(order.handle, order.left - left);
    order.quantity = order.filled + left;
    order.extra = named;
    lockSpot(account, order);
    tellReplaced(state, order);
    return { orderId };
  }
  const { arrival, limit, meets } = spotArrival(state, account, market, command);
  unlockSpot(account, order, order.left);
  const spending = { ...spotSpending(instrument, command, arrival), replaces: order };
  const funds = spotBookRefusal(instrument, command, arrival) ?? fundsRefusal(state, account, command, spending);
  lockSpot(account, order);
  if (funds !== undefined) return { refusal: funds };
  order.extra = named;
  removeSpotOrder(state, account, order);
  order.reprice(tickCount(command.price), order.filled + left);
  tellReplaced(state, order);
  enter(state, { account, market, side, positionIndex: 0, limit, order }, arrival, meets);
  return { orderId };
}
