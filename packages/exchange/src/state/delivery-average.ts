import { divNearest, milliseconds, price, priceUnits, type Price, type Timestamp } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** The delivery price is the average index price over this time before delivery, one sample a second (docs/concepts/delivery.md). */
export const DELIVERY_WINDOW_MS = 30 * 60_000;
const SECOND = 1_000;

/** The running average of the index price in the last half hour of a contract: 1,800 samples, the last one at delivery. */
export class DeliveryAverage {
  readonly #deliveryAt: number;
  #sum = 0n;
  #samples = 0;

  constructor(deliveryAt: Timestamp) {
    this.#deliveryAt = milliseconds(deliveryAt);
  }

  /** Whether the contract is in its last half hour: only reducing is allowed, and the average is its price. */
  near(now: Timestamp): boolean {
    return milliseconds(now) >= this.#deliveryAt - DELIVERY_WINDOW_MS;
  }

  /** Whether the contract is due for settlement. */
  due(now: Timestamp): boolean {
    return milliseconds(now) >= this.#deliveryAt;
  }

  /**
   * Takes the missing samples of all seconds up to `now`: however coarse the clock steps are, each second counts once,
   * with the index price of that second.
   */
  sample(now: Timestamp, indexAt: (time: number) => Price): void {
    if (!this.near(now)) return;
    const end = Math.min(milliseconds(now), this.#deliveryAt);
    const first = this.#deliveryAt - DELIVERY_WINDOW_MS;
    for (let time = first + (this.#samples + 1) * SECOND; time <= end; time += SECOND) {
      this.#sum += priceUnits(indexAt(time));
      this.#samples += 1;
    }
  }

  /** The average so far to 1e-8, rounded to nearest; `undefined` before the first sample. */
  get mean(): Price | undefined {
    return this.#samples === 0 ? undefined : price(divNearest(this.#sum, BigInt(this.#samples)));
  }

  write(writer: StateWriter): void {
    writer.number(this.#samples);
    if (this.#samples > 0) writer.bigint(this.#sum);
  }

  read(reader: StateReader): void {
    this.#samples = reader.number();
    this.#sum = this.#samples > 0 ? reader.bigint() : 0n;
  }
}
