import type { TickerFeed } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { SearchIcon } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useId, useMemo, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { Link } from '../../platform/navigation.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { priceText, signedPercentText, toneOf, UNKNOWN } from '../../platform/values.ts';
import { rateUnits } from '@tapedeck/domain';
import styles from './symbol-selector.module.css';
import type english from './text.en.json';
import { changeRate } from './ticker-values.ts';

const useText = textHook<typeof english>('symbol-header');

function Prices({ feed }: { feed: TickerFeed }) {
  const formats = useFormats();
  return (
    <>
      <Ticking
        className={styles['number']}
        sources={[feed.ticker]}
        read={() => priceText(formats, feed.ticker.get().ticker?.market.last, feed.instrument)}
      />
      <Ticking
        className={styles['number']}
        sources={[feed.ticker]}
        read={() => {
          const { ticker } = feed.ticker.get();
          const change = ticker === undefined ? undefined : changeRate(ticker);
          return change === undefined ? UNKNOWN : { text: signedPercentText(formats, change), tone: toneOf(rateUnits(change)) };
        }}
      />
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly instrument: Instrument;
  readonly current: boolean;
  readonly active: boolean;
  onChoose(): void;
}

function Row({ id, instrument, current, active, onChoose }: RowProps) {
  const feed = useTickerFeed(instrument.symbol);
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-current={current ? 'true' : undefined}
      aria-label={instrument.symbol}
      className={styles['row']}
      onClick={onChoose}
    >
      <span className={styles['symbol']}>{instrument.symbol}</span>
      <Prices feed={feed} />
    </div>
  );
}

interface ListProps {
  readonly instruments: readonly Instrument[];
  readonly current: string;
  onSymbol(symbol: string): void;
}

function SymbolList({ instruments, current, onSymbol }: ListProps) {
  const text = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      instruments.findIndex((instrument) => instrument.symbol === current),
    ),
  );
  const found = useMemo(
    () => instruments.filter((instrument) => instrument.symbol.includes(query.trim().toUpperCase())),
    [instruments, query],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && chosen !== undefined) onSymbol(chosen.symbol);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles['search']}>
        <SearchIcon />
        <input
          role="combobox"
          aria-label={text('search')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          placeholder={text('search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles['head']} aria-hidden="true">
        <span>{text('contract')}</span>
        <span>{text('last')}</span>
        <span>{text('change24h')}</span>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={text('choose')} className={styles['list']}>
        {found.map((instrument, row) => (
          <Row
            key={instrument.symbol}
            id={`${id}-${row}`}
            instrument={instrument}
            current={instrument.symbol === current}
            active={row === active}
            onChoose={() => onSymbol(instrument.symbol)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles['none']}>{text('noMatch')}</p>}
    </>
  );
}

/** Products with trade pages of their own. */
const PRODUCTS = [
  { key: 'toSpot', to: '/trade/spot/BTC/USDT' },
  { key: 'toSpreads', to: '/trade/spread' },
  { key: 'toOptions', to: '/trade/option/usdc/BTC' },
] as const;

interface SymbolSelectorProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly current: string;
  onSymbol(symbol: string): void;
}

/** All contracts and spot pairs with their last price and change; live while it is open. */
export function SymbolSelector({ trigger, current, onSymbol }: SymbolSelectorProps) {
  const text = useText();
  const [open, setOpen] = useState(true);
  const client = useClient();
  const catalogue = useReadable(client.catalogue);
  const pairs = useReadable(client.pairs);
  const spot = pairs.status === 'idle' ? undefined : pairs.data;
  return (
    <Popover trigger={trigger} label={text('choose')} open={open} onOpenChange={setOpen} className={styles['popover']}>
      <LoadableView value={catalogue}>
        {(instruments) => (
          <SymbolList
            instruments={spot === undefined ? instruments : [...instruments, ...spot]}
            current={current}
            onSymbol={(symbol) => {
              setOpen(false);
              onSymbol(symbol);
            }}
          />
        )}
      </LoadableView>
      <nav aria-label={text('products')} className={styles['products']}>
        {PRODUCTS.map(({ key, to }) => (
          <Link key={key} to={to}>
            {text(key)}
          </Link>
        ))}
      </nav>
    </Popover>
  );
}
