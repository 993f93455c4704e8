import type { ChartBar, MarketSeries } from '../../bridge/messages.ts';
import { MARKET_SERIES } from '../../bridge/messages.ts';
import { BarStore } from '../model/bar-store.ts';
import type { ComparePort } from './chart-engine.ts';

/** Market figures by series, at the times that the datafeed provides. */
export class MarketFigures implements ComparePort {
  private readonly stores: ReadonlyMap<string, BarStore> = new Map(MARKET_SERIES.map((series) => [series, new BarStore()]));
  private readonly changed: (isLastOnly: boolean) => void;

  /** Calls `changed`, with `isLastOnly` if only the newest figure changed. */
  constructor(changed: (isLastOnly: boolean) => void) {
    this.changed = changed;
  }

  /** The last figure before a time; NaN without one. */
  readonly before = (series: MarketSeries, moment: number): number => {
    const store = this.stores.get(series);
    const index = store === undefined ? -1 : store.indexAt(moment - 1);
    return store === undefined || index < 0 ? Number.NaN : store.close(index);
  };

  replace(series: string, bars: readonly ChartBar[]): void {
    this.stores.get(series)?.replace(bars);
    this.changed(false);
  }

  prepend(series: string, bars: readonly ChartBar[]): void {
    this.stores.get(series)?.prepend(bars);
    this.changed(false);
  }

  update(series: string, bar: ChartBar): void {
    this.stores.get(series)?.update(bar);
    this.changed(true);
  }
}
