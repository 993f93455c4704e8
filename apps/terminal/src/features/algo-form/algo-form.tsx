import { algoKinds, type MarketFeed } from '@tapedeck/client';
import { arrives, Select } from '@tapedeck/ui';
import { lazy, Suspense, useEffect } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { AlgoActions, AlgoProblems } from './algo-actions.tsx';
import { AlgoFields } from './algo-fields.tsx';
import { algoStoreOf } from './algo-store.ts';
import styles from './algo-form.module.css';
import { useAlgoText } from './texts.ts';

const WebhookDialog = lazy(() => arrives(() => import('./webhook-dialog.tsx')).then((module) => ({ default: module.WebhookDialog })));

/** Orders that the exchange works by itself: a form for each kind. */
export function AlgoForm({ feed }: { feed: MarketFeed }) {
  const form = algoStoreOf(useClient(), feed);
  const text = useAlgoText();
  const kind = useSelected(form.draft, (draft) => draft.kind);
  const token = useReadable(form.token);
  useEffect(() => form.start(), [form]);
  return (
    <div className={styles['algo']} role="group" aria-label={text('region')}>
      <div className={styles['line']}>
        <span>{text('kind')}</span>
        <Select
          bare
          label={text('kind')}
          value={kind}
          items={algoKinds(feed.instrument).map((value) => ({ value, label: text(`kind.${value}`) }))}
          onChange={(value) => form.dispatch({ type: 'kindChosen', kind: value })}
        />
      </div>
      <p className={styles['means']}>{text(`means.${kind}`)}</p>
      <AlgoFields form={form} />
      <AlgoProblems form={form} />
      <AlgoActions form={form} />
      {token !== undefined && (
        <Suspense fallback={null}>
          <WebhookDialog token={token} onClose={() => form.token.set(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
