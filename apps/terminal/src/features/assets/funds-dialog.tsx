import type { CoinView } from '@tapedeck/client';
import { formatDecimal, moneyUnits, type Money } from '@tapedeck/domain';
import { Button, Select } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify } from '../../platform/notifications.ts';
import { SendingDialog } from '../../widgets/sending-dialog.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { moneyText, percentText } from '../../platform/values.ts';
import styles from './assets.module.css';
import { FUNDS_MOVES, accountOf, isMove, mostOf, otherAccounts, sameActions, typedAmount, type FundsAction } from './funds.ts';
import { useAssetsText } from './texts.ts';

const COIN_DIGITS = 8;

/** Decimals of a typed amount. */
const AMOUNT_DIGITS = 8;

interface FundsDialogProps {
  readonly view: CoinView;
  onClose(): void;
}

/** Transfers, borrows, repays, saves or redeems one coin; a refusal is shown in the dialog. */
export function FundsDialog({ view, onClose }: FundsDialogProps) {
  const client = useClient();
  const text = useAssetsText();
  const formats = useFormats();
  const others = useSelected(client.session.state, otherAccounts, sameActions);
  const moves = [...FUNDS_MOVES, ...others].filter((one) => moneyUnits(mostOf(view, one)) > 0n);
  const [move, setMove] = useState<FundsAction>(moves[0] ?? 'toFunding');
  const [typed, setTyped] = useState('');
  const { coin } = view;
  const most = mostOf(view, move);
  const amount = typedAmount(typed);
  const tooMuch = amount !== undefined && moneyUnits(amount) > moneyUnits(most);
  const problem = tooMuch
    ? text('tooMuch', { amount: moneyText(formats, most, COIN_DIGITS), coin })
    : typed !== '' && amount === undefined
      ? text('amountWrong')
      : undefined;
  const labelOf = (action: FundsAction): string =>
    isMove(action) ? text(`move.${action}`) : text('move.toAccount', { account: text(action) });
  const sendOf = (sent: Money) => () =>
    isMove(move) ? client.funds.move(move, coin, sent) : client.funds.transferToAccount(accountOf(move), coin, sent);
  const done = (): void => {
    notify({ kind: 'success', id: 'funds', title: text('fundsDone', { action: labelOf(move), amount: typed, coin }) });
    onClose();
  };
  return (
    <SendingDialog
      title={text('fundsTitle', { coin })}
      change={amount === undefined || tooMuch ? undefined : sendOf(amount)}
      onDone={done}
      onClose={onClose}
    >
      <Select
        label={text('action')}
        value={move}
        items={moves.map((value) => ({ value, label: labelOf(value) }))}
        onChange={(next) => setMove(next)}
      />
      <TypedField
        label={text('amount')}
        precision={AMOUNT_DIGITS}
        value={typed}
        unit={coin}
        {...(problem !== undefined && { error: problem })}
        onText={setTyped}
        actions={
          <Button tone="link" size="small" onClick={() => setTyped(formatDecimal(moneyUnits(most)))}>
            {text('max')}
          </Button>
        }
      />
      <p className={styles['note']}>{text('most', { amount: moneyText(formats, most, COIN_DIGITS), coin })}</p>
      <p className={styles['note']}>
        {text(`explained.${isMove(move) ? move : 'toAccount'}`, {
          interest: percentText(formats, view.hourlyInterest, 5),
          yield: percentText(formats, view.hourlyYield, 5),
        })}
      </p>
    </SendingDialog>
  );
}
