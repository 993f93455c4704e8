import {
  algoContext,
  algoErrors,
  algoKinds,
  algoPreview,
  algoRequest,
  initialAlgo,
  placeAlgo,
  reduceAlgo,
  type AlgoAction,
  type AlgoContext,
  type AlgoDraft,
  type AlgoError,
  type AlgoFact,
  type MarketFeed,
  type TerminalClient,
} from '@tapedeck/client';
import { createLiveForm, type LiveForm } from '../../platform/live-form.ts';
import { tellOrderFailure } from '../../platform/order-failure.ts';
import { cell, type Cell } from '../../platform/use-readable.ts';

export type Side = 'Buy' | 'Sell';

/** The form of algo orders of one instrument. */
export interface AlgoStore extends Omit<LiveForm<AlgoDraft, AlgoAction, AlgoContext, AlgoError>, 'submit'> {
  readonly feed: MarketFeed;
  /** What the signals of the webhook that was just made are sent with; shown once. */
  readonly token: Cell<string | undefined>;
  preview(side: Side): readonly AlgoFact[];
  submit(side: Side): Promise<boolean>;
}

function createAlgoStore(client: TerminalClient, feed: MarketFeed): AlgoStore {
  const token = cell<string | undefined>(undefined);
  const [first = 'Oco'] = algoKinds(feed.instrument);
  const form = createLiveForm<AlgoDraft, AlgoAction, AlgoContext, AlgoError>({
    initial: initialAlgo(feed.instrument.symbol, first),
    followed: algoContext(client, feed),
    reduce: reduceAlgo,
    problems: algoErrors,
    keepsRefusal: ({ type }) => type === 'left',
  });
  return {
    ...form,
    feed,
    token,
    preview: (side) => algoPreview(form.draft.get(), side, form.context()),
    async submit(side) {
      const result = await form.submit(side, () => {
        const request = algoRequest(form.draft.get(), side, form.context());
        return request && placeAlgo(client, request);
      });
      if (result?.ok === false) tellOrderFailure(result.failure, feed.instrument);
      if (result?.ok !== true) return false;
      token.set(result.value.token);
      form.dispatch({ type: 'sent' });
      return true;
    },
  };
}

const stores = new WeakMap<MarketFeed, AlgoStore>();

/** The form of a market: what was typed stays while the market is on screen, whatever else is looked at. */
export function algoStoreOf(client: TerminalClient, feed: MarketFeed): AlgoStore {
  const store = stores.get(feed) ?? createAlgoStore(client, feed);
  stores.set(feed, store);
  return store;
}
