import type { ChartQuote, Datafeed } from '@tapedeck/chart';
import type { TerminalClient, TickerFeed } from '@tapedeck/client';
import { hasNoMarket, priceUnits } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { changeRate, priceText, signedPercentText, toneOf } from '../../platform/values.ts';

/** Prices in a list are for reading: a few updates a second suffice. */
const PACE_MS = 250;

function quoteOf({ instrument, ticker: live }: TickerFeed, formats: Formats): ChartQuote | undefined {
  const { ticker } = live.get();
  if (ticker === undefined) return undefined;
  const tone = toneOf(priceUnits(ticker.market.last) - priceUnits(ticker.open24h));
  return {
    ticker: instrument.symbol,
    last: priceText(formats, ticker.market.last, instrument),
    change: signedPercentText(formats, changeRate(ticker)),
    tone: tone === 'none' ? 'plain' : tone,
  };
}

/** Last prices and their 24-hour changes, from the tickers that the rest of the terminal uses. */
export function followQuotes(
  client: TerminalClient,
  formats: () => Formats,
  [tickers, listener]: Parameters<NonNullable<Datafeed['quotes']>>,
): () => void {
  const listed = tickers.filter((symbol) => {
    const instrument = client.markets.instrument(symbol);
    return instrument !== undefined && !hasNoMarket(instrument);
  });
  const feeds = listed.map((symbol) => client.markets.ticker(symbol));
  const changed = new Set<TickerFeed>(feeds);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    timer = undefined;
    const quotes = [...changed].map((feed) => quoteOf(feed, formats())).filter((quote) => quote !== undefined);
    changed.clear();
    if (quotes.length > 0) listener(quotes);
  };
  const stops = feeds.map((feed) =>
    feed.ticker.subscribe(() => {
      changed.add(feed);
      timer ??= setTimeout(tell, PACE_MS);
    }),
  );
  tell();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    for (const feed of feeds) feed.release();
  };
}
