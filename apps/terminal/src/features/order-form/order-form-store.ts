import {
  createForm,
  createStore,
  initialDraft,
  orderFormContext,
  orderOptions,
  orderRules,
  splitFailure,
  type Failure,
  type Form,
  type MarketFeed,
  type OrderFormAction,
  type OrderFormContext,
  type OrderFormDraft,
  type OrderFormError,
  type OrderPreview,
  type OrderReading,
  type PriceStepAction,
  type QuantityUnit,
  type Store,
  type TerminalClient,
} from '@tapedeck/client';
import type { Instrument, SelfMatch } from '@tapedeck/domain';
import { frames } from '../../platform/frame-scheduler.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import { keptPriceStep, stepChange } from '../../widgets/price-step-choice.ts';
import { readChoice } from '../../platform/storage.ts';

export type Side = 'Buy' | 'Sell';

type OrderForm = Form<OrderFormDraft, OrderFormAction, OrderFormContext, OrderReading, OrderFormError, OrderPreview>;

/** The form of one contract. */
export interface OrderFormStore extends Omit<OrderForm, 'submit'> {
  readonly feed: MarketFeed;
  /** The algo-order form replaces this one's fields. */
  readonly algo: Store<boolean>;
  /** The side that a phone shows. */
  readonly side: Store<Side>;
  /** Applies the price step buttons; the step is stored per contract on this machine. */
  changeStep(action: PriceStepAction): void;
  /** Sends the order unless it has errors; a second call during the first does nothing. */
  submit(side: Side): Promise<boolean>;
}

const SELF_MATCHES: readonly SelfMatch[] = ['CancelMaker', 'CancelTaker', 'CancelBoth', 'None'];
const UNITS: readonly QuantityUnit[] = ['quantity', 'cost', 'value'];

/** An empty form with the last unit and price step used on this machine. */
function startingDraft(symbol: string): OrderFormDraft {
  const unit = UNITS.find((known) => known === readChoice('order.unit')) ?? 'quantity';
  const selfMatch = SELF_MATCHES.find((known) => known === readChoice('order.selfMatch'));
  return { ...initialDraft(symbol), unit, selfMatch, priceStep: keptPriceStep(symbol) };
}

/** After an order sent in parts, the form keeps the unplaced quantity, so that a second press does not send all of it again. */
function unsentPart(failure: Failure, unit: QuantityUnit, instrument: Instrument): OrderFormAction | undefined {
  const left = splitFailure(failure, instrument);
  if (left?.placed === undefined) return undefined;
  return unit === 'quantity' ? { type: 'quantityTyped', text: left.quantity } : { type: 'sent' };
}

export function createOrderFormStore(client: TerminalClient, feed: MarketFeed): OrderFormStore {
  const { instrument } = feed;
  const form = createForm(orderRules, {
    initial: startingDraft(instrument.symbol),
    followed: orderFormContext(client, feed),
    frames,
    afterwards: (result, { unit }) => (result.ok ? { type: 'sent' } : unsentPart(result.failure, unit, instrument)),
  });
  return {
    ...form,
    feed,
    algo: createStore(false),
    side: createStore<Side>('Buy'),
    changeStep: stepChange(form, instrument.symbol),
    async submit(side) {
      const result = await form.submit(side, (order) => client.orders.place(order.draft, side, orderOptions(order)));
      if (result?.ok === false) tellOrderFailure(result.failure, instrument);
      return result?.ok === true;
    },
  };
}
