import type { Loadable } from '@tapedeck/client';
import { coinDigits, type InsuranceFund } from '@tapedeck/domain';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { moneyText } from '../../platform/values.ts';
import styles from './contract-details.module.css';
import { PlainTable } from './plain-table.tsx';
import { useDetailsText, type PartProps } from './texts.ts';

/** Insurance funds behind liquidations, by settle coin, the contract's own first. */
export function InsuranceFunds({ feed: { instrument } }: PartProps) {
  const client = useClient();
  const text = useDetailsText();
  const formats = useFormats();
  const [funds, setFunds] = useState<Loadable<readonly InsuranceFund[]>>({ status: 'pending' });
  const load = useCallback(() => {
    setFunds({ status: 'pending' });
    void client.markets
      .insurance()
      .then((answer) => setFunds(answer.ok ? { status: 'success', data: answer.value } : { status: 'error', error: answer.failure }));
  }, [client]);
  useEffect(load, [load]);
  const own = ({ coin }: InsuranceFund): boolean => coin === instrument.settleCoin;
  return (
    <>
      <p className={styles['note']}>{text('fund.explains')}</p>
      <LoadableView value={funds} onRetry={load}>
        {(list) => (
          <PlainTable
            label={text('tab.fund')}
            columns={[text('fund.coin'), text('fund.balance')]}
            rows={[...list.filter(own), ...list.filter((fund) => !own(fund))].map((fund) => ({
              key: fund.coin,
              cells: [
                <>
                  <span>{fund.coin}</span>
                  {own(fund) && <span className={styles['own']}>{` ${text('fund.here', { symbol: instrument.symbol })}`}</span>}
                </>,
                moneyText(formats, fund.balance, coinDigits(fund.coin)),
              ],
            }))}
          />
        )}
      </LoadableView>
    </>
  );
}
