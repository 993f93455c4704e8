import { money, rate, type Instrument } from '@tapedeck/domain';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { createSpotFormStore, SpotForm } from './index.ts';

const UNIT = 100_000_000n;
const pair: Instrument = {
  ...TEST_INSTRUMENT,
  symbol: 'BTC/USDT',
  kind: 'Spot',
  takerFee: rate(100_000n),
  spot: {
    amountStep: money(UNIT / 100n),
    maxAmount: money(8_000_000n * UNIT),
    marketPriceLimitRate: rate(3_000_000n),
    buyClosed: false,
    sellClosed: false,
    shown: true,
    loanable: true,
  },
};
let client: FakeClient;

function show(instrument: Instrument = pair): void {
  client = fakeClient([instrument]);
  renderScreen(client, <SpotForm form={createSpotFormStore(client, client.market(instrument.symbol))} />);
}

beforeEach(() => show());
afterEach(cleanup);

describe('spot form', () => {
  test('EXC-01 buys so many coins at a limit price, with borrowed money when that is asked for', async () => {
    const user = userEvent.setup();
    const send = screen.getByRole('button', { name: 'Buy BTC' });
    expect(send).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '64000');
    await user.type(screen.getByRole('textbox', { name: 'Quantity' }), '0.5');
    await user.click(screen.getByRole('checkbox', { name: 'Borrow what is missing' }));
    await user.click(send);
    expect(client.placeSpotOrder).toHaveBeenCalledWith(
      { symbol: 'BTC/USDT', orderType: 'Limit', price: '64000', quantity: '0.5', borrows: true },
      'Buy',
    );
  });

  test('sells at market without a price', async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('tab', { name: 'Sell BTC' }));
    await user.click(screen.getByRole('tab', { name: 'Market' }));
    await user.type(screen.getByRole('textbox', { name: 'Quantity' }), '0.25');
    await user.click(screen.getByRole('button', { name: 'Sell BTC' }));
    expect(client.placeSpotOrder).toHaveBeenCalledWith(expect.objectContaining({ orderType: 'Market', quantity: '0.25' }), 'Sell');
  });

  test('SPT-04 a side that is closed says so', () => {
    cleanup();
    show({ ...pair, ...(pair.spot && { spot: { ...pair.spot, buyClosed: true } }) });
    expect(screen.getByRole('alert').textContent).toBe('This side of the pair is closed');
  });

  test('a price between ticks is said in words', async () => {
    const user = userEvent.setup();
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '64000.05');
    expect(screen.getByRole('alert').textContent).toBe('A price is a multiple of 0.1');
  });
});
