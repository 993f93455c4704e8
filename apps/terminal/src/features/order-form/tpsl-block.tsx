import { arrives, Checkbox } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { tpslHabits } from '../../widgets/tpsl-habits.ts';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const TpslFields = lazy(() => arrives(() => import('./order-tpsl/tpsl-fields.tsx')).then((module) => ({ default: module.TpslFields })));
const TpslPreference = lazy(() =>
  arrives(() => import('./order-tpsl/tpsl-fields.tsx')).then((module) => ({ default: module.TpslPreference })),
);

/** Attached take-profit and stop-loss of the order. */
export function TpslBlock({ form }: Part) {
  const text = useOrderFormText();
  const on = useSelected(form.draft, (draft) => draft.tpsl !== undefined);
  const reduceOnly = useSelected(form.draft, (draft) => draft.reduceOnly);
  // A reduce-only order leaves no position for an exit to close.
  if (reduceOnly) return null;
  return (
    <>
      <div className={styles['option']}>
        <Checkbox checked={on} onChange={() => form.dispatch({ type: 'tpslToggled', habits: tpslHabits() })}>
          {text('tpsl.toggle')}
        </Checkbox>
        {on && (
          <Suspense fallback={null}>
            <TpslPreference form={form} />
          </Suspense>
        )}
      </div>
      {on && (
        <Suspense fallback={null}>
          <TpslFields form={form} />
        </Suspense>
      )}
    </>
  );
}
