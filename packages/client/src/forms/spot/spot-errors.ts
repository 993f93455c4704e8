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
import { typedTicks } from '../order/order-command.ts';
import type { SpotContext, SpotError, SpotOrderDraft } from './spot-form.ts';
import { freeCoins, knownPrice, maxSpot, sendsAmount, spentCoin, spotArrival, spotLots, spotSpending, typedAmount } from './spot-sizing.ts';
import { spotTpslErrors } from './spot-tpsl.ts';
import { spotTrigger } from './spot-terms.ts';

function priceErrors(draft: SpotOrderDraft, { instrument, mark, index, premium }: SpotContext): SpotError[] {
  if (draft.orderType === 'Market') return [];
  const issue = priceIssue(draft.price, instrument, { empty: 'priceEmpty', own: true });
  if (issue !== undefined) return [{ ...issue, field: 'price' }];
  const at = typedTicks(draft.price, instrument);
  if (at === undefined || mark === undefined || draft.trigger !== undefined) return [];
  const limit = tickCount(orderPriceLimit(instrument, draft.side, { mark, index, premium }));
  const values = rangeOf(instrument, limit, limit);
  if (draft.side === 'Buy' && tickCount(at) > limit) return [{ code: 'priceAboveLimit', field: 'price', values }];
  return draft.side === 'Sell' && tickCount(at) < limit ? [{ code: 'priceBelowLimit', field: 'price', values }] : [];
}

function triggerErrors(draft: SpotOrderDraft, context: SpotContext): SpotError[] {
  if (draft.trigger === undefined) return [];
  const { instrument, last, mark, index } = context;
  const issue = priceIssue(draft.trigger.price, instrument, { empty: 'triggerEmpty', own: false });
  if (issue !== undefined) return [{ ...issue, field: 'trigger' }];
  const trigger = spotTrigger(draft, context);
  const now = { LastPrice: last, MarkPrice: mark, IndexPrice: index }[draft.trigger.source];
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

/** An order value outside of what the pair takes. */
function valueError(value: Money, context: SpotContext): SpotError | undefined {
  const { minNotional, spot } = context.instrument;
  if (value < minNotional) return tooSmall(context);
  if (spot === undefined || value <= spot.maxAmount) return undefined;
  return { code: 'amountTooLarge', field: 'quantity', values: inQuote(spot.maxAmount, context, 'max') };
}

function amountErrors(draft: SpotOrderDraft, context: SpotContext): SpotError[] {
  const { spot } = context.instrument;
  if (numberIn(draft.quantity) === 0n) return [tooSmall(context)];
  const amount = typedAmount(draft);
  if (amount === undefined) return [{ code: 'amountEmpty', field: 'quantity' }];
  if (spot !== undefined && moneyUnits(amount) % moneyUnits(spot.amountStep) !== 0n) {
    return [{ code: 'amountOffStep', field: 'quantity', values: { step: formatDecimal(moneyUnits(spot.amountStep)) } }];
  }
  const wrong = valueError(amount, context);
  if (wrong !== undefined || sendsAmount(draft) || knownPrice(draft, context.instrument) === undefined)
    return wrong === undefined ? [] : [wrong];
  const count = spotLots(draft, context.instrument);
  return count === undefined || lotCount(count) < lotCount(context.instrument.minOrder)
    ? [{ code: 'amountTooSmall', field: 'quantity' }]
    : [];
}

function quantityErrors(draft: SpotOrderDraft, context: SpotContext): SpotError[] {
  const { instrument } = context;
  if (draft.unit === 'quote') return amountErrors(draft, context);
  const issue = quantityIssue(draft.quantity, instrument, maxSpot(draft, instrument));
  if (issue !== undefined) return [{ ...issue, field: 'quantity' }];
  const [count, at] = [spotLots(draft, instrument), draft.orderType === 'Limit' ? knownPrice(draft, instrument) : undefined];
  const wrong = count === undefined || at === undefined ? undefined : valueError(valueAtTick(instrument, count, at), context);
  return wrong === undefined ? [] : [wrong];
}

const mayBorrow = (coin: Coin, { spot }: Instrument, traits: AccountTraits = USUAL_ACCOUNT): boolean =>
  spot?.loanable === true && isUnified(traits) && coinTerms(coin).borrowLimit > ZERO_MONEY;

/** What the pair itself says against a side. */
function pairErrors({ side, borrows, orderType }: SpotOrderDraft, { instrument, traits, marketStale }: SpotContext): SpotError[] {
  const { spot } = instrument;
  const errors: SpotError[] = instrument.status === 'Trading' ? [] : [{ code: 'notTrading', field: 'form' }];
  if (side === 'Buy' ? spot?.buyClosed : spot?.sellClosed) errors.push({ code: 'sideClosed', field: 'form' });
  if (orderType === 'Market' && marketStale === true) errors.push({ code: 'marketStale', field: 'form' });
  const coin = spentCoin(instrument, side);
  if (borrows && !mayBorrow(coin, instrument, traits)) errors.push({ code: 'notBorrowable', field: 'form', values: { coin } });
  return errors;
}

/** What the book and the account's coins say, once price and quantity are right in themselves. */
function fundsErrors(draft: SpotOrderDraft, context: SpotContext): SpotError[] {
  const { instrument } = context;
  const arrival = spotArrival(draft, context);
  if (arrival?.fillLots === 0) return [{ code: 'marketNoLiquidity', field: 'form' }];
  if (arrival !== undefined && draft.unit === 'base' && arrival.fillValue < instrument.minNotional) {
    return [{ code: 'notionalTooSmall', field: 'quantity', values: inQuote(instrument.minNotional, context, 'min') }];
  }
  // What waits takes nothing until it fires.
  if (draft.borrows || draft.trigger !== undefined) return [];
  const coin = spentCoin(instrument, draft.side);
  const [needed, free] = [spotSpending(draft, context), freeCoins(context, coin)];
  if (needed === undefined || free === undefined || needed <= free) return [];
  const values = { needed: formatDecimal(moneyUnits(needed)), available: formatDecimal(moneyUnits(free)), coin };
  return [{ code: 'insufficientBalance', field: 'quantity', values }];
}

/** Everything that keeps the form from being sent, each beside its field; the order of precedence is the exchange's. */
export function spotErrors(draft: SpotOrderDraft, context: SpotContext): SpotError[] {
  if (context.loggedIn === false) return [{ code: 'notLoggedIn', field: 'form' }];
  const typed = [
    ...pairErrors(draft, context),
    ...triggerErrors(draft, context),
    ...priceErrors(draft, context),
    ...quantityErrors(draft, context),
    ...spotTpslErrors(draft, context),
  ];
  return typed.length > 0 || numberIn(draft.quantity) === undefined ? typed : fundsErrors(draft, context);
}
