import { failureCertainty, passedCauses, type Failure, type Readable, type Sending } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { useFailureReason } from '../platform/failure-reason.ts';
import styles from './form-problems.module.css';
import { hasOrderDialog } from '../intents/order-failure.ts';
import { useCommonText } from '../platform/texts.tsx';
import { useReadable, useSelected } from '../platform/use-readable.ts';

/** A longer wait for an answer is reported. */
const LATE_MS = 2_000;

/** The form, for the outcome of its orders. */
interface SendingForm {
  readonly sending: Readable<Sending>;
  readonly refusal: Readable<Failure | undefined>;
  readonly feed: { readonly instrument: Instrument };
}

interface FormProblemsProps {
  readonly form: SendingForm;
  /** Error text of the entire form. */
  readonly problem: string | undefined;
}

/** Whether the terminal refused an order for a cause that does not hold any more. */
function useHasPassed(refusal: Failure | undefined): boolean {
  const client = useClient();
  return useSelected(
    useMemo(() => passedCauses(client), [client]),
    (passed) => refusal !== undefined && passed.has(refusal.code),
  );
}

/** Whether the answer to the order of this form is late, or lost, so that the order is being looked up. */
function useUnanswered({ sending, feed }: SendingForm): boolean {
  const { orders } = useClient();
  const { id } = feed.instrument;
  const isSending = useSelected(sending, ({ state }) => state === 'sending');
  const isLost = useSelected(
    orders.open,
    (open) => open.status !== 'idle' && open.data?.some(({ state, instrument }) => state === 'checking' && instrument.id === id) === true,
  );
  // The parts of a large order are answered one by one: the wait begins again with each.
  const sent = useSelected(orders.open, (open) =>
    open.status === 'idle' ? '' : open.data?.map(({ state, record }) => (state === 'pending' ? record.clientOrderId : '')).join(''),
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isSending, sent]);
  return isSending && (isLate || isLost);
}

/** Until the words of a failure have loaded. */
const MEANWHILE = { refused: undefined, notSent: 'notSent', unsettled: 'unanswered' } as const;
const NO_WORDS = '…';

/**
 * Error of the entire form, and the outcome of the last order unless it succeeded. Forms show it below their buttons: a button that
 * moves as it is pressed sends nothing.
 */
export function FormProblems({ form, problem }: FormProblemsProps) {
  const text = useCommonText();
  const refusal = useReadable(form.refusal);
  const hasPassed = useHasPassed(refusal);
  const isUnanswered = useUnanswered(form);
  const { instrument } = form.feed;
  const brief = MEANWHILE[refusal === undefined ? 'refused' : failureCertainty(refusal)];
  const meanwhile = brief === undefined ? NO_WORDS : text(brief);
  const reason = useFailureReason(refusal && hasOrderDialog(refusal) ? undefined : refusal, { instrument, hasPassed, meanwhile });
  return (
    <>
      {isUnanswered && (
        <p role="status" className={styles['refusal']} data-neutral>
          {text('unanswered')}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {refusal !== undefined && reason !== undefined && (
        <p role="alert" className={styles['refusal']} data-neutral={hasPassed || undefined}>
          {failureCertainty(refusal) === 'refused' && !hasPassed ? text('refused', { reason }) : reason}
        </p>
      )}
    </>
  );
}
