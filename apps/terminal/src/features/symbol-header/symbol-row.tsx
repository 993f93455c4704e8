import type { TickerFeed } from '@tapedeck/client';
import { isPerpetual, isSpot, milliseconds, rateUnits, symbolTags, LIST_TAGS, type Instrument } from '@tapedeck/domain';
import { cx, StarIcon, Tag } from '@tapedeck/ui';
import { useCallback, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { CoinIcon } from '../../widgets/coin-icon.tsx';
import { toggleFavourite } from '../../platform/favourites.ts';
import { useSymbolName } from '../../widgets/symbol-name.ts';
import { textHook, useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingProps } from '../../platform/ticking.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { changeRate, leverageText, priceText, signedPercentText, toneOf, UNKNOWN } from '../../platform/values.ts';
import styles from './symbol-list.module.css';
import english from './text.en.json';
import { quoteTurnover } from './ticker-values.ts';

const useText = textHook('symbol-header', english);

/** Contract lists carry tags; for spot pairs only the coin's sector tags are known. */
export function useTagsOf(): (instrument: Instrument) => readonly string[] {
  const client = useClient();
  return useCallback((instrument) => client.markets.facts(instrument.symbol)?.tags ?? symbolTags(instrument), [client]);
}

/** Words of a tag; a tag of the exchange without words is shown as it came. */
export function useTagText(): (tag: string) => string {
  const text = useText();
  return (tag) => {
    const known = LIST_TAGS.find((one) => one === tag);
    return known === undefined ? tag : text(`tag.${known}`);
  };
}

/** Tags that stand beside the name. */
const STANDING: ReadonlySet<string> = new Set(['NEW', 'Trending']);

/** Launch time of a symbol in pre-listing. */
export function Launch({ instrument: { launchAt } }: { readonly instrument: Instrument }) {
  const text = useText();
  const formats = useFormats();
  if (launchAt === undefined) return null;
  return <span className={styles['launch']}>{text('launch', { time: formats.dateMinute(milliseconds(launchAt)) })}</span>;
}

function LiveFigures({ symbol }: { readonly symbol: string }) {
  return <Figures feed={useTickerFeed(symbol)} />;
}

/** Current figures of a row. */
export function useReadings({ ticker, instrument }: TickerFeed): Readonly<Record<'last' | 'change' | 'turnover', TickingProps['read']>> {
  const formats = useFormats();
  return {
    last: () => priceText(formats, ticker.get().ticker?.market.last, instrument),
    change: () => {
      const known = ticker.get().ticker;
      const change = known === undefined ? undefined : changeRate(known);
      return change === undefined ? UNKNOWN : { text: signedPercentText(formats, change), tone: toneOf(rateUnits(change)) };
    },
    turnover: () => {
      const known = ticker.get().ticker;
      return known === undefined ? UNKNOWN : formats.compact(quoteTurnover(known, instrument));
    },
  };
}

function Figures({ feed }: { feed: TickerFeed }) {
  const { last, change, turnover } = useReadings(feed);
  const sources = [feed.ticker];
  return (
    <>
      {[last, change, turnover].map((read, column) => (
        <Ticking key={column} className={styles['number']} sources={sources} read={read} />
      ))}
    </>
  );
}

export interface RowProps {
  readonly id: string;
  readonly instrument: Instrument;
  /** Its position among all results, from 1. */
  readonly place: number;
  readonly count: number;
  readonly favourite: boolean;
  readonly current: boolean;
  readonly active: boolean;
  onChoose(): void;
}

/** Current tags of a symbol. */
export function StandingTags({ instrument }: { readonly instrument: Instrument }) {
  const text = useText();
  const tags = useTagsOf()(instrument);
  return (
    <span className={styles['standing']}>
      {instrument.status === 'PreLaunch' && <Tag tone="accent">{text('preListing')}</Tag>}
      {tags.includes('NEW') && <Tag tone="accent">{text('tag.NEW')}</Tag>}
      {tags.includes('Trending') && <Tag tone="up">{text('tag.Trending')}</Tag>}
    </span>
  );
}

function Name({ instrument, name }: { readonly instrument: Instrument; readonly name: string }) {
  const tagText = useTagText();
  const tags = useTagsOf()(instrument);
  const common = useCommonText();
  const formats = useFormats();
  const leverage = instrument.tiers[0]?.maxLeverage;
  return (
    <span className={styles['name']}>
      <CoinIcon instrument={instrument} />
      <span className={styles['symbol']}>{name}</span>
      <StandingTags instrument={instrument} />
      <Tag>{common(isSpot(instrument) ? 'spot' : isPerpetual(instrument) ? 'perpetual' : 'futures')}</Tag>
      {leverage !== undefined && !isSpot(instrument) && <Tag>{leverageText(formats, leverage)}</Tag>}
      <span className={styles['tags']}>
        {tags
          .filter((tag) => !STANDING.has(tag))
          // A tag of two words is not broken between them.
          .map((tag) => tagText(tag).replaceAll(' ', '\u00A0'))
          .join(', ')}
      </span>
    </span>
  );
}

/** An option of the list; `children` are beside its star. */
export function OptionRow({ className, children, ...row }: RowProps & { readonly className: string; readonly children: ReactNode }) {
  const { id, instrument, place, count, favourite, current, active, onChoose } = row;
  const text = useText();
  const { symbol } = instrument;
  const name = useSymbolName(symbol);
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-posinset={place}
      aria-setsize={count}
      aria-current={current ? 'true' : undefined}
      aria-label={favourite ? `${name}, ${text('favourite')}` : name}
      className={cx(className, instrument.status === 'PreLaunch' && styles['coming'])}
      onClick={onChoose}
    >
      <span
        className={cx(styles['star'], favourite && styles['marked'])}
        title={text(favourite ? 'unmark' : 'markFavourite')}
        onClick={(event) => {
          event.stopPropagation();
          toggleFavourite(symbol);
        }}
      >
        <StarIcon />
      </span>
      {children}
    </div>
  );
}

/** A row of the list on a wide screen. */
export function SymbolRow(row: RowProps) {
  const { instrument } = row;
  const name = useSymbolName(instrument.symbol);
  return (
    <OptionRow {...row} className={styles['row'] ?? ''}>
      <Name instrument={instrument} name={name} />
      {instrument.status === 'PreLaunch' ? <Launch instrument={instrument} /> : <LiveFigures symbol={instrument.symbol} />}
    </OptionRow>
  );
}
