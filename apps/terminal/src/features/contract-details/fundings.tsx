import { milliseconds, rateUnits } from '@tapedeck/domain';
import { countdown } from '@tapedeck/i18n';
import type { Funding } from '@tapedeck/protocol';
import { StateMessage } from '@tapedeck/ui';
import { useCallback } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useZonedFormats } from '../../platform/time-zone.ts';
import { Ticking } from '../../platform/ticking.tsx';
import { usePaged } from '../../widgets/use-paged.ts';
import { percentText, priceText, signedPercentText, UNKNOWN } from '../../platform/values.ts';
import styles from './contract-details.module.css';
import { PagedRows } from './paged-rows.tsx';
import { PlainTable } from './plain-table.tsx';
import { useDetailsText, type PartProps } from './texts.ts';

const RATE_DIGITS = 4;
const keyOf = ({ time }: Funding): string => String(milliseconds(time));

/** The predicted funding rate and its settlement time. */
function NextFunding({ feed }: PartProps) {
  const text = useDetailsText();
  const formats = useZonedFormats();
  return (
    <dl className={styles['next']}>
      <dt>{text('funding.next')}</dt>
      <Ticking
        as="dd"
        sources={[feed.ticker]}
        read={() => {
          const market = feed.ticker.get().ticker?.market;
          if (market === undefined) return UNKNOWN;
          const left = countdown(milliseconds(market.nextFundingAt) - milliseconds(market.time));
          return `${signedPercentText(formats, market.fundingRate, RATE_DIGITS)} · ${left}`;
        }}
      />
    </dl>
  );
}

/** A bar for each settlement, oldest first: up if longs paid, down if shorts paid. */
function FundingChart({ fundings }: { readonly fundings: readonly Funding[] }) {
  const text = useDetailsText();
  const formats = useZonedFormats();
  const byRate = [...fundings].sort((a, b) => (rateUnits(a.rate) < rateUnits(b.rate) ? -1 : 1));
  const [least, most] = [byRate[0], byRate.at(-1)];
  const units = fundings.map(({ rate }) => Number(rateUnits(rate)));
  const [low, high] = [Math.min(0, ...units), Math.max(0, ...units)];
  const label = text('funding.chart', {
    count: fundings.length,
    least: percentText(formats, least?.rate, RATE_DIGITS),
    most: percentText(formats, most?.rate, RATE_DIGITS),
  });
  // All rates may be zero.
  const span = high - low || 1;
  return (
    <svg className={styles['chart']} role="img" aria-label={label} viewBox={`0 0 ${fundings.length} 1`} preserveAspectRatio="none">
      {fundings.toReversed().map((funding, at) => {
        const value = Number(rateUnits(funding.rate));
        const [top, bottom] = [(high - Math.max(value, 0)) / span, (high - Math.min(value, 0)) / span];
        return (
          <rect
            key={keyOf(funding)}
            className={value < 0 ? styles['received'] : styles['paid']}
            x={at + 0.15}
            y={top}
            width={0.7}
            height={Math.max(bottom - top, 0.005)}
          />
        );
      })}
    </svg>
  );
}

/** Past fundings between longs and shorts, newest first. */
function PastFundings({ feed: { instrument } }: PartProps) {
  const client = useClient();
  const text = useDetailsText();
  const formats = useZonedFormats();
  const fetchPage = useCallback((cursor: string) => client.markets.fundings(instrument.symbol, cursor), [client, instrument.symbol]);
  const list = usePaged(fetchPage, keyOf);
  const none = text('funding.noneDetail', { hours: instrument.fundingIntervalHours });
  return (
    <PagedRows list={list} empty={<StateMessage title={text('funding.none')} detail={none} />}>
      {(rows) => (
        <>
          <FundingChart fundings={rows} />
          <PlainTable
            label={text('tab.funding')}
            columns={[text('funding.time', { zone: formats.zone }), text('funding.rate'), text('funding.mark')]}
            rows={rows.map((row) => ({
              key: keyOf(row),
              cells: [
                formats.dateTime(milliseconds(row.time)),
                signedPercentText(formats, row.rate, RATE_DIGITS),
                priceText(formats, row.mark, instrument),
              ],
            }))}
          />
        </>
      )}
    </PagedRows>
  );
}

export function Fundings({ feed }: PartProps) {
  return (
    <>
      <NextFunding feed={feed} />
      <PastFundings feed={feed} />
    </>
  );
}
