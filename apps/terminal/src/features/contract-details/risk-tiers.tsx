import { isInverse } from '@tapedeck/domain';
import { StateMessage } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import { leverageText, moneyText, percentText } from '../../platform/values.ts';
import styles from './contract-details.module.css';
import { PlainTable } from './plain-table.tsx';
import { useDetailsText, type PartProps } from './texts.ts';

/** The ladder of risk limits, lowest first. */
export function RiskTiers({ feed: { instrument } }: PartProps) {
  const text = useDetailsText();
  const formats = useFormats();
  const { tiers } = instrument;
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
        rows={tiers.map((tier) => ({
          key: moneyText(formats, tier.limit, 8),
          cells: [
            moneyText(formats, tier.limit, isInverse(instrument) ? 2 : 0),
            percentText(formats, tier.initialRate),
            percentText(formats, tier.maintenanceRate),
            leverageText(formats, tier.maxLeverage),
          ],
        }))}
      />
    </>
  );
}
