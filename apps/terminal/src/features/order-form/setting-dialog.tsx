import type { Result } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState, type ReactNode } from 'react';
import { useFailureText } from '../../platform/failures.ts';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './dialogs.module.css';

interface SettingDialogProps {
  readonly title: string;
  /** What confirming does; `undefined` while there is nothing that could be confirmed. */
  readonly change: (() => Promise<Result<void>>) | undefined;
  onDone(): void;
  onClose(): void;
  /** Inputs are off while the change is being confirmed. */
  children(busy: boolean): ReactNode;
}

/** A dialog that changes one setting: confirming disables its inputs, a refusal stays in it, in words. */
export function SettingDialog({ title, change, onDone, onClose, children }: SettingDialogProps) {
  const common = useCommonText();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const confirm = (): void => {
    if (change === undefined || busy) return;
    setBusy(true);
    setProblem(undefined);
    void change().then((result) => {
      setBusy(false);
      if (result.ok) onDone();
      else setProblem(failureText(result.failure));
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
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button tone="accent" busy={busy} disabled={change === undefined} onClick={confirm}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      <fieldset className={styles['inputs']} disabled={busy} aria-busy={busy || undefined}>
        {children(busy)}
      </fieldset>
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly items: readonly { readonly value: Value; readonly title: string; readonly detail: string }[];
  onChange(value: Value): void;
}

/** A few choices, each with what it means. */
export function Choices<Value extends string>({ label, name, value, items, onChange }: ChoicesProps<Value>) {
  return (
    <div role="radiogroup" aria-label={label} className={styles['modes']}>
      {items.map((item) => (
        <label key={item.value} className={styles['mode']}>
          <input type="radio" name={name} checked={value === item.value} onChange={() => onChange(item.value)} />
          <strong>{item.title}</strong>
          <span>{item.detail}</span>
        </label>
      ))}
    </div>
  );
}
