import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { timestamp, type Instrument } from '@tapedeck/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { liveTicker, moneyOf, priceOf, TEST_INSTRUMENT } from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { SymbolList } from './symbol-list.tsx';
import { nextSorting } from './symbol-order.ts';

const listed = (id: number, symbol: string, more: Partial<Instrument> = {}): Instrument => ({ ...TEST_INSTRUMENT, id, symbol, ...more });
const [BTC, ETH, SOL, INVERSE] = [
  listed(0, 'BTCUSDT'),
  listed(1, 'ETHUSDT', { baseCoin: 'ETH' }),
  listed(2, 'SOLUSDT', { baseCoin: 'SOL' }),
  listed(3, 'BTCUSD', { kind: 'InversePerpetual', quoteCoin: 'USD' }),
];
const LIST = [BTC, ETH, SOL, INVERSE];

let client: FakeClient;
const onSymbol = vi.fn();

const names = (): string[] => screen.getAllByRole('option').map((row) => row.getAttribute('aria-label') ?? '');
const activeName = (): string | null | undefined =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label');

/** Price now and 24 hours ago, and the turnover as the exchange tells it. */
function quote(instrument: Instrument, last: string, open: string, turnover: string): void {
  const { ticker } = liveTicker(instrument, last);
  if (ticker === undefined) throw new Error('It has none.');
  client.markets.feed(instrument.symbol).ticker.set({
    freshness: 'live',
    ticker: { ...ticker, open24h: priceOf(open), turnover24h: moneyOf(turnover) },
  });
}

function show(): void {
  renderScreen(client, <SymbolList instruments={LIST} current="ETHUSDT" onSymbol={onSymbol} />);
}

beforeEach(() => {
  localStorage.clear();
  onSymbol.mockReset();
  client = fakeClient(LIST);
  quote(BTC, '60000', '50000', '900');
  quote(ETH, '3000', '4000', '3000');
  quote(SOL, '150', '149', '1000');
  // One coin of turnover, 60,000 dollars.
  quote(INVERSE, '60000', '60000', '1');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the list of symbols', () => {
  it('begins with the symbol on screen; arrows, pages and Enter choose', async () => {
    show();
    await userEvent.click(screen.getByRole('combobox'));
    expect(activeName()).toBe('ETHUSDT');
    await userEvent.keyboard('{ArrowDown}');
    expect(activeName()).toBe('SOLUSDT');
    await userEvent.keyboard('{PageUp}');
    expect(activeName()).toBe('BTCUSDT');
    await userEvent.keyboard('{PageDown}{ArrowDown}');
    expect(activeName()).toBe('BTCUSD');
    await userEvent.keyboard('{Enter}');
    expect(onSymbol.mock.calls).toEqual([['BTCUSD']]);
  });

  it('sorts by change, by turnover in dollars, by price and by name; the third press gives the own order back', async () => {
    show();
    const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
    await press(/^24h change/);
    expect(names()).toEqual(['BTCUSDT', 'SOLUSDT', 'BTCUSD', 'ETHUSDT']);
    await press(/^24h change, descending/);
    expect(names()).toEqual(['ETHUSDT', 'BTCUSD', 'SOLUSDT', 'BTCUSDT']);
    await press(/^24h change, ascending/);
    expect(names()).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BTCUSD']);
    await press(/^Turnover/);
    expect(names()).toEqual(['BTCUSD', 'ETHUSDT', 'SOLUSDT', 'BTCUSDT']);
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('60K');
    await press(/^Contract/);
    expect(names()).toEqual(['BTCUSD', 'BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    await press(/^Last price/);
    expect(names().at(-1)).toBe('SOLUSDT');
  });

  it('rows stay where they are while prices move, and are sorted anew when that is asked for', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: /^24h change/ }));
    quote(ETH, '9000', '4000', '3000');
    await nextFrame();
    expect(names().at(-1)).toBe('ETHUSDT');
    cleanup();
    show();
    expect(names()[0]).toBe('ETHUSDT');
  });

  it('figures that come later are sorted in when they are there; what has none is last', async () => {
    client.markets.feed('BTCUSDT').ticker.set({ freshness: 'loading', ticker: undefined });
    show();
    await userEvent.click(screen.getByRole('button', { name: /^24h change/ }));
    expect(names().at(-1)).toBe('BTCUSDT');
    quote(BTC, '60000', '50000', '900');
    await nextFrame();
    await vi.waitFor(() => expect(names()[0]).toBe('BTCUSDT'));
  });

  it('a favourite is marked by its star or by Shift and Enter, has a list of its own, and is kept', async () => {
    show();
    await userEvent.click(screen.getAllByTitle('Add to favourites')[2] as HTMLElement);
    expect(onSymbol).not.toHaveBeenCalled();
    expect(names()).toContain('SOLUSDT, favourite');
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await userEvent.click(screen.getByRole('tab', { name: 'Favourites' }));
    expect(names()).toEqual(['ETHUSDT, favourite', 'SOLUSDT, favourite']);
    cleanup();
    show();
    expect(names()).toEqual(['ETHUSDT, favourite', 'SOLUSDT, favourite']);
    await userEvent.click(screen.getAllByTitle('Remove from favourites')[0] as HTMLElement);
    await userEvent.click(screen.getByTitle('Remove from favourites'));
    expect(screen.queryAllByRole('option')).toHaveLength(0);
    screen.getByText('No favourites yet. Mark symbols with the star.');
    expect(JSON.parse(localStorage.getItem('tapedeck.favourites') ?? '')).toEqual([]);
  });

  it('a browser that keeps nothing has favourites as long as the page, each to be taken away again', async () => {
    const refuse = (): never => {
      throw new Error('storage is closed');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    show();
    for (const row of [0, 1]) await userEvent.click(screen.getAllByTitle(/favourite/)[row] as HTMLElement);
    expect(names().slice(0, 3)).toEqual(['BTCUSDT, favourite', 'ETHUSDT, favourite', 'SOLUSDT']);
    for (const row of [0, 1]) await userEvent.click(screen.getAllByTitle(/favourite/)[row] as HTMLElement);
    expect(names().slice(0, 2)).toEqual(['BTCUSDT', 'ETHUSDT']);
  });

  it('MKT-05 tags are shown, narrow the list down, and the chosen one is kept', async () => {
    show();
    expect(screen.getAllByRole('option')[1]?.textContent).toContain('Layer\u00A01');
    await userEvent.click(screen.getByRole('tab', { name: 'Layer 1' }));
    expect(names()).toEqual(['ETHUSDT', 'SOLUSDT']);
    cleanup();
    show();
    expect(names()).toEqual(['ETHUSDT', 'SOLUSDT']);
    await userEvent.click(screen.getByRole('tab', { name: 'Meme' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Inverse' }));
    await userEvent.type(screen.getByRole('combobox'), 'eth');
    screen.getByText('Nothing matches');
    await userEvent.click(screen.getByRole('button', { name: 'Search all' }));
    expect(names()).toEqual(['ETHUSDT']);
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    await userEvent.keyboard('x');
    expect(screen.queryByRole('button', { name: 'Search all' })).toBeNull();
  });

  it('CAT-08 families and the search narrow it down; what matches nothing is said', async () => {
    show();
    await userEvent.click(screen.getByRole('tab', { name: 'Inverse' }));
    expect(names()).toEqual(['BTCUSD']);
    await userEvent.click(screen.getByRole('tab', { name: 'All' }));
    await userEvent.type(screen.getByRole('combobox'), 'btc perp');
    expect(names()).toEqual(['BTCUSDT', 'BTCUSD']);
    await userEvent.type(screen.getByRole('combobox'), 'x');
    expect(screen.queryAllByRole('option')).toHaveLength(0);
    screen.getByText('Nothing matches');
    await userEvent.keyboard('{Enter}');
    expect(onSymbol).not.toHaveBeenCalled();
  });

  it('what is kept and cannot be read counts as none', () => {
    localStorage.setItem('tapedeck.symbols.sorting', 'colour sideways');
    localStorage.setItem('tapedeck.symbols.shown', 'bonds');
    show();
    expect(names()).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BTCUSD']);
  });
});

it('a name begins with A, a figure with the largest', () => {
  expect(nextSorting(undefined, 'symbol')).toEqual({ column: 'symbol', descending: false });
  expect(nextSorting({ column: 'symbol', descending: false }, 'symbol')).toEqual({ column: 'symbol', descending: true });
  expect(nextSorting({ column: 'symbol', descending: true }, 'symbol')).toBeUndefined();
  expect(nextSorting({ column: 'symbol', descending: true }, 'last')).toEqual({ column: 'last', descending: true });
});

describe('SYM-12 listings', () => {
  const COMING = listed(4, 'TONUSDT', { baseCoin: 'TON', status: 'PreLaunch', launchAt: timestamp(Date.UTC(2026, 11, 3, 8)) });

  it('what is announced says when it starts, has no prices, and has a tab of its own', async () => {
    client = fakeClient([...LIST, COMING]);
    renderScreen(client, <SymbolList instruments={[...LIST, COMING]} current="ETHUSDT" onSymbol={onSymbol} />);
    await userEvent.click(screen.getByRole('tab', { name: 'Pre-listing' }));
    expect(names()).toEqual(['TONUSDT']);
    expect(screen.getByRole('option').textContent).toContain('Trading starts 2026-12-03 08:00');
    expect(client.markets.ticker).not.toHaveBeenCalledWith('TONUSDT');
    await userEvent.click(screen.getByRole('option'));
    expect(onSymbol.mock.calls).toEqual([['TONUSDT']]);
  });

  it('the tags that the exchange gives are shown and filtered by', async () => {
    const facts = client.markets.facts;
    client.markets.facts = (symbol) => {
      const known = facts(symbol);
      return known && { ...known, tags: symbol === 'SOLUSDT' ? ['NEW', 'Trending', 'NFT'] : symbol === 'BTCUSDT' ? ['Popular'] : [] };
    };
    show();
    const row = screen.getAllByRole('option')[2];
    expect(row?.textContent).toMatch(/SOLUSDT.*New.*Trending.*NFT/);
    for (const [tag, found] of [
      ['New', ['SOLUSDT']],
      ['Trending', ['SOLUSDT']],
      ['Popular', ['BTCUSDT']],
      // A tag that the terminal has no words for is shown as it came.
      ['NFT', ['SOLUSDT']],
    ] as const) {
      await userEvent.click(screen.getByRole('tab', { name: tag }));
      expect(names()).toEqual(found);
    }
  });
});
