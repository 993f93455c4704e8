import type { PositionView, ReverseOutcome } from '@tapedeck/client';
import type { Price } from '@tapedeck/domain';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import { useSelected } from '../../platform/use-readable.ts';
import { usePositionsText } from './texts.ts';

/** Reversal with its messages; `busy` while any reversal runs. A partly failed order has a dialog of its own. */
export function useReverse(): {
  readonly busy: boolean;
  reverse(view: PositionView): Promise<void>;
} {
  const client = useClient();
  const text = usePositionsText();
  const busy = useSelected(client.positions.reversal.state, (state) => state.name !== 'idle');
  const tell = (view: PositionView, outcome: ReverseOutcome): void => {
    if (outcome.name === 'reversed') return notify({ kind: 'success', id: `reversed-${view.key}`, title: text('reversed') });
    if (tellOrderFailure(outcome.failure, view.instrument)) return undefined;
    return reportFailure(outcome.failure, text(outcome.name === 'closeFailed' ? 'reverseCloseFailed' : 'reverseOpenFailed'));
  };
  /** The market price in the dialog. */
  const lastPrice = ({ instrument }: PositionView): Price | undefined => {
    const feed = client.markets.ticker(instrument.symbol);
    const last = feed.ticker.get().ticker?.market.last;
    feed.release();
    return last;
  };
  return { busy, reverse: async (view) => tell(view, await client.positions.reversal.reverse(view.key, lastPrice(view))) };
}
