import {
  COPY_AMOUNT_MIN,
  COPY_RATIO_MAX,
  COPY_RATIO_MIN,
  formatDecimal,
  money,
  moneyUnits,
  parseDecimal,
  rate,
  rateUnits,
  type CopyTerms,
  type LeaderRecord,
  type Money,
  type Rate,
} from '@tapedeck/domain';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify } from '../../platform/notifications.ts';
import { SendingDialog } from '../../widgets/sending-dialog.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import styles from './copy-trading.module.css';
import { useCopyText } from './texts.ts';

/** Decimals of the fields. */
const RATIO_DIGITS = 8;
const AMOUNT_DIGITS = 8;

function typedRatio(text: string): Rate | undefined {
  const units = parseDecimal(text);
  return units === undefined || units < rateUnits(COPY_RATIO_MIN) || units > rateUnits(COPY_RATIO_MAX) ? undefined : rate(units);
}

function typedAmount(text: string): Money | undefined {
  const units = parseDecimal(text);
  return units === undefined || units < moneyUnits(COPY_AMOUNT_MIN) ? undefined : money(units);
}

interface FollowDialogProps {
  readonly leader: LeaderRecord;
  /** Current terms, if the leader is already followed. */
  readonly terms: CopyTerms | undefined;
  onClose(): void;
}

/** Starts to follow a leader, or changes the terms; a refusal is shown in the dialog. */
export function FollowDialog({ leader, terms, onClose }: FollowDialogProps) {
  const { copying } = useClient();
  const text = useCopyText();
  const [ratioText, setRatio] = useState(terms === undefined ? '1' : formatDecimal(rateUnits(terms.ratio)));
  const [amountText, setAmount] = useState(terms === undefined ? '10000' : formatDecimal(moneyUnits(terms.maxAmount)));
  const ratio = typedRatio(ratioText);
  const maxAmount = typedAmount(amountText);
  const { name } = leader;
  const send =
    ratio === undefined || maxAmount === undefined ? undefined : () => copying.follow({ leader: leader.account, ratio, maxAmount });
  const done = (): void => {
    notify({ kind: 'success', id: 'copy', title: text(terms === undefined ? 'followDone' : 'changeDone', { name }) });
    onClose();
  };
  return (
    <SendingDialog title={text('followTitle', { name })} change={send} onDone={done} onClose={onClose}>
      <p className={styles['note']}>{text('followExplained')}</p>
      <TypedField
        label={text('ratio')}
        precision={RATIO_DIGITS}
        value={ratioText}
        unit="x"
        onText={setRatio}
        error={ratio === undefined ? text('ratioWrong') : undefined}
      />
      <p className={styles['note']}>{text('ratioHint')}</p>
      <TypedField
        label={text('maxAmount')}
        precision={AMOUNT_DIGITS}
        value={amountText}
        unit="USDT"
        onText={setAmount}
        error={maxAmount === undefined ? text('maxAmountWrong') : undefined}
      />
      <p className={styles['note']}>{text('maxAmountHint')}</p>
    </SendingDialog>
  );
}
