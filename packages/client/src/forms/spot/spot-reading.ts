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
  sourceTicks,
  spotLock,
  subtractMoney,
  tickCount,
  ticks,
  triggerReached,
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
  type Trigger,
} from '@tapedeck/domain';
import { seenLevels, visibleArrival } from '../../calculators/arrival.ts';
import { wholeOrNothing, type SeenArrival } from '../../calculators/fill-simulation.ts';
import { largest } from '../../calculators/largest.ts';
import { numberIn } from '../../inputs/number-input.ts';
import type { FormReadings } from '../kernel/readings.ts';
import { typedLots, typedTicks } from '../order/order-command.ts';
import { sourcePrice } from '../price-input/price-fields.ts';
import type { SpotContext, SpotOrderDraft } from './spot-form.ts';

/** Coin that an order of a side spends. */
export const spentCoin = ({ baseCoin, quoteCoin }: Instrument, side: Side): Coin => (side === 'Buy' ? quoteCoin : baseCoin);

/** Cash of a coin that no open order reserves, nor, for a regular account, a position; `undefined` while the account is unknown. */
export function freeCoins({ coins, traits }: SpotContext, coin: Coin): Money | undefined {
  if (coins === undefined) return undefined;
  const own = coins.find((view) => view.coin === coin);
  const free = own === undefined ? ZERO_MONEY : subtractMoney(own.cash, own.locked);
  const spendable = own !== undefined && traits?.kind === 'regular' && own.withdrawable < free ? own.withdrawable : free;
  return spendable > ZERO_MONEY ? spendable : ZERO_MONEY;
}

/** Maximum quantity per order. */
export const maxSpot = ({ orderType }: Pick<SpotOrderDraft, 'orderType'>, instrument: Instrument): Lots =>
  orderType === 'Market' ? instrument.maxMarketOrder : instrument.maxLimitOrder;

/** The price known before sending: the limit, or the trigger. */
function knownPrice(draft: SpotOrderDraft, instrument: Instrument): Ticks | undefined {
  if (draft.orderType === 'Limit') return typedTicks(draft.price, instrument);
  return draft.trigger === undefined ? undefined : typedTicks(draft.trigger.price, instrument);
}

/** A market order by amount is sent as such; an order with a price is sent in lots. */
const sendsAmount = ({ orderType, unit, trigger }: SpotOrderDraft): boolean =>
  unit === 'quote' && orderType === 'Market' && trigger === undefined;

/** The typed form in the exchange's units. */
interface SpotTyped {
  readonly draft: SpotOrderDraft;
  readonly context: SpotContext;
  /** Known before sending: the limit, or the trigger. */
  readonly price: Ticks | undefined;
  /** The typed amount of quote coin, whatever the unit. */
  readonly amount: Money | undefined;
  /** The order in lots; for an amount, the most that it pays for at the order's price. */
  readonly quantity: Lots | undefined;
  /** The order is sent by amount. */
  readonly byAmount: boolean;
}

/** A reading of the spot form: errors, preview, limits and the order are derived from it alone. */
export interface SpotReading extends SpotTyped {
  /** Result of an order without a trigger against the visible book; `undefined` while an input is missing. */
  readonly fills: SeenArrival | undefined;
  /** The same for market orders only. */
  readonly atMarket: SeenArrival | undefined;
  /** Amount that the order spends, in the coin of its side; `undefined` if unknown. */
  readonly spending: Money | undefined;
  /** Trigger: rising for a price above its source, falling for one below. */
  readonly trigger: Trigger | undefined;
}

export type SpotReadings = FormReadings<SpotOrderDraft, SpotContext, SpotReading>;

function typedOf(draft: SpotOrderDraft, context: SpotContext): SpotTyped {
  const { instrument } = context;
  const units = numberIn(draft.quantity);
  const amount = units === undefined || units <= 0n ? undefined : money(units);
  const price = knownPrice(draft, instrument);
  const paidFor = amount === undefined || price === undefined ? undefined : lots(lotsForAmount(instrument, amount, tickCount(price)));
  const quantity = draft.unit === 'base' ? typedLots(draft.quantity, instrument) : paidFor;
  return { draft, context, price, amount, quantity, byAmount: sendsAmount(draft) };
}

const MARKET = { orderType: 'Market', timeInForce: 'ImmediateOrCancel', price: ticks(0) } as const;

const levelsFor = ({ draft: { side }, context: { book } }: SpotTyped): readonly number[] =>
  (side === 'Buy' ? book?.asks : book?.bids) ?? [];

function ownOrders({ draft: { side }, context: { orders = [] } }: SpotTyped): OwnOrder[] {
  const against = orders.filter((order) => order.side !== side && !isWaiting(order));
  return against.map(({ price, quantity, filled }) => ({ tick: tickCount(price), count: lotCount(quantity) - lotCount(filled) }));
}

/** The opposite side of the book; `undefined` before the book has loaded. */
const seenSide = (typed: SpotTyped): readonly number[] | undefined =>
  typed.context.book === undefined || typed.context.book.update === 0 ? undefined : levelsFor(typed);

function amountFills(typed: SpotTyped, mark: Price): SeenArrival | undefined {
  const { draft, context, amount } = typed;
  if (amount === undefined) return undefined;
  const { instrument, premium } = context;
  const { side } = draft;
  const fills: LevelFill[] = [];
  const levels = levelsOfOthers(seenLevels(levelsFor(typed)), ownOrders(typed));
  const arrival = amountArrival({ instrument, side, amount, mark, premium }, levels, (tick, count) => fills.push({ tick, count }));
  const terms = { ...MARKET, instrument, side, quantity: lots(arrival.fillLots), mark, premium };
  return { ...arrival, fills, terms, amount, seen: seenSide(typed) };
}

function fillsOf(typed: SpotTyped): SeenArrival | undefined {
  const { draft, context, quantity } = typed;
  const { instrument, mark, premium } = context;
  const { side, orderType, postOnly, timeInForce } = draft;
  if (draft.trigger !== undefined || mark === undefined) return undefined;
  if (typed.byAmount) return amountFills(typed, mark);
  const isLimit = orderType === 'Limit';
  const price = isLimit ? typed.price : MARKET.price;
  if (quantity === undefined || price === undefined) return undefined;
  // A post-only order never takes liquidity: a part that would execute is cancelled, and the rest rests.
  const levels = isLimit && postOnly ? [] : levelsFor(typed);
  const terms = { ...(isLimit ? { orderType, timeInForce, price } : MARKET), instrument, side, quantity, mark, premium };
  return wholeOrNothing({ ...visibleArrival(terms, levels, ownOrders(typed)), terms, seen: seenSide(typed) });
}

function spendingOf({ draft, context, amount, byAmount, quantity, price }: SpotTyped, atMarket: Arrival | undefined): Money | undefined {
  const { instrument } = context;
  if (draft.side === 'Buy' && byAmount) return amount;
  if (atMarket !== undefined) return draft.side === 'Buy' ? atMarket.fillValue : baseAmount(instrument, lots(atMarket.fillLots));
  return quantity === undefined || price === undefined ? undefined : spotLock(instrument, draft.side, quantity, price).amount;
}

function triggerOf({ trigger }: SpotOrderDraft, context: SpotContext): Trigger | undefined {
  if (trigger === undefined) return undefined;
  const { instrument } = context;
  const at = typedTicks(trigger.price, instrument);
  const now = sourcePrice(trigger.source, context);
  if (at === undefined || now === undefined) return undefined;
  const rising = { price: at, source: trigger.source, direction: 'Rising' } as const;
  return triggerReached(rising, sourceTicks(now, instrument.tickSize)) ? { ...rising, direction: 'Falling' } : rising;
}

export function readSpot(draft: SpotOrderDraft, context: SpotContext): SpotReading {
  const typed = typedOf(draft, context);
  const fills = fillsOf(typed);
  const atMarket = draft.orderType === 'Market' ? fills : undefined;
  return { ...typed, fills, atMarket, spending: spendingOf(typed, atMarket), trigger: triggerOf(draft, context) };
}

/** Percentage of the spendable balance, as the quantity field's text; '' if unknown. */
export function sharedQuantity(
  percent: number,
  { draft, context, price }: SpotReading,
  text: (units: bigint, draft: SpotOrderDraft) => string,
): string {
  const { instrument } = context;
  const free = freeCoins(context, spentCoin(instrument, draft.side));
  if (free === undefined) return '';
  const share = money((moneyUnits(free) * BigInt(Math.min(Math.max(Math.trunc(percent), 0), 100))) / 100n);
  if (draft.side === 'Buy' && draft.unit === 'quote') return text(moneyUnits(share), draft);
  const most = lotCount(maxSpot(draft, instrument));
  const inLots = (count: number): SpotReading => {
    const quantity = text(moneyUnits(baseAmount(instrument, lots(count))), { ...draft, unit: 'base' });
    return readSpot({ ...draft, unit: 'base', quantity }, context);
  };
  const fits = (count: number): boolean => {
    const { spending } = inLots(count);
    return spending !== undefined && spending <= share;
  };
  const count = lotCount(largest(most, fits));
  if (count === 0) return '';
  const order = inLots(count);
  if (draft.unit === 'base') return order.draft.quantity;
  const value = order.atMarket?.fillValue ?? (price === undefined ? undefined : spotLock(instrument, 'Buy', lots(count), price).amount);
  return value === undefined ? '' : text(moneyUnits(value), draft);
}
