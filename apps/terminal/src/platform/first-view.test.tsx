import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeClient, type FakeFeed } from '../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../testing/records.ts';
import { AfterFirstView, firstViewShown, useFirstView } from './first-view.tsx';

// Pages of other tests in this process have had their first view.
beforeEach(() => firstViewShown.set(false));
afterEach(cleanup);

const nextFrame = (): Promise<void> => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));

const untilShown = (): Promise<void> =>
  act(
    () =>
      new Promise<void>((resolve) => {
        const end = firstViewShown.subscribe(() => {
          end();
          resolve();
        });
      }),
  );

function Workspace({ feed }: { feed: FakeFeed }) {
  useFirstView(feed);
  return <AfterFirstView before="before">after</AfterFirstView>;
}

test('the rest of a page is made when its book had a frame, not before the book is there', async () => {
  const feed = fakeClient().markets.feed(TEST_INSTRUMENT.symbol);
  const live = feed.book.get();
  feed.book.set({ ...live, freshness: 'loading' });
  render(<Workspace feed={feed} />);
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
  expect(screen.getByText('before')).toBeTruthy();
  const shown = untilShown();
  act(() => feed.book.set(live));
  expect(screen.getByText('before')).toBeTruthy();
  await shown;
  expect(screen.getByText('after')).toBeTruthy();
});
