import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const MINUTE_MS = 60_000;

/** Writes minute candles of a market that swings, as a recording of them. */
export function makeRecording(file: string, minutes: number): void {
  const start = Date.UTC(2025, 0, 1);
  const priceAt = (minute: number): number => 60_000 + 500 * (((minute * 7) % 41) / 41) - 3 * (minute % 97);
  const lines = Array.from({ length: minutes }, (_, minute) => {
    const [open, close] = [priceAt(minute), priceAt(minute + 1)];
    const [high, low] = [Math.max(open, close) + 5, Math.min(open, close) - 5];
    const time = new Date(start + minute * MINUTE_MS).toISOString().replace('T', ' ').replace('.000Z', '+00:00');
    return [time, ...[open, high, low, close].map((value) => value.toFixed(1)), '12.5'].join(',');
  });
  writeFileSync(file, gzipSync(`timestamp,open,high,low,close,volume\n${lines.join('\n')}\n`));
}

/**
 * Writes frames of a book of BTCUSDT and its trades, ten changes a second: levels come, grow, shrink and go around a price that drifts.
 */
export function makeBookRecording(file: string, seconds: number): void {
  const start = Date.UTC(2025, 0, 1);
  const frame = (time: number, type: 'snapshot' | 'delta', bids: readonly (readonly string[])[], asks: readonly (readonly string[])[]) =>
    JSON.stringify({ topic: 'orderbook.50.BTCUSDT', type, ts: time, data: { s: 'BTCUSDT', b: bids, a: asks } });
  const at = (tenths: number): string => (60_000 + tenths / 10).toFixed(1);
  const levels = (from: number, way: 1 | -1) => Array.from({ length: 20 }, (_, level) => [at(from + way * level), `${1 + (level % 5)}.5`]);
  const lines = [frame(start, 'snapshot', levels(0, -1), levels(1, 1))];
  for (let change = 1; change <= seconds * 10; change += 1) {
    const time = start + change * 100;
    const level = (change * 7) % 20;
    lines.push(frame(time, 'delta', [[at(-level), `${(change * 13) % 9}.25`]], [[at(1 + level), `${1 + ((change * 11) % 9)}.75`]]));
    if (change % 5 !== 0) continue;
    const trade = { T: time, s: 'BTCUSDT', S: change % 2 === 0 ? 'Buy' : 'Sell', v: '0.010', p: at(change % 2) };
    lines.push(JSON.stringify({ topic: 'publicTrade.BTCUSDT', type: 'snapshot', ts: time, data: [trade] }));
  }
  writeFileSync(file, lines.join('\n'));
}
