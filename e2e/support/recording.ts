import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

export interface RecordedRow {
  /** Milliseconds. */
  readonly time: number;
  /** In tenths: BTCUSDT's tick is 0.1. */
  readonly tenths: number;
  /** In thousandths of a coin. */
  readonly thousandths: number;
  readonly side: 'Buy' | 'Sell';
}

export interface Recording {
  readonly file: string;
  readonly rows: readonly RecordedRow[];
  readonly start: number;
}

/** Ten minutes of BTCUSDT as plain `time,price,size,side`, two trades a second: a wave that falls by 300 and rises again, or the other way. */
export function writeRecording(first: 'falls' | 'rises' = 'falls'): Recording {
  const start = Date.UTC(2024, 7, 8, 12, 0, 0);
  const rows: RecordedRow[] = [];
  const seconds = 600;
  for (let half = 0; half < seconds * 2; half += 1) {
    const way = half / (seconds * 2);
    const depth = 3_000 * (way < 0.5 ? way * 2 : 2 - way * 2);
    const noise = ((half * 7_919) % 41) - 20;
    rows.push({
      time: start + half * 500,
      tenths: 600_000 + Math.round(first === 'falls' ? -depth : depth) + noise,
      thousandths: 1 + ((half * 31) % 90),
      side: (half * 13) % 7 < 3 ? 'Buy' : 'Sell',
    });
  }
  const file = path.join(temporaryFolder(), 'BTCUSDT.csv');
  const lines = rows.map(({ time, tenths, thousandths, side }) => `${time},${decimal(tenths, 1)},${decimal(thousandths, 3)},${side}`);
  writeFileSync(file, `time,price,size,side\n${lines.join('\n')}\n`);
  return { file, rows, start };
}

/** One-minute bars of the rows, as the wire writes them: [start, open, high, low, close, volume]. */
export function barsOf(rows: readonly RecordedRow[]): (readonly [number, string, string, string, string, string])[] {
  const minutes = new Map<number, RecordedRow[]>();
  for (const row of rows) {
    const start = Math.floor(row.time / 60_000) * 60_000;
    minutes.set(start, [...(minutes.get(start) ?? []), row]);
  }
  return [...minutes].map(([start, trades]) => {
    const prices = trades.map(({ tenths }) => tenths);
    return [
      start,
      decimal(prices[0] ?? 0, 1),
      decimal(Math.max(...prices), 1),
      decimal(Math.min(...prices), 1),
      decimal(prices.at(-1) ?? 0, 1),
      decimal(
        trades.reduce((total, { thousandths }) => total + thousandths, 0),
        3,
      ),
    ] as const;
  });
}

function decimal(count: number, digits: number): string {
  const text = String(count).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * Frames of a contract that no exchange lists: its book stands still, five coins at the best bid and five at the best
 * ask, and each second one of the five is sold and returns at once.
 */
export function writeRecordedBook(symbol: string): string {
  const start = Date.UTC(2024, 7, 8, 12, 0, 0);
  const lines: string[] = [];
  const book = (time: number, type: 'snapshot' | 'delta', bids: readonly (readonly [string, string])[]): void => {
    const asks =
      type === 'snapshot'
        ? [
            ['25.01', '5.0'],
            ['25.04', '40.0'],
          ]
        : [];
    lines.push(JSON.stringify({ topic: `orderbook.50.${symbol}`, type, ts: time, data: { s: symbol, b: bids, a: asks } }));
  };
  book(start, 'snapshot', [
    ['25.00', '5.0'],
    ['24.97', '40.0'],
  ]);
  for (let second = 1; second <= 600; second += 1) {
    const time = start + second * 1_000;
    const trade = { T: time, s: symbol, S: 'Sell', v: '1.0', p: '25.00' };
    lines.push(JSON.stringify({ topic: `publicTrade.${symbol}`, type: 'snapshot', ts: time, data: [trade] }));
    book(time + 1, 'delta', [['25.00', '4.0']]);
    book(time + 2, 'delta', [['25.00', '5.0']]);
  }
  const file = path.join(temporaryFolder(), 'capture.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
}
