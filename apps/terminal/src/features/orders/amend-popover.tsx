import { maxOrder, priceIssue, quantityIssue, type AccountTraits, type FieldIssue } from '@tapedeck/client';
import {
  exactLots,
  exactTicks,
  lotCount,
  parseDecimal,
  price,
  priceOfTicks,
  priceUnits,
  quantity,
  quantityUnits,
  type Instrument,
  type OrderChanges,
  type OrderRecord,
  quantityCoin,
} from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useAccountTraits } from '../../platform/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { errorText } from '../../platform/error-text.ts';
import { useFailureText } from '../../platform/failures.ts';
import { useFormats } from '../../platform/texts.tsx';
import { TypedField } from '../../platform/typed-field.tsx';
import { lotsFieldText, priceFieldText } from '../../platform/values.ts';
import styles from './orders.module.css';
import { useOrdersIssueText, useOrdersText } from './texts.ts';

interface AmendPopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly instrument: Instrument;
  readonly record: OrderRecord;
}

interface AmendDraft {
  readonly price: string;
  readonly trigger: string;
  readonly quantity: string;
}

type AmendField = keyof AmendDraft;

const ticksIn = (text: string, instrument: Instrument) => {
  const units = parseDecimal(text.trim());
  return units === undefined || units <= 0n ? undefined : exactTicks(price(units), instrument.tickSize);
};
const lotsIn = (text: string, instrument: Instrument) => {
  const units = parseDecimal(text.trim());
  return units === undefined || units <= 0n ? undefined : exactLots(quantity(units), instrument.lotSize);
};

/** What of an order can be changed. */
function fieldsOf({ orderType, stop }: OrderRecord): readonly AmendField[] {
  return [
    ...(stop?.trigger === undefined ? [] : (['trigger'] as const)),
    ...(orderType === 'Limit' ? (['price'] as const) : []),
    ...(stop?.wholePosition === true ? [] : (['quantity'] as const)),
  ];
}

function draftOf({ price: limit, stop, quantity: count }: OrderRecord, instrument: Instrument): AmendDraft {
  return {
    price: priceFieldText(priceOfTicks(limit, instrument.tickSize), instrument),
    trigger: stop?.trigger === undefined ? '' : priceFieldText(priceOfTicks(stop.trigger.price, instrument.tickSize), instrument),
    quantity: lotsFieldText(count, instrument),
  };
}

/** An order that is amended, and whose it is. */
interface Amended {
  readonly record: OrderRecord;
  readonly instrument: Instrument;
  readonly traits: AccountTraits;
}

type Wrong = FieldIssue & { readonly field: AmendField };

/** What keeps a typed text from being the order's new value. */
function fieldIssue(field: AmendField, draft: AmendDraft, { record, instrument, traits }: Amended): FieldIssue | undefined {
  if (field !== 'quantity') return priceIssue(draft[field], instrument, { empty: 'priceEmpty', own: field === 'price' });
  const most = maxOrder({ orderType: record.orderType, postOnly: record.timeInForce === 'PostOnly' }, instrument, traits);
  const issue = quantityIssue(draft.quantity, instrument, most);
  if (issue !== undefined) return issue;
  const count = lotsIn(draft.quantity, instrument);
  const isFilled = count !== undefined && lotCount(count) <= lotCount(record.filled);
  return isFilled
    ? { code: 'quantityFilled', values: { filled: lotsFieldText(record.filled, instrument), coin: quantityCoin(instrument) } }
    : undefined;
}

/** What a field changes of the order. */
function changeOf(field: AmendField, draft: AmendDraft, { record, instrument }: Amended): OrderChanges {
  if (field === 'quantity') {
    const count = lotsIn(draft.quantity, instrument);
    return count === undefined || count === record.quantity ? {} : { quantity: count };
  }
  const at = ticksIn(draft[field], instrument);
  const before = field === 'price' ? record.price : record.stop?.trigger?.price;
  return at === undefined || at === before ? {} : { [field]: at };
}

/** What differs from the order, or what is wrong with the first field that is no price or no quantity. */
function readAmend(draft: AmendDraft, amended: Amended): { changes: OrderChanges } | { wrong: Wrong } {
  let changes: OrderChanges = {};
  for (const field of fieldsOf(amended.record)) {
    // What was not touched is not judged: it may be closer to the limits than a new value could be.
    const issue = draft[field] === draftOf(amended.record, amended.instrument)[field] ? undefined : fieldIssue(field, draft, amended);
    if (issue !== undefined) return { wrong: { field, ...issue } };
    changes = { ...changes, ...changeOf(field, draft, amended) };
  }
  return { changes };
}

/** What may be typed in a field, and what an arrow key changes it by. */
function gridOf(field: AmendField, { priceDigits, tickSize, quantityDigits, lotSize }: Instrument) {
  return field === 'quantity'
    ? { precision: quantityDigits, step: quantityUnits(lotSize) }
    : { precision: priceDigits, step: priceUnits(tickSize) };
}

/** Changes an open order where it stands: its price, its quantity, what it waits for. */
export function AmendPopover({ trigger, instrument, record }: AmendPopoverProps) {
  const client = useClient();
  const text = useOrdersText();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [draft, setDraft] = useState(() => draftOf(record, instrument));
  const [wrong, setWrong] = useState<Wrong | undefined>(undefined);
  const traits = useAccountTraits();
  const issueText = useOrdersIssueText();
  const formats = useFormats();
  const failureText = useFailureText(instrument);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const show = (next: boolean) => {
    if (next) setDraft(draftOf(record, instrument));
    setWrong(undefined);
    setProblem(undefined);
    setOpen(next);
  };
  const send = (changes: OrderChanges) => {
    setBusy(true);
    void client.stops.amendOrder(record, changes).then((result) => {
      setBusy(false);
      if (result.ok) setOpen(false);
      else setProblem(failureText(result.failure));
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const read = readAmend(draft, { record, instrument, traits });
    if ('wrong' in read) setWrong(read.wrong);
    else if (Object.keys(read.changes).length === 0) setOpen(false);
    else send(read.changes);
  };
  const labels = { price: text('price'), trigger: text('trigger'), quantity: text('quantity') };
  return (
    <Popover trigger={trigger} label={text('editOf', { symbol: instrument.symbol })} open={open} onOpenChange={show} align="end">
      <form className={styles['edit']} onSubmit={submit}>
        {fieldsOf(record).map((field) => (
          <TypedField
            key={field}
            label={labels[field]}
            {...gridOf(field, instrument)}
            value={draft[field]}
            unit={field === 'quantity' ? quantityCoin(instrument) : instrument.quoteCoin}
            error={wrong?.field === field ? errorText(issueText, formats, wrong) : undefined}
            onText={(typed) => {
              setDraft({ ...draft, [field]: typed });
              setWrong(undefined);
              setProblem(undefined);
            }}
          />
        ))}
        {problem !== undefined && (
          <p role="alert" data-tone="down">
            {problem}
          </p>
        )}
        <Button type="submit" tone="accent" busy={busy}>
          {text('editConfirm')}
        </Button>
      </form>
    </Popover>
  );
}
