import {
  createForm,
  createStore,
  initialSpot,
  spotContext,
  spotOrderTerms,
  spotRules,
  type Form,
  type MarketFeed,
  type PriceStepAction,
  type SpotAction,
  type SpotContext,
  type SpotError,
  type SpotOrderDraft,
  type SpotPreview,
  type SpotReading,
  type Store,
  type TerminalClient,
} from '@tapedeck/client';
import { frames } from '../../platform/frame-scheduler.ts';
import { keepTyped, readTyped } from '../../platform/typed-order.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import { keptPriceStep, stepChange } from '../../widgets/price-step-choice.ts';

type SpotForm = Form<SpotOrderDraft, SpotAction, SpotContext, SpotReading, SpotError, SpotPreview>;

/** The form of one pair. */
export interface SpotFormStore extends Omit<SpotForm, 'submit' | 'preview'> {
  readonly feed: MarketFeed;
  /** The algo-order form replaces this one's fields. */
  readonly algo: Store<boolean>;
  preview(): SpotPreview;
  /** Applies the price step buttons; the step is stored per pair on this machine. */
  changeStep(action: PriceStepAction): void;
  submit(): Promise<boolean>;
}

/** The values typed before a reload of the tab, and the price step used on this machine. */
function startingDraft(symbol: string): SpotOrderDraft {
  const { price = '', quantity = '', unit, orderType, side } = readTyped(symbol);
  return {
    ...initialSpot(symbol, side === 'Sell' ? 'Sell' : 'Buy'),
    ...{ price, quantity, unit: unit === 'quote' ? 'quote' : 'base', orderType: orderType === 'Market' ? 'Market' : 'Limit' },
    priceStep: keptPriceStep(symbol),
  };
}

export function createSpotFormStore(client: TerminalClient, feed: MarketFeed): SpotFormStore {
  const { instrument } = feed;
  const { symbol } = instrument;
  const form = createForm(spotRules, {
    initial: startingDraft(symbol),
    followed: spotContext(client, feed),
    frames,
    afterwards: ({ ok }) => (ok ? { type: 'sent' } : undefined),
  });
  keepTyped(symbol, form.draft);
  return {
    ...form,
    feed,
    algo: createStore(false),
    preview: () => form.preview(form.draft.get().side),
    changeStep: stepChange(form, symbol),
    async submit() {
      const result = await form.submit(form.draft.get().side, (order) => {
        const terms = spotOrderTerms(order);
        return terms && client.orders.placeSpot(terms);
      });
      if (result?.ok === false) tellOrderFailure(result.failure, instrument);
      return result?.ok === true;
    },
  };
}
