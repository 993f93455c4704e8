import type { TerminalClient } from '@tapedeck/client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { createDayPrices, type DayPrices, type DayPricesSource } from './day-prices.ts';
import styles from './market-row.module.css';

const WIDTH = 60;
const HEIGHT = 26;
/** Between the line and the edges, so that its width is not cut. */
const INSET = 2;

/** What came is kept when the list closes. */
const sources = new WeakMap<TerminalClient, DayPricesSource>();

function sourceOf(client: TerminalClient): DayPricesSource {
  const source = sources.get(client) ?? createDayPrices(client);
  sources.set(client, source);
  return source;
}

/** Points of the line, from edge to edge; a price that never moved runs through the middle. */
function pointsOf(prices: DayPrices): string {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = HEIGHT - 2 * INSET;
  return prices
    .map((price, at) => {
      const y = high === low ? HEIGHT / 2 : INSET + (room * (high - price)) / (high - low);
      return `${((at * WIDTH) / (prices.length - 1)).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** How the price went in the last 24 hours, asked for once the row is in sight and drawn once. */
export function Sparkline({ symbol }: { readonly symbol: string }) {
  const client = useClient();
  const element = useRef<SVGSVGElement>(null);
  const [prices, setPrices] = useState<DayPrices>([]);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    let leave = (): void => undefined;
    const observer = new IntersectionObserver((entries) => {
      leave();
      leave = entries.at(-1)?.isIntersecting === true ? sourceOf(client).want(symbol, setPrices) : () => undefined;
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      leave();
    };
  }, [client, symbol]);
  return (
    <svg ref={element} className={styles['line']} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {prices.length > 1 && <polyline points={pointsOf(prices)} />}
    </svg>
  );
}
