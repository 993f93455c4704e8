import { formatDecimal, money, moneyUnits, mostPaperFunds, PAPER_COINS, parseDecimal, type Coin } from '@tapedeck/domain';
import { Select } from '@tapedeck/ui';
import { useState } from 'react';
import { paperFundsAsked } from '../../intents/paper-funds-asked.ts';
import { useClient } from '../../platform/client-context.tsx';
import { notify } from '../../platform/notifications.ts';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { exactMoneyText } from '../../platform/values.ts';
import { SendingDialog } from '../../widgets/sending-dialog.tsx';
import { TypedField } from '../../widgets/typed-field.tsx';
import styles from './paper-funds.module.css';
import english from './text.en.json';

const useText = textHook('paper-funds', english);

const AMOUNT_DIGITS = 8;
/** The account got funds of the coin less than a day ago. */
const TOO_EARLY = 10006;

const close = (): void => paperFundsAsked.set(false);
const largest = (coin: Coin): string => formatDecimal(moneyUnits(mostPaperFunds(coin)));

/** Asks for paper funds of one coin. */
export function PaperFundsDialog() {
  const { funds } = useClient();
  const text = useText();
  const formats = useFormats();
  const [coin, setCoin] = useState<Coin>('USDT');
  const [typed, setTyped] = useState(() => largest('USDT'));
  const units = parseDecimal(typed) ?? 0n;
  const most = mostPaperFunds(coin);
  const isTooMuch = units > moneyUnits(most);
  const range = text('range', { most: exactMoneyText(formats, most), coin });
  const choose = (next: Coin): void => {
    setCoin(next);
    setTyped(largest(next));
  };
  const done = (): void => {
    notify({ kind: 'success', id: 'paper-funds', title: text('done', { amount: exactMoneyText(formats, money(units)), coin }) });
    close();
  };
  return (
    <SendingDialog
      title={text('title')}
      change={units <= 0n || isTooMuch ? undefined : () => funds.paperFunds(coin, money(units))}
      problemOf={({ code }) => (code === TOO_EARLY ? text('tooEarly', { coin }) : undefined)}
      onDone={done}
      onClose={close}
    >
      <Select label={text('coin')} value={coin} items={PAPER_COINS.map((value) => ({ value, label: value }))} onChange={choose} />
      <TypedField
        label={text('amount')}
        precision={AMOUNT_DIGITS}
        value={typed}
        unit={coin}
        {...(isTooMuch && { error: range })}
        onText={setTyped}
      />
      <p className={styles['note']}>{range}</p>
      <p className={styles['note']}>{text('explained')}</p>
    </SendingDialog>
  );
}
