/** Candle fields that the statistics need; prices and volume on any scale. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** How a market looks on a chart of equal bars. */
export interface CandleStatistics {
  /** Deviation of returns, in basis points. */
  readonly deviation: number;
  /** Excess kurtosis of returns: 0 for a normal distribution. */
  readonly kurtosis: number;
  readonly returnLag1: number;
  readonly absoluteReturnLag1: number;
  readonly absoluteReturnLag30: number;
  readonly absoluteReturnLag240: number;
  /** Mean of high − low over the mean of |return|. */
  readonly rangeOverReturn: number;
  /** Share of bars with a wick above six times the median range. */
  readonly longWicks: number;
  /** Coefficient of variation of the volume. */
  readonly volumeVariation: number;
  readonly volumeLag1: number;
  /** Correlation of |return| and volume. */
  readonly returnWithVolume: number;
  readonly rangeWithVolume: number;
}

const BASIS_POINTS = 10_000;
const LONG_WICK = 6;
const CALM = 0.05;

export function candleStatistics(bars: readonly Bar[]): CandleStatistics {
  const returns = bars.map(({ open, close }) => close / open - 1);
  const sizes = returns.map(Math.abs);
  const ranges = bars.map(({ open, high, low }) => (high - low) / open);
  const volumes = bars.map(({ volume }) => volume);
  const typical = median(ranges);
  const longWicks = bars.filter(
    ({ open, high, low, close }) => Math.max(high - Math.max(open, close), Math.min(open, close) - low) / open > LONG_WICK * typical,
  );
  return {
    deviation: deviation(returns) * BASIS_POINTS,
    kurtosis: moment(returns, 4) / moment(returns, 2) ** 2 - 3,
    returnLag1: autocorrelation(returns, 1),
    absoluteReturnLag1: autocorrelation(sizes, 1),
    absoluteReturnLag30: autocorrelation(sizes, 30),
    absoluteReturnLag240: autocorrelation(sizes, 240),
    rangeOverReturn: mean(ranges) / mean(sizes),
    longWicks: longWicks.length / bars.length,
    volumeVariation: deviation(volumes) / mean(volumes),
    volumeLag1: autocorrelation(volumes, 1),
    returnWithVolume: correlation(sizes, volumes),
    rangeWithVolume: correlation(ranges, volumes),
  };
}

/** Range of the calmest 5% of hours over the median range. */
export function calmHours(hours: readonly Pick<Bar, 'open' | 'high' | 'low'>[]): number {
  const ranges = hours.map(({ open, high, low }) => (high - low) / open);
  return quantile(ranges, CALM) / median(ranges);
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function moment(values: readonly number[], power: number): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** power));
}

export const deviation = (values: readonly number[]): number => Math.sqrt(moment(values, 2));

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of all lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[i] ?? meanB) - meanB];
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return product / Math.sqrt(squareA * squareB);
}

/** Correlation of a series with itself `lag` places later. */
export const autocorrelation = (values: readonly number[], lag: number): number => correlation(values.slice(0, -lag), values.slice(lag));
