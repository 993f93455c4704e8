import { searchSymbols, SYMBOL_FAMILIES, type SymbolFamily, type TickerFeed } from '@tapedeck/client';
import { isPerpetual, isSpot, LIST_TAGS, milliseconds, rateUnits, symbolTags, type Instrument, type ListTag } from '@tapedeck/domain';
import { Button, cx, SearchIcon, StarIcon, Tabs, Tag } from '@tapedeck/ui';
import { LongList } from '@tapedeck/ui/long-list';
import { useCallback, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { CoinIcon } from '../../platform/coin-icon.tsx';
import { toggleFavourite, useFavourites } from '../../platform/favourites.ts';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { textHook, useCommonText, useFormats } from '../../platform/texts.tsx';
import { useSymbolName } from '../../platform/symbol-name.ts';
import { Ticking } from '../../platform/ticking.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { changeRate, leverageText, priceText, signedPercentText, toneOf, UNKNOWN } from '../../platform/values.ts';
import styles from './symbol-list.module.css';
import { nextSorting, useSymbolOrder, type SortColumn, type Sorting } from './symbol-order.ts';
import type english from './text.en.json';
import { quoteTurnover } from './ticker-values.ts';

const useText = textHook<typeof english>('symbol-header');

type Shown = 'all' | 'favourites' | SymbolFamily;
const SHOWN: readonly Shown[] = ['all', 'favourites', ...SYMBOL_FAMILIES];
/** 'any' where no tag was chosen. */
type Tagged = 'any' | ListTag;
const TAGGED: readonly Tagged[] = ['any', ...LIST_TAGS];
const COLUMNS = ['symbol', 'last', 'change24h', 'turnover24h'] as const satisfies readonly SortColumn[];
const HEADS = { symbol: 'contract', last: 'last', change24h: 'change24h', turnover24h: 'turnover' } as const;
/** Rows that Page Up and Page Down step over. */
const PAGE_ROWS = 8;

/** What was shown last, and how it was sorted. */
const keptShown = (): Shown => SHOWN.find((one) => one === readChoice('symbols.shown')) ?? 'all';
const keptTagged = (): Tagged => TAGGED.find((one) => one === readChoice('symbols.tagged')) ?? 'any';
function keptSorting(): Sorting {
  const [name, direction] = (readChoice('symbols.sorting') ?? '').split(' ');
  const column = COLUMNS.find((one) => one === name);
  return column && { column, descending: direction === 'descending' };
}
const keepSorting = (sorting: Sorting): void =>
  keepChoice('symbols.sorting', sorting === undefined ? '' : `${sorting.column} ${sorting.descending ? 'descending' : 'ascending'}`);

/** A list of contracts tells the tags of each; of a spot pair only what its coin is made for is known. */
function useTagsOf(): (instrument: Instrument) => readonly ListTag[] {
  const client = useClient();
  return useCallback((instrument) => client.facts(instrument.symbol)?.tags ?? symbolTags(instrument), [client]);
}

/** Of what does not trade yet: when it will. */
function Launch({ instrument: { launchAt } }: { readonly instrument: Instrument }) {
  const text = useText();
  const formats = useFormats();
  if (launchAt === undefined) return null;
  return <span className={styles['launch']}>{text('launch', { time: formats.dateMinute(milliseconds(launchAt)) })}</span>;
}

function LiveFigures({ symbol }: { readonly symbol: string }) {
  return <Figures feed={useTickerFeed(symbol)} />;
}

function Figures({ feed }: { feed: TickerFeed }) {
  const formats = useFormats();
  const sources = [feed.ticker];
  return (
    <>
      <Ticking
        className={styles['number']}
        sources={sources}
        read={() => priceText(formats, feed.ticker.get().ticker?.market.last, feed.instrument)}
      />
      <Ticking
        className={styles['number']}
        sources={sources}
        read={() => {
          const { ticker } = feed.ticker.get();
          const change = ticker === undefined ? undefined : changeRate(ticker);
          return change === undefined ? UNKNOWN : { text: signedPercentText(formats, change), tone: toneOf(rateUnits(change)) };
        }}
      />
      <Ticking
        className={styles['number']}
        sources={sources}
        read={() => {
          const { ticker } = feed.ticker.get();
          return ticker === undefined ? UNKNOWN : formats.compact(quoteTurnover(ticker, feed.instrument));
        }}
      />
    </>
  );
}

/** As in the style sheet. */
const ROW_HEIGHT = 34;

interface RowProps {
  readonly id: string;
  readonly instrument: Instrument;
  /** Its place among all that were found, from 1. */
  readonly place: number;
  readonly count: number;
  readonly favourite: boolean;
  readonly current: boolean;
  readonly active: boolean;
  onChoose(): void;
}

function Name({ instrument, name }: { readonly instrument: Instrument; readonly name: string }) {
  const text = useText();
  const common = useCommonText();
  const formats = useFormats();
  const tags = useTagsOf()(instrument);
  const leverage = instrument.tiers[0]?.maxLeverage;
  return (
    <span className={styles['name']}>
      <CoinIcon instrument={instrument} />
      <span className={styles['symbol']}>{name}</span>
      <span className={styles['standing']}>
        {instrument.status === 'PreLaunch' && <Tag tone="accent">{text('preListing')}</Tag>}
        {tags.includes('NEW') && <Tag tone="accent">{text('tag.NEW')}</Tag>}
        {tags.includes('Trending') && <Tag tone="up">{text('tag.Trending')}</Tag>}
      </span>
      <Tag>{common(isSpot(instrument) ? 'spot' : isPerpetual(instrument) ? 'perpetual' : 'futures')}</Tag>
      {leverage !== undefined && !isSpot(instrument) && <Tag>{leverageText(formats, leverage)}</Tag>}
      <span className={styles['tags']}>
        {symbolTags(instrument)
          .map((tag) => text(`tag.${tag}`))
          .join(', ')}
      </span>
    </span>
  );
}

function Row({ id, instrument, place, count, favourite, current, active, onChoose }: RowProps) {
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
      className={cx(styles['row'], instrument.status === 'PreLaunch' && styles['coming'])}
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
      <Name instrument={instrument} name={name} />
      {instrument.status === 'PreLaunch' ? <Launch instrument={instrument} /> : <LiveFigures symbol={symbol} />}
    </div>
  );
}

/** The heads of the columns: each sorts. */
function Heads({ sorting, onSort }: { sorting: Sorting; onSort: (column: SortColumn) => void }) {
  const text = useText();
  return (
    <div role="group" aria-label={text('sortBy')} className={styles['head']}>
      {COLUMNS.map((column) => {
        const direction = sorting?.column === column ? (sorting.descending ? 'descending' : 'ascending') : undefined;
        const name = text(HEADS[column]);
        return (
          <button
            key={column}
            type="button"
            aria-pressed={direction !== undefined}
            aria-label={direction === undefined ? name : `${name}, ${text(direction)}`}
            onClick={() => onSort(column)}
          >
            {name}
            <span aria-hidden="true">{direction === undefined ? '' : direction === 'descending' ? ' ↓' : ' ↑'}</span>
          </button>
        );
      })}
    </div>
  );
}

interface ListProps {
  readonly instruments: readonly Instrument[];
  readonly current: string;
  onSymbol(symbol: string): void;
}

/** Row to go to by a key of the search field; undefined for keys that are its own. */
function rowAfter(key: string, active: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(active + step, count - 1));
}

/** Why there are no rows, and the way out where a filter hides some. */
function NothingFound({ words, onEverywhere }: { readonly words: string; readonly onEverywhere: (() => void) | undefined }) {
  const text = useText();
  return (
    <p className={styles['none']}>
      {words}
      {onEverywhere !== undefined && <Button onClick={onEverywhere}>{text('everywhere')}</Button>}
    </p>
  );
}

/** Contracts and pairs by family, searched, sorted and marked, all of it by keyboard too. */
export function SymbolList({ instruments, current, onSymbol }: ListProps) {
  const text = useText();
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const favourites = useFavourites();
  const tagsOf = useTagsOf();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(keptShown);
  const [tagged, setTagged] = useState(keptTagged);
  const [sorting, setSorting] = useState(keptSorting);
  const found = useMemo(() => {
    const family = shown === 'all' || shown === 'favourites' ? undefined : shown;
    const all = searchSymbols(instruments, { query, family, tag: tagged === 'any' ? undefined : tagged, tagsOf });
    return shown === 'favourites' ? all.filter(({ symbol }) => favourites.includes(symbol)) : all;
  }, [instruments, query, shown, tagged, tagsOf, favourites]);
  const rows = useSymbolOrder(instruments, found, sorting);
  // The row is kept by its name: it stays the same one when rows are sorted or come and go.
  const [activeSymbol, setActiveSymbol] = useState(current);
  const active = Math.max(
    0,
    rows.findIndex(({ symbol }) => symbol === activeSymbol),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = rows[active];
    const next = rowAfter(event.key, active, rows.length);
    if (next !== undefined) setActiveSymbol(rows[next]?.symbol ?? current);
    else if (event.key !== 'Enter' || chosen === undefined) return;
    else if (event.shiftKey) toggleFavourite(chosen.symbol);
    else onSymbol(chosen.symbol);
    event.preventDefault();
  };
  const show = (next: Shown): void => {
    setShown(next);
    keepChoice('symbols.shown', next);
  };
  const tagBy = (next: Tagged): void => {
    setTagged(next);
    keepChoice('symbols.tagged', next);
  };
  const sortBy = (column: SortColumn): void => {
    const next = nextSorting(sorting, column);
    setSorting(next);
    keepSorting(next);
  };
  const searchEverywhere = (): void => {
    show('all');
    tagBy('any');
    // The button goes.
    search.current?.focus();
  };
  /** Wherever the focus is in the list, typing searches. */
  const typeIntoSearch = (event: KeyboardEvent): void => {
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isText && event.target !== search.current) search.current?.focus();
  };
  return (
    <div className={styles['whole']} onKeyDown={typeIntoSearch}>
      <div className={styles['search']}>
        <SearchIcon />
        <input
          ref={search}
          role="combobox"
          aria-label={text('search')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-keys`}
          placeholder={text('search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActiveSymbol('');
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Tabs compact label={text('families')} value={shown} onChange={show} items={SHOWN.map((value) => ({ value, label: text(value) }))} />
      <Tabs
        compact
        label={text('tags')}
        value={tagged}
        onChange={tagBy}
        items={TAGGED.map((value) => ({ value, label: text(`tag.${value}`) }))}
      />
      <Heads sorting={sorting} onSort={sortBy} />
      <LongList
        id={`${id}-list`}
        label={text('choose')}
        className={styles['list']}
        rowHeight={ROW_HEIGHT}
        rows={rows}
        active={active}
        renderRow={(instrument, row) => (
          <Row
            key={instrument.symbol}
            id={`${id}-${row}`}
            instrument={instrument}
            place={row + 1}
            count={rows.length}
            favourite={favourites.includes(instrument.symbol)}
            current={instrument.symbol === current}
            active={row === active}
            onChoose={() => onSymbol(instrument.symbol)}
          />
        )}
      />
      {rows.length === 0 && (
        <NothingFound
          words={text(shown === 'favourites' && favourites.length === 0 ? 'noFavourites' : 'noMatch')}
          onEverywhere={shown === 'all' && tagged === 'any' ? undefined : searchEverywhere}
        />
      )}
      <p id={`${id}-keys`} className={styles['keys']}>
        {text('keys')}
      </p>
    </div>
  );
}
