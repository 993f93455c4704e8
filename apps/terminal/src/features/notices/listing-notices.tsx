import { isPerpetual, milliseconds, type Instrument } from '@tapedeck/domain';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { NoticeList } from './notice-list.tsx';
import { useNoticesText } from './notices-text.ts';

interface Announcement {
  readonly key: 'listing.launch' | 'listing.rename' | 'listing.end';
  readonly at: number;
}

/** Start of trading (also under a new name), or delisting date. */
function announcementOf(instrument: Instrument): Announcement | undefined {
  const { status, launchAt, deliveryAt, formerSymbol } = instrument;
  if (status === 'PreLaunch' && launchAt !== undefined)
    return { key: formerSymbol === undefined ? 'listing.launch' : 'listing.rename', at: milliseconds(launchAt) };
  if (status !== 'Trading' || !isPerpetual(instrument) || deliveryAt === undefined) return undefined;
  return { key: 'listing.end', at: milliseconds(deliveryAt) };
}

/** Announcements about listings, until they have happened or are dismissed. */
export function ListingNotices() {
  const contracts = useReadable(useClient().markets.catalogue);
  const text = useNoticesText();
  const formats = useFormats();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const instruments = contracts.status === 'idle' ? [] : (contracts.data ?? []);
  const renamed = new Set(instruments.flatMap(({ status, formerSymbol }) => (status === 'PreLaunch' ? (formerSymbol ?? []) : [])));
  const shown = instruments.flatMap((instrument) => {
    const { symbol, formerSymbol = '' } = instrument;
    // The notice of the new name also announces the end of the old one.
    const announced = renamed.has(symbol) ? undefined : announcementOf(instrument);
    if (announced === undefined) return [];
    const said = text(announced.key, { symbol, former: formerSymbol, time: formats.dateMinute(announced.at) });
    return away.has(said) ? [] : [[said, said] as const];
  });
  return <NoticeList label={text('listings')} notices={shown} onClose={(said) => setAway(new Set([...away, said]))} />;
}
