import { searchSymbols, SYMBOL_FAMILIES, type SymbolFamily } from '@tapedeck/client';
import { LIST_TAGS, type Instrument } from '@tapedeck/domain';
import { Button, SearchIcon, Tabs } from '@tapedeck/ui';
import { LongList } from '@tapedeck/ui/long-list';
import { useId, useMemo, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { toggleFavourite, useFavourites } from '../../platform/favourites.ts';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { textHook } from '../../platform/texts.tsx';
import styles from './symbol-list.module.css';
import { nextSorting, useSymbolOrder, type SortColumn, type Sorting } from './symbol-order.ts';
import { SymbolRow, useTagsOf, useTagText, type RowProps } from './symbol-row.tsx';
import english from './text.en.json';

const useText = textHook('symbol-header', english);

type Shown = 'all' | 'favourites' | SymbolFamily;
const SHOWN: readonly Shown[] = ['all', 'favourites', ...SYMBOL_FAMILIES];
/** Without a selected tag. */
const ANY = 'any';
const COLUMNS = ['symbol', 'last', 'change24h', 'turnover24h'] as const satisfies readonly SortColumn[];
const HEADS = { symbol: 'contract', last: 'last', change24h: 'change24h', turnover24h: 'turnover' } as const;
/** Rows that Page Up and Page Down step over. */
const PAGE_ROWS = 8;

/** The last filter and sorting. */
const keptShown = (): Shown => SHOWN.find((one) => one === readChoice('symbols.shown')) ?? 'all';
const keptTagged = (): string => readChoice('symbols.tagged') ?? ANY;
function keptSorting(): Sorting {
  const [name, direction] = (readChoice('symbols.sorting') ?? '').split(' ');
  const column = COLUMNS.find((one) => one === name);
  return column && { column, descending: direction === 'descending' };
}
const keepSorting = (sorting: Sorting): void =>
  keepChoice('symbols.sorting', sorting === undefined ? '' : `${sorting.column} ${sorting.descending ? 'descending' : 'ascending'}`);

/** Layout of the list in its container. */
export interface ListLook {
  readonly className: string | undefined;
  readonly Row: ComponentType<RowProps>;
  /** In pixels, as in the style sheet. */
  readonly rowHeight: number;
  /** In the order of the headers. */
  readonly columns: readonly SortColumn[];
}

const WIDE_LOOK: ListLook = { className: styles['whole'], Row: SymbolRow, rowHeight: 34, columns: COLUMNS };

/** Column headers: each sorts. */
function Heads({ columns, sorting, onSort }: Pick<ListLook, 'columns'> & { sorting: Sorting; onSort: (column: SortColumn) => void }) {
  const text = useText();
  return (
    <div role="group" aria-label={text('sortBy')} className={styles['head']}>
      {columns.map((column) => {
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
            <span>{name}</span>
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
  readonly look?: ListLook;
  onSymbol(symbol: string): void;
}

interface FiltersProps {
  readonly shown: Shown;
  readonly tagged: string;
  /** Tags of the symbols. */
  readonly tags: readonly string[];
  onShow(shown: Shown): void;
  onTag(tagged: string): void;
}

/** Target row of a key in the search field; undefined for keys that the field handles. */
function rowAfter(key: string, active: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(active + step, count - 1));
}

/** Why there are no rows, and a way out if a filter hides some. */
function NothingFound({ words, onEverywhere }: { readonly words: string; readonly onEverywhere: (() => void) | undefined }) {
  const text = useText();
  return (
    <p className={styles['none']}>
      <span>{words}</span>
      {onEverywhere !== undefined && <Button onClick={onEverywhere}>{text('everywhere')}</Button>}
    </p>
  );
}

/** Filters of the list besides the search. */
function Filters({ shown, tagged, tags, onShow, onTag }: FiltersProps) {
  const text = useText();
  const tagText = useTagText();
  return (
    <>
      <Tabs
        compact
        className={styles['families']}
        label={text('families')}
        value={shown}
        onChange={onShow}
        items={SHOWN.map((value) => ({ value, label: text(value) }))}
      />
      <Tabs
        compact
        className={styles['tagTabs']}
        label={text('tags')}
        value={tagged}
        onChange={onTag}
        items={[ANY, ...tags].map((value) => ({ value, label: value === ANY ? text('tag.any') : tagText(value) }))}
      />
    </>
  );
}

/** Contracts and pairs by family, with search, sorting and favourites, also by keyboard. */
export function SymbolList({ instruments, current, look = WIDE_LOOK, onSymbol }: ListProps) {
  const text = useText();
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const favourites = useFavourites();
  const tagsOf = useTagsOf();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(keptShown);
  const [chosenTag, setTagged] = useState(keptTagged);
  /** Tags with words always, others while a symbol has them. */
  const tags = useMemo(() => [...new Set([...LIST_TAGS, ...instruments.flatMap(tagsOf)])], [instruments, tagsOf]);
  const tagged = tags.includes(chosenTag) ? chosenTag : ANY;
  const [sorting, setSorting] = useState(keptSorting);
  const found = useMemo(() => {
    const family = shown === 'all' || shown === 'favourites' ? undefined : shown;
    const all = searchSymbols(instruments, { query, family, tag: tagged === ANY ? undefined : tagged, tagsOf });
    return shown === 'favourites' ? all.filter(({ symbol }) => favourites.includes(symbol)) : all;
  }, [instruments, query, shown, tagged, tagsOf, favourites]);
  const rows = useSymbolOrder(instruments, found, sorting);
  // The row is identified by its name: it stays the same when rows are sorted or change.
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
  const tagBy = (next: string): void => {
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
    tagBy(ANY);
    // The button disappears.
    search.current?.focus();
  };
  /** Typing anywhere in the list searches. */
  const typeIntoSearch = (event: KeyboardEvent): void => {
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isText && event.target !== search.current) search.current?.focus();
  };
  return (
    <div className={look.className} onKeyDown={typeIntoSearch}>
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
      <Filters shown={shown} tagged={tagged} tags={tags} onShow={show} onTag={tagBy} />
      <Heads columns={look.columns} sorting={sorting} onSort={sortBy} />
      <LongList
        id={`${id}-list`}
        label={text('choose')}
        className={styles['list']}
        rowHeight={look.rowHeight}
        rows={rows}
        active={active}
        renderRow={(instrument, row) => (
          <look.Row
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
          onEverywhere={shown === 'all' && tagged === ANY ? undefined : searchEverywhere}
        />
      )}
      <p id={`${id}-keys`} className={styles['keys']}>
        {text('keys')}
      </p>
    </div>
  );
}
