import { arrives, ShareIcon } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

const ShareDialog = lazy(() => arrives(() => import('./share-dialog.tsx')).then((module) => ({ default: module.ShareDialog })));

/** Opens a picture of what the position earns. */
export function ShareButton({ positionKey, name }: { positionKey: string; name: string }) {
  const text = usePositionsText();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" className={styles['share']} aria-label={text('shareOf', { position: name })} onClick={() => setAsked(true)}>
        <ShareIcon />
      </button>
      {asked && (
        <Suspense fallback={null}>
          <ShareDialog positionKey={positionKey} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
