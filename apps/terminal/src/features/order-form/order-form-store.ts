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
import { isInverse, type Instrument, type SelfMatch } from '@tapedeck/domain';
import { frames } from '../../platform/frame-scheduler.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import { keptPriceStep, stepChange } from '../../widgets/price-step-choice.ts';
import { readChoice } from '../../platform/storage.ts';
import { keepTyped, readTyped } from '../../platform/typed-order.ts';

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

/** A quantity of a coin-margined contract is in dollars, and its cost in coins: a unit chosen for one kind means nothing for the other. */
export const unitChoice = (instrument: Instrument): string => (isInverse(instrument) ? 'order.unit.inverse' : 'order.unit');

/** The values typed before a reload of the tab, and the last unit and price step used on this machine. */
function startingDraft(instrument: Instrument): OrderFormDraft {
  const { symbol } = instrument;
  const typed = readTyped(symbol);
  const unit = UNITS.find((known) => known === (typed.unit ?? readChoice(unitChoice(instrument)))) ?? 'quantity';
  const selfMatch = SELF_MATCHES.find((known) => known === readChoice('order.selfMatch'));
  const orderType = typed.orderType === 'Market' ? 'Market' : 'Limit';
  const { price = '', quantity = '' } = typed;
  return { ...initialDraft(symbol), orderType, price, quantity, unit, selfMatch, priceStep: keptPriceStep(symbol) };
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
    initial: startingDraft(instrument),
    followed: orderFormContext(client, feed),
    frames,
    afterwards: (result, { unit }) => (result.ok ? { type: 'sent' } : unsentPart(result.failure, unit, instrument)),
  });
  keepTyped(instrument.symbol, form.draft);
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
