import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { milliseconds, timestamp, type Instrument } from '@tapedeck/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { liveTicker, SECOND_INSTRUMENT, TEST_INSTRUMENT } from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { SymbolHeader, useTabTitle } from './index.ts';

afterEach(cleanup);

test('MKT-04 shows last, mark, index, 24 h figures, open interest and funding', () => {
  const client = fakeClient();
  renderScreen(client, <SymbolHeader feed={client.markets.feed('BTCUSDT')} onSymbol={vi.fn()} onDetails={vi.fn()} />);
  const shown = screen.getByRole('region', { name: 'Symbol' }).textContent;
  for (const part of [
    '64,182.4',
    '+1,214.9 (+1.93%)',
    '64,180.1',
    '64,171.0',
    '64,990.0',
    '62,410.5',
    '3.18B USDT',
    '58.21K BTC',
    '0.0100%',
  ]) {
    expect(shown).toContain(part);
  }
});

/** Text of the header of a contract that ends in 33 days and 4 hours, and its end. */
function ending(change: Partial<Instrument>): { readonly shown: string; readonly end: string } {
  const client = fakeClient();
  const feed = client.markets.feed('BTCUSDT');
  const { ticker } = feed.ticker.get();
  const now = ticker === undefined ? 0 : milliseconds(ticker.market.time);
  const deliveryAt = timestamp(now + 33 * 86_400_000 + 4 * 3_600_000);
  const instrument: Instrument = { ...TEST_INSTRUMENT, ...change, deliveryAt };
  renderScreen(client, <SymbolHeader feed={{ ...feed, instrument }} onSymbol={vi.fn()} onDetails={vi.fn()} />);
  const shown = screen.getByRole('region', { name: 'Symbol' }).textContent;
  return { shown, end: `Delivery / countdown${new Date(milliseconds(deliveryAt)).toISOString().slice(0, 10)}33d 4h` };
}

test('MKT-04 a dated contract shows its basis and its delivery in place of a funding that it does not have', () => {
  const { shown, end } = ending({ kind: 'LinearFutures' });
  expect(shown).toContain(end);
  expect(shown).toContain('Basis+0.01%');
  expect(shown).not.toContain('Funding');
});

test('MKT-04 a perpetual whose end is announced shows it beside its funding, which goes on', () => {
  const { shown, end } = ending({});
  expect(shown).toContain(end);
  expect(shown).toContain('Funding');
  expect(shown).not.toContain('Basis');
});

test('MKT-04 the price stands in the title of the tab', () => {
  const client = fakeClient();
  const Title = () => {
    useTabTitle(client.markets.feed('BTCUSDT'), 'Tapedeck');
    return null;
  };
  renderScreen(client, <Title />);
  expect(document.title).toBe('64,182.4 BTCUSDT | Tapedeck');
});

test('the last price turns green after a rise and red after a fall', async () => {
  const client = fakeClient();
  renderScreen(client, <SymbolHeader feed={client.markets.feed('BTCUSDT')} onSymbol={vi.fn()} onDetails={vi.fn()} />);
  const last = screen.getByLabelText('Last price');
  expect(last.dataset['tone']).toBeUndefined();
  client.markets.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, '64200'));
  await nextFrame();
  expect(last.dataset['tone']).toBe('up');
  client.markets.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, '64100'));
  await nextFrame();
  expect(last.dataset['tone']).toBe('down');
});

test('the selector lists contracts, finds them by name and hands on the choice', async () => {
  const client = fakeClient([TEST_INSTRUMENT, SECOND_INSTRUMENT]);
  const onSymbol = vi.fn();
  renderScreen(client, <SymbolHeader feed={client.markets.feed('BTCUSDT')} onSymbol={onSymbol} onDetails={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /choose a contract/i }));
  const search = await screen.findByRole('combobox', { name: 'Search contracts and pairs' });
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(2);
  await userEvent.type(search, 'eth');
  expect(screen.getByRole('option').textContent).toBe('ETHUSDTPerp100xLayer\u00A0164,182.4+1.93%3.18B');
  await userEvent.keyboard('{Enter}');
  expect(onSymbol).toHaveBeenCalledWith('ETHUSDT');
});
