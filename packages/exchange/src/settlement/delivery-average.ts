import { divNearest, milliseconds, price, priceUnits, type Price, type Timestamp } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** The delivery price is the mean of the index over this time before delivery, one sample a second (reference, section 6.13). */
export const DELIVERY_WINDOW_MS = 30 * 60_000;
const SECOND = 1_000;

/** The running mean of the index in the last half hour of a contract: 1,800 samples, of which the last is taken at delivery. */
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

  /** Whether the contract has to be settled. */
  due(now: Timestamp): boolean {
    return milliseconds(now) >= this.#deliveryAt;
  }

  /**
   * Takes the samples of all seconds up to `now` that are not yet in: however coarse the steps of the clock are, each second counts once
   * and with the index that it had.
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

  /** The mean so far to 1e-8, rounded to nearest; `undefined` before the first sample. */
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
