import { isInverse, lots, moneyUnits, price, priceUnits, quantityUnits, valueAtPrice, type Instrument } from '@tapedeck/domain';
import { barStart, type BarWidth, type PathBar } from '@tapedeck/market-sim';
import type { Candle, Series } from '@tapedeck/venue';

/** Turnover in the settle coin: the bar's volume valued at its average price. */
function turnoverOf(instrument: Instrument, bar: PathBar): bigint {
  if (!isInverse(instrument)) return BigInt(bar.value) * moneyUnits(instrument.tickLotValue);
  const mean = price((BigInt(bar.open + bar.high + bar.low + bar.close) * priceUnits(instrument.tickSize)) >> 2n);
  return moneyUnits(valueAtPrice(instrument, lots(bar.volume), mean));
}

/** A bar of the path in the units of a candle. Mark and index have no volume. */
export function candleOfPath(instrument: Instrument, series: Series, bar: PathBar): Candle {
  const tick = priceUnits(instrument.tickSize);
  const traded = series === 'trade';
  return {
    start: bar.start,
    open: BigInt(bar.open) * tick,
    high: BigInt(bar.high) * tick,
    low: BigInt(bar.low) * tick,
    close: BigInt(bar.close) * tick,
    volume: traded ? BigInt(bar.volume) * quantityUnits(instrument.lotSize) : 0n,
    turnover: traded ? turnoverOf(instrument, bar) : 0n,
  };
}

/** Merges parts in order of time into one candle that starts at `start`. */
export function mergeCandles(start: number, parts: readonly Candle[]): Candle | undefined {
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first === undefined || last === undefined) return undefined;
  let { high, low } = first;
  let volume = 0n;
  let turnover = 0n;
  for (const part of parts) {
    if (part.high > high) high = part.high;
    if (part.low < low) low = part.low;
    volume += part.volume;
    turnover += part.turnover;
  }
  return { start, open: first.open, high, low, close: last.close, volume, turnover };
}

/** Rolls bars in order of time up to a width; each wide bar covers those that start within it. */
export function rollUp(width: BarWidth, bars: readonly Candle[]): Candle[] {
  const rolled: Candle[] = [];
  let parts: Candle[] = [];
  let start = 0;
  const flush = (): void => {
    const merged = mergeCandles(start, parts);
    if (merged !== undefined) rolled.push(merged);
    parts = [];
  };
  for (const bar of bars) {
    const bucket = barStart(width, bar.start);
    if (bucket !== start) flush();
    start = bucket;
    parts.push(bar);
  }
  flush();
  return rolled;
}
