import { invariant, tickCount, type SourceTicks, type TriggerSource } from '@tapedeck/domain';
import { TrailingStops } from './trailing-stops.ts';
import { TriggerLadder, triggerTick } from './trigger-ladder.ts';
import type { WaitingOrder } from './waiting-order.ts';

interface Ladders {
  readonly rising: TriggerLadder;
  readonly falling: TriggerLadder;
}
const ladders = (): Ladders => ({ rising: new TriggerLadder('Rising'), falling: new TriggerLadder('Falling') });

/** Rising triggers in the order in which a rise passes them, then falling ones in that of a fall; equal ones oldest first. */
function byPassing(a: WaitingOrder, b: WaitingOrder): number {
  const rising = a.trigger?.direction === 'Rising';
  if (rising !== (b.trigger?.direction === 'Rising')) return rising ? -1 : 1;
  const distance = rising ? triggerTick(a) - triggerTick(b) : triggerTick(b) - triggerTick(a);
  return distance === 0 ? a.terms.orderId - b.terms.orderId : distance;
}

/**
 * The orders of one instrument that wait for a price. An order is in it from the moment it is watched until a price reaches it, and
 * comes out once: whatever the price does afterwards, it does not fire again.
 */
export class TriggerBook {
  readonly #ladders: Readonly<Record<TriggerSource, Ladders>> = {
    LastPrice: ladders(),
    IndexPrice: ladders(),
    MarkPrice: ladders(),
  };
  readonly #trailing = new TrailingStops();
  /** A last price strictly between these two reaches nothing and moves nothing. */
  low = -Infinity;
  high = Infinity;

  get size(): number {
    let size = this.#trailing.size;
    for (const { rising, falling } of Object.values(this.#ladders)) size += rising.size + falling.size;
    return size;
  }

  /** Whether any order looks at this source. */
  waitsFor(source: TriggerSource): boolean {
    const { rising, falling } = this.#ladders[source];
    return rising.size > 0 || falling.size > 0 || (source === 'LastPrice' && this.#trailing.size > 0);
  }

  /** Every order in it, in no particular order. */
  orders(): WaitingOrder[] {
    return [
      ...this.#trailing.orders(),
      ...Object.values(this.#ladders).flatMap(({ rising, falling }) => [...rising.orders(), ...falling.orders()]),
    ];
  }

  /** Active trailing stops whose stop has moved since it was told last; from now on it counts as told. */
  takeMoved(): WaitingOrder[] {
    const moved = this.#trailing.orders().filter((order) => order.best !== order.toldBest);
    for (const order of moved) order.toldBest = order.best;
    return moved;
  }

  /** Waits for the order's trigger, or for the activation of a trailing stop; an active trailing stop follows from now on. */
  watch(order: WaitingOrder): void {
    if (order.trailing !== undefined && order.best > 0) this.#trailing.add(order);
    else if (order.trailing !== undefined) this.#activation(order).add(order, tickCount(order.trailing.activation));
    else this.#ladder(order).add(order, triggerTick(order));
    this.#review();
  }

  unwatch(order: WaitingOrder): void {
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
   * Takes out and returns the orders that `source` reaches where it stands, in the order in which they fire. Trailing stops follow it,
   * and those whose activation price it reaches become active.
   */
  reached(source: TriggerSource, at: SourceTicks): WaitingOrder[] {
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

  #ladder({ trigger }: WaitingOrder): TriggerLadder {
    invariant(trigger !== undefined, 'an order that waits for a price has a trigger');
    const { rising, falling } = this.#ladders[trigger.source];
    return trigger.direction === 'Rising' ? rising : falling;
  }

  #activation(order: WaitingOrder): TriggerLadder {
    const { rising, falling } = this.#ladders.LastPrice;
    return order.activationDirection === 'Rising' ? rising : falling;
  }

  #review(): void {
    const { rising, falling } = this.#ladders.LastPrice;
    this.high = Math.min(rising.nearest, this.#trailing.high);
    this.low = Math.max(falling.nearest, this.#trailing.low);
  }
}
