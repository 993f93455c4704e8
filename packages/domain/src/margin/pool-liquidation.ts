import type { Instrument } from '../instruments/instrument.ts';
import { addMoney, subtractMoney } from '../values/money.ts';
import { priceOfTicks, tickCount, ticks, ticksOfPrice } from '../values/quantities.ts';
import type { Price } from '../values/types.ts';
import { crossLiquidatable } from './account-margin.ts';
import { poolMargin, type PoolCoin } from './pool.ts';
import { positionMargin, type Holding } from './position-margin.ts';

export interface PoolLiquidationInput {
  readonly instrument: Instrument;
  readonly holding: Holding;
  /** The mark price that `coins` count the position at. */
  readonly mark: Price;
  readonly coins: readonly PoolCoin[];
}

/**
 * The first mark price on a tick at which the unified account would be liquidated if everything except this cross
 * position stayed unchanged: other positions, and the prices of all coins. Found by bisection of the ticks between the
 * mark price and the end of the price range, with the liquidation check itself. `undefined` if no price of the range
 * liquidates.
 */
export function poolLiquidationPrice({ instrument, holding, mark, coins }: PoolLiquidationInput): Price | undefined {
  const now = positionMargin(instrument, holding, mark);
  const liquidates = (tick: number): boolean => {
    const then = positionMargin(instrument, holding, priceOfTicks(ticks(tick), instrument.tickSize));
    const moved = coins.map((coin) => (coin.coin === instrument.settleCoin ? withMargin(coin, now, then) : coin));
    return crossLiquidatable(poolMargin(moved));
  };
  const long = holding.side === 'Buy';
  const atMark = tickCount(ticksOfPrice(mark, instrument.tickSize, 'nearest'));
  const end = tickCount(long ? instrument.minPrice : instrument.maxPrice);
  if (!liquidates(end)) return undefined;
  let safe = atMark;
  let reached = end;
  if (liquidates(atMark)) {
    // Already beyond: the first safe tick is on the other side.
    const other = tickCount(long ? instrument.maxPrice : instrument.minPrice);
    if (liquidates(other)) return undefined;
    safe = other;
    reached = atMark;
  }
  while (Math.abs(safe - reached) > 1) {
    const middle = Math.floor((safe + reached) / 2);
    if (liquidates(middle)) reached = middle;
    else safe = middle;
  }
  return priceOfTicks(ticks(reached), instrument.tickSize);
}

function withMargin(coin: PoolCoin, now: ReturnType<typeof positionMargin>, then: ReturnType<typeof positionMargin>): PoolCoin {
  const { positions } = coin;
  const change = (of: 'unrealisedPnl' | 'initialMargin' | 'maintenanceMargin') => subtractMoney(then[of], now[of]);
  return {
    ...coin,
    // Field by field: the exchange's maintained sums are not own properties.
    positions: {
      isolatedMargin: positions.isolatedMargin,
      optionValue: positions.optionValue,
      unrealisedPnl: addMoney(positions.unrealisedPnl, change('unrealisedPnl')),
      crossUnrealisedPnl: addMoney(positions.crossUnrealisedPnl, change('unrealisedPnl')),
      initialMargin: addMoney(positions.initialMargin, change('initialMargin')),
      maintenanceMargin: addMoney(positions.maintenanceMargin, change('maintenanceMargin')),
    },
  };
}
