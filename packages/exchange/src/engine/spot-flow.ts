import {
  ZERO_MONEY,
  addMoney,
  amountArrival,
  arrivalOf,
  executionLimit,
  isTerminal,
  lotCount,
  lots,
  negateMoney,
  priceOfTicks,
  restsWhatIsLeft,
  spotFill,
  tickCount,
  ticks,
  type Arrival,
  type OrderChanges,
  type Outcome,
  type PlaceOrder,
  type Rate,
  type Refusal,
  type Side,
  type SpotFill,
  type StrategyTag,
} from '@tapedeck/domain';
import { BUY, SELL } from '../matching/order-book.ts';
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
import { dropSpotOrder, lockSpot, removeSpotOrder, restSpotOrder, unlockSpot } from '../state/spot-orders.ts';
import { endOrder, meetOwn, printTrade } from './order-flow.ts';
import { LevelsAhead, NO_LEVELS, bestAgainst, crosses } from './levels-ahead.ts';
import { endsOnArrival, leftover, openOrder, type Arriving } from './place-order.ts';
import { amendedCommand, changesRefusal, tellReplaced, withExits } from './amended.ts';
import { spotOptionsRefusal } from './check-options.ts';
import { attachSpotExits, spotExitsRefusal, type FilledBefore } from './spot-exits.ts';
import { feeRateOf, moveCash, tellParent } from './settle-fill.ts';

/** Who takes from a spot book: a user's order, or the house without one. */
export interface SpotTaker {
  readonly account: Account;
  readonly market: Market;
  readonly side: Side;
  readonly limit: number;
  readonly order: OpenOrder | undefined;
}

interface SpotSide {
  readonly account: Account;
  readonly side: Side;
  readonly order: OpenOrder | undefined;
  readonly maker: boolean;
  readonly feeRate: Rate;
}

/** Both coins change hands through the clearing purses, which a trade leaves as they were; the fee leaves what was received. */
function moveCoins(state: ExchangeState, { account, side }: SpotSide, market: Market, fill: SpotFill): void {
  const { id, baseCoin, quoteCoin } = market.instrument;
  const base = { kind: 'trade', instrument: id, counter: state.ledger(baseCoin).clearing } as const;
  const quote = { kind: 'trade', instrument: id, counter: state.ledger(quoteCoin).clearing } as const;
  moveCash(state, account, { ...base, amount: side === 'Buy' ? fill.base : negateMoney(fill.base) });
  moveCash(state, account, { ...quote, amount: side === 'Buy' ? negateMoney(fill.quote) : fill.quote });
  moveCash(state, account, { kind: 'fee', instrument: id, amount: negateMoney(fill.fee), counter: state.ledger(fill.feeCoin).fees });
}

function settleSpotSide(
  state: ExchangeState,
  own: SpotSide,
  market: Market,
  trade: { readonly tick: number; readonly count: number },
): void {
  const { instrument } = market;
  const { account, order, side, feeRate } = own;
  const fill = spotFill(instrument, { side, tick: ticks(trade.tick), count: lots(trade.count), feeRate });
  if (order !== undefined) {
    if (order.handle >= 0) unlockSpot(account, order, trade.count);
    order.filled += trade.count;
    order.filledValue = addMoney(order.filledValue, fill.quote);
    order.fee = addMoney(order.fee, fill.fee);
    order.updatedAt = state.now;
    order.status = order.left === 0 ? 'Filled' : 'PartiallyFilled';
    if (order.extra?.strategy !== undefined) {
      tellParent(state, order, order.extra.strategy, {
        count: trade.count,
        value: fill.quote,
        price: priceOfTicks(ticks(trade.tick), instrument.tickSize),
      });
    }
  }
  moveCoins(state, own, market, fill);
  const executionId = state.nextExecutionId;
  state.nextExecutionId += 1;
  if (account.house) return;
  state.tell({
    type: 'OrderFilled',
    kind: 'Trade',
    executionId,
    account: account.id,
    instrument: instrument.id,
    positionIndex: 0,
    side,
    price: priceOfTicks(ticks(trade.tick), instrument.tickSize),
    quantity: lots(trade.count),
    value: fill.quote,
    fee: fill.fee,
    feeRate,
    maker: own.maker,
    closedPnl: ZERO_MONEY,
    closedQuantity: lots(0),
    ...(order === undefined ? {} : { order: order.record() }),
  });
}

const NOTHING_FILLED: FilledBefore = { filled: 0, filledValue: ZERO_MONEY, fee: ZERO_MONEY };
function filledOf(order: OpenOrder | undefined): FilledBefore {
  if (order?.extra === undefined) return NOTHING_FILLED;
  const { filled, filledValue, fee } = order;
  return { filled, filledValue, fee };
}

/** One trade of a taker with one resting order, whole or in part, at the resting order's price. */
export function tradeSpotOnce(state: ExchangeState, taker: SpotTaker, handle: number, count: number): void {
  const { market, side } = taker;
  const { book, instrument } = market;
  const trade = { tick: book.tickOf(handle), count };
  const account = state.account(book.ownerOf(handle));
  const order = account.orders.get(book.referenceOf(handle));
  book.reduce(handle, count);
  printTrade(state, market, side, trade);
  const against = side === 'Buy' ? 'Sell' : 'Buy';
  const makerRate = feeRateOf(account, account.terms(instrument).makerFee);
  const made = filledOf(order);
  settleSpotSide(state, { account, side: against, order, maker: true, feeRate: makerRate }, market, trade);
  if (order?.left === 0) {
    order.handle = -1;
    dropSpotOrder(account, order);
  }
  const takerRate = feeRateOf(taker.account, taker.account.terms(instrument).takerFee);
  const took = filledOf(taker.order);
  settleSpotSide(state, { account: taker.account, side, order: taker.order, maker: false, feeRate: takerRate }, market, trade);
  if (order?.extra !== undefined) attachSpotExits(state, account, order, made);
  if (taker.order?.extra !== undefined) attachSpotExits(state, taker.account, taker.order, took);
}

/**
 * Matches against the other side of a spot book: best price first, then first come, at the maker's price. What happens to the taker's own
 * resting orders in the way is its choice; by default they are cancelled. Returns the lots that were filled.
 */
export function takeFromSpotBook(state: ExchangeState, taker: SpotTaker, count: number): number {
  const { book } = taker.market;
  const side = taker.side === 'Buy' ? SELL : BUY;
  let filled = 0;
  for (;;) {
    const best = book.best(side);
    if (filled >= count || best < 0 || (side === SELL ? best > taker.limit : best < taker.limit)) return filled;
    const handle = book.head(side);
    if (book.ownerOf(handle) === taker.account.id) {
      const met = meetOwn(state, taker, taker.account.orders.get(book.referenceOf(handle)), handle);
      if (met === 'stop') return filled;
      if (met === 'next') continue;
    }
    const lotsNow = Math.min(count - filled, book.lotsOf(handle));
    tradeSpotOnce(state, taker, handle, lotsNow);
    filled += lotsNow;
  }
}

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

function finishSpotArrival(state: ExchangeState, { account, market, limit }: SpotTaker, order: OpenOrder): void {
  if (order.left === 0 || isTerminal(order.status)) return;
  if (restsWhatIsLeft(order.timeInForce)) {
    restSpotOrder(state, account, order);
    return;
  }
  endOrder(state, account, order, leftover(market, order, limit));
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
  enterSpot(state, { account, market, side: command.side, limit, order }, arrival, meets);
  return { orderId: order.orderId };
}

function enterSpot(state: ExchangeState, taker: SpotTaker & { readonly order: OpenOrder }, arrival: Arrival, meets: boolean): void {
  const { account, order } = taker;
  const ends = endsOnArrival(order, arrival, meets);
  if (ends !== undefined) {
    endOrder(state, account, order, ends);
    return;
  }
  if (meets) takeFromSpotBook(state, taker, order.left);
  finishSpotArrival(state, taker, order);
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
  enterSpot(state, { account, market, side, limit, order }, arrival, meets);
  return { orderId };
}
