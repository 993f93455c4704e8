import { Button, Checkbox } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import type { AskedConfirmation } from '../../platform/confirmation-asked.ts';
import { useCommonText } from '../../platform/texts.tsx';
import styles from './confirmations.module.css';
import { useConfirmationText } from './texts.ts';

interface QuestionProps {
  readonly kind: AskedConfirmation['kind'];
  readonly title: string;
  readonly confirm: string;
  /** There is nothing that could be done. */
  readonly disabled: boolean;
  /** Sends it. Answers `false` when what is stated is not so any more: then nothing was sent. */
  onConfirm(): boolean;
  onClose(): void;
  /** In place of `onClose`, when nothing was sent. */
  onCancel?(): void;
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be taken back. What came of it is told apart: the screen is free again at once. */
export function Question({ kind, title, confirm, disabled, onConfirm, onClose, onCancel = onClose, children }: QuestionProps) {
  const client = useClient();
  const text = useConfirmationText();
  const common = useCommonText();
  const [dontAsk, setDontAsk] = useState(false);
  const press = () => {
    if (!onConfirm()) return;
    if (dontAsk) client.confirmations.choose(kind, false);
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
          <Button onClick={onCancel}>{common('cancel')}</Button>
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
