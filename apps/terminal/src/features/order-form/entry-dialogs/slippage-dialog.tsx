import { customSlippage, SLIPPAGE_BOUNDS, slippagePrecision, typedNumber, type MaxSlippage, type SlippageType } from '@tapedeck/client';
import { formatDecimal } from '@tapedeck/domain';
import { NumberField } from '@tapedeck/ui';
import { useEffect, useState } from 'react';
import { useClient } from '../../../platform/client-context.tsx';
import { ConfirmFrame } from '../../../widgets/sending-dialog.tsx';
import { useFormats } from '../../../platform/texts.tsx';
import styles from '../dialogs.module.css';
import { useEntryText } from './texts.ts';

interface SlippageDialogProps {
  readonly type: SlippageType;
  onChoose(slippage: MaxSlippage): void;
  onClose(): void;
}

/** Accepts any limit within the exchange's range; an empty field changes nothing. */
export function SlippageDialog({ type, onChoose, onClose }: SlippageDialogProps) {
  const client = useClient();
  const text = useEntryText();
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const [bounds, setBounds] = useState(SLIPPAGE_BOUNDS);
  useEffect(() => {
    let gone = false;
    void client.orders.slippageBounds().then((answer) => {
      if (!gone && answer.ok) setBounds(answer.value);
    });
    return () => {
      gone = true;
    };
  }, [client]);
  const confirm = () => {
    const chosen = customSlippage(type, typed, bounds);
    if (chosen !== undefined) onChoose(chosen);
    onClose();
  };
  const range = type === 'Percent' ? bounds.percent : bounds.ticks;
  const inWords = (units: bigint) =>
    text(type === 'Percent' ? 'slippage.percent' : 'slippage.ticks', { value: formats.decimal(formatDecimal(units)) });
  return (
    <ConfirmFrame title={text('slippage.dialog')} onConfirm={confirm} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <NumberField
          label={text('slippage.field')}
          value={typed}
          unit={text(`slippage.type.${type}`)}
          onText={(next) => setTyped(typedNumber(next, { precision: slippagePrecision(type) }))}
          onBlur={() => setTyped(customSlippage(type, typed, bounds)?.value ?? '')}
        />
      </form>
      <p className={styles['note']}>{text('slippage.range', { min: inWords(range.min), max: inWords(range.max) })}</p>
    </ConfirmFrame>
  );
}
