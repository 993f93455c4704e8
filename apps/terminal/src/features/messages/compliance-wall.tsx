import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useCommonText } from '../../platform/texts.tsx';
import { useMessagesText } from './messages-text.ts';

/** Explains that the exchange's rules do not allow this for the account. */
export function ComplianceWall({ onClose }: { onClose: () => void }) {
  const text = useMessagesText();
  const common = useCommonText();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('wallTitle')}
      closeLabel={common('close')}
      footer={
        <Button tone="accent" onClick={onClose}>
          {text('wallConfirm')}
        </Button>
      }
    >
      <p>{text('wallText')}</p>
    </Dialog>
  );
}
