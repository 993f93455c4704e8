import type { Result } from '@tapedeck/client';
import { Button, type ButtonTone } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState, type ReactNode } from 'react';
import { useFailureText } from '../../platform/failures.ts';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './copy-trading.module.css';

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

/** Asks before something is done; a refusal stays in the dialog, in words. */
export function AskDialog({ title, choices, children, onDone, onClose }: AskDialogProps) {
  const common = useCommonText();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const choose = ({ send }: Choice): void => {
    setBusy(true);
    setProblem(undefined);
    void send().then((result) => {
      setBusy(false);
      if (!result.ok) return setProblem(failureText(result.failure));
      onDone();
      onClose();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      closeLabel={common('close')}
      footer={choices.map((choice) => (
        <Button
          key={choice.label}
          {...(choice.tone !== undefined && { tone: choice.tone })}
          busy={busy}
          disabled={choice.disabled === true}
          onClick={() => choose(choice)}
        >
          {choice.label}
        </Button>
      ))}
    >
      <div className={styles['inputs']}>{children}</div>
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
