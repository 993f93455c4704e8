/** A stop of the slow trigger book: plain numbers, no shared code. Prices are in hundredths of a tick. */
export interface SlowStop {
  readonly id: number;
  readonly source: 'LastPrice' | 'IndexPrice' | 'MarkPrice';
  /** Plain stops: the trigger price, and whether it waits for a rise. */
  readonly level?: number;
  readonly rising?: boolean;
  /** Trailing stops of a long (true) or short position: distance, and the last price that activates it (0: active). */
  readonly long?: boolean;
  readonly distance?: number;
  readonly activation?: number;
  /** Best last price in whole ticks; 0 before activation. */
  readonly best?: number;
}

const TICK = 100;

/** Obvious and slow: checks every stop at every price. */
export class SlowTriggers {
  stops: SlowStop[] = [];

  /** Ids of the stops that the price triggers, in order. */
  price(source: SlowStop['source'], at: number): number[] {
    const fired: { id: number; level: number; rising: boolean }[] = [];
    const left: SlowStop[] = [];
    for (const stop of this.stops) {
      if (stop.source !== source) left.push(stop);
      else if (stop.distance === undefined) {
        const { level = 0, rising = false } = stop;
        if (rising ? at >= level * TICK : at <= level * TICK) fired.push({ id: stop.id, level, rising });
        else left.push(stop);
      } else this.#trail(stop, at, fired, left);
    }
    this.stops = left;
    // First passed first, then oldest first; rises before falls.
    const up = fired.filter((stop) => stop.rising).sort((a, b) => a.level - b.level || a.id - b.id);
    const down = fired.filter((stop) => !stop.rising).sort((a, b) => b.level - a.level || a.id - b.id);
    return [...up, ...down].map((stop) => stop.id);
  }

  #trail(stop: SlowStop, at: number, fired: { id: number; level: number; rising: boolean }[], left: SlowStop[]): void {
    const { long = true, distance = 0, activation = 0, best = 0 } = stop;
    const whole = long ? Math.floor(at / TICK) : Math.ceil(at / TICK);
    if (best === 0) {
      const active = long ? at >= activation * TICK : at <= activation * TICK;
      left.push(active ? { ...stop, best: whole } : stop);
      return;
    }
    if (long ? whole > best : whole < best) {
      left.push({ ...stop, best: whole });
      return;
    }
    const level = Math.max(1, long ? best - distance : best + distance);
    if (long ? at <= level * TICK : at >= level * TICK) fired.push({ id: stop.id, level, rising: !long });
    else left.push(stop);
  }
}
