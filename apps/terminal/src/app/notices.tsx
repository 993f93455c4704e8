import { Button } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';
import styles from './notices.module.css';

/** What the operator says to everybody, until its time is over or it is put away. */
export function Notices() {
  const notices = useReadable(useClient().notices);
  const text = useAppText();
  const common = useCommonText();
  const [away, setAway] = useState<ReadonlySet<number>>(new Set());
  const shown = notices.filter(({ id }) => !away.has(id));
  return (
    <div role="status" aria-label={text('notices')}>
      {shown.length > 0 && (
        <ul className={styles['notices']}>
          {shown.map(({ id, text: said }) => (
            <li key={id}>
              <span>{said}</span>
              <Button
                size="small"
                tone="ghost"
                aria-label={text('closeNotice', { notice: said })}
                onClick={() => setAway(new Set([...away, id]))}
              >
                {common('close')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
