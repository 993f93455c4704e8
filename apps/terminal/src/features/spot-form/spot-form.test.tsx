import { money, rate, type Instrument } from '@tapedeck/domain';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { moneyOf, TEST_INSTRUMENT } from '../../testing/records.ts';
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

function show(instrument: Instrument = pair, usdt = '100000'): void {
  client = fakeClient([instrument]);
  const coin = { locked: money(0n), funding: money(0n), savings: money(0n), borrowed: money(0n), loan: money(0n), withdrawable: money(0n) };
  const rest = {
    price: undefined,
    value: undefined,
    isCollateral: true,
    collateralChoice: false,
    collateralRatio: undefined,
    borrowLimit: money(0n),
    hourlyInterest: rate(0n),
    hourlyYield: rate(0n),
  };
  client.funds.coins.set({
    status: 'success',
    data: [
      { ...coin, ...rest, coin: 'USDT', cash: moneyOf(usdt) },
      { ...coin, ...rest, coin: 'BTC', cash: moneyOf('2') },
    ],
  });
  renderScreen(client, <SpotForm form={createSpotFormStore(client, client.markets.feed(instrument.symbol))} />);
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (role: 'tab' | 'button', name: string) => userEvent.click(screen.getByRole(role, { name }));

beforeEach(() => show());
afterEach(cleanup);

describe('spot form', () => {
  test('INP-08 a share chosen before the account is there fills the quantity once it is, and follows the price', async () => {
    const held = client.funds.coins.get();
    client.funds.coins.set({ status: 'idle' });
    await userEvent.type(field('Price'), '50000');
    await press('button', '50%');
    expect(field('Quantity').value).toBe('');
    client.funds.coins.set(held);
    await waitFor(() => expect(Number(field('Quantity').value)).toBeCloseTo(1, 3));
    await userEvent.clear(field('Price'));
    await userEvent.type(field('Price'), '25000');
    expect(Number(field('Quantity').value)).toBeCloseTo(2, 3);
  });

  test('EXC-01 buys so many coins at a limit price, with borrowed money when that is asked for', async () => {
    await userEvent.type(field('Price'), '64000');
    await userEvent.type(field('Quantity'), '0.5');
    await userEvent.click(screen.getByRole('checkbox', { name: /Spot margin/ }));
    await press('button', 'Buy BTC');
    expect(client.orders.placeSpot).toHaveBeenCalledWith(
      expect.objectContaining({ side: 'Buy', orderType: 'Limit', price: 640_000, quantity: 500, borrows: true }),
    );
  });

  test('amounts have the decimals of the pair, the fee all that it has, and what each fill rounds is called about', async () => {
    cleanup();
    show({ ...pair, makerFee: rate(100_000n) }, '99999.999');
    const value = (label: string) => screen.getByRole('rowheader', { name: label }).nextElementSibling?.textContent;
    // Never shown as more than there is.
    const available = screen.getByText('Available').nextElementSibling;
    await waitFor(() => expect(available?.textContent).toBe('99,999.99 USDT'));
    await userEvent.type(field('Price'), '63000');
    await userEvent.type(field('Quantity'), '0.013');
    await waitFor(() => expect(value('Order value')).toBe('819.00 USDT'));
    expect(['Quantity', 'Fee', 'Received'].map(value)).toEqual(['0.013 BTC', '≈ 0.000013 BTC', '≈ 0.012987 BTC']);
    cleanup();
    show({ ...pair, makerFee: rate(0n) });
    await userEvent.type(field('Price'), '63000');
    await userEvent.type(field('Quantity'), '0.013');
    await waitFor(() => expect(['Fee', 'Received'].map(value)).toEqual(['0 BTC', '0.013 BTC']));
  });

  test('EXC-01 sells at market without a price', async () => {
    await press('tab', 'Sell BTC');
    await press('tab', 'Market');
    await userEvent.type(field('Quantity'), '0.25');
    await press('button', 'Sell BTC');
    expect(client.orders.placeSpot).toHaveBeenLastCalledWith(expect.objectContaining({ orderType: 'Market', quantity: 250 }));
  });

  test('SPT-04 a side that is closed says so', async () => {
    cleanup();
    show({ ...pair, ...(pair.spot && { spot: { ...pair.spot, buyClosed: true } }) });
    await press('button', 'Buy BTC');
    expect(screen.getByText('This side of the pair is closed. Only the other side can be traded.')).toBeTruthy();
    expect(client.orders.placeSpot).not.toHaveBeenCalled();
  });

  test('INP-08 a reload of the tab keeps what was typed for the pair', async () => {
    await press('tab', 'Sell BTC');
    await userEvent.type(field('Price'), '64000');
    await userEvent.type(field('Quantity'), '0.5');
    cleanup();
    show();
    expect([field('Price').value, field('Quantity').value]).toEqual(['64000.0', '0.5']);
    expect(screen.getByRole('button', { name: 'Sell BTC' })).toBeTruthy();
  });

  test('SPT-04 a side that a list closes after the form opened says so', async () => {
    cleanup();
    const listed = [pair];
    client = fakeClient(listed);
    renderScreen(client, <SpotForm form={createSpotFormStore(client, client.markets.feed(pair.symbol))} />);
    const closed: Instrument = { ...pair, ...(pair.spot && { spot: { ...pair.spot, buyClosed: true } }) };
    listed[0] = closed;
    client.markets.pairs.set({ status: 'success', data: [closed] });
    await press('button', 'Buy BTC');
    expect(await screen.findByText('This side of the pair is closed. Only the other side can be traded.')).toBeTruthy();
    expect(client.orders.placeSpot).not.toHaveBeenCalled();
  });

  test('HND-03 a quantity that is far too large gets one refusal, and no note of what would fill', async () => {
    await userEvent.type(field('Price'), '5000');
    await userEvent.type(field('Quantity'), '100000');
    await press('button', 'Buy BTC');
    expect(field('Quantity').value).not.toBe('100000');
    expect(screen.getAllByText(/^The order needs [\d,.]+ USDT; 100,000 USDT are available\. Enter a smaller quantity\.$/)).toHaveLength(1);
    expect(screen.queryByText(/was reduced/)).toBeNull();
    // With borrowed coins, the reduced order can be sent.
    await userEvent.click(screen.getByRole('checkbox', { name: /Spot margin/ }));
    expect(screen.getByText('The quantity was above the maximum and was reduced to it.')).toBeTruthy();
  });

  test('what is wrong stands beside its field, and nothing is sent', async () => {
    await press('button', 'Buy BTC');
    expect(screen.getByText('Enter a price.')).toBeTruthy();
    expect(screen.getByText('Enter a quantity.')).toBeTruthy();
    await userEvent.type(field('Price'), '64000');
    await userEvent.type(field('Quantity'), '3');
    expect(screen.getByText('The order needs 192,000 USDT; 100,000 USDT are available. Enter a smaller quantity.')).toBeTruthy();
    expect(client.orders.placeSpot).not.toHaveBeenCalled();
  });
});
