import type { Failure, Readable } from '@tapedeck/client';
import { useFailureText } from './failures.ts';
import styles from './form-problems.module.css';
import { useCommonText } from './texts.tsx';
import { useReadable } from './use-readable.ts';

interface FormProblemsProps {
  readonly form: { readonly refusal: Readable<Failure | undefined> };
  /** What is wrong with the whole form, in words. */
  readonly problem: string | undefined;
}

/** What is wrong with a whole form, and why the exchange refused what it sent. */
export function FormProblems({ form, problem }: FormProblemsProps) {
  const text = useCommonText();
  const failureText = useFailureText();
  const refusal = useReadable(form.refusal);
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {refusal !== undefined && (
        <p role="alert" className={styles['refusal']}>
          {text('refused', { reason: failureText(refusal) })}
        </p>
      )}
    </>
  );
}
