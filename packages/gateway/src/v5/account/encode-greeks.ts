import { isOption, lotCount, positionGreeks, type AccountState, type Coin, type Greeks } from '@tapedeck/domain';
import type { Services } from '../../routes/route.ts';

const DIGITS = 8;
const NONE: Greeks = { delta: 0, gamma: 0, vega: 0, theta: 0 };

const sum = (a: Greeks, b: Greeks): Greeks => ({
  delta: a.delta + b.delta,
  gamma: a.gamma + b.gamma,
  vega: a.vega + b.vega,
  theta: a.theta + b.theta,
});

/** Exposure of the option positions of each coin, or of one coin. */
export function encodeV5Greeks(
  state: AccountState,
  { catalogue, venue }: Pick<Services, 'catalogue' | 'venue'>,
  baseCoin?: Coin,
): readonly object[] {
  const byCoin = new Map<Coin, Greeks>();
  for (const position of state.positions) {
    const instrument = catalogue.byId(position.instrument);
    const { option } = venue.market(instrument.id)?.state ?? {};
    if (!isOption(instrument) || option === undefined || lotCount(position.size) === 0) continue;
    if (baseCoin !== undefined && instrument.baseCoin !== baseCoin) continue;
    const own = positionGreeks(instrument, position, option.greeks);
    byCoin.set(instrument.baseCoin, sum(byCoin.get(instrument.baseCoin) ?? NONE, own));
  }
  return [...byCoin].map(([coin, { delta, gamma, vega, theta }]) => ({
    baseCoin: coin,
    totalDelta: delta.toFixed(DIGITS),
    totalGamma: gamma.toFixed(DIGITS),
    totalVega: vega.toFixed(DIGITS),
    totalTheta: theta.toFixed(DIGITS),
  }));
}
