// The options part of the market report: participants, open interest and the tightness of quotes.
import { isOption, lotCount, milliseconds, timestamp, type Instrument } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { PERPETUALS, SimulatedMarket } from '@tapedeck/market-sim';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const HOURS = 4;
const STEP_MS = 5_000;
const PERCENT = 100;

type Range = readonly [least: number, most: number];
/** The whole chain of BTC options on 2026-01-23, hour by hour; spreads are those of deltas from 0.4 to 0.6. */
export const OPTIONS: Readonly<Record<string, Range>> = {
  'spread at the money, 2 to 10 days, points': [1.25, 2.76],
  'spread at the money, 10 to 45 days, points': [1.04, 1.33],
  'spread at the money, 45 to 120 days, points': [0.31, 0.63],
  'spread at the money, beyond 120 days, points': [0.61, 0.78],
  'share of calls in volume': [0.51, 0.67],
  'share of calls in open interest': [0.578, 0.584],
  'share of volume that ends within 8 days': [0.49, 0.63],
  'share of deltas above 0.6 in volume from 0.1 to 0.9': [0.043, 0.113],
  'open interest over daily volume': [11.9, 19.1],
  'strikes that somebody holds': [0.92, 0.96],
};
const DATES: readonly Range[] = [
  [2, 10],
  [10, 45],
  [45, 120],
  [120, Infinity],
];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Notes the figures of one seed under the names of `OPTIONS`. */
export function measureOptions(note: (name: string, value: number) => void, seed: number, genesis: number): void {
  const founding = PERPETUALS.filter(({ kind, baseCoin }) => kind === 'LinearPerpetual' && baseCoin === 'BTC').map((one, id) => ({
    ...one,
    id,
  }));
  const exchange = new Exchange(founding, new SimulatedMarket(seed, founding, { derivatives: true }), timestamp(genesis));
  const traded = new Map<number, number>();
  for (let time = genesis; time <= genesis + HOURS * 60 * MINUTE_MS; time += STEP_MS) {
    exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
    for (const event of exchange.takeEvents())
      if (event.type === 'TradePrinted') traded.set(event.instrument, (traded.get(event.instrument) ?? 0) + Number(event.quantity));
  }
  const options = exchange.instruments.filter((one) => isOption(one) && one.status === 'Trading');
  const time = timestamp(milliseconds(exchange.now) + STEP_MS);
  exchange.apply({ type: 'WatchMarkets', time, instruments: options.map(({ id }) => id) });
  exchange.apply({ type: 'AdvanceClock', time });
  const days = ({ deliveryAt }: Instrument): number => (milliseconds(deliveryAt ?? time) - milliseconds(time)) / DAY_MS;
  const delta = ({ id }: Instrument): number => Math.abs(exchange.market(id).option?.greeks.delta ?? 0);
  const volume = ({ id }: Instrument): number => traded.get(id) ?? 0;
  const held = ({ id, lotSize }: Instrument): number => lotCount(exchange.market(id).openInterest) * Number(lotSize);
  const part = (of: (one: Instrument) => number, belongs: (one: Instrument) => boolean): number =>
    sum(options.filter(belongs).map(of)) / sum(options.map(of));
  const spreads = DATES.map(([least, most]) =>
    options.flatMap((one) => {
      const { bidVolatility, askVolatility } = exchange.market(one.id).option ?? {};
      const counts = days(one) >= least && days(one) < most && Math.abs(delta(one) - 0.5) <= 0.1;
      return counts && bidVolatility !== undefined && askVolatility !== undefined ? [(askVolatility - bidVolatility) * PERCENT] : [];
    }),
  );
  const isCall = ({ option }: Instrument): boolean => option?.right === 'Call';
  const values = [
    ...spreads.map(median),
    part(volume, isCall),
    part(held, isCall),
    part(volume, (one) => days(one) < 8),
    sum(options.filter((one) => delta(one) > 0.6 && delta(one) <= 0.9).map(volume)) /
      sum(options.filter((one) => delta(one) >= 0.1 && delta(one) <= 0.9).map(volume)),
    sum(options.map(held)) / ((sum(options.map(volume)) * 24) / HOURS),
    options.filter((one) => held(one) > 0).length / options.length,
  ];
  for (const [i, name] of Object.keys(OPTIONS).entries()) {
    const value = values[i] ?? Number.NaN;
    // Strikes may be so far apart that none is at the money just then.
    if (!Number.isNaN(value)) note(name, value);
  }
}
