import { mostMovable, readMarginMove, type MarginAfter, type MarginDraft, type MarginMove } from '@tapedeck/client';
import { formatDecimal, moneyUnits, negateMoney, ZERO_MONEY, type Instrument, type Money, type PositionRecord } from '@tapedeck/domain';
import { Button, Tabs } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { TickingFact } from '../../platform/ticking.tsx';
import { TypedField } from '../../platform/typed-field.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { marginDigits, moneyText, priceText, UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

/** Typing is over when nothing was typed for so long: then the exchange is asked. */
const PREVIEW_AFTER_MS = 250;
/** What is moved is moved to the last unit. */
const EXACT_DIGITS = 8;

interface MarginDialogProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
  /** What the position is called. */
  readonly name: string;
  onClose(): void;
}

type Preview = { readonly after: MarginAfter } | { readonly problem: string | undefined } | undefined;

/** What the exchange says that the move would leave, asked for again when the amount or the position changes. */
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
      void client.margin.previewMargin(positionKey, amount).then((result) => {
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

function useMove({ positionKey, name, instrument }: Omit<MarginDialogProps, 'onClose'>, onMoved: () => void) {
  const client = useClient();
  const text = usePositionsText();
  const failureText = useFailureText();
  const formats = useFormats();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const move = (amount: Money): void => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    void client.margin.addMargin(positionKey, amount).then((result) => {
      setBusy(false);
      if (!result.ok) return setProblem(failureText(result.failure));
      const added = amount > ZERO_MONEY;
      const shown = `${moneyText(formats, added ? amount : negateMoney(amount), EXACT_DIGITS)} ${instrument.settleCoin}`;
      notify({
        kind: 'success',
        id: `margin-${positionKey}`,
        title: text(added ? 'marginAdded' : 'marginRemoved', { amount: shown, position: name }),
      });
      return onMoved();
    });
  };
  return { busy, problem, move };
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
  const position = client.account.position(positionKey);
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

/** Moves money into an isolated position or out of it, and says before what that would leave; a refusal stays in the dialog. */
export function MarginDialog({ positionKey, instrument, name, onClose }: MarginDialogProps) {
  const client = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const position = client.account.position(positionKey);
  const record = useSelected(position, (view) => view?.record);
  const [draft, setDraft] = useState<MarginDraft>({ move: 'add', text: '' });
  const { settleCoin } = instrument;
  const transferable = useSelected(client.account.totalsIn(settleCoin), (totals) =>
    totals.status === 'success' ? totals.data.transferable : undefined,
  );
  const most = useSelected(position, (view) =>
    view === undefined ? undefined : mostMovable(draft.move, { instrument, record: view.record, mark: view.markPrice }, transferable),
  );
  const amount = readMarginMove(draft, most);
  const preview = usePreview(positionKey, record, amount);
  const { busy, problem, move } = useMove({ positionKey, name, instrument }, onClose);
  if (record === undefined) return null;
  const shownProblem = problem ?? (preview !== undefined && 'problem' in preview ? preview.problem : undefined);
  const tooMuch = draft.text !== '' && amount === undefined ? text('marginWrong') : undefined;
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
          <Button
            tone="accent"
            busy={busy}
            disabled={amount === undefined}
            onClick={() => {
              if (amount !== undefined) move(amount);
            }}
          >
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
          onChange={(next) => setDraft({ move: next, text: '' })}
        />
        <TypedField
          label={text('marginAmount')}
          precision={EXACT_DIGITS}
          value={draft.text}
          unit={settleCoin}
          error={tooMuch}
          onText={(typed) => setDraft({ ...draft, text: typed })}
          actions={
            <Button
              tone="link"
              size="small"
              disabled={most === undefined}
              onClick={() => setDraft({ ...draft, text: most === undefined ? '' : formatDecimal(moneyUnits(most)) })}
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
