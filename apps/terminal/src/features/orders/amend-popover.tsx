import { amendDraft, amendFields, amendRules, createForm, derived, orderFormContext, spotContext, type AmendField } from '@tapedeck/client';
import { isSpot, priceUnits, quantityCoin, quantityUnits, type Instrument, type OrderRecord } from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useEffect, useMemo, useState, type FormEvent, type ReactElement } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { errorText } from '../../widgets/error-text.ts';
import { useFailureText } from '../../platform/failures.ts';
import { frames } from '../../platform/frame-scheduler.ts';
import { useFormats } from '../../platform/texts.tsx';
import { amendText, type AmendText } from '../../widgets/amend/amend-facts.ts';
import { useAmendWords } from '../../widgets/amend/amend-words.ts';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { Ticking, TickingFact } from '../../platform/ticking.tsx';
import { useMarketFeed } from '../../platform/use-market-feed.ts';
import { TypedField } from '../../widgets/typed-field.tsx';
import { useReadable, useRendered, useSelected } from '../../platform/use-readable.ts';
import styles from './orders.module.css';
import { useErrorText } from '../../widgets/form-texts.ts';
import { useOrdersText } from './texts.ts';

interface AmendPopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly instrument: Instrument;
  readonly record: OrderRecord;
}

/** Allowed values of a field, and the step of an arrow key. */
function gridOf(field: AmendField, { priceDigits, tickSize, quantityDigits, lotSize }: Instrument) {
  return field === 'quantity'
    ? { precision: quantityDigits, step: quantityUnits(lotSize) }
    : { precision: priceDigits, step: priceUnits(tickSize) };
}

type AmendFormProps = Omit<AmendPopoverProps, 'trigger'> & { readonly onDone: () => void };

function useAmendForm({ record, instrument }: AmendFormProps) {
  const client = useClient();
  const traits = useAccountTraits();
  const feed = useMarketFeed(instrument.symbol);
  const rendered = useRendered(useMemo(() => ({ record, instrument, traits }), [record, instrument, traits]));
  const [form] = useState(() => {
    const market = isSpot(instrument) ? spotContext(client, feed) : orderFormContext(client, feed);
    const followed = derived([rendered, market], (own, now) => ({ ...own, market: now }));
    return createForm(amendRules, { initial: amendDraft(record, instrument), followed, frames });
  });
  useEffect(() => form.start(), [form]);
  return { form, feed };
}

type AmendForm = ReturnType<typeof useAmendForm>;

/** Outcome of the change against the current book: an edit may fill at once. */
function Outcome({ form, feed, record, instrument }: AmendForm & Pick<AmendFormProps, 'record' | 'instrument'>) {
  const words = useAmendWords();
  const sources = [form.previews, feed.book];
  const read = (): AmendText | undefined => {
    const outcome = form.preview(record.side);
    return outcome && amendText(outcome, instrument, words);
  };
  const names = useSelected(
    form.previews,
    () =>
      read()
        ?.facts.map(({ name }) => name)
        .join('\n') ?? '',
  );
  return (
    <>
      {names !== '' && (
        <dl className={styles['outcome']}>
          {names.split('\n').map((name) => (
            <TickingFact
              key={name}
              name={name}
              sources={sources}
              read={() => {
                const fact = read()?.facts.find((one) => one.name === name);
                return { text: fact?.value ?? '', tone: fact === undefined || fact.tone === 'plain' ? 'none' : fact.tone };
              }}
            />
          ))}
        </dl>
      )}
      <Ticking as="p" className={styles['note']} sources={sources} read={() => read()?.note ?? ''} />
      <Ticking as="p" className={styles['note']} sources={sources} read={() => ({ text: read()?.problem ?? '', tone: 'down' })} />
      <StalePrices feeds={[feed]} />
    </>
  );
}

function AmendForm(props: AmendFormProps) {
  const { record, instrument, onDone } = props;
  const client = useClient();
  const text = useOrdersText();
  const issueText = useErrorText();
  const formats = useFormats();
  const failureText = useFailureText(instrument);
  const { form, feed } = useAmendForm(props);
  const draft = useReadable(form.draft);
  const wrong = useSelected(form.problems, ([first]) => first);
  const refusal = useReadable(form.refusal);
  const busy = useSelected(form.sending, ({ state }) => state === 'sending');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const result = await form.submit(record.side, ({ changes }) =>
      Object.keys(changes).length === 0 ? Promise.resolve({ ok: true, value: undefined }) : client.orders.amend(record, changes),
    );
    if (result?.ok === true) onDone();
  };
  const labels = { price: text('price'), trigger: text('trigger'), quantity: text('quantity') };
  return (
    <form className={styles['edit']} onSubmit={(event) => void submit(event)}>
      {amendFields(record).map((field) => (
        <TypedField
          key={field}
          label={labels[field]}
          {...gridOf(field, instrument)}
          value={draft[field]}
          unit={field === 'quantity' ? quantityCoin(instrument) : instrument.quoteCoin}
          error={wrong?.field === field ? errorText(issueText, formats, wrong) : undefined}
          onText={(typed) => form.dispatch({ type: 'typed', field, text: typed })}
        />
      ))}
      <Outcome form={form} feed={feed} record={record} instrument={instrument} />
      {refusal !== undefined && (
        <p role="alert" data-tone="down">
          {failureText(refusal)}
        </p>
      )}
      <Button type="submit" tone="accent" busy={busy}>
        {text('editConfirm')}
      </Button>
    </form>
  );
}

/** Amends an open order in place: its price, its quantity, its trigger. */
export function AmendPopover({ trigger, instrument, record }: AmendPopoverProps) {
  const text = useOrdersText();
  const [open, setOpen] = useState(true);
  return (
    <Popover trigger={trigger} label={text('editOf', { symbol: instrument.symbol })} open={open} onOpenChange={setOpen} align="end">
      <AmendForm instrument={instrument} record={record} onDone={() => setOpen(false)} />
    </Popover>
  );
}
