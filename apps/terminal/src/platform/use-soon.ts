import { useEffect } from 'react';

/** Parts that only a click or an event needs load after this time, so that a connection lost later does not keep them away. */
const SOON_MS = 5_000;

/** Loads scripts that are not needed yet, once the rest of the screen is there. `load` is the same function in every rendering. */
export function useSoon(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), SOON_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
