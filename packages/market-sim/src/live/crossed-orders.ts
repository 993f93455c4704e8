import { tickCount, ticks, type Instrument } from '@tapedeck/domain';
import type { MarketAccess } from '@tapedeck/exchange';
import { MINUTE_MS } from '../path/calendar.ts';
import type { PathBar, PricePath } from '../path/price-path.ts';

/** A time range, ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Fills the resting orders that the path crossed in a gap of the clock, minute by minute where it reached any. */
export function fillCrossed(market: MarketAccess, instrument: Instrument, path: PricePath, { from, to }: Span): void {
  const first = Math.ceil(from / MINUTE_MS);
  const end = Math.floor(to / MINUTE_MS);
  for (let minute = first; minute < end;) {
    const width = [1_440, 60, 1].find((minutes) => minute % minutes === 0 && minute + minutes <= end) ?? 1;
    const [bar] = path.bars(instrument.id, width, minute / width, 1);
    if (bar !== undefined && reaches(market, instrument, bar)) {
      for (const part of path.bars(instrument.id, 1, minute, width)) fillReached(market, instrument, part);
    }
    minute += width;
  }
}

function reaches(market: MarketAccess, { id }: Instrument, bar: PathBar): boolean {
  const bid = tickCount(market.bestBid(id));
  const ask = tickCount(market.bestAsk(id));
  return bar.low <= bid || (ask > 0 && bar.high >= ask);
}

function fillReached(market: MarketAccess, instrument: Instrument, bar: PathBar): void {
  const sweep = (buys: boolean): void => {
    const most = instrument.maxLimitOrder;
    const limit = ticks(buys ? bar.high : bar.low);
    while (market.take(instrument.id, buys ? 'Buy' : 'Sell', most, limit) === most);
  };
  if (!reaches(market, instrument, bar)) return;
  const lowFirst = bar.close >= bar.open;
  sweep(!lowFirst);
  sweep(lowFirst);
}
