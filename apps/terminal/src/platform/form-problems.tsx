import { failureCertainty, type Failure, type Readable } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { useFailureText } from './failures.ts';
import styles from './form-problems.module.css';
import { hasOrderDialog } from './order-failure.ts';
import { useCommonText } from './texts.tsx';
import { useReadable } from './use-readable.ts';

interface FormProblemsProps {
  readonly form: { readonly refusal: Readable<Failure | undefined>; readonly feed: { readonly instrument: Instrument } };
  /** What is wrong with the whole form, in words. */
  readonly problem: string | undefined;
}

/** What is wrong with a whole form, and what became of what it sent, unless it went through. */
export function FormProblems({ form, problem }: FormProblemsProps) {
  const text = useCommonText();
  const failureText = useFailureText(form.feed.instrument);
  const refusal = useReadable(form.refusal);
  const reason = refusal && !hasOrderDialog(refusal) ? failureText(refusal) : undefined;
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {refusal !== undefined && reason !== undefined && (
        <p role="alert" className={styles['refusal']}>
          {failureCertainty(refusal) === 'refused' ? text('refused', { reason }) : reason}
        </p>
      )}
    </>
  );
}
