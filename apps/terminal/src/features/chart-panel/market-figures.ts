import type { ChartBar, Datafeed, MarketSeries } from '@tapedeck/chart';
import type { TerminalClient, Ticker } from '@tapedeck/client';
import {
  isOption,
  isPerpetual,
  isSpot,
  milliseconds,
  quantityOfLots,
  quantityUnits,
  rateUnits,
  type Instrument,
  type Rate,
} from '@tapedeck/domain';

type History = Awaited<ReturnType<Datafeed['history']>>;

/** Minimum interval between updates of figures that change with every trade. */
const STEP_MS = 60_000;

const BOTH: readonly MarketSeries[] = ['openInterest', 'fundingRate'];
const INTEREST: readonly MarketSeries[] = ['openInterest'];
const NONE: readonly MarketSeries[] = [];

/** The exchange's figures of an instrument. */
export function figuresOf(instrument: Instrument): readonly MarketSeries[] {
  if (isSpot(instrument) || isOption(instrument)) return NONE;
  return isPerpetual(instrument) ? BOTH : INTEREST;
}

export const isFigure = (series: string): series is MarketSeries => BOTH.some((known) => known === series);

/** A figure as a bar with a single value. */
const figure = (time: number, value: number): ChartBar => ({ time, open: value, high: value, low: value, close: value, volume: 0 });

const percentOf = (rate: Rate): number => Number(rateUnits(rate)) / 1e6;

/** Funding pages are requested in sequence, newest first: the exchange uses cursors, the chart times. */
export class FigureHistory {
  readonly #client: TerminalClient;
  readonly #read = new Map<string, { bars: readonly ChartBar[]; cursor: string }>();

  constructor(client: TerminalClient) {
    this.#client = client;
  }

  async before(
    ticker: string,
    series: MarketSeries,
    { before, limit }: { readonly before: number; readonly limit: number },
  ): Promise<History> {
    return series === 'openInterest' ? this.#interests(ticker, before, limit) : this.#fundings(ticker, before, limit);
  }

  async #interests(symbol: string, before: number, limit: number): Promise<History> {
    const result = await this.#client.markets.openInterests({ symbol, before, limit });
    if (!result.ok) throw new Error(result.failure.message);
    const { rows, complete } = result.value;
    return { bars: rows.map(([time, value]) => figure(time, Number(value))), complete };
  }

  async #fundings(symbol: string, before: number, limit: number): Promise<History> {
    const known = this.#read.get(symbol);
    // The newest page is requested: it may have grown since the last read.
    const isAfresh = known === undefined || before > (known.bars.at(-1)?.time ?? 0);
    let { bars, cursor } = isAfresh ? { bars: [] as readonly ChartBar[], cursor: '' } : known;
    const found = (): readonly ChartBar[] => bars.filter(({ time }) => time < before);
    let isFirst = isAfresh;
    while (found().length === 0 && (isFirst || cursor !== '')) {
      const page = await this.#client.markets.fundings(symbol, cursor);
      if (!page.ok) throw new Error(page.failure.message);
      bars = [...page.value.rows.map(({ time, rate }) => figure(milliseconds(time), percentOf(rate))).toReversed(), ...bars];
      ({ cursor } = page.value);
      isFirst = false;
    }
    this.#read.set(symbol, { bars, cursor });
    return { bars: found().slice(-limit), complete: cursor === '' && found().length <= limit };
  }
}

function valueOf(series: MarketSeries, { market }: Ticker, instrument: Instrument): number {
  if (series === 'fundingRate') return percentOf(market.fundingRate);
  return Number(quantityUnits(quantityOfLots(market.openInterest, instrument.lotSize))) / 1e8;
}

/** Follows the current figure, by the exchange's clock: the open interest, or the predicted funding rate. */
export function followFigure(
  client: TerminalClient,
  { ticker: symbol, series }: { readonly ticker: string; readonly series: MarketSeries },
  listener: (bar: ChartBar) => void,
): () => void {
  const { instrument, ticker, release } = client.markets.ticker(symbol);
  let told = '';
  const tell = (): void => {
    const live = ticker.get().ticker;
    if (live === undefined) return;
    const time = Math.floor(milliseconds(live.market.time) / STEP_MS) * STEP_MS;
    const bar = figure(time, valueOf(series, live, instrument));
    const now = `${time} ${bar.close}`;
    if (now === told) return;
    told = now;
    listener(bar);
  };
  const end = ticker.subscribe(tell);
  tell();
  return () => {
    end();
    release();
  };
}
