import { priceUnits, type InstrumentId, type Price, type TradePrinted } from '@tapedeck/domain';

export type TickDirection = 'PlusTick' | 'ZeroPlusTick' | 'MinusTick' | 'ZeroMinusTick';

interface Last {
  readonly price: Price;
  readonly direction: TickDirection;
}

/** Whether each instrument's newest trade was above or below the one before; at an equal price the last direction continues. */
export class TickDirections {
  readonly #last = new Map<InstrumentId, Last>();

  of(instrument: InstrumentId): TickDirection {
    return this.#last.get(instrument)?.direction ?? 'ZeroPlusTick';
  }

  /** Adds a trade; returns its direction. */
  take({ instrument, price }: Pick<TradePrinted, 'instrument' | 'price'>): TickDirection {
    const last = this.#last.get(instrument);
    const direction = last === undefined ? 'ZeroPlusTick' : directionAfter(last, price);
    this.#last.set(instrument, { price, direction });
    return direction;
  }
}

function directionAfter({ price: before, direction }: Last, price: Price): TickDirection {
  if (priceUnits(price) > priceUnits(before)) return 'PlusTick';
  if (priceUnits(price) < priceUnits(before)) return 'MinusTick';
  return direction === 'PlusTick' || direction === 'ZeroPlusTick' ? 'ZeroPlusTick' : 'ZeroMinusTick';
}
