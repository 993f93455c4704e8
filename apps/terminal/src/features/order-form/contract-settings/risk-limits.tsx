import type { Instrument } from '@tapedeck/domain';
import { riskTierTexts } from '../../../widgets/risk-tiers.ts';
import { useFormats } from '../../../platform/texts.tsx';
import styles from '../dialogs.module.css';
import { useContractSettingsText } from './texts.ts';

/** The contract's risk tiers, initially collapsed. */
export function RiskLimits({ instrument }: { readonly instrument: Instrument }) {
  const text = useContractSettingsText();
  const formats = useFormats();
  return (
    <details className={styles['limits']}>
      <summary>{text('riskLimits')}</summary>
      <div className={styles['ladder']}>
        <table aria-label={text('riskLimits')}>
          <thead>
            <tr>
              <th scope="col">{`${text('riskLimit.limit')} (${instrument.settleCoin})`}</th>
              <th scope="col">{text('riskLimit.starting')}</th>
              <th scope="col">{text('riskLimit.maintain')}</th>
              <th scope="col">{text('riskLimit.leverage')}</th>
            </tr>
          </thead>
          <tbody>
            {riskTierTexts(formats, instrument).map(({ limit, initial, maintenance, leverage }) => (
              <tr key={limit}>
                <td>{limit}</td>
                <td>{initial}</td>
                <td>{maintenance}</td>
                <td>{leverage}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
