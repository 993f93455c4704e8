import { splitFailure } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useFailureText } from '../../platform/failures.ts';
import { failedOrder, type FailedOrder } from '../../intents/order-failure.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useMessagesText } from './messages-text.ts';

/** Result of a failed order: placed quantity, failed quantity, and the reason. */
export function OrderFailureDialog({ failed: { failure, instrument } }: { failed: FailedOrder }) {
  const text = useMessagesText();
  const common = useCommonText();
  const formats = useFormats();
  const failureText = useFailureText();
  const close = () => failedOrder.set(undefined);
  const split = splitFailure(failure, instrument);
  const reason = split === undefined ? failureText(failure) : split.cause && failureText(split.cause);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={text('orderCreateFailureTitle')}
      closeLabel={common('close')}
      footer={
        <Button tone="accent" onClick={close}>
          {common('confirm')}
        </Button>
      }
    >
      {split === undefined ? (
        <p>{text('orderNotCreated', { symbol: instrument.symbol })}</p>
      ) : (
        <p>{text('splitSubmitOrderFaildTip', { quantity: formats.decimal(split.quantity), coin: split.coin })}</p>
      )}
      {split?.placed !== undefined && <p>{text('splitPlaced', { quantity: formats.decimal(split.placed), coin: split.coin })}</p>}
      {reason !== undefined && <p>{text('orderFailureReason', { reason })}</p>}
    </Dialog>
  );
}
