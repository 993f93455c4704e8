import { amendDraft, amendFields, amendRules, createForm, type AmendField } from '@tapedeck/client';
import { priceUnits, quantityCoin, quantityUnits, type Instrument, type OrderRecord } from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useEffect, useMemo, useState, type FormEvent, type ReactElement } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { errorText } from '../../widgets/error-text.ts';
import { useFailureText } from '../../platform/failures.ts';
import { frames } from '../../platform/frame-scheduler.ts';
import { useFormats } from '../../platform/texts.tsx';
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
  const traits = useAccountTraits();
  const followed = useRendered(useMemo(() => ({ record, instrument, traits }), [record, instrument, traits]));
  const [form] = useState(() => createForm(amendRules, { initial: amendDraft(record, instrument), followed, frames }));
  useEffect(() => form.start(), [form]);
  return form;
}

function AmendForm(props: AmendFormProps) {
  const { record, instrument, onDone } = props;
  const client = useClient();
  const text = useOrdersText();
  const issueText = useErrorText();
  const formats = useFormats();
  const failureText = useFailureText(instrument);
  const form = useAmendForm(props);
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
