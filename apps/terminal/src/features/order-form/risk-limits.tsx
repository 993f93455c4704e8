import { isInverse, type Instrument } from '@tapedeck/domain';
import type { RiskLimit } from '@tapedeck/protocol';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { reportFailure } from '../../platform/notifications.ts';
import { useFormats } from '../../platform/texts.tsx';
import { leverageText, moneyText, percentText } from '../../platform/values.ts';
import styles from './dialogs.module.css';
import { useOrderFormText } from './texts.ts';

/** The contract's ladder of risk limits, asked for when it is unfolded. */
export function RiskLimits({ instrument }: { readonly instrument: Instrument }) {
  const client = useClient();
  const text = useOrderFormText();
  const formats = useFormats();
  const [rows, setRows] = useState<readonly RiskLimit[] | undefined>(undefined);
  const unfold = (open: boolean): void => {
    if (!open || rows !== undefined) return;
    void client.riskLimits(instrument.symbol).then((result) => {
      if (result.ok) setRows(result.value);
      else reportFailure(result.failure);
    });
  };
  return (
    <details className={styles['limits']} onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>{text('riskLimits')}</summary>
      {rows !== undefined && (
        <div className={styles['ladder']}>
          <table aria-label={text('riskLimits')}>
            <thead>
              <tr>
                <th scope="col">
                  {text('riskLimit.limit')} ({instrument.settleCoin})
                </th>
                <th scope="col">{text('riskLimit.starting')}</th>
                <th scope="col">{text('riskLimit.maintain')}</th>
                <th scope="col">{text('riskLimit.leverage')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{moneyText(formats, row.limit, isInverse(instrument) ? 2 : 0)}</td>
                  <td>{percentText(formats, row.startingMargin)}</td>
                  <td>{percentText(formats, row.maintainMargin)}</td>
                  <td>{leverageText(formats, row.maxLeverage)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
