import { createForm, derived, marginRules, type MarginAfter, type MarginMove } from '@tapedeck/client';
import { formatDecimal, moneyUnits, negateMoney, ZERO_MONEY, type Instrument, type Money, type PositionRecord } from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { frames } from '../../platform/frame-scheduler.ts';
import { notify } from '../../platform/notifications.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { TickingFact } from '../../platform/ticking.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { marginDigits, moneyText, priceText, UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

/** Pause in typing after which the exchange is asked. */
const PREVIEW_AFTER_MS = 250;
/** Amounts move exactly, without rounding. */
const EXACT_DIGITS = 8;

interface MarginDialogProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
  /** Name of the position. */
  readonly name: string;
  onClose(): void;
}

type Preview = { readonly after: MarginAfter } | { readonly problem: string | undefined } | undefined;

/** The exchange's preview of the move, requested again when the amount or the position changes. */
function usePreview(positionKey: string, record: PositionRecord | undefined, amount: Money | undefined): Preview {
  const client = useClient();
  const failureText = useFailureText();
  const [preview, setPreview] = useState<Preview>(undefined);
  const margin = record?.margin;
  const size = record?.size;
  useEffect(() => {
    setPreview(undefined);
    if (amount === undefined || margin === undefined || size === undefined) return undefined;
    let over = false;
    const timer = setTimeout(() => {
      void client.positions.previewMargin(positionKey, amount).then((result) => {
        if (!over) setPreview(result.ok ? { after: result.value } : { problem: failureText(result.failure) });
      });
    }, PREVIEW_AFTER_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- texts change with the language only
  }, [client, positionKey, amount, margin, size]);
  return preview;
}

/** The form of one position; `undefined` if it never existed. */
function useMarginForm({ positionKey, instrument }: Omit<MarginDialogProps, 'onClose'>) {
  const { positions, funds } = useClient();
  const [form] = useState(() => {
    const position = positions.position(positionKey);
    const first = position.get()?.record;
    if (first === undefined) return undefined;
    const followed = derived([position, funds.totalsIn(instrument.settleCoin)], (view, totals) => ({
      instrument,
      record: view?.record ?? first,
      mark: view?.markPrice,
      transferable: totals.status === 'success' ? totals.data.transferable : undefined,
    }));
    return createForm(marginRules, { initial: { move: 'add', text: '' }, followed, frames });
  });
  useEffect(() => form?.start(), [form]);
  return form;
}

interface FiguresProps extends Pick<MarginDialogProps, 'positionKey' | 'instrument'> {
  readonly record: PositionRecord;
  readonly after: MarginAfter | undefined;
}

/** Margin and liquidation price, now and after the move. */
function Figures({ positionKey, instrument, record, after }: FiguresProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const position = client.positions.position(positionKey);
  const digits = marginDigits(instrument.settleCoin);
  return (
    <dl className={styles['change']}>
      <TickingFact name={text('mark')} sources={[position]} read={() => priceText(formats, position.get()?.markPrice, instrument)} />
      <div>
        <dt>{text('marginNow')}</dt>
        <dd>{moneyText(formats, record.margin, digits)}</dd>
      </div>
      <div>
        <dt>{text('marginAfter')}</dt>
        <dd>{after === undefined ? UNKNOWN : moneyText(formats, after.margin, digits)}</dd>
      </div>
      <TickingFact
        name={text('liquidationNow')}
        sources={[position]}
        read={() => priceText(formats, position.get()?.liquidationPrice, instrument)}
      />
      <div>
        <dt>{text('liquidationAfter')}</dt>
        <dd data-tone="accent">{priceText(formats, after?.liquidationPrice, instrument)}</dd>
      </div>
    </dl>
  );
}

type MarginForm = NonNullable<ReturnType<typeof useMarginForm>>;

interface MovingProps extends MarginDialogProps {
  readonly form: MarginForm;
  readonly record: PositionRecord;
}

/** Sends the move once, and shows the moved amount. */
function useMove({ form, positionKey, name, instrument, record, onClose }: MovingProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  return async (): Promise<void> => {
    const { amount } = form.now().of(record.side);
    const result = await form.submit(record.side, () => amount && client.positions.addMargin(positionKey, amount));
    if (result?.ok !== true || amount === undefined) return;
    const added = amount > ZERO_MONEY;
    const shown = `${moneyText(formats, added ? amount : negateMoney(amount), EXACT_DIGITS)} ${instrument.settleCoin}`;
    notify({
      kind: 'success',
      id: `margin-${positionKey}`,
      title: text(added ? 'marginAdded' : 'marginRemoved', { amount: shown, position: name }),
    });
    onClose();
  };
}

function Moving(props: MovingProps) {
  const { form, positionKey, instrument, record, name, onClose } = props;
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const failureText = useFailureText();
  const draft = useReadable(form.draft);
  const { settleCoin } = instrument;
  const most = useSelected(form.previews, () => form.now().of(record.side).most);
  const amount = useSelected(form.previews, () => form.now().of(record.side).amount);
  const isWrong = useSelected(form.problems, ({ length }) => length > 0);
  const busy = useSelected(form.sending, ({ state }) => state === 'sending');
  const refusal = useReadable(form.refusal);
  const preview = usePreview(positionKey, record, amount);
  const move = useMove(props);
  const problem = refusal && failureText(refusal);
  const shownProblem = problem ?? (preview !== undefined && 'problem' in preview ? preview.problem : undefined);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={text('marginTitle', { position: name })}
      closeLabel={common('close')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button tone="accent" busy={busy} disabled={amount === undefined} onClick={() => void move()}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      <fieldset className={styles['fields']} disabled={busy} aria-busy={busy || undefined}>
        <Tabs<MarginMove>
          label={text('marginMove')}
          value={draft.move}
          items={[
            { value: 'add', label: text('marginAdd') },
            { value: 'remove', label: text('marginRemove') },
          ]}
          onChange={(next) => form.dispatch({ type: 'moveChosen', move: next })}
        />
        <TypedField
          label={text('marginAmount')}
          precision={EXACT_DIGITS}
          value={draft.text}
          unit={settleCoin}
          error={isWrong ? text('marginWrong') : undefined}
          onText={(typed) => form.dispatch({ type: 'typed', text: typed })}
          actions={
            <Button
              tone="link"
              size="small"
              disabled={most === undefined}
              onClick={() => form.dispatch({ type: 'typed', text: most === undefined ? '' : formatDecimal(moneyUnits(most)) })}
            >
              {text('marginMax')}
            </Button>
          }
        />
        <p>{text('marginMost', { amount: moneyText(formats, most, EXACT_DIGITS), coin: settleCoin })}</p>
        <Figures
          positionKey={positionKey}
          instrument={instrument}
          record={record}
          after={preview !== undefined && 'after' in preview ? preview.after : undefined}
        />
      </fieldset>
      {shownProblem !== undefined && (
        <p role="alert" data-tone="down">
          {shownProblem}
        </p>
      )}
    </Dialog>
  );
}

/** Moves margin into or out of an isolated position, with a preview; a refusal stays in the dialog. */
export function MarginDialog(props: MarginDialogProps) {
  const form = useMarginForm(props);
  const record = useSelected(useClient().positions.position(props.positionKey), (view) => view?.record);
  return form === undefined || record === undefined ? null : <Moving {...props} form={form} record={record} />;
}
