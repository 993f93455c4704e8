import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { renderScreen } from '../testing/render.tsx';
import { BookPanel } from './book-panel.tsx';

// A page without fonts, which book and tape are painted with.
beforeEach(() => Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  Reflect.deleteProperty(document, 'fonts');
});

it('WSP-01 the tab chosen beside the chart stays chosen when the symbol changes', async () => {
  const client = fakeClient();
  const show = () => renderScreen(client, <BookPanel feed={client.markets.feed('BTCUSDT')} onPrice={vi.fn()} onQuantity={vi.fn()} />);
  const isChosen = (name: string) => screen.getByRole('tab', { name }).getAttribute('aria-selected');
  show();
  expect(isChosen('Order book')).toBe('true');
  await userEvent.click(screen.getByRole('tab', { name: 'Trades' }));
  // Another symbol mounts the panel again.
  cleanup();
  show();
  expect(isChosen('Trades')).toBe('true');
  await vi.dynamicImportSettled();
});
