// npm run market-picture [-- FOLDER]: one hour at one minute of six simulated symbols as docs/pictures/market.svg. FOLDER holds recorded
// klines, `{symbol}_1m.csv.gz`: hours of them are drawn beside ours, as pictures and never as data.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { priceNumber, type Instrument } from '@tapedeck/domain';
import { PERPETUALS, PricePath } from '@tapedeck/market-sim';
import type { Bar } from '../packages/market-sim/src/testing/candle-statistics.ts';

const SEED = 501;
const HOUR = 60;
const START = Date.UTC(2026, 4, 6, 14) / 60_000;
const OURS = ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'XRPUSDT', 'SOLUSDT', 'LTCUSDT'];
const RECORDED = ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'];
/** Two hours of each recording, so many minutes into it. */
const RECORDED_FROM = [22 * HOUR, (9 * 24 + 22) * HOUR];
const OUT = 'docs/pictures/market.svg';
const [WIDTH, HEIGHT, GAP, TITLE, VOLUME] = [300, 150, 20, 18, 28];
const UP = '#2a9d6f';
const DOWN = '#d1495b';
const TEXT = '#808890';

const whole = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** Candles over volumes, in a box of its own scale. */
function panel(title: string, bars: readonly Bar[], [left, top]: readonly [number, number]): string {
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const most = Math.max(...bars.map(({ volume }) => volume), Number.MIN_VALUE);
  const step = WIDTH / bars.length;
  const y = (price: number): number => top + TITLE + ((high - price) / (high - low)) * (HEIGHT - TITLE - VOLUME);
  const paths = { [UP]: '', [DOWN]: '' };
  for (const [i, bar] of bars.entries()) {
    const x = left + (i + 0.5) * step;
    const [from, to] = [y(Math.max(bar.open, bar.close)), y(Math.min(bar.open, bar.close))];
    const body = `M${whole(x - step * 0.35)} ${whole(from)}h${whole(step * 0.7)}v${whole(Math.max(0.6, to - from))}h${whole(-step * 0.7)}z`;
    const wick = `M${whole(x - 0.3)} ${whole(y(bar.high))}h.6v${whole(y(bar.low) - y(bar.high))}h-.6z`;
    const tall = (bar.volume / most) * (VOLUME - 4);
    const column = `M${whole(x - step * 0.35)} ${whole(top + HEIGHT - tall)}h${whole(step * 0.7)}v${whole(tall)}h${whole(-step * 0.7)}z`;
    paths[bar.close >= bar.open ? UP : DOWN] += body + wick + column;
  }
  const range = ((high / low - 1) * 100).toFixed(2);
  const drawn = Object.entries(paths).map(([colour, d]) => `<path fill="${colour}" d="${d}"/>`);
  return `<text x="${left}" y="${top + 12}">${title}, ${range}% from low to high</text>${drawn.join('')}`;
}

function ours(symbol: string): Bar[] {
  const id = PERPETUALS.findIndex((one) => one.symbol === symbol);
  const instrument = PERPETUALS[id] as Instrument;
  const tick = priceNumber(instrument.tickSize);
  const bars = new PricePath(SEED, PERPETUALS).bars(id, 1, START, HOUR);
  return bars.map(({ open, high, low, close, volume }) => ({
    open: open * tick,
    high: high * tick,
    low: low * tick,
    close: close * tick,
    volume,
  }));
}

/** Open, high, low, close and volume stand behind the time. */
function recorded(folder: string, symbol: string, from: number): Bar[] {
  const lines = gunzipSync(readFileSync(path.join(folder, `${symbol}_1m.csv.gz`)))
    .toString()
    .trim()
    .split('\n')
    .filter((line) => /^\d/.test(line));
  return lines.slice(from, from + HOUR).map((line) => {
    const [, open = 0, high = 0, low = 0, close = 0, volume = 0] = line.split(',').map(Number);
    return { open, high, low, close, volume };
  });
}

const [folder] = process.argv.slice(2);
const columns: [title: string, bars: Bar[]][][] = [OURS.map((symbol) => [`${symbol}, simulated`, ours(symbol)])];
if (folder !== undefined) {
  const panels = RECORDED_FROM.flatMap((from) =>
    RECORDED.map((symbol): [string, Bar[]] => [`${symbol}, recorded`, recorded(folder, symbol, from)]),
  );
  columns.push(panels);
}
const body = columns.flatMap((panels, column) =>
  panels.map(([title, bars], row) => panel(title, bars, [GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)])),
);
const [wide, tall] = [GAP + columns.length * (WIDTH + GAP), GAP + OURS.length * (HEIGHT + GAP)];
const style = `<style>text{font:11px system-ui,sans-serif;fill:${TEXT}}</style>`;
writeFileSync(
  OUT,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}">${style}${body.join('')}</svg>\n`,
);
console.log(`wrote ${OUT}`);
