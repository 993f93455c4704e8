import type { MarketFeed } from '@tapedeck/client';
import { priceOfTicks } from '@tapedeck/domain';
import { useMemo } from 'react';
import { createSpotFormStore, SpotForm } from '../features/spot-form/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { lotsFieldText } from '../platform/values.ts';
import { AlgoPart, TradeWorkspace } from './trade-workspace.tsx';

/** The trading screen of a pair. */
export function SpotWorkspace({ feed }: { feed: MarketFeed }) {
  const client = useClient();
  const form = useMemo(() => createSpotFormStore(client, feed), [client, feed]);
  const { instrument } = feed;
  return (
    <TradeWorkspace
      feed={feed}
      form={<SpotForm form={form} algo={<AlgoPart feed={feed} />} />}
      onPrice={(ticks) => form.dispatch({ type: 'priceSet', price: priceOfTicks(ticks, instrument.tickSize) })}
      onQuantity={(lots) => form.dispatch({ type: 'quantitySet', text: lotsFieldText(lots, instrument) })}
      onSide={(side) => form.dispatch({ type: 'sideChosen', side })}
    />
  );
}
