import { isPerpetual, milliseconds, type Instrument } from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { useCommonText, useFormats } from '../platform/texts.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';
import styles from './notices.module.css';

/** When a coin that is announced begins to trade, or one that trades is delisted. */
function announcementOf(instrument: Instrument): { readonly key: 'listing.launch' | 'listing.end'; readonly at: number } | undefined {
  const { status, launchAt, deliveryAt } = instrument;
  if (status === 'PreLaunch' && launchAt !== undefined) return { key: 'listing.launch', at: milliseconds(launchAt) };
  if (status !== 'Trading' || !isPerpetual(instrument) || deliveryAt === undefined) return undefined;
  return { key: 'listing.end', at: milliseconds(deliveryAt) };
}

/** What the exchange announces about its list, until it has happened or is put away. */
export function ListingNotices() {
  const contracts = useReadable(useClient().catalogue);
  const text = useAppText();
  const common = useCommonText();
  const formats = useFormats();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const instruments = contracts.status === 'idle' ? [] : (contracts.data ?? []);
  const shown = instruments.flatMap((instrument) => {
    const announced = announcementOf(instrument);
    if (announced === undefined) return [];
    const said = text(announced.key, { symbol: instrument.symbol, time: formats.dateMinute(announced.at) });
    return away.has(said) ? [] : [said];
  });
  return (
    <div role="status" aria-label={text('listings')}>
      {shown.length > 0 && (
        <ul className={styles['notices']}>
          {shown.map((said) => (
            <li key={said}>
              <span>{said}</span>
              <Button
                size="small"
                tone="ghost"
                aria-label={text('closeNotice', { notice: said })}
                onClick={() => setAway(new Set([...away, said]))}
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
