import { milliseconds, type Instrument } from '@tapedeck/domain';
import type { Delivery } from '@tapedeck/protocol';
import { StateMessage } from '@tapedeck/ui';
import { useCallback } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useZonedFormats } from '../../platform/time-zone.ts';
import { usePaged } from '../../widgets/use-paged.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { priceText } from '../../platform/values.ts';
import styles from './contract-details.module.css';
import { PagedRows } from './paged-rows.tsx';
import { PlainTable } from './plain-table.tsx';
import { useDetailsText, type PartProps } from './texts.ts';

/** A row of the delivery calendar: a chain of options takes one row, not hundreds. */
interface Due {
  readonly at: number;
  readonly names: readonly string[];
}

function dueOf(instruments: readonly Instrument[], coin: string): readonly Due[] {
  const byTime = new Map<number, string[]>();
  for (const { baseCoin, deliveryAt, status, symbol } of instruments) {
    if (baseCoin !== coin || deliveryAt === undefined || status === 'Closed') continue;
    const at = milliseconds(deliveryAt);
    byTime.set(at, [...(byTime.get(at) ?? []), symbol]);
  }
  return [...byTime].map(([at, names]) => ({ at, names })).sort((a, b) => a.at - b.at);
}

/** Upcoming expiries, soonest first. */
function Calendar({ feed }: PartProps) {
  const client = useClient();
  const text = useDetailsText();
  const formats = useZonedFormats();
  const { baseCoin } = feed.instrument;
  const contracts = useReadable(client.markets.catalogue);
  const instruments = contracts.status === 'idle' ? [] : (contracts.data ?? []);
  const due = dueOf(
    [...instruments, feed.instrument].filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at),
    baseCoin,
  );
  const now = feed.ticker.get().ticker?.market.time;
  if (due.length === 0) return <p className={styles['note']}>{text('delivery.none', { coin: baseCoin })}</p>;
  return (
    <PlainTable
      label={text('delivery.calendar')}
      columns={[text('delivery.symbol'), text('delivery.time', { zone: formats.zone }), text('delivery.left')]}
      rows={due.map(({ at, names }) => ({
        key: String(at),
        cells: [names.join(', '), formats.dateTime(at), now === undefined ? '' : formats.span(at - milliseconds(now))],
      }))}
    />
  );
}

const keyOf = ({ symbol }: Delivery): string => symbol;

/** Past expiries with their delivery prices, newest first. */
function Past({ feed: { instrument } }: PartProps) {
  const client = useClient();
  const text = useDetailsText();
  const formats = useZonedFormats();
  const { baseCoin } = instrument;
  const fetchPage = useCallback((cursor: string) => client.markets.deliveries(baseCoin, cursor), [client, baseCoin]);
  const list = usePaged(fetchPage, keyOf);
  return (
    <PagedRows list={list} empty={<StateMessage title={text('delivery.nonePast', { coin: baseCoin })} />}>
      {(rows) => (
        <PlainTable
          label={text('delivery.past')}
          columns={[text('delivery.symbol'), text('delivery.time', { zone: formats.zone }), text('delivery.price')]}
          rows={rows.map((row) => ({
            key: keyOf(row),
            cells: [
              row.symbol,
              formats.dateTime(milliseconds(row.time)),
              priceText(formats, row.price, client.markets.instrument(row.symbol) ?? instrument),
            ],
          }))}
        />
      )}
    </PagedRows>
  );
}

/** Futures and options of the coin: upcoming and past expiries. */
export function Deliveries({ feed }: PartProps) {
  const text = useDetailsText();
  return (
    <>
      <h3 className={styles['heading']}>{text('delivery.calendar')}</h3>
      <Calendar feed={feed} />
      <h3 className={styles['heading']}>{text('delivery.past')}</h3>
      <Past feed={feed} />
    </>
  );
}
