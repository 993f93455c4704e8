const YEAR_HOURS = 8_760;

/**
 * Annualised sample deviations of the last `hours` hourly returns (natural logarithms) at each close but the first,
 * oldest first; at the beginning, of the returns there are. Sums move along with the window, so a long one costs no more.
 */
export function volatilities(closes: readonly number[], hours: number): number[] {
  const returns = closes.slice(1).map((close, at) => Math.log(close / (closes[at] ?? close)));
  let [sum, squares] = [0, 0];
  return returns.map((one, at) => {
    const gone = returns[at - hours] ?? 0;
    sum += one - gone;
    squares += one * one - gone * gone;
    const count = Math.min(at + 1, hours);
    const variance = (squares - (sum * sum) / count) / Math.max(1, count - 1);
    return Math.sqrt(Math.max(0, variance) * YEAR_HOURS);
  });
}
