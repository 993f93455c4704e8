import type { Failure, Result } from '@tapedeck/client';
import { Button, type ButtonTone } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState, type ReactNode } from 'react';
import { useFailureText } from '../platform/failures.ts';
import { useCommonText } from '../platform/texts.tsx';
import styles from './sending-dialog.module.css';

interface FrameProps {
  readonly title: string;
  readonly footer: ReactNode;
  readonly busy?: boolean;
  onClose(): void;
  readonly children: ReactNode;
}

/** An open dialog that cannot be closed while busy. */
function Frame({ title, footer, busy = false, onClose, children }: FrameProps) {
  const common = useCommonText();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      closeLabel={common('close')}
      footer={footer}
    >
      {children}
    </Dialog>
  );
}

interface ConfirmFrameProps {
  readonly title: string;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  onConfirm(): void;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog that is cancelled or confirmed. */
export function ConfirmFrame({ title, busy = false, disabled = false, onConfirm, onClose, children }: ConfirmFrameProps) {
  const common = useCommonText();
  const footer = (
    <>
      <Button disabled={busy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button tone="accent" busy={busy} disabled={disabled} onClick={onConfirm}>
        {common('confirm')}
      </Button>
    </>
  );
  return (
    <Frame title={title} footer={footer} busy={busy} onClose={onClose}>
      {children}
    </Frame>
  );
}

interface Sending {
  readonly busy: boolean;
  /** Text of the last refusal. */
  readonly problem: string | undefined;
  /** Sends one request at a time. */
  send(what: () => Promise<Result<unknown>>): void;
}

/** The text of a failure, if the dialog has one of its own. */
type ProblemOf = (failure: Failure) => string | undefined;

function useSending(onDone: () => void, problemOf: ProblemOf = () => undefined): Sending {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  return {
    busy,
    problem,
    send: (what) => {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      void what().then((result) => {
        setBusy(false);
        if (result.ok) onDone();
        else setProblem(problemOf(result.failure) ?? failureText(result.failure));
      });
    },
  };
}

function Inputs({ sending: { busy, problem }, children }: { sending: Sending; children: ReactNode }) {
  return (
    <>
      <fieldset className={styles['inputs']} disabled={busy} aria-busy={busy || undefined}>
        {children}
      </fieldset>
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
    </>
  );
}

interface SendingDialogProps {
  readonly title: string;
  /** Sends the change; `undefined` while there is nothing to confirm. */
  readonly change: (() => Promise<Result<unknown>>) | undefined;
  readonly problemOf?: ProblemOf;
  onDone(): void;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog that sends one request: confirming disables its inputs until the answer; a refusal is shown in the dialog. */
export function SendingDialog({ title, change, problemOf, onDone, onClose, children }: SendingDialogProps) {
  const sending = useSending(onDone, problemOf);
  return (
    <ConfirmFrame
      title={title}
      busy={sending.busy}
      disabled={change === undefined}
      onConfirm={() => change !== undefined && sending.send(change)}
      onClose={onClose}
    >
      <Inputs sending={sending}>{children}</Inputs>
    </ConfirmFrame>
  );
}

export interface Choice {
  readonly label: string;
  readonly tone?: ButtonTone;
  readonly disabled?: boolean;
  send(): Promise<Result<void>>;
}

interface AskDialogProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly children: ReactNode;
  onDone(): void;
  onClose(): void;
}

/** Confirms an action with several alternatives; a refusal is shown in the dialog. */
export function AskDialog({ title, choices, children, onDone, onClose }: AskDialogProps) {
  const sending = useSending(() => {
    onDone();
    onClose();
  });
  const footer = choices.map(({ label, tone, disabled = false, send }) => (
    <Button key={label} {...(tone !== undefined && { tone })} busy={sending.busy} disabled={disabled} onClick={() => sending.send(send)}>
      {label}
    </Button>
  ));
  return (
    <Frame title={title} footer={footer} busy={sending.busy} onClose={onClose}>
      <Inputs sending={sending}>{children}</Inputs>
    </Frame>
  );
}
