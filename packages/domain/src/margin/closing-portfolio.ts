import type { Coin } from '../accounts/account.ts';
import { money } from '../values/money.ts';
import type { Money } from '../values/types.ts';
import { Stress, heldDollars, type Portfolio, type PortfolioHolding } from './portfolio-stress.ts';

/** Sums of the positions of one coin. */
interface CoinSums {
  readonly all: Stress;
  readonly held: bigint;
  readonly margin: bigint;
}

/** A position and the maintenance margin that all others need. */
export interface CostlyPosition<Position> {
  readonly position: Position;
  readonly rest: Money;
}

/**
 * A portfolio whose positions are closed one by one at unchanged prices. Gains and contingencies add up: each position is valued once, and
 * taken out of the sums instead of summing the others again.
 */
export class ClosingPortfolio<Position> {
  readonly #prices: Pick<Portfolio, 'now' | 'coinPrice' | 'held'>;
  /** In the order in which they came. */
  readonly #parts = new Map<Position, Stress>();
  readonly #sums = new Map<Coin, Stress>();

  constructor(prices: Pick<Portfolio, 'now' | 'coinPrice' | 'held'>) {
    this.#prices = prices;
  }

  /** Sets a position's present holding; `undefined` once it is closed. */
  set(position: Position, holding: PortfolioHolding | undefined): void {
    const before = this.#parts.get(position);
    if (before !== undefined) this.#sumOf(before.coin).remove(before);
    if (holding === undefined) {
      this.#parts.delete(position);
      return;
    }
    const part = new Stress(holding.instrument.baseCoin);
    part.add(holding, this.#prices);
    this.#parts.set(position, part);
    this.#sumOf(part.coin).include(part);
  }

  #sumOf(coin: Coin): Stress {
    const sum = this.#sums.get(coin) ?? new Stress(coin);
    this.#sums.set(coin, sum);
    return sum;
  }

  #coinSums(): Map<Coin, CoinSums> {
    const byCoin = new Map<Coin, CoinSums>();
    for (const [coin, all] of this.#sums) {
      const held = heldDollars(this.#prices, coin);
      byCoin.set(coin, { all, held, margin: all.margin(held) });
    }
    return byCoin;
  }

  get maintenanceMargin(): Money {
    return money(totalOf(this.#coinSums()));
  }

  /** The position, among those that `counts` admits, whose removal lowers the maintenance margin most; the first of equals. */
  mostCostly(counts: (position: Position) => boolean): CostlyPosition<Position> | undefined {
    const byCoin = this.#coinSums();
    let found: { readonly position: Position; readonly saved: bigint } | undefined;
    for (const [position, part] of this.#parts) {
      const sums = byCoin.get(part.coin);
      if (sums === undefined || !counts(position)) continue;
      const saved = sums.margin - sums.all.margin(sums.held, part);
      if (found === undefined || saved > found.saved) found = { position, saved };
    }
    return found && { position: found.position, rest: money(totalOf(byCoin) - found.saved) };
  }
}

function totalOf(byCoin: ReadonlyMap<Coin, CoinSums>): bigint {
  let total = 0n;
  for (const { margin } of byCoin.values()) total += margin;
  return total;
}
