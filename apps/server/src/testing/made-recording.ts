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
