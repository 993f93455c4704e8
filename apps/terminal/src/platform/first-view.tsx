import { createStore, type MarketFeed } from '@tapedeck/client';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { onNextFrame } from './frame-scheduler.ts';
import { useReadable } from './use-readable.ts';

/** Whether what a trader needs first (price, book, form) has had its frame. */
export const firstViewShown = createStore(false);

/** What waits for the first view goes on after this time: a hidden page paints none, and a far exchange may be slow to send its book. */
const FIRST_VIEW_MS_MAX = 1_000;

/** Told when the first view stands in the page: it is shown with the next frame. */
function firstViewMade(): void {
  if (firstViewShown.get()) return;
  // The frame itself comes after its callbacks.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => firstViewShown.set(true), 0)));
}

/** Starts the time after which nothing waits any longer. */
export function limitFirstView(): void {
  setTimeout(() => firstViewShown.set(true), FIRST_VIEW_MS_MAX);
}

/** The first view is what this component shows: with the market's book where it has one. */
export function useFirstView(feed?: Pick<MarketFeed, 'book'>): void {
  useLayoutEffect(() => {
    const book = feed?.book;
    const isFilled = (): boolean => book === undefined || book.get().freshness !== 'loading';
    if (isFilled()) return firstViewMade();
    return book?.subscribe(() => {
      // It is painted in the next frame.
      if (isFilled()) onNextFrame(firstViewMade);
    });
  }, [feed]);
}

interface AfterFirstViewProps {
  readonly children: ReactNode;
  /** Stands in the same place until then. */
  readonly before?: ReactNode;
}

/** What can wait until the first view is on screen, its script too: made with it, it would only make it later. */
export function AfterFirstView({ children, before = null }: AfterFirstViewProps) {
  return useReadable(firstViewShown) ? <Suspense fallback={before}>{children}</Suspense> : before;
}
