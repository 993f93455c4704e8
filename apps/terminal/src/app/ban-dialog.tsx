import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useCommonText } from '../platform/texts.tsx';
import { useAppText } from './app-text.ts';
import { BANNED_PAGE, banExit } from './ban-exit.ts';

const leave = (): void => location.assign(banExit(document, location.origin));

/** Stands before everything else while the visitor is banned: it only leads away. */
export function BanDialog() {
  const text = useAppText();
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
