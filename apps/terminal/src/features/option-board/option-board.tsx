import type { TickerFeed } from '@tapedeck/client';
import { priceUnits, tickCount, type Instrument, type Ticks } from '@tapedeck/domain';
import { memo, useRef } from 'react';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking, TickingFact, useTicking } from '../../platform/ticking.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { priceText, UNKNOWN } from '../../platform/values.ts';
import { nearestRow, type BoardExpiry, type BoardRow } from './board-rows.ts';
import styles from './option-board.module.css';
import { FIELDS, activityText, fieldText, numberText, type Field } from './option-values.ts';
import { useBoardText } from './texts.ts';

const PUT_FIELDS = [...FIELDS].reverse().map((field): Field => (field === 'bid' ? 'ask' : field === 'ask' ? 'bid' : field));

type Choose = (symbol: string, price?: Ticks) => void;

interface CellsProps {
  readonly instrument: Instrument;
  readonly feed: TickerFeed;
  readonly fields: readonly Field[];
  readonly chosen: boolean;
  readonly right: 'call' | 'put';
  onChoose: Choose;
}

/** The cells of one option: a click on a quote sets its price in the form. */
function Cells({ instrument, feed, fields, chosen, right, onChoose }: CellsProps) {
  const text = useBoardText();
  const formats = useFormats();
  const { symbol } = instrument;
  const priced = (field: 'bid' | 'ask') => () => {
    const market = feed.ticker.get().ticker?.market;
    const best = field === 'bid' ? market?.bestBid : market?.bestAsk;
    onChoose(symbol, best === undefined || tickCount(best) === 0 ? undefined : best);
  };
  return fields.map((field) => {
    const value = <Ticking sources={[feed.ticker]} read={() => fieldText(formats, field, feed.ticker.get().ticker, instrument)} />;
    return (
      <td key={field} data-field={field} data-right={right} data-chosen={chosen || undefined}>
        {field === 'bid' || field === 'ask' ? (
          <button
            type="button"
            className={styles[field]}
            aria-label={text(field === 'bid' ? 'sellAt' : 'buyAt', { symbol })}
            onClick={priced(field)}
          >
            {value}
          </button>
        ) : field === 'mark' ? (
          <button type="button" className={styles['mark']} aria-label={text('show', { symbol })} onClick={() => onChoose(symbol)}>
            {value}
            <Ticking
              className={styles['activity']}
              sources={[feed.ticker]}
              read={() => activityText(formats, feed.ticker.get().ticker, instrument)}
            />
          </button>
        ) : (
          value
        )}
      </td>
    );
  });
}

interface RowProps {
  readonly row: BoardRow;
  readonly rows: readonly BoardRow[];
  readonly chosen: string | undefined;
  onChoose: Choose;
}

/** One strike. Live values update themselves; the row marks the side in the money. */
const Row = memo(function Row({ row, rows, chosen, onChoose }: RowProps) {
  const { call, put, strike } = row;
  const formats = useFormats();
  const element = useRef<HTMLTableRowElement>(null);
  const calls = useTickerFeed(call.symbol);
  const puts = useTickerFeed(put.symbol);
  useTicking([calls.ticker], () => {
    const index = calls.ticker.get().ticker?.market.index;
    const node = element.current;
    if (node === null || index === undefined || priceUnits(index) === 0n) return;
    node.dataset['money'] = priceUnits(strike) < priceUnits(index) ? 'call' : 'put';
    node.dataset['at'] = String(nearestRow(rows, index) === row);
  });
  return (
    <tr ref={element}>
      <Cells instrument={call} feed={calls} fields={FIELDS} right="call" chosen={chosen === call.symbol} onChoose={onChoose} />
      <th scope="row" className={styles['strike']}>
        {numberText(formats, Number(priceUnits(strike)) / 1e8, strikeDigits(strike))}
      </th>
      <Cells instrument={put} feed={puts} fields={PUT_FIELDS} right="put" chosen={chosen === put.symbol} onChoose={onChoose} />
    </tr>
  );
});

/** Strikes have no trailing zeros. */
function strikeDigits(strike: BoardRow['strike']): number {
  const units = priceUnits(strike);
  return units % 100_000_000n === 0n ? 0 : units % 10_000_000n === 0n ? 1 : 2;
}

function Figures({ expiry, first }: { expiry: BoardExpiry; first: Instrument }) {
  const text = useBoardText();
  const formats = useFormats();
  const { ticker } = useTickerFeed(first.symbol);
  const market = () => ticker.get().ticker?.market;
  return (
    <dl className={styles['figures']}>
      <TickingFact name={text('index')} sources={[ticker]} read={() => priceText(formats, market()?.index, { ...first, priceDigits: 2 })} />
      <TickingFact
        name={text('forward')}
        sources={[ticker]}
        read={() => {
          const forward = market()?.option?.forward;
          return forward === undefined ? UNKNOWN : numberText(formats, forward, 2);
        }}
      />
      <TickingFact
        name={text('left')}
        sources={[ticker]}
        read={() => {
          const now = market()?.time;
          return now === undefined ? UNKNOWN : formats.span(expiry.at - Number(now));
        }}
      />
    </dl>
  );
}

function Head({ field }: { readonly field: Field }) {
  const text = useBoardText();
  return (
    <th scope="col" data-field={field}>
      <span>{text(field)}</span>
      {field === 'mark' && <span className={styles['activity']}>{`${text('volume')} · ${text('interest')}`}</span>}
    </th>
  );
}

interface OptionBoardProps {
  readonly expiry: BoardExpiry;
  /** Symbol of the option in the form. */
  readonly chosen: string | undefined;
  onChoose: Choose;
}

/** One expiry: calls on the left, strikes in the middle, puts on the right. */
export function OptionBoard({ expiry, chosen, onChoose }: OptionBoardProps) {
  const text = useBoardText();
  const { rows } = expiry;
  const first = rows[0]?.call;
  return (
    <div className={styles['board']}>
      {first !== undefined && <Figures key={first.symbol} expiry={expiry} first={first} />}
      <div className={styles['sides']}>
        <span className={styles['calls']}>{text('calls')}</span>
        <span className={styles['puts']}>{text('puts')}</span>
      </div>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={text('board')}>
          <thead>
            <tr>
              {FIELDS.map((field) => (
                <Head key={field} field={field} />
              ))}
              <th scope="col" className={styles['strike']}>
                {text('strike')}
              </th>
              {PUT_FIELDS.map((field) => (
                <Head key={field} field={field} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.call.symbol}
                row={row}
                rows={rows}
                chosen={chosen === row.call.symbol || chosen === row.put.symbol ? chosen : undefined}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
