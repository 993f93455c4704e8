import { Button, Checkbox } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import type { AskedConfirmation } from '../../intents/confirmation-asked.ts';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './confirmations.module.css';
import { useConfirmationText } from './texts.ts';

interface QuestionProps {
  readonly kind: AskedConfirmation['kind'];
  readonly title: string;
  readonly confirm: string;
  /** Label of the button that does nothing. */
  readonly dismiss?: string;
  /** There is nothing to do. */
  readonly disabled: boolean;
  /** Sends the action. Returns `false`, without sending, if the stated effect is out of date. */
  onConfirm(): boolean;
  onClose(): void;
  /** Called instead of `onClose` if nothing was sent. */
  onCancel?(): void;
  readonly children: ReactNode;
}

/** Confirms an irreversible action. The result appears in a toast, and the dialog closes at once. */
export function Question({ kind, title, confirm, dismiss, disabled, onConfirm, onClose, onCancel = onClose, children }: QuestionProps) {
  const client = useClient();
  const text = useConfirmationText();
  const common = useCommonText();
  const [dontAsk, setDontAsk] = useState(false);
  const press = () => {
    if (!onConfirm()) return;
    if (dontAsk) client.notices.confirmations.choose(kind, false);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={title}
      closeLabel={common('close')}
      footer={
        <>
          <Button onClick={onCancel}>{dismiss ?? common('cancel')}</Button>
          <Button tone="accent" disabled={disabled} onClick={press}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        {children}
        <div>
          <Checkbox checked={dontAsk} onChange={setDontAsk}>
            {text('dontAsk')}
          </Checkbox>
          {dontAsk && <p className={styles['note']}>{text('dontAskTip')}</p>}
        </div>
      </div>
    </Dialog>
  );
}
