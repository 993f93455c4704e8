import type { Candle, MinuteBar } from '@tapedeck/venue';
import { insertRows, textsOf, unnested, type Column } from './insert-rows.ts';
import type { Int8, SqlRunner } from './sql-database.ts';

const MINUTE_MS = 60_000;
/** Widths that are stored, in minutes; each but the first is rolled up from the one before it. */
const WIDTHS = [1, 5, 60, 1440] as const;

export interface BarsQuery {
  readonly instrument: number;
  readonly series: MinuteBar['series'];
  /** Start of the first bar, ms; bars before `to`. */
  readonly from: number;
  readonly to: number;
  /** Minutes per bar, a divisor of a day. */
  readonly width: number;
}

interface BarRow {
  readonly first: Int8;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly turnover: string;
}

const VALUES = `min(first) AS first, (array_agg(open ORDER BY start))[1] AS open, max(high) AS high, min(low) AS low,
  (array_agg(close ORDER BY start DESC))[1] AS close, sum(volume) AS volume, sum(turnover) AS turnover`;
const UPDATE = `first = excluded.first, open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
  volume = excluded.volume, turnover = excluded.turnover`;

const MINUTE_COLUMNS: readonly Column<MinuteBar>[] = [
  { name: 'instrument', type: 'integer', of: (bar) => bar.instrument },
  { name: 'series', type: 'text', of: (bar) => bar.series },
  { name: 'width', type: 'integer', of: () => 1 },
  { name: 'start', type: 'bigint', of: (bar) => bar.candle.start },
  { name: 'first', type: 'bigint', of: (bar) => bar.candle.start },
  ...(['open', 'high', 'low', 'close', 'volume', 'turnover'] as const).map((name): Column<MinuteBar> => ({
    name,
    type: 'numeric',
    of: (bar) => bar.candle[name],
  })),
];

/** Stores the newest value of each minute, and updates the wider bars that contain it. */
export async function writeBars(runner: SqlRunner, bars: readonly MinuteBar[]): Promise<void> {
  if (bars.length === 0) return;
  await insertRows(runner, bars, {
    table: 'bars',
    columns: MINUTE_COLUMNS,
    onConflict: `(instrument, series, width, start) DO UPDATE SET ${UPDATE}`,
  });
  for (const [at, width] of WIDTHS.entries()) {
    const below = WIDTHS[at - 1];
    if (below !== undefined) await rollUp(runner, bars, { width, below });
  }
}

interface Level {
  readonly width: number;
  readonly below: number;
}

type Bucket = Pick<BarsQuery, 'instrument' | 'series'> & { readonly start: number };
const BUCKET_COLUMNS: readonly Column<Bucket>[] = [
  { name: 'instrument', type: 'integer', of: (bucket) => bucket.instrument },
  { name: 'series', type: 'text', of: (bucket) => bucket.series },
  { name: 'bucket', type: 'bigint', of: (bucket) => bucket.start },
];

async function rollUp(runner: SqlRunner, bars: readonly MinuteBar[], { width, below }: Level): Promise<void> {
  const length = width * MINUTE_MS;
  const touched = new Map<string, Bucket>();
  for (const { instrument, series, candle } of bars) {
    const start = Math.floor(candle.start / length) * length;
    touched.set(`${instrument} ${series} ${start}`, { instrument, series, start });
  }
  await runner.query(
    `INSERT INTO bars (width, instrument, series, start, first, open, high, low, close, volume, turnover)
     SELECT $4::integer, touched.instrument, touched.series, touched.bucket, part.*
     FROM ${unnested(BUCKET_COLUMNS)} AS touched(instrument, series, bucket)
     CROSS JOIN LATERAL (
       SELECT ${VALUES} FROM bars
       WHERE instrument = touched.instrument AND series = touched.series AND width = $5::integer
         AND start >= touched.bucket AND start < touched.bucket + $6::bigint
     ) AS part
     ON CONFLICT (instrument, series, width, start) DO UPDATE SET ${UPDATE}`,
    [...textsOf(BUCKET_COLUMNS, [...touched.values()]), width, below, length],
  );
}

/** Oldest first; each starts with its first available minute. Wide bars are read where they are complete, minutes at the edges. */
export async function readBars(runner: SqlRunner, query: BarsQuery): Promise<readonly Candle[]> {
  const width = WIDTHS.findLast((stored) => query.width % stored === 0) ?? 1;
  const length = width * MINUTE_MS;
  const from = Math.min(Math.ceil(query.from / length) * length, query.to);
  const to = Math.max(Math.floor(query.to / length) * length, from);
  const whole = width === query.width && from === query.from && to === query.to;
  const rows = whole ? await readStored(runner, query) : await readRolled(runner, query, { width, from, to });
  return rows.map((row) => ({
    start: Number(row.first),
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
    volume: BigInt(row.volume),
    turnover: BigInt(row.turnover),
  }));
}

/** Bars stored at the requested width. */
function readStored(runner: SqlRunner, query: BarsQuery): Promise<readonly BarRow[]> {
  return runner.query<BarRow>(
    `SELECT first, open::text, high::text, low::text, close::text, volume::text, turnover::text
     FROM bars WHERE instrument = $1 AND series = $2 AND width = $3 AND start >= $4 AND start < $5 ORDER BY start`,
    [query.instrument, query.series, query.width, query.from, query.to],
  );
}

/** Rolled-up bars: of `width` within [from, to), of a minute around that. */
function readRolled(
  runner: SqlRunner,
  query: BarsQuery,
  { width, from, to }: { readonly width: number; readonly from: number; readonly to: number },
): Promise<readonly BarRow[]> {
  return runner.query<BarRow>(
    `SELECT min(first) AS first, (array_agg(open ORDER BY start))[1]::text AS open, max(high)::text AS high, min(low)::text AS low,
       (array_agg(close ORDER BY start DESC))[1]::text AS close, sum(volume)::text AS volume, sum(turnover)::text AS turnover
     FROM (
       SELECT * FROM bars WHERE instrument = $1 AND series = $2 AND width = $3 AND start >= $4 AND start < $5
       UNION ALL
       SELECT * FROM bars WHERE instrument = $1 AND series = $2 AND width = 1 AND start >= $6 AND start < $4
       UNION ALL
       SELECT * FROM bars WHERE instrument = $1 AND series = $2 AND width = 1 AND start >= $5 AND start < $7
     ) AS stored
     GROUP BY start / $8::bigint ORDER BY 1`,
    [query.instrument, query.series, width, from, to, query.from, query.to, query.width * MINUTE_MS],
  );
}
