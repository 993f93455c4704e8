import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useCommonText } from '../../platform/texts.tsx';
import { useMessagesText } from './messages-text.ts';
import { BANNED_PAGE, banExit } from './ban-exit.ts';

const leave = (): void => location.assign(banExit(document, location.origin));

/** Covers everything else for a banned visitor: it only offers the way out. */
export function BanDialog() {
  const text = useMessagesText();
  const common = useCommonText();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      title={text('banTitle')}
      closeLabel={common('cancel')}
      footer={
        <>
          <Button onClick={leave}>{common('cancel')}</Button>
          <Button tone="accent" onClick={() => location.assign(BANNED_PAGE)}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      <p>{text('banText')}</p>
    </Dialog>
  );
}
