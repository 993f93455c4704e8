import {
  ZERO_MONEY,
  amountArrival,
  baseAmount,
  isWaiting,
  levelsOfOthers,
  lotCount,
  lots,
  lotsForAmount,
  money,
  moneyUnits,
  spotLock,
  subtractMoney,
  tickCount,
  ticks,
  type Arrival,
  type Coin,
  type Instrument,
  type LevelFill,
  type Lots,
  type Money,
  type OwnOrder,
  type Price,
  type Side,
  type Ticks,
} from '@tapedeck/domain';
import { seenLevels, visibleArrival } from '../../calculators/arrival.ts';
import { wholeOrNothing, type SeenArrival } from '../../calculators/fill-simulation.ts';
import { numberIn } from '../../inputs/number-input.ts';
import { typedLots, typedTicks } from '../order/order-command.ts';
import { largest } from '../order/order-sizing.ts';
import type { SpotContext, SpotOrderDraft } from './spot-form.ts';

/** What an order of a side spends. */
export const spentCoin = ({ baseCoin, quoteCoin }: Instrument, side: Side): Coin => (side === 'Buy' ? quoteCoin : baseCoin);

/** Cash of a coin that no open order keeps, of a regular account no position either; `undefined` while the account is not known. */
export function freeCoins({ coins, traits }: SpotContext, coin: Coin): Money | undefined {
  if (coins === undefined) return undefined;
  const own = coins.find((view) => view.coin === coin);
  const free = own === undefined ? ZERO_MONEY : subtractMoney(own.cash, own.locked);
  const spendable = own !== undefined && traits?.kind === 'regular' && own.withdrawable < free ? own.withdrawable : free;
  return spendable > ZERO_MONEY ? spendable : ZERO_MONEY;
}

/** The most that one order may have. */
export const maxSpot = ({ orderType }: Pick<SpotOrderDraft, 'orderType'>, instrument: Instrument): Lots =>
  orderType === 'Market' ? instrument.maxMarketOrder : instrument.maxLimitOrder;

/** The price that the order is known to have before it is sent: its limit, or its trigger. */
export function knownPrice(draft: SpotOrderDraft, instrument: Instrument): Ticks | undefined {
  if (draft.orderType === 'Limit') return typedTicks(draft.price, instrument);
  return draft.trigger === undefined ? undefined : typedTicks(draft.trigger.price, instrument);
}

/** A market order of an amount is sent as one; an order that has a price is sent in lots. */
export const sendsAmount = ({ orderType, unit, trigger }: SpotOrderDraft): boolean =>
  unit === 'quote' && orderType === 'Market' && trigger === undefined;

/** The typed amount of quote coin. */
export function typedAmount({ quantity }: Pick<SpotOrderDraft, 'quantity'>): Money | undefined {
  const units = numberIn(quantity);
  return units === undefined || units <= 0n ? undefined : money(units);
}

/** The order in lots; of an amount, the most that it pays for at the order's price. */
export function spotLots(draft: SpotOrderDraft, instrument: Instrument): Lots | undefined {
  if (draft.unit === 'base') return typedLots(draft.quantity, instrument);
  const [amount, at] = [typedAmount(draft), knownPrice(draft, instrument)];
  return amount === undefined || at === undefined ? undefined : lots(lotsForAmount(instrument, amount, tickCount(at)));
}

const MARKET = { orderType: 'Market', timeInForce: 'ImmediateOrCancel', price: ticks(0) } as const;

const levelsFor = ({ side }: SpotOrderDraft, { book }: SpotContext): readonly number[] => (side === 'Buy' ? book?.asks : book?.bids) ?? [];

function ownOrders({ side }: SpotOrderDraft, { orders = [] }: SpotContext): OwnOrder[] {
  const against = orders.filter((order) => order.side !== side && !isWaiting(order));
  return against.map(({ price, quantity, filled }) => ({ tick: tickCount(price), count: lotCount(quantity) - lotCount(filled) }));
}

/** The side of the book that the order meets; `undefined` before the book is there. */
const seenSide = (draft: SpotOrderDraft, context: SpotContext): readonly number[] | undefined =>
  context.book === undefined || context.book.update === 0 ? undefined : levelsFor(draft, context);

function amountFills(draft: SpotOrderDraft, context: SpotContext, mark: Price): SeenArrival | undefined {
  const amount = typedAmount(draft);
  if (amount === undefined) return undefined;
  const { instrument, premium } = context;
  const { side } = draft;
  const fills: LevelFill[] = [];
  const levels = levelsOfOthers(seenLevels(levelsFor(draft, context)), ownOrders(draft, context));
  const arrival = amountArrival({ instrument, side, amount, mark, premium }, levels, (tick, count) => fills.push({ tick, count }));
  const terms = { ...MARKET, instrument, side, quantity: lots(arrival.fillLots), mark, premium };
  return { ...arrival, fills, terms, amount, seen: seenSide(draft, context) };
}

/** What an order that does not wait would do with the book on screen; `undefined` while something of it is missing. */
export function spotFills(draft: SpotOrderDraft, context: SpotContext): SeenArrival | undefined {
  const { instrument, mark, premium } = context;
  const { side, orderType, postOnly, timeInForce } = draft;
  if (draft.trigger !== undefined || mark === undefined) return undefined;
  if (sendsAmount(draft)) return amountFills(draft, context, mark);
  const isLimit = orderType === 'Limit';
  const quantity = spotLots(draft, instrument);
  const price = isLimit ? knownPrice(draft, instrument) : MARKET.price;
  if (quantity === undefined || price === undefined) return undefined;
  // A post-only order never takes: what would execute at once is cancelled, what rests is all of it.
  const levels = isLimit && postOnly ? [] : levelsFor(draft, context);
  const terms = { ...(isLimit ? { orderType, timeInForce, price } : MARKET), instrument, side, quantity, mark, premium };
  return wholeOrNothing({ ...visibleArrival(terms, levels, ownOrders(draft, context)), terms, seen: seenSide(draft, context) });
}

/** The same of a market order alone. */
export function spotArrival(draft: SpotOrderDraft, context: SpotContext): Arrival | undefined {
  return draft.orderType === 'Market' ? spotFills(draft, context) : undefined;
}

/** What the order spends, in the coin of its side; `undefined` while that cannot be known. */
export function spotSpending(draft: SpotOrderDraft, context: SpotContext): Money | undefined {
  const { instrument } = context;
  if (draft.side === 'Buy' && sendsAmount(draft)) return typedAmount(draft);
  const arrival = spotArrival(draft, context);
  if (arrival !== undefined) return draft.side === 'Buy' ? arrival.fillValue : baseAmount(instrument, lots(arrival.fillLots));
  const [count, at] = [spotLots(draft, instrument), knownPrice(draft, instrument)];
  return count === undefined || at === undefined ? undefined : spotLock(instrument, draft.side, count, at).amount;
}

/** Percent of what the account has of the coin to spend, as the quantity field would say it; '' where unknown. */
export function sharedQuantity(
  draft: SpotOrderDraft,
  percent: number,
  context: SpotContext,
  text: (units: bigint, draft: SpotOrderDraft) => string,
): string {
  const { instrument } = context;
  const free = freeCoins(context, spentCoin(instrument, draft.side));
  if (free === undefined) return '';
  const share = money((moneyUnits(free) * BigInt(Math.min(Math.max(Math.trunc(percent), 0), 100))) / 100n);
  if (draft.side === 'Buy' && draft.unit === 'quote') return text(moneyUnits(share), draft);
  const most = lotCount(maxSpot(draft, instrument));
  const inLots = (count: number): SpotOrderDraft => ({
    ...draft,
    unit: 'base',
    quantity: text(moneyUnits(baseAmount(instrument, lots(count))), { ...draft, unit: 'base' }),
  });
  const fits = (count: number): boolean => {
    const spent = spotSpending(inLots(count), context);
    return spent !== undefined && spent <= share;
  };
  const count = lotCount(largest(most, fits));
  if (count === 0) return '';
  if (draft.unit === 'base') return inLots(count).quantity;
  const arrival = spotArrival(inLots(count), context);
  const at = knownPrice(draft, instrument);
  const value = arrival?.fillValue ?? (at === undefined ? undefined : spotLock(instrument, 'Buy', lots(count), at).amount);
  return value === undefined ? '' : text(moneyUnits(value), draft);
}
