import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useCommonText } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { usePositionsText } from './texts.ts';

/** Asks before every position is closed at market. */
export function CloseAllDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const [busy, setBusy] = useState(false);
  const count = useSelected(client.account.positionKeys, (keys) => (keys.status === 'idle' ? 0 : (keys.data?.length ?? 0)));
  const confirm = () => {
    setBusy(true);
    void client.closeAllPositions().then(({ sent, failure }) => {
      onClose();
      if (sent > 0) notify({ kind: 'info', id: 'close-all', title: text('closingAll', { count: sent }) });
      if (failure !== undefined) reportFailure(failure, text('closeAllFailed'));
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={text('closeAll')}
      closeLabel={common('close')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button tone="accent" busy={busy} onClick={confirm}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      <p>{text('closeAllConfirm', { count })}</p>
    </Dialog>
  );
}
