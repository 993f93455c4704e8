import { price } from '@tapedeck/domain';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { createSpreadFormStore, SpreadForm } from './index.ts';

/** Half a dollar: between its ticks, one decimal can be typed. */
const near = { ...TEST_INSTRUMENT, symbol: 'BTCUSD', tickSize: price(50_000_000n) };
const far = { ...near, id: near.id + 1, symbol: 'BTCUSD-26MAR27' };
let client: FakeClient;

beforeEach(() => {
  client = fakeClient([near, far]);
  const form = createSpreadFormStore(client, { far: client.markets.feed(far.symbol), near: client.markets.feed(near.symbol) });
  renderScreen(client, <SpreadForm form={form} />);
});
afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Spread price' });

describe('the price of a spread', () => {
  test.each([
    ['12.3', '12.5'],
    ['-12.3', '-12.5'],
    ['-12.5', '-12.5'],
    ['0.1', '0.5'],
    ['-', ''],
  ])('INP-02 %s is %s once its field is left: further from 0, below 0 too', async (typed, settled) => {
    await userEvent.type(field(), typed);
    await userEvent.tab();
    expect(field().value).toBe(settled);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('LIV-03 a spread order that was not sent is told so, and that it can be sent once its cause has passed', async () => {
  vi.mocked(client.strategies.create).mockResolvedValue({ ok: false, failure: { code: 9000005, message: '' } });
  client.session.freshness.set('offline');
  await userEvent.type(field(), '12.5');
  await userEvent.type(screen.getByRole('textbox', { name: 'Quantity' }), '0.5');
  await userEvent.click(screen.getByRole('button', { name: 'Buy spread' }));
  await screen.findByText(/^Not sent: your account is not live/);
  act(() => client.session.freshness.set('live'));
  expect(screen.getByRole('alert').textContent).toBe('The order was not sent. You can send it again now.');
});
