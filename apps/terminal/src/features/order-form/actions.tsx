import { Button } from '@tapedeck/ui';
import { errorText } from '../../widgets/error-text.ts';
import { FormProblems } from '../../widgets/form-problems.tsx';
import { askToLogIn, useLoginState } from '../../platform/session.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import type { Side } from './order-form-store.ts';
import styles from './order-form.module.css';
import { Preview } from './preview.tsx';
import { useErrorText } from '../../widgets/form-texts.ts';
import { useOrderFormText } from './texts.ts';
import { useFieldError, type Part } from './use-field-error.ts';

const SIDES = ['Buy', 'Sell'] as const;

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

function Problems({ form }: Part) {
  return <FormProblems form={form} problem={useFieldError(form, 'form')} />;
}

/** A button for each side, the outcome of the last press, and a preview of each side. */
export function Actions({ form }: Part) {
  const text = useOrderFormText();
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
  return (
    <>
      <div className={styles['sides']}>
        {SIDES.map((side) => (
          <div key={side} className={styles['side']}>
            <SideButton form={form} side={side} />
            <SideError form={form} side={side} />
          </div>
        ))}
      </div>
      <Problems form={form} />
      <div className={styles['sides']}>
        {SIDES.map((side) => (
          <div key={side} className={styles['side']}>
            <Preview form={form} side={side} />
          </div>
        ))}
      </div>
    </>
  );
}
