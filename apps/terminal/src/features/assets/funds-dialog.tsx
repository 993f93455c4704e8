import type { CoinView } from '@tapedeck/client';
import { formatDecimal, moneyUnits } from '@tapedeck/domain';
import { Button, NumberField, Select } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFailureText } from '../../platform/failures.ts';
import { notify } from '../../platform/notifications.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { moneyText, percentText } from '../../platform/values.ts';
import styles from './assets.module.css';
import { FUNDS_MOVES, accountOf, isMove, mostOf, otherAccounts, sameActions, typedAmount, type FundsAction } from './funds.ts';
import { useAssetsText } from './texts.ts';

const COIN_DIGITS = 8;

interface FundsDialogProps {
  readonly view: CoinView;
  onClose(): void;
}

/** Transfers, borrows, repays, saves or redeems one coin; a refusal stays in the dialog, in words. */
export function FundsDialog({ view, onClose }: FundsDialogProps) {
  const client = useClient();
  const text = useAssetsText();
  const common = useCommonText();
  const formats = useFormats();
  const failureText = useFailureText();
  const others = useSelected(client.session, otherAccounts, sameActions);
  const moves = [...FUNDS_MOVES, ...others].filter((one) => moneyUnits(mostOf(view, one)) > 0n);
  const [move, setMove] = useState<FundsAction>(moves[0] ?? 'toFunding');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { coin } = view;
  const most = mostOf(view, move);
  const amount = typedAmount(typed);
  const labelOf = (action: FundsAction): string =>
    isMove(action) ? text(`move.${action}`) : text('move.toAccount', { account: text(action) });
  const confirm = (): void => {
    if (amount === undefined || busy) return;
    setBusy(true);
    setProblem(undefined);
    const sent = isMove(move) ? client.moveFunds(move, coin, amount) : client.transferToAccount(accountOf(move), coin, amount);
    void sent.then((result) => {
      setBusy(false);
      if (!result.ok) {
        setProblem(failureText(result.failure));
        return;
      }
      notify({ kind: 'success', id: 'funds', title: text('fundsDone', { amount: typed, coin }) });
      onClose();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={text('fundsTitle', { coin })}
      closeLabel={common('close')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button tone="accent" busy={busy} disabled={amount === undefined} onClick={confirm}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      <fieldset className={styles['inputs']} disabled={busy} aria-busy={busy || undefined}>
        <Select
          label={text('action')}
          value={move}
          items={moves.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(next) => {
            setMove(next);
            setProblem(undefined);
          }}
        />
        <NumberField
          label={text('amount')}
          value={typed}
          unit={coin}
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
      </fieldset>
      {problem !== undefined && (
        <p role="alert" data-tone="down">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
