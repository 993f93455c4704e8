import { milliseconds, priceUnits, type Instrument, type Price } from '@tapedeck/domain';

/** The call and the put of one strike. */
export interface BoardRow {
  readonly strike: Price;
  readonly call: Instrument;
  readonly put: Instrument;
}

export interface BoardExpiry {
  /** In the form of symbols: 25DEC26. */
  readonly name: string;
  /** Milliseconds. */
  readonly at: number;
  /** By ascending strike. */
  readonly rows: readonly BoardRow[];
}

/** Options of one coin and settle coin by date and strike; a strike without both its call and put is left out. */
export function boardExpiries(options: readonly Instrument[]): BoardExpiry[] {
  const dates = new Map<number, Map<bigint, Partial<Record<'Call' | 'Put', Instrument>>>>();
  for (const instrument of options) {
    const { option, deliveryAt, status } = instrument;
    if (option === undefined || deliveryAt === undefined || status !== 'Trading') continue;
    const at = milliseconds(deliveryAt);
    const strikes = dates.get(at) ?? new Map<bigint, Partial<Record<'Call' | 'Put', Instrument>>>();
    dates.set(at, strikes);
    strikes.set(priceUnits(option.strike), { ...strikes.get(priceUnits(option.strike)), [option.right]: instrument });
  }
  return [...dates]
    .sort(([a], [b]) => a - b)
    .map(([at, strikes]) => {
      const rows = [...strikes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([, { Call: call, Put: put }]): BoardRow[] =>
          call?.option === undefined || put === undefined ? [] : [{ strike: call.option.strike, call, put }],
        );
      return { at, rows, name: rows[0]?.call.symbol.split('-')[1] ?? '' };
    })
    .filter(({ rows }) => rows.length > 0);
}

/** The row whose strike is nearest to a price; of two, the lower one. */
export function nearestRow(rows: readonly BoardRow[], at: Price): BoardRow | undefined {
  const away = ({ strike }: BoardRow): bigint => {
    const difference = priceUnits(strike) - priceUnits(at);
    return difference < 0n ? -difference : difference;
  };
  return rows.reduce<BoardRow | undefined>((best, row) => (best === undefined || away(row) < away(best) ? row : best), undefined);
}
