import type { TerminalClient } from '@tapedeck/client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { createDayPrices, type DayPrices, type DayPricesSource } from './day-prices.ts';
import styles from './market-row.module.css';

const WIDTH = 60;
const HEIGHT = 26;
/** Padding between line and edges, so that its stroke is not cut off. */
const INSET = 2;

/** The data is kept after the list closes. */
const sources = new WeakMap<TerminalClient, DayPricesSource>();

function sourceOf(client: TerminalClient): DayPricesSource {
  const source = sources.get(client) ?? createDayPrices(client.markets);
  sources.set(client, source);
  return source;
}

/** Points of the line, from edge to edge; a constant price runs through the middle. */
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

/** Price of the last 24 hours, requested once the row is in view and drawn once. */
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
