import type { Failure, MarketFeed, SpotOrderDraft, TerminalClient } from '@tapedeck/client';
import { cell, type Cell } from '../../platform/use-readable.ts';

export type Side = 'Buy' | 'Sell';

/** The form of one pair: what was typed, and what became of it. Lives outside React. */
export interface SpotFormStore {
  readonly feed: MarketFeed;
  readonly draft: Cell<SpotOrderDraft>;
  readonly side: Cell<Side>;
  readonly sending: Cell<boolean>;
  /** Why the last order was refused; cleared by the next change. */
  readonly refusal: Cell<Failure | undefined>;
  change(part: Partial<SpotOrderDraft>): void;
  turn(side: Side): void;
  /** A second call while one is under way does nothing. */
  submit(): Promise<boolean>;
}

export function createSpotFormStore(client: TerminalClient, feed: MarketFeed): SpotFormStore {
  const draft = cell<SpotOrderDraft>({ symbol: feed.instrument.symbol, orderType: 'Limit', price: '', quantity: '', borrows: false });
  const side = cell<Side>('Buy');
  const sending = cell(false);
  const refusal = cell<Failure | undefined>(undefined);
  return {
    feed,
    draft,
    side,
    sending,
    refusal,
    change(part) {
      refusal.set(undefined);
      draft.set({ ...draft.get(), ...part });
    },
    turn(next) {
      refusal.set(undefined);
      side.set(next);
    },
    async submit() {
      if (sending.get()) return false;
      sending.set(true);
      refusal.set(undefined);
      const result = await client.placeSpotOrder(draft.get(), side.get());
      sending.set(false);
      if (result.ok) draft.set({ ...draft.get(), quantity: '' });
      else refusal.set(result.failure);
      return result.ok;
    },
  };
}
