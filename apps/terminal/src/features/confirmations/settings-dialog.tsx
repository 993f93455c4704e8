import { CONFIRMATION_KINDS } from '@tapedeck/client';
import { Button, Checkbox } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useClient } from '../../platform/client-context.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import styles from './confirmations.module.css';
import { useConfirmationText } from './texts.ts';

/** The confirmations that are on; one that was turned off can be turned on here. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { notices } = useClient();
  const text = useConfirmationText();
  const common = useCommonText();
  const off = useReadable(notices.confirmations.off);
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
          <Checkbox key={kind} checked={!off.has(kind)} onChange={(asks) => notices.confirmations.choose(kind, asks)}>
            {text(`ask.${kind}`)}
          </Checkbox>
        ))}
      </div>
    </Dialog>
  );
}
