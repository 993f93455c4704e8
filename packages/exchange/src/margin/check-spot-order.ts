import {
  addMoney,
  baseAmount,
  borrowingOfOrders,
  coinTerms,
  formatDecimal,
  isSpot,
  liabilityOf,
  lotCount,
  lots,
  maxMoney,
  moneyUnits,
  negateMoney,
  priceBound,
  priceRangeRefusal,
  quantityBound,
  refusal,
  subtractMoney,
  tickCount,
  valueAtTick,
  valueBound,
  ZERO_MONEY,
  type Arrival,
  type Coin,
  type Instrument,
  type Money,
  type PlaceOrder,
  type Refusal,
  type SpotTerms,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { spotOrdersRefusal } from './order-counts.ts';
import { settleMargin } from './settle-margin.ts';
import { accountPool, haircutOf, poolCoin, type SpotAddition } from './pool.ts';

function fieldRefusal(command: PlaceOrder, spot: SpotTerms): Refusal | undefined {
  if (command.reduceOnly) return refusal('parameter', { field: 'reduceOnly' });
  if (command.positionIndex !== 0) return refusal('positionIndexMismatch');
  if (command.quoteAmount !== undefined && (command.orderType !== 'Market' || lotCount(command.quantity) !== 0)) {
    return refusal('parameter', { field: 'marketUnit' });
  }
  return command.borrows === true && !spot.loanable ? refusal('notBorrowable') : undefined;
}

export function spotPriceRefusal(market: Market, command: PlaceOrder): Refusal | undefined {
  if (command.orderType === 'Market') return undefined;
  const { instrument } = market;
  const at = tickCount(command.price);
  const outside = priceRangeRefusal(command.price, instrument);
  if (outside !== undefined) return outside;
  const limit = market.priceLimit(command.side);
  if (command.side === 'Buy' ? at <= limit : at >= limit) return undefined;
  return refusal('priceOutOfRange', { price: priceBound(at, instrument), limit: priceBound(limit, instrument) });
}

function amountRefusal(instrument: Instrument, amount: Money, spot: SpotTerms): Refusal | undefined {
  if (amount < instrument.minNotional) return refusal('notionalTooSmall', { limit: valueBound(instrument.minNotional) });
  return amount > spot.maxAmount ? refusal('amountTooLarge', { limit: valueBound(spot.maxAmount) }) : undefined;
}

export function spotSizeRefusal(instrument: Instrument, command: PlaceOrder, spot: SpotTerms): Refusal | undefined {
  const { quoteAmount } = command;
  if (quoteAmount !== undefined) {
    const offStep = moneyUnits(quoteAmount) % moneyUnits(spot.amountStep) !== 0n;
    return offStep ? refusal('amountOffStep', { limit: valueBound(spot.amountStep) }) : amountRefusal(instrument, quoteAmount, spot);
  }
  const count = lotCount(command.quantity);
  const least = lotCount(instrument.minOrder);
  if (count < least) return refusal('quantityTooSmall', { limit: quantityBound(least, instrument) });
  const market = command.orderType === 'Market';
  const most = lotCount(market ? instrument.maxMarketOrder : instrument.maxLimitOrder);
  if (count > most) return refusal('quantityTooLarge', { limit: quantityBound(most, instrument) });
  return market ? undefined : amountRefusal(instrument, valueAtTick(instrument, command.quantity, command.price), spot);
}

/** Refusals that depend neither on funds nor on the book, in order of precedence. */
export function spotTermsRefusal(account: Account, market: Market, command: PlaceOrder): Refusal | undefined {
  const { instrument } = market;
  const { spot } = instrument;
  if (!isSpot(instrument) || spot === undefined || instrument.status !== 'Trading' || !market.opened) return refusal('notTrading');
  if (command.side === 'Buy' ? spot.buyClosed : spot.sellClosed) return refusal('sideClosed');
  if (command.clientOrderId !== '' && account.clientOrderIds.has(command.clientOrderId)) return refusal('duplicateClientOrderId');
  const refused = fieldRefusal(command, spot) ?? spotSizeRefusal(instrument, command, spot) ?? spotPriceRefusal(market, command);
  if (refused !== undefined) return refused;
  return spotOrdersRefusal(account);
}

/**
 * Refusals that depend on the book: a market order without liquidity, or a value below the minimum. TP/SL sell any
 * bought quantity, however small.
 */
export function spotBookRefusal(instrument: Instrument, command: PlaceOrder, arrival: Arrival, exit = false): Refusal | undefined {
  if (command.orderType !== 'Market') return undefined;
  if (arrival.fillLots === 0) return refusal('marketNoLiquidity');
  if (exit) return undefined;
  const least = lotCount(instrument.minOrder);
  if (arrival.fillLots < least) return refusal('quantityTooSmall', { limit: quantityBound(least, instrument) });
  if (command.quoteAmount !== undefined) return undefined;
  const whole = arrival.fillLots === lotCount(command.quantity);
  return whole && arrival.fillValue < instrument.minNotional
    ? refusal('notionalTooSmall', { limit: valueBound(instrument.minNotional) })
    : undefined;
}

/** Amount that an order spends before acceptance: its value for a buy (a limit order at its own price), its quantity for a sell. */
export function spotSpending(instrument: Instrument, command: PlaceOrder, arrival: Arrival): SpotSpending {
  const byAmount = command.quoteAmount !== undefined;
  const count = command.orderType === 'Market' ? lots(arrival.fillLots) : command.quantity;
  const quote = command.orderType === 'Limit' ? valueAtTick(instrument, count, command.price) : arrival.fillValue;
  const base = baseAmount(instrument, count);
  if (command.side === 'Buy') return { need: { coin: instrument.quoteCoin, amount: command.quoteAmount ?? quote }, base, quote };
  return { need: { coin: instrument.baseCoin, amount: byAmount ? base : baseAmount(instrument, command.quantity) }, base, quote };
}

/** Cash of a coin that no order reserves; not below 0. */
export function freeCash(account: Account, coin: Coin): Money {
  const free = subtractMoney(account.cash(coin).balance, account.locked(coin));
  return free > ZERO_MONEY ? free : ZERO_MONEY;
}

/**
 * Amount of a coin that a new spot order may reserve. With single-coin margin, positions and orders reduce it, because
 * reserved coins are no margin.
 */
export function spendableCash(state: ExchangeState, account: Account, coin: Coin): Money {
  return !account.policy.unified ? settleMargin(state, account, coin).transferable : freeCash(account, coin);
}

/** A spot order in coins: the amount it spends, and both sides of the exchange at its worst price. */
export interface SpotSpending {
  readonly need: { readonly coin: Coin; readonly amount: Money };
  readonly base: Money;
  readonly quote: Money;
  /** The order that this one replaces. */
  readonly replaces?: OpenOrder;
  /** The amount was already reserved for it, and was no margin meanwhile. */
  readonly kept?: boolean;
}

const short = (reason: 'insufficientBalance' | 'borrowLimit', needed: Money, available: Money): Refusal =>
  refusal(reason, { needed: formatDecimal(moneyUnits(needed)), available: formatDecimal(moneyUnits(available)) });

/**
 * Whether the account has the coins that the order spends, or may borrow them; for a unified account, also whether its
 * margin allows the exchange.
 */
export function fundsRefusal(state: ExchangeState, account: Account, command: PlaceOrder, spending: SpotSpending): Refusal | undefined {
  const { coin, amount } = spending.need;
  const borrows = command.borrows === true;
  if (borrows && (!account.policy.unified || coinTerms(coin).borrowLimit === ZERO_MONEY)) return refusal('notBorrowable');
  const free = spending.kept === true ? freeCash(account, coin) : spendableCash(state, account, coin);
  if (!borrows && amount > free) return short('insufficientBalance', amount, free);
  if (!account.policy.unified) return undefined;
  const { instrument } = state.market(command.instrument);
  const haircut = haircutOf(state, account, instrument, { side: command.side, base: spending.base, quote: spending.quote });
  const own = poolCoin(state, account, coin);
  const borrowed = subtractMoney(borrowingOfOrders({ ...own, locked: addMoney(own.locked, amount) }), borrowingOfOrders(own));
  const limit = maxMoney(ZERO_MONEY, subtractMoney(coinTerms(coin).borrowLimit, addMoney(liabilityOf(own), borrowingOfOrders(own))));
  if (borrowed > ZERO_MONEY && borrowed > limit) return short('borrowLimit', borrowed, limit);
  return haircut === ZERO_MONEY && borrowed === ZERO_MONEY
    ? undefined
    : marginRefusal(state, account, { coin, locked: amount, haircut, replaces: spending.replaces }, borrowed);
}

/** Whether the unified account can carry the collateral that the order would lose and the coins that it would borrow. */
function marginRefusal(state: ExchangeState, account: Account, addition: SpotAddition, borrowed: Money): Refusal | undefined {
  const pool = accountPool(state, account, addition);
  const left = subtractMoney(pool.marginBalance, addMoney(pool.haircutLoss, pool.initialMargin));
  if (left >= ZERO_MONEY) return undefined;
  // Only the order itself needs margin: an account may always exchange its own coins.
  const alone = borrowed === ZERO_MONEY && accountPool(state, account).initialMargin === ZERO_MONEY;
  return alone ? undefined : refusal('insufficientBalance', { needed: formatDecimal(moneyUnits(negateMoney(left))) });
}
