import type { Instrument } from '@tapedeck/domain';
import { coinIcon, defaultIcon } from '@tapedeck/protocol';
import { useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import styles from './coin-icon.module.css';
import { useTheme } from '../platform/theme.ts';

/** The icon of a symbol in the colours of the theme: the exchange's, else the coin's, else a generic one. */
export function CoinIcon({ instrument: { symbol, baseCoin } }: { instrument: Pick<Instrument, 'symbol' | 'baseCoin'> }) {
  const theme = useTheme();
  const named = useClient().markets.facts(symbol)?.icons[theme];
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const last = defaultIcon(theme);
  const src = [named, coinIcon(baseCoin, theme)].find((one) => one !== undefined && !missing.has(one)) ?? last;
  return (
    <img
      className={styles['icon']}
      src={src}
      alt=""
      width={16}
      height={16}
      decoding="async"
      onError={() => {
        if (src !== last) setMissing(new Set([...missing, src]));
      }}
    />
  );
}
