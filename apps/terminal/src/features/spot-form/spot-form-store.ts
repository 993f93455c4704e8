import {
  initialSpot,
  reduceSpot,
  spotContext,
  spotErrors,
  spotOrderTerms,
  type MarketFeed,
  type PriceStepAction,
  type SpotAction,
  type SpotContext,
  type SpotError,
  type SpotOrderDraft,
  type TerminalClient,
} from '@tapedeck/client';
import { createLiveForm, type LiveForm } from '../../platform/live-form.ts';
import { tellOrderFailure } from '../../platform/order-failure.ts';
import { keepPriceStep, keptPriceStep } from '../../platform/price-step-choice.ts';
import { cell, type Cell } from '../../platform/use-readable.ts';

/** The form of one pair. */
export interface SpotFormStore extends Omit<LiveForm<SpotOrderDraft, SpotAction, SpotContext, SpotError>, 'submit'> {
  readonly feed: MarketFeed;
  /** The form of algo orders stands in the place of this one's fields. */
  readonly algo: Cell<boolean>;
  /** Percent chosen on the slider; 0 after the quantity was typed. */
  readonly share: Cell<number>;
  /** Of the price's plus and minus; kept for the pair on this machine. */
  changeStep(action: PriceStepAction): void;
  submit(): Promise<boolean>;
}

/** After these the slider no longer says what the field holds. */
const FORGETS_SHARE: ReadonlySet<SpotAction['type']> = new Set([
  'quantityTyped',
  'quantityStepped',
  'quantitySet',
  'unitChosen',
  'sideChosen',
  'sent',
]);

export function createSpotFormStore(client: TerminalClient, feed: MarketFeed): SpotFormStore {
  const { symbol } = feed.instrument;
  const share = cell(0);
  const form = createLiveForm<SpotOrderDraft, SpotAction, SpotContext, SpotError>({
    initial: { ...initialSpot(symbol), priceStep: keptPriceStep(symbol) },
    followed: spotContext(client, feed),
    reduce: reduceSpot,
    problems: spotErrors,
    keepsRefusal: ({ type }) => type.endsWith('Blurred'),
  });
  const dispatch = (action: SpotAction) => {
    if (action.type === 'shareChosen') share.set(action.percent);
    else if (FORGETS_SHARE.has(action.type)) share.set(0);
    form.dispatch(action);
    // The slider stays true: its share is of what can be sent at the price that is in the form now.
    if (share.get() > 0 && action.type.startsWith('price')) fill();
  };
  const fill = () => {
    const action = { type: 'shareChosen', percent: share.get() } as const;
    if (reduceSpot(form.draft.get(), action, form.context()).quantity !== '') form.dispatch(action);
  };
  return {
    ...form,
    feed,
    share,
    algo: cell(false),
    dispatch,
    changeStep: (action) => {
      dispatch({ type: 'priceStepChanged', action });
      keepPriceStep(symbol, form.draft.get().priceStep);
    },
    start() {
      // The account may still have been on its way when the share was chosen.
      const end = form.previews.subscribe(() => {
        if (share.get() > 0 && form.draft.get().quantity === '') fill();
      });
      const stop = form.start();
      return () => {
        stop();
        end();
      };
    },
    async submit() {
      const draft = form.draft.get();
      const result = await form.submit(draft.side, () => {
        const terms = spotOrderTerms(draft, form.context());
        return terms && client.placeSpotOrder(terms);
      });
      if (result?.ok === false) tellOrderFailure(result.failure, feed.instrument);
      if (result?.ok !== true) return false;
      dispatch({ type: 'sent' });
      return true;
    },
  };
}
