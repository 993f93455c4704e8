import {
  formatDecimal,
  isWaiting,
  lotCount,
  lots,
  priceOfTicks,
  quantityOfLots,
  quantityUnits,
  spotLock,
  subtractMoney,
  type OrderChanges,
  type OrderRecord,
  type Ticks,
} from '@tapedeck/domain';
import { leftAfter } from '../order/amend-preview.ts';
import { fieldPrice } from '../price-input/price-step.ts';
import { spotErrors } from './spot-errors.ts';
import type { SpotContext, SpotError, SpotOrderDraft } from './spot-form.ts';
import { spotPreview, type SpotPreview } from './spot-preview.ts';
import { readSpot } from './spot-reading.ts';
import { initialSpot } from './spot-reducer.ts';

/** Preview of an open spot order after a change. */
export interface SpotAmendPreview {
  readonly preview: SpotPreview;
  /** Why the exchange would refuse the amendment. */
  readonly problem: SpotError | undefined;
}

/** The account without the order: the exchange releases its coins before it checks whether the account can carry the amendment. */
function contextWithout(order: OrderRecord, context: SpotContext): SpotContext {
  const { instrument, coins, orders = [] } = context;
  const others = orders.filter(({ orderId }) => orderId !== order.orderId);
  if (isWaiting(order) || order.orderType === 'Market') return { ...context, orders: others };
  const left = lots(lotCount(order.quantity) - lotCount(order.filled));
  const { coin, amount } = spotLock(instrument, order.side, left, order.price);
  return {
    ...context,
    orders: others,
    coins: coins?.map((view) => (view.coin === coin ? { ...view, locked: subtractMoney(view.locked, amount) } : view)),
  };
}

function amendedDraft(order: OrderRecord, changes: OrderChanges, { instrument }: SpotContext): SpotOrderDraft {
  const text = (ticks: Ticks): string => fieldPrice(priceOfTicks(ticks, instrument.tickSize), instrument);
  const trigger = order.stop?.trigger;
  return {
    ...initialSpot(instrument.symbol, order.side),
    orderType: order.orderType,
    price: order.orderType === 'Limit' ? text(changes.price ?? order.price) : '',
    quantity: formatDecimal(quantityUnits(quantityOfLots(leftAfter(order, changes), instrument.lotSize))),
    timeInForce: order.timeInForce === 'PostOnly' ? 'GoodTillCancel' : order.timeInForce,
    postOnly: order.timeInForce === 'PostOnly',
    borrows: order.borrows === true,
    ...(trigger !== undefined && { trigger: { price: text(changes.trigger ?? trigger.price), source: trigger.source } }),
  };
}

/** Rules of new orders only: what remains of an order may be small, its side may have closed, and it keeps the direction of its trigger. */
const NEW_ORDERS: ReadonlySet<string> = new Set(['quantityTooSmall', 'notionalTooSmall', 'triggerReached', 'sideClosed', 'notBorrowable']);

/** Preview of a changed open spot order, by the spot form's functions. */
export function spotAmendPreview(order: OrderRecord, changes: OrderChanges, now: SpotContext): SpotAmendPreview {
  const context = contextWithout(order, now);
  const reading = readSpot(amendedDraft(order, changes, context), context);
  return { preview: spotPreview(reading), problem: spotErrors(reading).find(({ code }) => !NEW_ORDERS.has(code)) };
}
