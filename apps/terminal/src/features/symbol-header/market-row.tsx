import { isSpot } from '@tapedeck/domain';
import { leverageText } from '../../platform/values.ts';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useSymbolName } from '../../widgets/symbol-name.ts';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import styles from './market-row.module.css';
import { Sparkline } from './sparkline.tsx';
import { Launch, OptionRow, StandingTags, useReadings, type RowProps } from './symbol-row.tsx';

function Name({ instrument }: Pick<RowProps, 'instrument'>) {
  const name = useSymbolName(instrument.symbol);
  return (
    <span className={styles['title']}>
      <span className={styles['symbol']}>{name}</span>
      <StandingTags instrument={instrument} />
    </span>
  );
}

/** A trading contract or pair: its name over turnover and leverage, its 24-hour line, its price and change. */
function Live({ instrument }: Pick<RowProps, 'instrument'>) {
  const formats = useFormats();
  const feed = useTickerFeed(instrument.symbol);
  const { last, change, turnover } = useReadings(feed);
  const sources = [feed.ticker];
  const leverage = isSpot(instrument) ? undefined : instrument.tiers[0]?.maxLeverage;
  return (
    <>
      <span className={styles['name']}>
        <Name instrument={instrument} />
        <span className={styles['below']}>
          <Ticking sources={sources} read={turnover} />
          {leverage !== undefined && <span>{leverageText(formats, leverage)}</span>}
        </span>
      </span>
      <Sparkline symbol={instrument.symbol} />
      <Ticking className={styles['last']} sources={sources} read={last} />
      <Ticking className={styles['change']} sources={sources} read={change} />
    </>
  );
}

/** A row of the full-screen list on a phone. */
export function MarketRow(row: RowProps) {
  const { instrument } = row;
  return (
    <OptionRow {...row} className={styles['row'] ?? ''}>
      {instrument.status === 'PreLaunch' ? (
        <span className={styles['name']}>
          <Name instrument={instrument} />
          <Launch instrument={instrument} />
        </span>
      ) : (
        <Live instrument={instrument} />
      )}
    </OptionRow>
  );
}
