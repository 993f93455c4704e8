import { derived, type TickerFeed } from '@tapedeck/client';
import { useMemo } from 'react';
import styles from './form-problems.module.css';
import { useCommonText } from '../platform/texts.tsx';
import { useReadable } from '../platform/use-readable.ts';

/** Says that the figures of a form are computed from prices that are not live. */
export function StalePrices({ feeds }: { readonly feeds: readonly Pick<TickerFeed, 'ticker'>[] }) {
  const text = useCommonText();
  const isStale = useReadable(
    useMemo(
      () =>
        derived(
          feeds.map(({ ticker }) => ticker),
          (...now) => now.some(({ freshness }) => freshness !== 'live' && freshness !== 'loading'),
        ),
      // eslint-disable-next-line react-hooks/exhaustive-deps -- the feeds are the dependency list
      feeds,
    ),
  );
  return isStale ? (
    <p role="status" className={styles['refusal']} data-neutral>
      {text('stalePrices')}
    </p>
  ) : null;
}
