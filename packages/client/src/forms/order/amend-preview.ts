import {
  addMoney,
  formatDecimal,
  instrumentOrderMargin,
  lotCount,
  lots,
  priceOfTicks,
  quantityOfLots,
  quantityUnits,
  subtractMoney,
  type Lots,
  type Money,
  type OrderChanges,
  type OrderRecord,
  type Ticks,
} from '@tapedeck/domain';
import { fieldPrice } from '../price-input/price-step.ts';
import { initialDraft } from './order-form-reducer.ts';
import type { OrderFormContext, OrderFormDraft, OrderFormError, OrderPreview } from './order-form.ts';
import { orderFormErrors } from './order-form-errors.ts';
import { orderPreview } from './order-preview.ts';
import { orderReadings } from './order-reading.ts';
import { isTriggerReached } from './order-trigger.ts';

/** Preview of an open order after a change. */
export interface AmendPreview {
  readonly preview: OrderPreview;
  /** Why the exchange would refuse the amendment. */
  readonly problem: OrderFormError | undefined;
}

/** Margin reserved for the order, which is released when the order ends. */
function heldFor(order: OrderRecord, { instrument, settings, positions = [], orders = [], index, mark }: OrderFormContext): Money {
  const others = orders.filter(({ orderId }) => orderId !== order.orderId);
  const held = (list: readonly OrderRecord[]): Money =>
    instrumentOrderMargin(
      { instrument, settings, positions, orders: list },
      index === undefined || mark === undefined ? undefined : { index, mark },
    );
  return subtractMoney(held(orders), held(others));
}

/** The account without the order: the exchange removes an order before it checks whether the account can carry the amendment. */
function contextWithout(order: OrderRecord, context: OrderFormContext): OrderFormContext {
  const freed = heldFor(order, context);
  const { account, orders = [] } = context;
  return {
    ...context,
    orders: orders.filter(({ orderId }) => orderId !== order.orderId),
    account: account && {
      ...account,
      available: addMoney(account.available, freed),
      transferable: addMoney(account.transferable, freed),
    },
  };
}

/** The form with the remaining quantity, the price, and the trigger of a conditional order, as they would be after the changes. */
function amendedDraft(order: OrderRecord, changes: OrderChanges, { instrument }: OrderFormContext): OrderFormDraft {
  const text = (ticks: Ticks): string => fieldPrice(priceOfTicks(ticks, instrument.tickSize), instrument);
  const trigger = order.stop?.trigger;
  const left = leftAfter(order, changes);
  return {
    ...initialDraft(instrument.symbol),
    orderType: order.orderType,
    price: order.orderType === 'Limit' ? text(changes.price ?? order.price) : '',
    quantity: formatDecimal(quantityUnits(quantityOfLots(left, instrument.lotSize))),
    timeInForce: order.timeInForce === 'PostOnly' ? 'GoodTillCancel' : order.timeInForce,
    postOnly: order.timeInForce === 'PostOnly',
    reduceOnly: order.reduceOnly,
    ...(trigger !== undefined && {
      trigger: {
        price: text(changes.trigger ?? trigger.price),
        source: trigger.source,
        closeOnTrigger: order.stop?.closeOnTrigger === true,
      },
    }),
  };
}

/** The quantity that a changed order could still fill. */
export const leftAfter = (order: OrderRecord, { quantity = order.quantity }: OrderChanges): Lots =>
  lots(Math.max(0, lotCount(quantity) - lotCount(order.filled)));

/** Preview of a changed open order, by the order form's functions: cost, immediate fills, and errors. */
export function amendPreview(order: OrderRecord, changes: OrderChanges, now: OrderFormContext): AmendPreview {
  const context = contextWithout(order, now);
  const draft = amendedDraft(order, changes, context);
  // The remaining quantity of an order may be below the minimum of a new one.
  const readings = orderReadings(draft, context);
  const errors = orderFormErrors(readings).filter(({ code }) => code !== 'quantityTooSmall');
  const trigger = order.stop?.trigger;
  // A conditional order keeps its direction, unlike a new one.
  const isReached = trigger !== undefined && isTriggerReached({ ...trigger, price: changes.trigger ?? trigger.price }, context);
  const reached: OrderFormError | undefined = isReached ? { code: 'triggerReached', field: 'trigger' } : undefined;
  return {
    preview: orderPreview(readings.of(order.side)),
    problem: reached ?? errors.find(({ side }) => side === undefined || side === order.side),
  };
}
