import { useClient } from './client-context.tsx';

/** What a symbol is called on screen; what is in no list of contracts goes by its symbol. */
export function useSymbolName(symbol: string): string {
  return useClient().facts(symbol)?.displayName ?? symbol;
}
