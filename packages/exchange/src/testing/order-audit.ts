import {
  addMoney,
  harmonicPrice,
  invariant,
  inverseSumOf,
  isInverse,
  isSpot,
  isTerminal,
  lotCount,
  priceOfTicks,
  tickCount,
  type CancelReason,
  type Instrument,
  type OrderFilled,
  type OrderRecord,
} from '@tapedeck/domain';

/** Ends of a closing order; of these kinds, no two orders may trigger together. */
const CLEARED: ReadonlySet<CancelReason> = new Set(['CancelByTpSlTsClear', 'CancelByUser']);

/**
 * The reported orders, checked against themselves: each passes through its states in order and ends once, its sums are
 * those of its fills, and every fill keeps to the terms of its order. Knows no state of the exchange.
 */
export class OrderAudit {
  /** The last report of each open order. */
  readonly #known = new Map<number, OrderRecord>();
  readonly #ended = new Set<number>();
  /** Open orders of inverse contracts only: the inverse sum of their fills. */
  readonly #inverseSums = new Map<number, bigint>();
  /** Reported since the last command ended. */
  readonly #told = new Set<number>();
  readonly #fired = new Set<number>();

  /** Known open size of an instrument. */
  openIn(instrument: number): number[] {
    return [...this.#known.values()].filter((order) => order.instrument === instrument).map(({ orderId }) => orderId);
  }

  #terms(order: OrderRecord, known: OrderRecord): void {
    const same =
      order.account === known.account &&
      order.instrument === known.instrument &&
      order.side === known.side &&
      order.clientOrderId === known.clientOrderId &&
      order.createdAt === known.createdAt;
    invariant(same, () => `B14 order ${order.orderId} is the same order`);
  }

  /** An order as an event has it. Events between it and its last fill may not have moved its sums. */
  #tell(order: OrderRecord): OrderRecord | undefined {
    const { orderId } = order;
    const known = this.#known.get(orderId);
    invariant(!this.#ended.has(orderId), () => `B13 B15 order ${orderId} has ended once`);
    if (known !== undefined) this.#terms(order, known);
    invariant(lotCount(order.filled) >= 0 && (order.quantity >= order.filled || this.#waits(order)), () => `B6 order ${orderId} is within`);
    this.#told.add(orderId);
    if (isTerminal(order.status)) {
      this.#known.delete(orderId);
      this.#ended.add(orderId);
    } else this.#known.set(orderId, order);
    return known;
  }

  /** An order that closes an entire position has no quantity before it triggers. */
  #waits({ status }: OrderRecord): boolean {
    return status === 'Untriggered' || status === 'Triggered';
  }

  /** An order was accepted, amended, or ended without a fill. */
  changed(order: OrderRecord): void {
    const known = this.#tell(order);
    const [filled, fee] = known === undefined ? [0, 0n] : [lotCount(known.filled), known.fee];
    invariant(lotCount(order.filled) === filled && order.fee === fee, () => `A8 order ${order.orderId} was filled by its fills alone`);
    const cancelled = order.status === 'Cancelled' || order.status === 'Deactivated';
    invariant(cancelled === (order.cancelReason !== undefined), () => `B13 order ${order.orderId} says why it ended`);
    invariant(
      !cancelled || lotCount(order.filled) < lotCount(order.quantity) || this.#neverSized(order),
      () => `B13 order ${order.orderId} had something left`,
    );
  }

  #neverSized({ stop, quoteAmount, cancelReason }: OrderRecord): boolean {
    return stop?.wholePosition === true || quoteAmount !== undefined || (cancelReason !== undefined && CLEARED.has(cancelReason));
  }

  triggered(order: OrderRecord): void {
    invariant(!this.#fired.has(order.orderId), () => `B17 order ${order.orderId} fires once`);
    this.#fired.add(order.orderId);
    this.changed(order);
  }

  replaced(order: OrderRecord, byOwner: boolean): void {
    const known = this.#known.get(order.orderId);
    const [before, after] = [known?.stop?.trigger, order.stop?.trigger];
    if (!byOwner && before !== undefined && after !== undefined && order.stop?.trailing !== undefined) {
      const tighter = order.side === 'Sell' ? after.price >= before.price : after.price <= before.price;
      invariant(tighter, () => `B20 trailing stop ${order.orderId} only tightens`);
    }
    this.changed(order);
  }

  filled(fill: OrderFilled, instrument: Instrument): void {
    const { order } = fill;
    if (order === undefined) return;
    const { orderId, side, orderType, timeInForce } = order;
    const known = this.#tell(order);
    invariant(known !== undefined, () => `B13 order ${orderId} was taken before it was filled`);
    invariant(side === fill.side, () => `B7 order ${orderId} is filled on its side`);
    invariant(lotCount(order.filled) === lotCount(known.filled) + lotCount(fill.quantity), () => `B6 order ${orderId} counts its fills`);
    invariant(order.fee === addMoney(known.fee, fill.fee), () => `A8 the fee of order ${orderId} is that of its fills`);
    invariant(order.filledValue === addMoney(known.filledValue, fill.value), () => `A8 the value of order ${orderId} is that of its fills`);
    this.#averages(order, fill, instrument);
    invariant(
      (order.status === 'Filled') === (order.filled === order.quantity),
      () => `B6 order ${orderId} is filled when nothing is left`,
    );
    invariant(timeInForce !== 'PostOnly' || fill.maker, () => `B8 post-only order ${orderId} never takes`);
    if (orderType === 'Limit') {
      const limit = priceOfTicks(order.price, instrument.tickSize);
      invariant(side === 'Buy' ? fill.price <= limit : fill.price >= limit, () => `B7 order ${orderId} is filled within its limit`);
    }
    if (order.reduceOnly && !isSpot(instrument)) {
      invariant(fill.closedQuantity === fill.quantity, () => `B12 reduce-only order ${orderId} only reduces`);
    }
    invariant(tickCount(order.price) === tickCount(known.price), () => `B13 order ${orderId} keeps its price while it is filled`);
  }

  /** The values of inverse fills are rounded: the average price comes from their prices. */
  #averages(order: OrderRecord, { price, quantity }: OrderFilled, instrument: Instrument): void {
    const { orderId, averagePrice } = order;
    if (!isInverse(instrument)) {
      invariant(averagePrice === undefined, () => `A8 the value of order ${orderId} tells its mean price`);
      return;
    }
    const sum = (this.#inverseSums.get(orderId) ?? 0n) + inverseSumOf(price, quantity);
    invariant(averagePrice === harmonicPrice(order.filled, sum), () => `A8 the mean price of order ${orderId} is that of its fills`);
    if (isTerminal(order.status)) this.#inverseSums.delete(orderId);
    else this.#inverseSums.set(orderId, sum);
  }

  /** After a command, only resting orders are open. */
  settled(): void {
    for (const id of this.#told) {
      const order = this.#known.get(id);
      if (order === undefined || this.#waits(order)) continue;
      const rests = order.timeInForce === 'GoodTillCancel' || order.timeInForce === 'PostOnly';
      invariant(rests && order.orderType === 'Limit', () => `B8 order ${id} may rest`);
    }
    this.#told.clear();
  }
}
