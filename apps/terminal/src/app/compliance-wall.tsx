import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useErrorsText } from '../platform/failures.ts';
import { useCommonText } from '../platform/texts.tsx';

/** Says that the exchange's rules keep this account from something. */
export function ComplianceWall({ onClose }: { onClose: () => void }) {
  const text = useErrorsText();
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
