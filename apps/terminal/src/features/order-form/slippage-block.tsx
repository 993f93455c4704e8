import { slippageAvailable } from '@tapedeck/client';
import { arrives } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { useSelected } from '../../platform/use-readable.ts';
import type { Part } from './use-field-error.ts';

const SlippageLimit = lazy(() => arrives(() => import('./slippage-limit.tsx')).then((module) => ({ default: module.SlippageLimit })));

/** The limit of a market order's price, for the accounts that have one. */
export function SlippageBlock({ form }: Part) {
  const orderType = useSelected(form.draft, (draft) => draft.orderType);
  const available = useSelected(form.followed, ({ traits }) => traits !== undefined && slippageAvailable(traits, orderType));
  if (!available) return null;
  return (
    <Suspense fallback={null}>
      <SlippageLimit form={form} />
    </Suspense>
  );
}
