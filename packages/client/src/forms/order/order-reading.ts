import type { Lots, Side, Trigger } from '@tapedeck/domain';
import { wholeOrNothing, type SeenArrival } from '../../calculators/fill-simulation.ts';
import { formReadings, once, type FormReadings } from '../kernel/readings.ts';
import type { TpslContext, TpslDraft } from '../tpsl/tpsl-form.ts';
import { typedLots } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft } from './order-form.ts';
import { askPortfolio, type PortfolioAnswer } from './order-portfolio.ts';
import { arrivalOf, demandOf, largestQuantity, orderSide, type OrderDemand, type OrderSide } from './order-side.ts';
import { sideTpsl } from './order-tpsl.ts';
import { contextWhenTriggered, draftTrigger } from './order-trigger.ts';
import { draftInLots } from './order-units.ts';

/** An order on arrival, and its demand on the account. */
export interface MetOrder {
  readonly arrival: SeenArrival;
  demand(): OrderDemand;
  /** The portfolio check, under portfolio margin. */
  portfolio(): PortfolioAnswer | undefined;
}

/** One side of the order form, read once: errors, preview, limits and TP/SL are derived from this alone. */
export interface OrderReading extends OrderSide {
  /** The current market, even for a conditional order. */
  readonly now: OrderFormContext;
  /** Trigger of a conditional order. */
  readonly trigger: Trigger | undefined;
  /** Quantity of the draft in lots; `undefined` while it is not valid. */
  readonly quantity: Lots | undefined;
  /** As the book matches it. */
  readonly met: MetOrder | undefined;
  /** The same, unless the order fills completely or not at all and cannot fill. */
  readonly outcome: MetOrder | undefined;
  /** Maximum quantity of this side now. */
  most(): Lots | undefined;
  tpsl(): { readonly draft: TpslDraft; readonly context: TpslContext } | undefined;
}

function metOrder(order: OrderSide, arrival: SeenArrival): MetOrder {
  return {
    arrival,
    demand: once(() => demandOf(order, arrival)),
    portfolio: once(() => (order.closing ? undefined : askPortfolio(order, arrival))),
  };
}

/** Reads one side of the form: the order in lots, and its result against market and account. */
export function readOrder(typed: OrderFormDraft, now: OrderFormContext, side: Side): OrderReading {
  const sized = orderSide(typed, side, contextWhenTriggered(typed, now));
  const draft = draftInLots(sized);
  const order: OrderSide = { ...sized, draft };
  const quantity = typedLots(draft.quantity, now.instrument);
  const arrival = quantity && arrivalOf(order, quantity);
  const met = arrival && metOrder(order, arrival);
  const whole = arrival && wholeOrNothing(arrival);
  return {
    ...order,
    now,
    trigger: draftTrigger(draft, now),
    quantity,
    met,
    outcome: whole === arrival ? met : whole && metOrder(order, whole),
    most: once(() => largestQuantity(order)),
    tpsl: once(() => sideTpsl(draft, side, now)),
  };
}

export type OrderReadings = FormReadings<OrderFormDraft, OrderFormContext, OrderReading>;

export const orderReadings = (draft: OrderFormDraft, context: OrderFormContext): OrderReadings => formReadings(readOrder, draft, context);
