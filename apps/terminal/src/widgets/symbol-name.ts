import { useClient } from '../platform/client-context.tsx';

/** Display name of a symbol; the symbol itself if unlisted. */
export function useSymbolName(symbol: string): string {
  return useClient().markets.facts(symbol)?.displayName ?? symbol;
}
