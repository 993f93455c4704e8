import { createForm, derived, trailingDraft, trailingRules, type Result } from '@tapedeck/client';
import { priceUnits, type Instrument, type PositionRecord, type TrailingTerms } from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { frames } from '../../platform/frame-scheduler.ts';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useFormats } from '../../platform/texts.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { priceText } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface TrailingPopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly name: string;
  /** Terms of the existing trailing stop. */
  readonly terms: TrailingTerms | undefined;
}

const PERCENT_DIGITS = 2;

type TrailingFormProps = Omit<TrailingPopoverProps, 'trigger' | 'name'> & { readonly onDone: () => void };

function useTrailingForm({ instrument, record: { side }, terms }: TrailingFormProps) {
  const feed = useTickerFeed(instrument.symbol);
  const [form] = useState(() => {
    const followed = derived([feed.ticker], ({ ticker }) => ({ instrument, side, last: ticker?.market.last }));
    return createForm(trailingRules, { initial: trailingDraft(terms, instrument), followed, frames });
  });
  useEffect(() => form.start(), [form]);
  return form;
}

function TrailingForm(props: TrailingFormProps) {
  const { positionKey, instrument, record, terms, onDone } = props;
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const form = useTrailingForm(props);
  const draft = useReadable(form.draft);
  const problem = useSelected(form.problems, ([first]) => first);
  const sending = useSelected(form.sending, ({ state }) => state === 'sending');
  const [removing, setRemoving] = useState(false);
  const busy = sending || removing;
  const told = (result: Result<void>, title: string): void => {
    if (!result.ok) return reportFailure(result.failure);
    onDone();
    return notify({ kind: 'success', id: `trailing-${positionKey}`, title });
  };
  const remove = async (): Promise<void> => {
    if (busy) return;
    setRemoving(true);
    const result = await client.positions.setTrailingStop(positionKey, undefined);
    setRemoving(false);
    told(result, text('trailingRemoved'));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (removing) return;
    const result = await form.submit(record.side, (read) =>
      'issue' in read ? undefined : client.positions.setTrailingStop(positionKey, read.terms),
    );
    if (result !== undefined) told(result, text('trailingSet'));
  };
  const tick = priceText(formats, instrument.tickSize, instrument);
  const wrong = (field: 'distance' | 'activation') => (problem?.field === field ? text(problem.code, { tick }) : undefined);
  return (
    <form className={styles['limit']} onSubmit={(event) => void submit(event)}>
      <Tabs
        compact
        label={text('trailingBy')}
        value={draft.by}
        items={[
          { value: 'price', label: text('trailingByPrice') },
          { value: 'percent', label: text('trailingByPercent') },
        ]}
        onChange={(by) => form.dispatch({ type: 'byChosen', by })}
      />
      <TypedField
        label={text('trailingDistance')}
        precision={draft.by === 'price' ? instrument.priceDigits : PERCENT_DIGITS}
        value={draft.distance}
        unit={draft.by === 'price' ? instrument.quoteCoin : formats.percentSign()}
        error={wrong('distance')}
        onText={(typed) => form.dispatch({ type: 'typed', field: 'distance', text: typed })}
      />
      <TypedField
        label={text('trailingActivation')}
        precision={instrument.priceDigits}
        step={priceUnits(instrument.tickSize)}
        value={draft.activation}
        unit={instrument.quoteCoin}
        error={wrong('activation')}
        onText={(typed) => form.dispatch({ type: 'typed', field: 'activation', text: typed })}
      />
      <p>{text('trailingNote')}</p>
      <div className={styles['buttons']}>
        {terms !== undefined && (
          <Button disabled={busy} onClick={() => void remove()}>
            {text('trailingRemove')}
          </Button>
        )}
        <Button type="submit" tone="accent" busy={busy}>
          {text('trailingConfirm')}
        </Button>
      </div>
    </form>
  );
}

/** Sets, changes or removes the stop that follows the last price of a position. */
export function TrailingPopover({ trigger, name, ...position }: TrailingPopoverProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover trigger={trigger} label={name} open={open} onOpenChange={setOpen} align="end">
      <TrailingForm {...position} onDone={() => setOpen(false)} />
    </Popover>
  );
}
