import {
  ZERO_MONEY,
  baseAmount,
  formatDecimal,
  isSpot,
  lotCount,
  lots,
  moneyUnits,
  priceOfTicks,
  priceUnits,
  refusal,
  subtractMoney,
  tickCount,
  ticks,
  valueAtTick,
  type Arrival,
  type Coin,
  type Instrument,
  type Money,
  type PlaceOrder,
  type Refusal,
  type SpotTerms,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { Market } from '../state/market.ts';

/** Open spot orders of one account, all pairs together (reference, section 6.21). */
export const SPOT_ORDERS_MAX = 500;

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
  if (at < tickCount(instrument.minPrice) || at > tickCount(instrument.maxPrice)) return refusal('priceOutOfRange');
  const limit = market.priceLimit(command.side);
  if (command.side === 'Buy' ? at <= limit : at >= limit) return undefined;
  return refusal('priceOutOfRange', { limit: formatDecimal(priceUnits(priceOfTicks(ticks(limit), instrument.tickSize))) });
}

function amountRefusal(instrument: Instrument, amount: Money, spot: SpotTerms): Refusal | undefined {
  if (amount < instrument.minNotional) return refusal('notionalTooSmall');
  return amount > spot.maxAmount ? refusal('amountTooLarge') : undefined;
}

export function spotSizeRefusal(instrument: Instrument, command: PlaceOrder, spot: SpotTerms): Refusal | undefined {
  const { quoteAmount } = command;
  if (quoteAmount !== undefined) {
    const offStep = moneyUnits(quoteAmount) % moneyUnits(spot.amountStep) !== 0n;
    return offStep ? refusal('amountOffStep') : amountRefusal(instrument, quoteAmount, spot);
  }
  const count = lotCount(command.quantity);
  if (count < lotCount(instrument.minOrder)) return refusal('quantityTooSmall');
  const market = command.orderType === 'Market';
  if (count > lotCount(market ? instrument.maxMarketOrder : instrument.maxLimitOrder)) return refusal('quantityTooLarge');
  return market ? undefined : amountRefusal(instrument, valueAtTick(instrument, command.quantity, command.price), spot);
}

/** Refusals that need neither funds nor book, in order of precedence. */
export function spotTermsRefusal(account: Account, market: Market, command: PlaceOrder): Refusal | undefined {
  const { instrument } = market;
  const { spot } = instrument;
  if (!isSpot(instrument) || spot === undefined || instrument.status !== 'Trading' || !market.opened) return refusal('notTrading');
  if (command.side === 'Buy' ? spot.buyClosed : spot.sellClosed) return refusal('sideClosed');
  if (command.clientOrderId !== '' && account.clientOrderIds.has(command.clientOrderId)) return refusal('duplicateClientOrderId');
  const refused = fieldRefusal(command, spot) ?? spotSizeRefusal(instrument, command, spot) ?? spotPriceRefusal(market, command);
  if (refused !== undefined) return refused;
  return account.assets.spotOrders >= SPOT_ORDERS_MAX ? refusal('tooManyOrders') : undefined;
}

/** What only the book can refuse: a market order that meets nothing, or too little. */
export function spotBookRefusal(instrument: Instrument, command: PlaceOrder, arrival: Arrival): Refusal | undefined {
  if (command.orderType !== 'Market') return undefined;
  if (arrival.fillLots === 0) return refusal('marketNoLiquidity');
  if (arrival.fillLots < lotCount(instrument.minOrder)) return refusal('quantityTooSmall');
  if (command.quoteAmount !== undefined) return undefined;
  const whole = arrival.fillLots === lotCount(command.quantity);
  return whole && arrival.fillValue < instrument.minNotional ? refusal('notionalTooSmall') : undefined;
}

/** What an order needs before it is accepted: a buy its value (a limit order at its own price), a sell its quantity. */
export function spotNeed(instrument: Instrument, command: PlaceOrder, arrival: Arrival): { readonly coin: Coin; readonly amount: Money } {
  if (command.side === 'Sell') {
    const byAmount = command.quoteAmount !== undefined;
    return { coin: instrument.baseCoin, amount: baseAmount(instrument, byAmount ? lotsOf(arrival) : command.quantity) };
  }
  const atPrice = command.orderType === 'Limit' ? valueAtTick(instrument, command.quantity, command.price) : arrival.fillValue;
  return { coin: instrument.quoteCoin, amount: command.quoteAmount ?? atPrice };
}

const lotsOf = (arrival: Arrival) => lots(arrival.fillLots);

/** Cash of a coin that nothing keeps; not below 0. */
export function freeCash(account: Account, coin: Coin): Money {
  const free = subtractMoney(account.cash(coin).balance, account.assets.locked(coin));
  return free > ZERO_MONEY ? free : ZERO_MONEY;
}

/** Whether the account has what the order spends. */
export function fundsRefusal(account: Account, need: { readonly coin: Coin; readonly amount: Money }): Refusal | undefined {
  const free = freeCash(account, need.coin);
  if (need.amount <= free) return undefined;
  return refusal('insufficientBalance', { needed: formatDecimal(moneyUnits(need.amount)), available: formatDecimal(moneyUnits(free)) });
}
