import { legLots, type TpslEntry, type TpslMode } from '@tapedeck/client';
import { isOption, lotCount, lots, type ExitKind, type Lots, quantityCoin } from '@tapedeck/domain';
import { Button, NumberField } from '@tapedeck/ui';
import { useState, type ReactNode } from 'react';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { ShareSlider } from '../../widgets/share-slider.tsx';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { lotsText } from '../../platform/values.ts';
import { FieldWarning, LegFields, useFieldError } from './leg-fields.tsx';
import { useIssueText } from '../../widgets/form-texts.ts';
import { useTpslText } from './texts.ts';
import styles from './tpsl.module.css';
import { useTpslForm, type TpslForm, type TpslTarget } from './use-tpsl-form.ts';

const TIP = 'tpsl.tipSeen';

/** Explains a take-profit until it is dismissed, once on this machine. */
function FirstTimeTip() {
  const text = useTpslText();
  const [seen, setSeen] = useState(() => readChoice(TIP) !== undefined);
  if (seen) return null;
  const dismiss = () => {
    keepChoice(TIP, '1');
    setSeen(true);
  };
  return (
    <div role="note" className={styles['tip']}>
      <p>{text('tip')}</p>
      <Button size="small" onClick={dismiss}>
        {text('tipGot')}
      </Button>
    </div>
  );
}

function shareOfFree({ draft, context }: TpslForm, free: Lots): number {
  const count = lotCount(legLots(draft, 'takeProfit', context) ?? lots(0));
  return lotCount(free) === 0 ? 0 : Math.min(100, Math.round((count / lotCount(free)) * 100));
}

function EntryQuantity({ form }: { form: TpslForm }) {
  const text = useTpslText();
  const formats = useFormats();
  const { draft, context, busy, dispatch } = form;
  const { instrument } = context;
  const free = context.free ?? context.quantity;
  return (
    <div className={styles['quantity']}>
      <NumberField
        label={text('entryQuantity')}
        value={draft.quantity}
        unit={quantityCoin(instrument)}
        error={useFieldError(form, 'quantity')}
        onText={(typed) => dispatch({ type: 'quantityTyped', text: typed })}
        onBlur={() => form.leave('quantity')}
      />
      <ShareSlider
        label={text('entryShare')}
        value={shareOfFree(form, free)}
        disabled={busy}
        onChange={(percent) => dispatch({ type: 'quantityShareChosen', percent })}
      />
      <p className={styles['faint']}>{text('free', { quantity: lotsText(formats, free, instrument), coin: quantityCoin(instrument) })}</p>
      <FieldWarning form={form} field="quantity" />
    </div>
  );
}

interface TpslFormViewProps {
  readonly target: TpslTarget;
  readonly mode: TpslMode;
  /** The edited entry; a new one if absent. */
  readonly entry?: TpslEntry | undefined;
  /** Set, or unchanged. */
  onDone(): void;
  onCancel(): void;
}

interface TpslFormBodyProps {
  readonly form: TpslForm;
  /** Above the two legs. */
  readonly children?: ReactNode;
  onCancel(): void;
}

/** Take-profit and stop-loss, their errors, and the buttons. */
export function TpslFormBody({ form, children, onCancel }: TpslFormBodyProps) {
  const text = useTpslText();
  const common = useCommonText();
  const issueText = useIssueText();
  const failureText = useFailureText(form.context.instrument);
  const isEmpty = form.issues.some((issue) => issue.field === 'form');
  const problem = form.failure === undefined ? (isEmpty ? issueText('issue.tpslEmpty') : undefined) : failureText(form.failure);
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <fieldset className={styles['inputs']} disabled={form.busy} aria-busy={form.busy || undefined}>
        {children}
        {isOption(form.context.instrument) && <p className={styles['faint']}>{text('optionOnly')}</p>}
        <FirstTimeTip />
        <LegFields form={form} leg="takeProfit" />
        <LegFields form={form} leg="stopLoss" />
      </fieldset>
      {problem !== undefined && (
        <p role="alert" data-tone="down" className={styles['problem']}>
          {problem}
        </p>
      )}
      <div className={styles['footer']}>
        <Button disabled={form.busy} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" tone="accent" busy={form.busy}>
          {common('confirm')}
        </Button>
      </div>
    </form>
  );
}

const TOLD = { takeProfit: 'setTakeProfitSuccess', stopLoss: 'setStopLossSuccess' } as const;

/** Shows which exits were set, then calls `onDone`. */
export function useSetTold(onDone: () => void): (set: readonly ExitKind[]) => void {
  const text = useTpslText();
  return ([one, other]) => {
    const title = one === undefined ? 'cancelled' : other === undefined ? TOLD[one] : 'setTpSuccess';
    notify({ kind: 'success', id: 'tpsl-set', title: text(title) });
    onDone();
  };
}

/** The form of the entire position, or of one partial entry. */
export function TpslFormView({ target, mode, entry, onDone, onCancel }: TpslFormViewProps) {
  const form = useTpslForm({ target, mode, entry, onDone: useSetTold(onDone) });
  if (form === undefined) return null;
  return (
    <TpslFormBody form={form} onCancel={onCancel}>
      {mode === 'Partial' && <EntryQuantity form={form} />}
    </TpslFormBody>
  );
}
