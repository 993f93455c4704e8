import { timestamp } from '@tapedeck/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ListingNotices } from './listing-notices.tsx';
import { RecordingGaps } from './recording-gaps.tsx';

afterEach(cleanup);

const AT = timestamp(Date.UTC(2126, 11, 3, 8));

test('SYM-12 launches and delistings that are announced are told until they are put away; what is delivered by its terms is not', async () => {
  const coming = { ...TEST_INSTRUMENT, id: 1, symbol: 'TONUSDT', status: 'PreLaunch', launchAt: AT } as const;
  const going = { ...TEST_INSTRUMENT, id: 2, symbol: 'SEIUSDT', deliveryAt: AT };
  const dated = { ...going, id: 3, symbol: 'BTCUSDT-25DEC26', kind: 'LinearFutures' } as const;
  renderScreen(fakeClient([TEST_INSTRUMENT, coming, going, dated]), <ListingNotices />);
  const list = await screen.findByRole('status', { name: 'Listings' });
  const told = within(list).getAllByRole('listitem');
  expect(told).toHaveLength(2);
  expect(told[0]?.textContent).toContain('TONUSDT starts trading on 2126-12-03 08:00 UTC.');
  expect(told[1]?.textContent).toContain('SEIUSDT is delisted on 2126-12-03 08:00 UTC: open orders are cancelled');
  await userEvent.setup().click(within(list).getByRole('button', { name: /^Close: SEIUSDT/ }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

test('SYM-12 a renaming is told in one notice, which names both symbols and what happens to orders and positions', async () => {
  const former = { ...TEST_INSTRUMENT, id: 1, symbol: 'FETUSDT', deliveryAt: AT };
  const coming = { ...TEST_INSTRUMENT, id: 2, symbol: 'ASIUSDT', status: 'PreLaunch', launchAt: AT, formerSymbol: 'FETUSDT' } as const;
  renderScreen(fakeClient([TEST_INSTRUMENT, former, coming]), <ListingNotices />);
  const list = await screen.findByRole('status', { name: 'Listings' });
  const [told, ...others] = within(list).getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(told?.textContent).toContain('FETUSDT becomes ASIUSDT on 2126-12-03 08:00 UTC: open orders in FETUSDT are cancelled');
});

test('SIM-08 a gap that the replay skips while the page is open is told, with its times, and no other', async () => {
  const client = fakeClient();
  const day = (hour: number): number => Date.UTC(2026, 0, 5, hour);
  const session = client.session.state.get();
  if (session.status !== 'success') throw new Error('Nobody is logged in.');
  const gaps = [
    { fromE3: day(1), toE3: day(2) },
    { fromE3: day(5), toE3: day(9) },
  ];
  client.session.state.set({ ...session, data: { ...session.data, market: { source: 'replay', label: 'BTCUSDT.csv', speed: 1, gaps } } });
  client.markets.exchangeTime.set(day(4));
  renderScreen(client, <RecordingGaps />);
  const list = await screen.findByRole('status', { name: 'Gaps in the recording' });
  expect(within(list).queryAllByRole('listitem')).toEqual([]);
  client.markets.exchangeTime.set(day(9) - 1_000);
  expect(
    await within(list).findByText(
      'The recording has no data from 2026-01-05 05:00:00 to 2026-01-05 09:00:00 UTC. The replay skipped this period.',
    ),
  ).toBeDefined();
  await userEvent.setup().click(within(list).getByRole('button', { name: /^Close/ }));
  await waitFor(() => expect(within(list).queryAllByRole('listitem')).toEqual([]));
});
