import { lazy, Suspense } from 'react';
import { tpslAsked } from '../../platform/tpsl-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';

const TpslDialog = lazy(() => import('./tpsl-dialog.tsx').then((module) => ({ default: module.TpslDialog })));

/** The TP/SL dialog of the position that was asked for. */
export function TpslDialogs() {
  const key = useReadable(tpslAsked);
  if (key === undefined) return null;
  return (
    <Suspense fallback={null}>
      <TpslDialog key={key} positionKey={key} onClose={() => tpslAsked.set(undefined)} />
    </Suspense>
  );
}
