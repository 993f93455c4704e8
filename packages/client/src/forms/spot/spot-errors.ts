import {
  ZERO_MONEY,
  coinTerms,
  formatDecimal,
  lotCount,
  moneyUnits,
  orderPriceLimit,
  sourceTicks,
  tickCount,
  triggerReached,
  valueAtTick,
  type Coin,
  type Instrument,
  type Money,
} from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { USUAL_ACCOUNT, isUnified, type AccountTraits } from '../account-traits.ts';
import { priceIssue, quantityIssue, rangeOf } from '../order/field-issues.ts';
import { sourcePrice } from '../price-input/price-fields.ts';
import type { SpotContext, SpotError } from './spot-form.ts';
import { freeCoins, maxSpot, spentCoin, type SpotReading } from './spot-reading.ts';
import { spotTpslErrors } from './spot-tpsl.ts';

function priceErrors({ draft, context, price: at }: SpotReading): SpotError[] {
  const { instrument, mark, index, premium } = context;
  if (draft.orderType === 'Market') return [];
  const issue = priceIssue(draft.price, instrument, { empty: 'priceEmpty', own: true });
  if (issue !== undefined) return [{ ...issue, field: 'price' }];
  if (at === undefined || mark === undefined || draft.trigger !== undefined) return [];
  const limit = tickCount(orderPriceLimit(instrument, draft.side, { mark, index, premium }));
  const values = rangeOf(instrument, limit, limit);
  if (draft.side === 'Buy' && tickCount(at) > limit) return [{ code: 'priceAboveLimit', field: 'price', values }];
  return draft.side === 'Sell' && tickCount(at) < limit ? [{ code: 'priceBelowLimit', field: 'price', values }] : [];
}

function triggerErrors({ draft, context, trigger }: SpotReading): SpotError[] {
  if (draft.trigger === undefined) return [];
  const { instrument } = context;
  const issue = priceIssue(draft.trigger.price, instrument, { empty: 'triggerEmpty', own: false });
  if (issue !== undefined) return [{ ...issue, field: 'trigger' }];
  const now = sourcePrice(draft.trigger.source, context);
  const reached = trigger !== undefined && now !== undefined && triggerReached(trigger, sourceTicks(now, instrument.tickSize));
  return reached ? [{ code: 'triggerReached', field: 'trigger' }] : [];
}

const inQuote = (amount: Money, { instrument }: SpotContext, name: 'min' | 'max') => ({
  [name]: formatDecimal(moneyUnits(amount)),
  coin: instrument.quoteCoin,
});

const tooSmall = (context: SpotContext): SpotError => ({
  code: 'notionalTooSmall',
  field: 'quantity',
  values: inQuote(context.instrument.minNotional, context, 'min'),
});

/** Error for an order value outside the pair's limits. */
function valueError(value: Money, context: SpotContext): SpotError | undefined {
  const { minNotional, spot } = context.instrument;
  if (value < minNotional) return tooSmall(context);
  if (spot === undefined || value <= spot.maxAmount) return undefined;
  return { code: 'amountTooLarge', field: 'quantity', values: inQuote(spot.maxAmount, context, 'max') };
}

function amountErrors({ draft, context, amount, byAmount, price, quantity }: SpotReading): SpotError[] {
  const { spot } = context.instrument;
  if (numberIn(draft.quantity) === 0n) return [tooSmall(context)];
  if (amount === undefined) return [{ code: 'amountEmpty', field: 'quantity' }];
  if (spot !== undefined && moneyUnits(amount) % moneyUnits(spot.amountStep) !== 0n) {
    return [{ code: 'amountOffStep', field: 'quantity', values: { step: formatDecimal(moneyUnits(spot.amountStep)) } }];
  }
  const wrong = valueError(amount, context);
  if (wrong !== undefined || byAmount || price === undefined) return wrong === undefined ? [] : [wrong];
  return quantity === undefined || lotCount(quantity) < lotCount(context.instrument.minOrder)
    ? [{ code: 'amountTooSmall', field: 'quantity' }]
    : [];
}

function quantityErrors(order: SpotReading): SpotError[] {
  const { draft, context, quantity } = order;
  const { instrument } = context;
  if (draft.unit === 'quote') return amountErrors(order);
  const issue = quantityIssue(draft.quantity, instrument, maxSpot(draft, instrument));
  if (issue !== undefined) return [{ ...issue, field: 'quantity' }];
  const at = draft.orderType === 'Limit' ? order.price : undefined;
  const wrong = quantity === undefined || at === undefined ? undefined : valueError(valueAtTick(instrument, quantity, at), context);
  return wrong === undefined ? [] : [wrong];
}

const mayBorrow = (coin: Coin, { spot }: Instrument, traits: AccountTraits = USUAL_ACCOUNT): boolean =>
  spot?.loanable === true && isUnified(traits) && coinTerms(coin).borrowLimit > ZERO_MONEY;

/** Errors of a side from the pair's own rules. */
function pairErrors({ draft, context }: SpotReading): SpotError[] {
  const { side, borrows, orderType } = draft;
  const { instrument, traits, marketStale } = context;
  const { spot } = instrument;
  const errors: SpotError[] = instrument.status === 'Trading' ? [] : [{ code: 'notTrading', field: 'form' }];
  if (side === 'Buy' ? spot?.buyClosed : spot?.sellClosed) errors.push({ code: 'sideClosed', field: 'form' });
  if (orderType === 'Market' && marketStale === true) errors.push({ code: 'marketStale', field: 'form' });
  const coin = spentCoin(instrument, side);
  if (borrows && !mayBorrow(coin, instrument, traits)) errors.push({ code: 'notBorrowable', field: 'form', values: { coin } });
  return errors;
}

/** Errors from the book and the account's coins, once price and quantity are valid. */
function fundsErrors({ draft, context, atMarket: arrival, spending: needed }: SpotReading): SpotError[] {
  const { instrument } = context;
  if (arrival?.fillLots === 0) return [{ code: 'marketNoLiquidity', field: 'form' }];
  if (arrival !== undefined && draft.unit === 'base' && arrival.fillValue < instrument.minNotional) {
    return [{ code: 'notionalTooSmall', field: 'quantity', values: inQuote(instrument.minNotional, context, 'min') }];
  }
  // A conditional order reserves nothing until it triggers.
  if (draft.borrows || draft.trigger !== undefined) return [];
  const coin = spentCoin(instrument, draft.side);
  const free = freeCoins(context, coin);
  if (needed === undefined || free === undefined || needed <= free) return [];
  const values = { needed: formatDecimal(moneyUnits(needed)), available: formatDecimal(moneyUnits(free)), coin };
  return [{ code: 'insufficientBalance', field: 'quantity', values }];
}

/** All errors that prevent sending, each beside its field; the order of precedence is the exchange's. */
export function spotErrors(order: SpotReading): SpotError[] {
  const { draft, context } = order;
  if (context.loggedIn === false) return [{ code: 'notLoggedIn', field: 'form' }];
  const typed = [...pairErrors(order), ...triggerErrors(order), ...priceErrors(order), ...quantityErrors(order), ...spotTpslErrors(order)];
  return typed.length > 0 || numberIn(draft.quantity) === undefined ? typed : fundsErrors(order);
}
