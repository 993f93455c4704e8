import type { Resolution } from '@tapedeck/protocol';
import type { Candle, CandleQuery, MinuteBar, Venue } from '@tapedeck/venue';
import { DAY_MS, HOUR_MS, MINUTE_MS, bucketOf, type Bucket } from '../resolutions.ts';

/** A bar of some resolution in its current state. */
export interface BarNews {
  readonly candle: Candle;
  /** It is final. */
  readonly closed: boolean;
}

/** Merges two neighbouring bars, the earlier first. */
export function joinBars(earlier: Candle | undefined, later: Candle): Candle {
  if (earlier === undefined) return later;
  return {
    start: earlier.start,
    open: earlier.open,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
    volume: earlier.volume + later.volume,
    turnover: earlier.turnover + later.turnover,
  };
}

/**
 * Folds minute bars into the forming bar of a resolution. It starts within a bucket, from the total of the bucket's earlier minutes. The
 * forming minute is kept apart, because each of its bars replaces the previous one.
 */
export class FormingBar {
  readonly #resolution: Resolution;
  #bucket: Bucket;
  #earlier: Candle | undefined;
  #minute: Candle | undefined;
  #closed = false;

  constructor(resolution: Resolution, bucket: Bucket, earlier: Candle | undefined) {
    this.#resolution = resolution;
    this.#bucket = bucket;
    this.#earlier = earlier;
  }

  get current(): BarNews | undefined {
    if (this.#minute === undefined) return undefined;
    return { candle: { ...joinBars(this.#earlier, this.#minute), start: this.#bucket.start }, closed: this.#closed };
  }

  /** Bars that a minute bar changes: none for a late one, two when it opens a bucket before the previous one was seen to close. */
  fold({ candle, closed }: MinuteBar): readonly BarNews[] {
    const news: BarNews[] = [];
    const minuteStart = this.#minute?.start ?? this.#bucket.start;
    if (candle.start < minuteStart) return news;
    if (candle.start >= this.#bucket.end) {
      const last = this.current;
      if (last !== undefined && !last.closed) news.push({ candle: last.candle, closed: true });
      this.#bucket = bucketOf(this.#resolution, candle.start);
      this.#earlier = undefined;
    } else if (this.#minute !== undefined && candle.start > minuteStart) {
      this.#earlier = joinBars(this.#earlier, this.#minute);
    }
    this.#minute = candle;
    this.#closed = closed && candle.start + MINUTE_MS >= this.#bucket.end;
    const now = this.current;
    if (now !== undefined) news.push(now);
    return news;
  }
}

/** Total of a bucket's minutes before `minuteStart`, from as few bars as possible; `undefined` without any. */
export async function loadEarlierMinutes(
  venue: Pick<Venue, 'candles'>,
  source: Pick<CandleQuery, 'instrument' | 'series'>,
  bucket: Bucket,
  minuteStart: number,
): Promise<Candle | undefined> {
  const today = Math.max(bucket.start, Math.floor(minuteStart / DAY_MS) * DAY_MS);
  const thisHour = Math.max(today, Math.floor(minuteStart / HOUR_MS) * HOUR_MS);
  const spans = [
    { from: bucket.start, to: today, length: DAY_MS },
    { from: today, to: thisHour, length: HOUR_MS },
    { from: thisHour, to: minuteStart, length: MINUTE_MS },
  ];
  let earlier: Candle | undefined;
  for (const { from, to, length } of spans) {
    if (to <= from) continue;
    const limit = (to - from) / length;
    const { candles } = await venue.candles({ ...source, minutes: length / MINUTE_MS, before: to, limit });
    for (const candle of candles) if (candle.start >= from && candle.start < to) earlier = joinBars(earlier, candle);
  }
  return earlier;
}
