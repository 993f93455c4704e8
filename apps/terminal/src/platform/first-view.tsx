import { Suspense, type ReactNode } from 'react';
import { cell, useReadable } from './use-readable.ts';

/** Whether what a trader needs first (price, book, form) has had its frame. */
export const firstViewShown = cell(false);

interface AfterFirstViewProps {
  readonly children: ReactNode;
  /** Stands in the same place until then. */
  readonly before?: ReactNode;
}

/** What can wait until the first view is on screen, its script too: made with it, it would only make it later. */
export function AfterFirstView({ children, before = null }: AfterFirstViewProps) {
  return useReadable(firstViewShown) ? <Suspense fallback={before}>{children}</Suspense> : before;
}
