import type { CatalogueFallback, SpotFallback } from '@tapedeck/client';
import { useClient } from '../platform/client-context.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';
import styles from './notices.module.css';

const CONTRACTS = { cache: 'awayCache', builtIn: 'awayBuiltIn' } as const satisfies Record<CatalogueFallback, string>;
const PAIRS = { cache: 'pairsCache', file: 'pairsFile', hardCoded: 'pairsHardCoded' } as const satisfies Record<SpotFallback, string>;

/** Says what is on screen in place of the exchange's own lists while they cannot be had, and that they are looked for. */
export function AwayNotice() {
  const client = useClient();
  const fallback = useReadable(client.fallback);
  const pairs = useReadable(client.pairsFallback);
  const text = useAppText();
  // An exchange that cannot be reached has no pairs either: one message is enough.
  const key = fallback !== undefined ? CONTRACTS[fallback] : pairs && PAIRS[pairs];
  return (
    <div role="status" aria-label={text('away')}>
      {key !== undefined && <p className={styles['away']}>{text(key)}</p>}
    </div>
  );
}
