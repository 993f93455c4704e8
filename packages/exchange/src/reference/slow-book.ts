/** An order of the slow book. `side` is 0 to buy, 1 to sell. */
export interface SlowOrder {
  readonly side: number;
  readonly tick: number;
  readonly owner: number;
  readonly reference: number;
  lots: number;
}

/** A trade at the price of the resting order. */
export interface SlowTrade {
  readonly maker: number;
  readonly tick: number;
  readonly lots: number;
}

/**
 * A second order book, slow and obvious: one list of orders in order of arrival, scanned for every question. It shares
 * no code with the real book, so that the two agree only if both are right. Orders are named by their reference.
 */
export class SlowBook {
  readonly #orders: SlowOrder[] = [];

  /** Matches an order and rests the unfilled part if `rests`. */
  place(order: SlowOrder, rests: boolean): SlowTrade[] {
    const trades: SlowTrade[] = [];
    let left = order.lots;
    while (left > 0) {
      const maker = this.#bestAgainst(order);
      if (maker === undefined) break;
      const lots = Math.min(left, maker.lots);
      trades.push({ maker: maker.reference, tick: maker.tick, lots });
      left -= lots;
      this.reduce(maker.reference, lots);
    }
    if (left > 0 && rests) this.#orders.push({ ...order, lots: left });
    return trades;
  }

  cancel(reference: number): void {
    const at = this.#orders.findIndex((order) => order.reference === reference);
    this.#orders.splice(at, 1);
  }

  reduce(reference: number, lots: number): void {
    const order = this.#orders.find((candidate) => candidate.reference === reference);
    if (order === undefined) return;
    order.lots -= lots;
    if (order.lots <= 0) this.cancel(reference);
  }

  /** The orders of a side by priority. */
  priority(side: number): readonly SlowOrder[] {
    const better = side === 0 ? -1 : 1;
    return this.#orders.filter((order) => order.side === side).sort((a, b) => (a.tick - b.tick) * better);
  }

  /** All levels of a side, best first: tick, lots, tick, lots … */
  depth(side: number): number[] {
    const rows: number[] = [];
    for (const { tick, lots } of this.priority(side)) {
      if (rows.at(-2) === tick) rows.push((rows.pop() ?? 0) + lots);
      else rows.push(tick, lots);
    }
    return rows;
  }

  #bestAgainst(taker: SlowOrder): SlowOrder | undefined {
    let best: SlowOrder | undefined;
    for (const maker of this.#orders) {
      if (!crosses(taker, maker)) continue;
      // Only a strictly better price has priority over an earlier order.
      if (best === undefined || (taker.side === 0 ? maker.tick < best.tick : maker.tick > best.tick)) best = maker;
    }
    return best;
  }
}

function crosses(taker: SlowOrder, maker: SlowOrder): boolean {
  if (maker.side === taker.side) return false;
  return taker.side === 0 ? maker.tick <= taker.tick : maker.tick >= taker.tick;
}
