import { quantityCoin } from '@tapedeck/domain';
import { arrives, Button, cx } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { errorText } from '../../widgets/error-text.ts';
import { FormProblems } from '../../widgets/form-problems.tsx';
import { StalePrices } from '../../widgets/stale-prices.tsx';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { fillTexts } from '../../widgets/fill-texts.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { usePhone } from '../../platform/use-media.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import type { OrderFormStore, Side } from './order-form-store.ts';
import styles from './order-form.module.css';
import { useErrorText } from '../../widgets/form-texts.ts';
import { useOrderFormText } from './texts.ts';
import { useFieldError, type Part } from './use-field-error.ts';

// Its figures come with the account, after the first view.
const Preview = lazy(() => arrives(() => import('./preview.tsx')).then((module) => ({ default: module.Preview })));

export const SIDES = ['Buy', 'Sell'] as const;

/** The sides that can be pressed: on a phone, the chosen one. */
export function useSides(form: OrderFormStore): readonly Side[] {
  const side = useReadable(form.side);
  return usePhone() ? [side] : SIDES;
}

function SideError({ form, side }: Part & { side: Side }) {
  const text = useErrorText();
  const formats = useFormats();
  const error = useSelected(form.problems, (problems) => problems.find((found) => found.side === side));
  if (error === undefined) return null;
  return (
    <p role="alert" className={styles['problem']}>
      {errorText(text, formats, error)}
    </p>
  );
}

function SideButton({ form, side }: Part & { side: Side }) {
  const text = useOrderFormText();
  const busy = useSelected(form.sending, (sending) => sending.state === 'sending' && sending.side === side);
  const reduceOnly = useSelected(form.draft, (draft) => draft.reduceOnly);
  const hedged = useSelected(form.followed, ({ settings }) => settings?.positionMode === 'BothSide');
  // With a position on each side, a reduce-only buy closes the short one.
  const closes = hedged && reduceOnly;
  return (
    <Button tone={side === 'Buy' ? 'up' : 'down'} size="large" busy={busy} onClick={() => void form.submit(side)}>
      {text(side === 'Buy' ? (closes ? 'buyToClose' : 'buyLong') : closes ? 'sellToClose' : 'sellShort')}
    </Button>
  );
}

/** Why an order of this side is placed in part or fills no further; a side that is refused fills nothing. */
function FillNote({ form, side }: Part & { side: Side }) {
  const text = useOrderFormText();
  const formats = useFormats();
  const { instrument } = form.feed;
  const fills = fillTexts(useCommonText(), formats, instrument);
  const read = () => {
    if (form.problems.get().some((found) => (found.side ?? side) === side)) return '';
    const { fill, isCut, quantity } = form.preview(side);
    return isCut && quantity !== undefined
      ? text('cut', { quantity: formats.decimal(quantity), coin: quantityCoin(instrument) })
      : fills.end(fill);
  };
  return <Ticking as="p" className={styles['note']} sources={[form.previews, form.problems]} read={read} />;
}

function Problems({ form }: Part) {
  return (
    <>
      <StalePrices feeds={[form.feed]} />
      <FormProblems form={form} problem={useFieldError(form, 'form')} />
    </>
  );
}

/** A button for each side, the outcome of the last press, and a preview of both sides. */
export function Actions({ form }: Part) {
  const text = useOrderFormText();
  const sides = useSides(form);
  if (useLoginState() === 'out') {
    return (
      <>
        <Button tone="accent" size="large" sends={false} onClick={askToLogIn}>
          {text('logInToTrade')}
        </Button>
        <Problems form={form} />
      </>
    );
  }
  const columns = styles[sides.length === 1 ? 'one' : 'sides'];
  return (
    <>
      <div className={cx(columns, 'stays-in-sight')}>
        {sides.map((side) => (
          <div key={side} className={styles['side']}>
            <SideButton form={form} side={side} />
            <SideError form={form} side={side} />
          </div>
        ))}
      </div>
      <Problems form={form} />
      <div className={cx(columns, styles['notes'])}>
        {sides.map((side) => (
          <FillNote key={side} form={form} side={side} />
        ))}
      </div>
      <Suspense fallback={null}>
        <Preview form={form} sides={sides} />
      </Suspense>
    </>
  );
}
