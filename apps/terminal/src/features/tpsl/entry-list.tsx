import { createStore, partialEntries, SHAKE_MS, sortedEntries, TPSL_SORTS, type TpslEntry, type TpslSort } from '@tapedeck/client';
import { quantityCoin, type OrderRecord } from '@tapedeck/domain';
import { Button, Select, StateMessage } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { lotsText, ticksText } from '../../platform/values.ts';
import { useTpslText } from './texts.ts';
import styles from './tpsl.module.css';
import type { TpslTarget } from './use-tpsl-form.ts';

const SORT_TEXTS = { time: 'sortTime', takeProfit: 'sortTakeProfit', stopLoss: 'sortStopLoss' } as const satisfies Record<TpslSort, string>;

function ExitLine({ leg, order, target }: { leg: 'takeProfit' | 'stopLoss'; order: OrderRecord | undefined; target: TpslTarget }) {
  const text = useTpslText();
  const common = useCommonText();
  const formats = useFormats();
  const trigger = order?.stop?.trigger;
  if (order === undefined || trigger === undefined) return null;
  const { instrument } = target;
  const way = order.orderType === 'Limit' ? text('atLimit', { price: ticksText(formats, order.price, instrument) }) : text('atMarket');
  return (
    <div className={styles['exit']}>
      <span data-tone={leg === 'takeProfit' ? 'up' : 'down'}>{text(leg)}</span>
      <span className={styles['figure']}>{ticksText(formats, trigger.price, instrument)}</span>
      <span className={styles['faint']}>{`${common(`source.${trigger.source}`)} → ${way}`}</span>
    </div>
  );
}

function EntryCard({ target, entry, onModify }: { target: TpslTarget; entry: TpslEntry; onModify: () => void }) {
  const client = useClient();
  const text = useTpslText();
  const formats = useZonedFormats();
  const [busy, setBusy] = useState(false);
  const { instrument } = target;
  const names = { quantity: lotsText(formats, entry.quantity, instrument), coin: quantityCoin(instrument) };
  const cancel = () => {
    const order = entry.takeProfit ?? entry.stopLoss;
    if (order === undefined) return;
    setBusy(true);
    void client.positions.cancelExit(order).then((result) => {
      setBusy(false);
      if (result.ok) notify({ kind: 'success', id: 'tpsl-cancelled', title: text('cancelled') });
      else reportFailure(result.failure);
    });
  };
  return (
    <li className={styles['entry']}>
      <div className={styles['entryHead']}>
        <strong className={styles['figure']}>{`${names.quantity} ${names.coin}`}</strong>
        <time className={styles['faint']}>{inZone(formats.dateTime(entry.updatedAt), formats)}</time>
      </div>
      <ExitLine leg="takeProfit" order={entry.takeProfit} target={target} />
      <ExitLine leg="stopLoss" order={entry.stopLoss} target={target} />
      <div className={styles['entryActions']}>
        <Button size="small" aria-label={text('modifyEntryOf', names)} onClick={onModify}>
          {text('modifyEntry')}
        </Button>
        <Button size="small" busy={busy} aria-label={text('cancelEntryOf', names)} onClick={cancel}>
          {text('cancelEntry')}
        </Button>
      </div>
    </li>
  );
}

function CancelAllDialog({ target, onClose }: { target: TpslTarget; onClose: () => void }) {
  const client = useClient();
  const text = useTpslText();
  const common = useCommonText();
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    void client.orders.cancelTotally(target.instrument.symbol, 'PartialTpSlConditional', target.record.positionIndex).then((result) => {
      onClose();
      if (!result.ok) reportFailure(result.failure, text('CancelFailure'));
      else notify({ kind: 'success', id: 'tpsl-cancel-all', title: text('CancelAllSuccess'), detail: text('CancelAllTpSlSuccessDec') });
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={text('cancelAll')}
      closeLabel={common('close')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common('close')}
          </Button>
          <Button tone="accent" busy={busy} onClick={confirm}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      <p>{text('CancelAllTpslConfirm')}</p>
    </Dialog>
  );
}

/** True for a second after `start`. */
function useShake(): { readonly shaking: boolean; start(): void } {
  const [shaking, setShaking] = useState(false);
  useEffect(() => {
    if (!shaking) return undefined;
    const timer = setTimeout(() => setShaking(false), SHAKE_MS);
    return () => clearTimeout(timer);
  }, [shaking]);
  return { shaking, start: () => setShaking(true) };
}

/** Order of the list, kept while an entry is edited and until the page is left. */
const chosenSort = createStore<TpslSort>('time');

interface EntryListProps {
  readonly target: TpslTarget;
  onAdd(): void;
  onModify(entry: TpslEntry): void;
}

/** The partial entries of a position, with actions for each and for all. */
export function EntryList({ target, onAdd, onModify }: EntryListProps) {
  const text = useTpslText();
  const exits = useReadable(useClient().positions.exits(target.positionKey));
  const sort = useReadable(chosenSort);
  const [asked, setAsked] = useState(false);
  const { shaking, start } = useShake();
  const entries = sortedEntries(partialEntries(exits), sort);
  return (
    <>
      <div className={styles['tools']}>
        <Select
          label={text('sort')}
          value={sort}
          items={TPSL_SORTS.map((value) => ({ value, label: text(SORT_TEXTS[value]) }))}
          onChange={(chosen) => chosenSort.set(chosen)}
        />
        <span className={styles['buttons']} data-shaking={shaking || undefined}>
          <Button onClick={() => (entries.length === 0 ? start() : setAsked(true))}>{text('cancelAll')}</Button>
          <Button tone="accent" onClick={onAdd}>
            {text('addEntry')}
          </Button>
        </span>
      </div>
      {entries.length === 0 ? (
        <StateMessage title={text('noEntries')} detail={text('noEntriesDetail')} />
      ) : (
        <ul className={styles['entries']} aria-label={text('entries')}>
          {entries.map((entry) => (
            <EntryCard key={entry.key} target={target} entry={entry} onModify={() => onModify(entry)} />
          ))}
        </ul>
      )}
      {asked && <CancelAllDialog target={target} onClose={() => setAsked(false)} />}
    </>
  );
}
