import { createStore, type MarketFeed } from '@tapedeck/client';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { onNextFrame } from './frame-scheduler.ts';
import { useReadable } from './use-readable.ts';

/** Whether the first paint (price, book, form) is complete. */
export const firstViewShown = createStore(false);

/**
 * Work that waits for the first paint continues after this time: a hidden page never paints, and a distant exchange may
 * be slow to send its book.
 */
const FIRST_VIEW_MS_MAX = 1_000;

/** Called when the first paint is in the page: the next frame shows it. */
function firstViewMade(): void {
  if (firstViewShown.get()) return;
  // The frame itself follows its callbacks.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => firstViewShown.set(true), 0)));
}

/** Starts the time limit of the wait. */
export function limitFirstView(): void {
  setTimeout(() => firstViewShown.set(true), FIRST_VIEW_MS_MAX);
}

/** Marks its component as part of the first paint, including the market's book if there is one. */
export function useFirstView(feed?: Pick<MarketFeed, 'book'>): void {
  useLayoutEffect(() => {
    const book = feed?.book;
    const isFilled = (): boolean => book === undefined || book.get().freshness !== 'loading';
    if (isFilled()) return firstViewMade();
    return book?.subscribe(() => {
      // The next frame paints it.
      if (isFilled()) onNextFrame(firstViewMade);
    });
  }, [feed]);
}

interface AfterFirstViewProps {
  readonly children: ReactNode;
  /** Shown until then. */
  readonly before?: ReactNode;
}

/** Renders its children, and loads their script, only after the first paint, which they would otherwise delay. */
export function AfterFirstView({ children, before = null }: AfterFirstViewProps) {
  return useReadable(firstViewShown) ? <Suspense fallback={before}>{children}</Suspense> : before;
}
