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
  type Money,
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

/** Preview of an open order at another price. */
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

/** The form with the remaining quantity and the new price, or the new trigger of a conditional order. */
function amendedDraft(order: OrderRecord, at: Ticks, { instrument }: OrderFormContext): OrderFormDraft {
  const text = (ticks: Ticks): string => fieldPrice(priceOfTicks(ticks, instrument.tickSize), instrument);
  const trigger = order.stop?.trigger;
  const left = lots(lotCount(order.quantity) - lotCount(order.filled));
  return {
    ...initialDraft(instrument.symbol),
    orderType: order.orderType,
    price: order.orderType === 'Limit' ? text(trigger === undefined ? at : order.price) : '',
    quantity: formatDecimal(quantityUnits(quantityOfLots(left, instrument.lotSize))),
    timeInForce: order.timeInForce === 'PostOnly' ? 'GoodTillCancel' : order.timeInForce,
    postOnly: order.timeInForce === 'PostOnly',
    reduceOnly: order.reduceOnly,
    ...(trigger !== undefined && {
      trigger: { price: text(at), source: trigger.source, closeOnTrigger: order.stop?.closeOnTrigger === true },
    }),
  };
}

/** Preview of moving an open order to `at`, by the order form's functions: cost, immediate fills, and errors. */
export function amendPreview(order: OrderRecord, at: Ticks, now: OrderFormContext): AmendPreview {
  const context = contextWithout(order, now);
  const draft = amendedDraft(order, at, context);
  // The remaining quantity of an order may be below the minimum of a new one.
  const readings = orderReadings(draft, context);
  const errors = orderFormErrors(readings).filter(({ code }) => code !== 'quantityTooSmall');
  const trigger = order.stop?.trigger;
  // A conditional order keeps its direction, unlike a new one.
  const isReached = trigger !== undefined && isTriggerReached({ ...trigger, price: at }, context);
  const reached: OrderFormError | undefined = isReached ? { code: 'triggerReached', field: 'trigger' } : undefined;
  return {
    preview: orderPreview(readings.of(order.side)),
    problem: reached ?? errors.find(({ side }) => side === undefined || side === order.side),
  };
}
