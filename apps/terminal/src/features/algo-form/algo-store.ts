import {
  algoContext,
  algoKinds,
  algoRequest,
  algoRules,
  createForm,
  createStore,
  initialAlgo,
  placeAlgo,
  type AlgoAction,
  type AlgoContext,
  type AlgoDraft,
  type AlgoError,
  type AlgoFact,
  type AlgoReading,
  type Form,
  type MarketFeed,
  type Store,
  type TerminalClient,
} from '@tapedeck/client';
import { frames } from '../../platform/frame-scheduler.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';

export type Side = 'Buy' | 'Sell';

/** The form of algo orders of one instrument. */
export interface AlgoStore extends Omit<Form<AlgoDraft, AlgoAction, AlgoContext, AlgoReading, AlgoError, readonly AlgoFact[]>, 'submit'> {
  readonly feed: MarketFeed;
  /** Token of the webhook just created; shown once. */
  readonly token: Store<string | undefined>;
  submit(side: Side): Promise<boolean>;
}

function createAlgoStore(client: TerminalClient, feed: MarketFeed): AlgoStore {
  const token = createStore<string | undefined>(undefined);
  const [first = 'Oco'] = algoKinds(feed.instrument);
  const form = createForm(algoRules, {
    initial: initialAlgo(feed.instrument.symbol, first),
    followed: algoContext(client, feed),
    frames,
    afterwards: ({ ok }) => (ok ? { type: 'sent' } : undefined),
  });
  return {
    ...form,
    feed,
    token,
    async submit(side) {
      const result = await form.submit(side, (reading) => {
        const request = algoRequest(reading);
        return request && placeAlgo(client, request);
      });
      if (result?.ok === false) tellOrderFailure(result.failure, feed.instrument);
      if (result?.ok === true) token.set(result.value.token);
      return result?.ok === true;
    },
  };
}

const stores = new WeakMap<MarketFeed, AlgoStore>();

/** The form of a market; its draft is kept while the market is displayed. */
export function algoStoreOf(client: TerminalClient, feed: MarketFeed): AlgoStore {
  const store = stores.get(feed) ?? createAlgoStore(client, feed);
  stores.set(feed, store);
  return store;
}
