import type { SpreadPreview } from '@tapedeck/client';
import { quantityCoin } from '@tapedeck/domain';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking, TickingFact } from '../../platform/ticking.tsx';
import { coinDigits, lotsText, moneyText, UNKNOWN } from '../../platform/values.ts';
import styles from './spread.module.css';
import type { SpreadFormStore } from './spread-form-store.ts';
import { averageDistanceText, distanceText } from './spread-values.ts';
import { useSpreadText } from './texts.ts';

/** Why the order fills no further, with the outcome of the remainder. */
const ENDS = {
  limit: { waits: 'endLimitWaits', givenUp: 'endLimitGivenUp' },
  books: { waits: 'endBooksWaits', givenUp: 'endBooksGivenUp' },
} as const;

/** Available balance, and the immediate fills: quantity, cost and fee of both legs. */
export function SpreadPreviewRows({ form }: { form: SpreadFormStore }) {
  const client = useClient();
  const text = useSpreadText();
  const formats = useFormats();
  const { far, near } = form.feeds;
  const { settleCoin } = far.instrument;
  const digits = coinDigits(settleCoin);
  const totals = client.funds.totalsIn(settleCoin);
  const sources = [form.previews, far.book, near.book];
  const row = (label: string, show: (preview: SpreadPreview) => string) => (
    <TickingFact
      name={label}
      sources={sources}
      read={() => {
        const known = form.preview();
        return known === undefined ? UNKNOWN : show(known);
      }}
    />
  );
  const money = (value: SpreadPreview['cost']): string =>
    value === undefined ? UNKNOWN : `${moneyText(formats, value, digits)} ${settleCoin}`;
  /** Why only part of it fills now, and the outcome of the remainder. */
  const ending = (): string => {
    const known = form.preview();
    const { plan } = form.reading();
    if (known?.end === undefined || plan === undefined || plan === 'noBook') return '';
    return text(ENDS[known.end][plan.immediate === true ? 'givenUp' : 'waits'], {
      filled: lotsText(formats, known.filled, far.instrument),
      quantity: lotsText(formats, known.requested, far.instrument),
      coin: quantityCoin(far.instrument),
      limit: `${distanceText(formats, plan.limit, near.instrument)} ${far.instrument.quoteCoin}`,
    });
  };
  return (
    <>
      <dl className={styles['preview']} aria-label={text('preview')}>
        <TickingFact
          name={text('available')}
          sources={[totals]}
          read={() => {
            const now = totals.get();
            return money(now.status === 'idle' ? undefined : now.data?.available);
          }}
        />
        {row(
          text('fillsNow'),
          ({ filled, requested }) =>
            `${lotsText(formats, filled, far.instrument)} / ${lotsText(formats, requested, far.instrument)} ${quantityCoin(far.instrument)}`,
        )}
        {row(text('fillsAverage'), ({ distance }) =>
          distance === undefined ? UNKNOWN : averageDistanceText(formats, distance.average, near.instrument),
        )}
        {row(text('fillsWorst'), ({ distance }) =>
          distance === undefined ? UNKNOWN : distanceText(formats, distance.worst, near.instrument),
        )}
        {row(text('cost'), ({ cost }) => money(cost))}
        {row(text('fee'), ({ fee }) => money(fee))}
      </dl>
      <Ticking as="p" className={styles['warning']} sources={sources} read={ending} />
    </>
  );
}
