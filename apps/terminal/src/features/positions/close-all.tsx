import { arrives, Button } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { usePositionsText } from './texts.ts';

const CloseAllDialog = lazy(() => arrives(() => import('./close-all-dialog.tsx')).then((module) => ({ default: module.CloseAllDialog })));

/** Closes every open position at market, after asking; shown while there is one. */
export function CloseAllButton() {
  const text = usePositionsText();
  const [asked, setAsked] = useState(false);
  const some = useSelected(useClient().account.positionKeys, (keys) => keys.status !== 'idle' && (keys.data?.length ?? 0) > 0);
  return (
    <>
      {some && (
        <Button size="small" onClick={() => setAsked(true)}>
          {text('closeAll')}
        </Button>
      )}
      {asked && (
        <Suspense fallback={null}>
          <CloseAllDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
