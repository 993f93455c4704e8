import { CONFIRMATION_KINDS } from '@tapedeck/client';
import { Button, Checkbox } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useClient } from '../../platform/client-context.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import styles from './confirmations.module.css';
import { useConfirmationText } from './texts.ts';

/** Which questions are asked: where one that was turned off is turned on again. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { confirmations } = useClient();
  const text = useConfirmationText();
  const common = useCommonText();
  const off = useReadable(confirmations.off);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('settings')}
      closeLabel={common('close')}
      footer={
        <Button tone="accent" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <div className={styles['body']}>
        <p className={styles['note']}>{text('settingsNote')}</p>
        {CONFIRMATION_KINDS.map((kind) => (
          <Checkbox key={kind} checked={!off.has(kind)} onChange={(asks) => confirmations.choose(kind, asks)}>
            {text(`ask.${kind}`)}
          </Checkbox>
        ))}
      </div>
    </Dialog>
  );
}
