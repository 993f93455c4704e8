import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { milliseconds, timestamp } from '@tapedeck/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { liveTicker, SECOND_INSTRUMENT, TEST_INSTRUMENT } from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { SymbolHeader, useTabTitle } from './index.ts';

afterEach(cleanup);

test('MKT-04 shows last, mark, index, 24 h figures, open interest and funding', () => {
  const client = fakeClient();
  renderScreen(client, <SymbolHeader feed={client.feed('BTCUSDT')} onSymbol={vi.fn()} onDetails={vi.fn()} />);
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

test('MKT-04 a dated contract shows its delivery in place of a funding that it does not have', () => {
  const client = fakeClient();
  const feed = client.feed('BTCUSDT');
  const { ticker } = feed.ticker.get();
  const now = ticker === undefined ? 0 : milliseconds(ticker.market.time);
  const deliveryAt = timestamp(now + 33 * 86_400_000 + 4 * 3_600_000);
  const dated = { ...feed, instrument: { ...TEST_INSTRUMENT, kind: 'LinearFutures', deliveryAt } } as const;
  renderScreen(client, <SymbolHeader feed={dated} onSymbol={vi.fn()} onDetails={vi.fn()} />);
  const shown = screen.getByRole('region', { name: 'Symbol' }).textContent;
  expect(shown).toContain(`Delivery / countdown${new Date(milliseconds(deliveryAt)).toISOString().slice(0, 10)}33d 4h`);
  expect(shown).not.toContain('Funding');
});

test('MKT-04 the price stands in the title of the tab', () => {
  const client = fakeClient();
  const Title = () => {
    useTabTitle(client.feed('BTCUSDT'), 'Tapedeck');
    return null;
  };
  renderScreen(client, <Title />);
  expect(document.title).toBe('64,182.4 BTCUSDT | Tapedeck');
});

test('the last price turns green after a rise and red after a fall', async () => {
  const client = fakeClient();
  renderScreen(client, <SymbolHeader feed={client.feed('BTCUSDT')} onSymbol={vi.fn()} onDetails={vi.fn()} />);
  const last = screen.getByLabelText('Last price');
  expect(last.dataset['tone']).toBeUndefined();
  client.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, '64200'));
  await nextFrame();
  expect(last.dataset['tone']).toBe('up');
  client.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, '64100'));
  await nextFrame();
  expect(last.dataset['tone']).toBe('down');
});

test('the selector lists contracts, finds them by name and hands on the choice', async () => {
  const client = fakeClient([TEST_INSTRUMENT, SECOND_INSTRUMENT]);
  const onSymbol = vi.fn();
  renderScreen(client, <SymbolHeader feed={client.feed('BTCUSDT')} onSymbol={onSymbol} onDetails={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /choose a contract/i }));
  const search = await screen.findByRole('combobox', { name: 'Search contracts and pairs' });
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(2);
  await userEvent.type(search, 'eth');
  expect(screen.getByRole('option').textContent).toBe('ETHUSDTPerp100xLayer 164,182.4+1.93%3.18B');
  await userEvent.keyboard('{Enter}');
  expect(onSymbol).toHaveBeenCalledWith('ETHUSDT');
});
