import { useCallback, useSyncExternalStore } from 'react';

const PHONE = '(max-width: 719px)';

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const list = window.matchMedia(query);
        list.addEventListener('change', listener);
        return () => list.removeEventListener('change', listener);
      },
      [query],
    ),
    useCallback(() => window.matchMedia(query).matches, [query]),
  );
}

/** Whether the screen shows one section of a page at a time. */
export const usePhone = (): boolean => useMedia(PHONE);
