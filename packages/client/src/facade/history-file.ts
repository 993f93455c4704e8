import type { Histories, HistoryFilter } from './terminal-client.ts';

export type HistoryQuery = Readonly<Record<string, string | number | undefined>>;

export const queryOf = ({ symbol, search, from, to, kinds }: HistoryFilter): HistoryQuery => ({
  symbol,
  search,
  from,
  to,
  kind: kinds === undefined || kinds.length === 0 ? undefined : kinds.join(','),
});

/** URL of a complete list as a CSV file. */
export const historyFile =
  (origin: string): Histories['file'] =>
  (list, filter = {}) => {
    const query: HistoryQuery = { list, ...queryOf(filter) };
    const words = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
    return `${origin}/contract/v5/history/export?${words.join('&')}`;
  };
