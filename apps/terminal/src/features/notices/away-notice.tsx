import type { CatalogueFallback, SpotFallback } from '@tapedeck/client';
import { useClient } from '../../platform/client-context.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { useNoticesText } from './notices-text.ts';
import styles from './notices.module.css';

const CONTRACTS = { cache: 'awayCache', builtIn: 'awayBuiltIn' } as const satisfies Record<CatalogueFallback, string>;
const PAIRS = { cache: 'pairsCache', file: 'pairsFile', hardCoded: 'pairsHardCoded' } as const satisfies Record<SpotFallback, string>;

/** Names the list that replaces the exchange's own while it is unavailable; the terminal keeps retrying. */
export function AwayNotice() {
  const client = useClient();
  const fallback = useReadable(client.markets.fallback);
  const pairs = useReadable(client.markets.pairsFallback);
  const text = useNoticesText();
  // An unreachable exchange has no pairs either: one message is enough.
  const key = fallback !== undefined ? CONTRACTS[fallback] : pairs && PAIRS[pairs];
  return (
    <div role="status" aria-label={text('away')}>
      {key !== undefined && <p className={styles['away']}>{text(key)}</p>}
    </div>
  );
}
