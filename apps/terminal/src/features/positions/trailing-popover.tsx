import { readTrailing, trailingDraft, type TrailingDraft, type TrailingIssue } from '@tapedeck/client';
import { priceUnits, type Instrument, type PositionRecord, type TrailingTerms } from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useFormats } from '../../platform/texts.tsx';
import { TypedField } from '../../platform/typed-field.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { priceText } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface TrailingPopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly name: string;
  /** Of the trailing stop that is there. */
  readonly terms: TrailingTerms | undefined;
}

const PERCENT_DIGITS = 2;

/** Sets, changes or removes the stop that follows the last price of a position. */
export function TrailingPopover({ trigger, positionKey, instrument, record, name, terms }: TrailingPopoverProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const { ticker } = useTickerFeed(instrument.symbol);
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [draft, setDraft] = useState<TrailingDraft>(() => trailingDraft(terms, instrument));
  const [issue, setIssue] = useState<TrailingIssue | undefined>(undefined);
  const show = (next: boolean) => {
    // What is there may have changed since it was last open.
    if (next) setDraft(trailingDraft(terms, instrument));
    setIssue(undefined);
    setOpen(next);
  };
  const change = (part: Partial<TrailingDraft>) => {
    setDraft({ ...draft, ...part });
    setIssue(undefined);
  };
  const send = (next: TrailingTerms | undefined) => {
    if (busy) return;
    setBusy(true);
    void client.stops.setTrailingStop(positionKey, next).then((result) => {
      setBusy(false);
      if (!result.ok) return reportFailure(result.failure);
      setOpen(false);
      return notify({
        kind: 'success',
        id: `trailing-${positionKey}`,
        title: text(next === undefined ? 'trailingRemoved' : 'trailingSet'),
      });
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const last = ticker.get().ticker?.market.last;
    const read = readTrailing(draft, { instrument, side: record.side, last });
    if ('issue' in read) setIssue(read.issue);
    else send(read.terms);
  };
  const tick = priceText(formats, instrument.tickSize, instrument);
  const wrong = (issues: readonly TrailingIssue[]) => (issue !== undefined && issues.includes(issue) ? text(issue, { tick }) : undefined);
  return (
    <Popover trigger={trigger} label={name} open={open} onOpenChange={show} align="end">
      <form className={styles['limit']} onSubmit={submit}>
        <Tabs
          compact
          label={text('trailingBy')}
          value={draft.by}
          items={[
            { value: 'price', label: text('trailingByPrice') },
            { value: 'percent', label: text('trailingByPercent') },
          ]}
          onChange={(by) => change({ by, distance: '' })}
        />
        <TypedField
          label={text('trailingDistance')}
          precision={draft.by === 'price' ? instrument.priceDigits : PERCENT_DIGITS}
          value={draft.distance}
          unit={draft.by === 'price' ? instrument.quoteCoin : formats.percentSign()}
          error={wrong(['distanceWrong', 'percentWrong'])}
          onText={(distance) => change({ distance })}
        />
        <TypedField
          label={text('trailingActivation')}
          precision={instrument.priceDigits}
          step={priceUnits(instrument.tickSize)}
          value={draft.activation}
          unit={instrument.quoteCoin}
          error={wrong(['activationWrong'])}
          onText={(activation) => change({ activation })}
        />
        <p>{text('trailingNote')}</p>
        <div className={styles['buttons']}>
          {terms !== undefined && (
            <Button disabled={busy} onClick={() => send(undefined)}>
              {text('trailingRemove')}
            </Button>
          )}
          <Button type="submit" tone="accent" busy={busy}>
            {text('trailingConfirm')}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
