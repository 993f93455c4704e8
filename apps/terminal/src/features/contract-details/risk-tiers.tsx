import { StateMessage } from '@tapedeck/ui';
import { riskTierTexts } from '../../widgets/risk-tiers.ts';
import { useFormats } from '../../platform/texts.tsx';
import styles from './contract-details.module.css';
import { PlainTable } from './plain-table.tsx';
import { useDetailsText, type PartProps } from './texts.ts';

/** The ladder of risk limits, lowest first. */
export function RiskTiers({ feed: { instrument } }: PartProps) {
  const text = useDetailsText();
  const formats = useFormats();
  const tiers = riskTierTexts(formats, instrument);
  if (tiers.length === 0) return <StateMessage title={text('tiers.none')} detail={text('tiers.noneDetail')} />;
  return (
    <>
      <p className={styles['note']}>{text('tiers.note')}</p>
      <PlainTable
        label={text('tab.tiers')}
        columns={[
          text('tiers.upTo', { coin: instrument.settleCoin }),
          text('tiers.initial'),
          text('tiers.maintenance'),
          text('tiers.leverage'),
        ]}
        rows={tiers.map(({ limit, initial, maintenance, leverage }) => ({ key: limit, cells: [limit, initial, maintenance, leverage] }))}
      />
    </>
  );
}
