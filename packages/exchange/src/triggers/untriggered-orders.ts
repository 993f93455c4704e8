import { invariant, tickCount, type SourceTicks, type TriggerSource } from '@tapedeck/domain';
import { TrailingStops } from './trailing-stops.ts';
import { TriggerLadder, triggerTick } from './trigger-ladder.ts';
import type { ConditionalOrder } from './conditional-order.ts';

interface Ladders {
  readonly rising: TriggerLadder;
  readonly falling: TriggerLadder;
}
const ladders = (): Ladders => ({ rising: new TriggerLadder('Rising'), falling: new TriggerLadder('Falling') });

/** Rising triggers in the order in which a rise passes them, then falling ones in the order of a fall; ties oldest first. */
function byPassing(a: ConditionalOrder, b: ConditionalOrder): number {
  const rising = a.trigger?.direction === 'Rising';
  if (rising !== (b.trigger?.direction === 'Rising')) return rising ? -1 : 1;
  const distance = rising ? triggerTick(a) - triggerTick(b) : triggerTick(b) - triggerTick(a);
  return distance === 0 ? a.terms.orderId - b.terms.orderId : distance;
}

/**
 * The orders of one instrument that wait for a price. An order is removed once a price reaches it and does not trigger
 * again, whatever the price does afterwards.
 */
export class UntriggeredOrders {
  readonly #ladders: Readonly<Record<TriggerSource, Ladders>> = {
    LastPrice: ladders(),
    IndexPrice: ladders(),
    MarkPrice: ladders(),
  };
  readonly #trailing = new TrailingStops();
  /** A last price strictly between these two neither reaches nor moves a stop. */
  low = -Infinity;
  high = Infinity;

  get size(): number {
    let size = this.#trailing.size;
    for (const { rising, falling } of Object.values(this.#ladders)) size += rising.size + falling.size;
    return size;
  }

  /** Whether any order uses this source. */
  waitsFor(source: TriggerSource): boolean {
    const { rising, falling } = this.#ladders[source];
    return rising.size > 0 || falling.size > 0 || (source === 'LastPrice' && this.#trailing.size > 0);
  }

  /** All its orders, unordered. */
  orders(): ConditionalOrder[] {
    return [
      ...this.#trailing.orders(),
      ...Object.values(this.#ladders).flatMap(({ rising, falling }) => [...rising.orders(), ...falling.orders()]),
    ];
  }

  /** Active trailing stops that moved since their last report; they then count as reported. */
  takeMoved(): ConditionalOrder[] {
    const moved = this.#trailing.orders().filter((order) => order.best !== order.toldBest);
    for (const order of moved) order.toldBest = order.best;
    return moved;
  }

  /** Waits for the order's trigger, or for the activation of a trailing stop; an active trailing stop follows from now on. */
  watch(order: ConditionalOrder): void {
    if (order.trailing !== undefined && order.best > 0) this.#trailing.add(order);
    else if (order.trailing !== undefined) this.#activation(order).add(order, tickCount(order.trailing.activation));
    else this.#ladder(order).add(order, triggerTick(order));
    this.#review();
  }

  unwatch(order: ConditionalOrder): void {
    const found =
      order.trailing === undefined
        ? this.#ladder(order).remove(order, triggerTick(order))
        : order.best > 0
          ? this.#trailing.remove(order)
          : this.#activation(order).remove(order, tickCount(order.trailing.activation));
    invariant(found, 'B17 an order that stops waiting was waiting');
    this.#review();
  }

  /**
   * Removes and returns the orders that `source` reaches at its current price, in trigger order. Trailing stops follow
   * the price, and those whose activation price it reaches become active.
   */
  reached(source: TriggerSource, at: SourceTicks): ConditionalOrder[] {
    const { rising, falling } = this.#ladders[source];
    const ladder = [...rising.take(at.floor), ...falling.take(at.ceil)];
    if (source !== 'LastPrice') return ladder;
    const trailing = this.#trailing.take(at);
    const fired = ladder.filter((order) => order.trailing === undefined);
    for (const order of ladder) {
      if (order.trailing === undefined) continue;
      order.follow(at);
      this.#trailing.add(order);
    }
    this.#review();
    return trailing.length === 0 ? fired : [...fired, ...trailing].sort(byPassing);
  }

  #ladder({ trigger }: ConditionalOrder): TriggerLadder {
    invariant(trigger !== undefined, 'an order that waits for a price has a trigger');
    const { rising, falling } = this.#ladders[trigger.source];
    return trigger.direction === 'Rising' ? rising : falling;
  }

  #activation(order: ConditionalOrder): TriggerLadder {
    const { rising, falling } = this.#ladders.LastPrice;
    return order.activationDirection === 'Rising' ? rising : falling;
  }

  #review(): void {
    const { rising, falling } = this.#ladders.LastPrice;
    this.high = Math.min(rising.nearest, this.#trailing.high);
    this.low = Math.max(falling.nearest, this.#trailing.low);
  }
}
