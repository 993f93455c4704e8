import { algoKinds, type AlgoKind, type MarketFeed } from '@tapedeck/client';
import { STRATEGY_KINDS, type StrategyKind } from '@tapedeck/domain';
import { arrives, Select } from '@tapedeck/ui';
import { lazy, Suspense, useEffect } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useOffers } from '../../platform/session.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { AlgoActions } from './algo-actions.tsx';
import { AlgoFields } from './algo-fields.tsx';
import { algoStoreOf } from './algo-store.ts';
import styles from './algo-form.module.css';
import { useAlgoText } from './texts.ts';

const WebhookDialog = lazy(() => arrives(() => import('./webhook-dialog.tsx')).then((module) => ({ default: module.WebhookDialog })));

const isStrategy = (kind: AlgoKind): kind is AlgoKind & StrategyKind => (STRATEGY_KINDS as readonly AlgoKind[]).includes(kind);

/** Algo orders: a form for each kind. */
export function AlgoForm({ feed }: { feed: MarketFeed }) {
  const form = algoStoreOf(useClient(), feed);
  const text = useAlgoText();
  const kind = useSelected(form.draft, (draft) => draft.kind);
  const token = useReadable(form.token);
  const { strategies } = useOffers();
  const kinds = algoKinds(feed.instrument).filter((one) => !isStrategy(one) || strategies.includes(one));
  const shown = kinds.includes(kind) ? kind : kinds[0];
  useEffect(() => form.start(), [form]);
  useEffect(() => {
    if (shown !== undefined && shown !== kind) form.dispatch({ type: 'kindChosen', kind: shown });
  }, [form, kind, shown]);
  return (
    <div className={styles['algo']} role="group" aria-label={text('region')}>
      <div className={styles['line']}>
        <span>{text('kind')}</span>
        <Select
          bare
          label={text('kind')}
          value={kind}
          items={kinds.map((value) => ({ value, label: text(`kind.${value}`) }))}
          onChange={(value) => form.dispatch({ type: 'kindChosen', kind: value })}
        />
      </div>
      <p className={styles['means']}>{text(`means.${kind}`)}</p>
      <AlgoFields form={form} />
      <AlgoActions form={form} />
      {token !== undefined && (
        <Suspense fallback={null}>
          <WebhookDialog token={token} onClose={() => form.token.set(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
