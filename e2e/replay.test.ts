import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { ownServer } from './support/own-server.ts';
import { barsOf, writeRecordedBook, writeRecording } from './support/recording.ts';
import { Terminal, cell, number } from './support/terminal.ts';

type Row = [start: number, open: string, high: string, low: string, close: string, volume: string, turnover: string];

async function candles(terminal: Terminal, symbol: string, to: number, limit: number): Promise<Row[]> {
  const { rows } = (await terminal.api.get(`/contract/v5/market/candles?symbol=${symbol}&resolution=1&to=${to}&limit=${limit}`)) as {
    rows: Row[];
  };
  return rows;
}

const inUnits = ([start, ...values]: readonly [number, ...string[]]): [number, ...bigint[]] => [start, ...values.slice(0, 5).map(units)];

/** Real recordings, where they lie beside the repository. */
const BESIDE = fileURLToPath(new URL('../../shared/data/', import.meta.url));
const present = (...names: readonly string[]): string[] => names.map((name) => BESIDE + name).filter((file) => existsSync(file));

describe('replay', () => {
  it('SIM-02 candles equal the recording, and a resting order is filled when the tape trades through it', async () => {
    const recording = writeRecording();
    // The tape stands all but still until the order rests.
    const server = await ownServer('--replay', recording.file, '--speed', '0.05');
    const terminal = await Terminal.open(server.url, {
      prepare: async ({ expectErrors }) => expectErrors(/WebSocket|Failed to load resource|ERR_/),
    });
    await terminal.page.getByText(/Source: recording/).waitFor();
    // The clock of the chart runs in the recorded time, as does that of the foot of the page.
    const [foot, clock] = [terminal.page.getByRole('contentinfo').getByText(/\d UTC$/), terminal.chart.locator('.chart-clock')];
    const hour = async () => /^\d\d:\d\d/.exec((await clock.textContent()) ?? '')?.[0] ?? 'no clock';
    await expect.poll(async () => [await foot.textContent(), await hour()].join(' ')).toMatch(/ (\d\d:\d\d):\d\d UTC \1$/);

    // The tape begins near 59,940, passes this price about three of its minutes later, and turns at 59,700.
    await terminal.limit('Buy / Long', '59770', '0.01');
    const resting = await terminal.openOrderRow('BTCUSDT');
    await resting.waitFor();
    await server.restart('SIGTERM', '--speed', '30');
    await terminal.page.reload();
    await terminal.live();
    const position = await terminal.positionRow('BTCUSDT');
    await position.waitFor();
    expect(await number(cell(position, 'Entry'))).toBe(units('59770'));
    expect(await number(cell(position, 'Qty'))).toBe(units('0.01'));

    const expected = barsOf(recording.rows).slice(0, 5);
    const last = expected.at(-1)?.[0] ?? 0;
    await expect
      .poll(() => candles(terminal, 'BTCUSDT', last + 120_000, 50).then((rows) => rows.some(([start]) => start > last)))
      .toBe(true);
    const rows = await candles(terminal, 'BTCUSDT', last + 60_000, 5);
    expect(rows.map(inUnits)).toEqual(expected.map(inUnits));
  });

  it('SIM-08 a recorded book of a contract that no exchange lists is shown, and an order at its best bid waits its turn', async () => {
    const server = await ownServer('--replay', writeRecordedBook('QRSUSDT'), '--clock', 'steps');
    const terminal = await Terminal.open(server.url, {
      path: '/trade/usdt/QRSUSDT',
      // An unknown coin has no icon; its letters replace it.
      prepare: async ({ expectErrors }) => expectErrors(/QRS\.svg/),
    });
    await terminal.page.getByText(/Source: recording/).waitFor();
    await terminal.book.getByText('25.01', { exact: true }).first().waitFor();
    await terminal.book.getByText('24.97', { exact: true }).first().waitFor();

    await terminal.limit('Buy / Long', '25', '2');
    const resting = await terminal.openOrderRow('QRSUSDT');
    await resting.waitFor();
    // Five coins came before it, of which each second takes one.
    const step = (milliseconds: number): Promise<unknown> => terminal.api.post('/contract/v5/market/step', { milliseconds });
    await step(5_000);
    expect(await terminal.holds('QRSUSDT')).toBe(false);
    await step(1_500);
    const position = await terminal.positionRow('QRSUSDT');
    await position.waitFor();
    expect(await number(cell(position, 'Qty'))).toBe(units('1'));
    expect(await number(cell(position, 'Entry'))).toBe(units('25'));
  });

  it.each(present('bybit/klines/BTCUSDT_1m.csv.gz'))('SIM-02 candles of the recorded bars in %s are those bars', async (file) => {
    const server = await ownServer('--replay', file, '--speed', '1');
    const terminal = await Terminal.open(server.url);
    const now = (await candles(terminal, 'BTCUSDT', 253_402_300_800_000, 1))[0]?.[0] ?? 0;
    const text = gunzipSync(readFileSync(file)).toString();
    const recorded = new Map(
      text
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
        .map(([time = '', ...values]) => [Date.parse(time.replace(' ', 'T')), values] as const),
    );
    const rows = await candles(terminal, 'BTCUSDT', now, 200);
    expect(rows).toHaveLength(200);
    for (const [start, ...values] of rows) {
      expect(inUnits([start, ...values]), new Date(start).toISOString()).toEqual(inUnits([start, ...(recorded.get(start) ?? [])]));
    }
    await terminal.page.reload();
    await terminal.chart.locator('[data-state="shown"]').waitFor();
  });

  it.each(present('feeds/trades.csv.gz'))('SIM-02 the trades recorded in %s are traded', async (file) => {
    const server = await ownServer('--replay', file, '--replay-start', '2024-08-08T23:55:00Z', '--speed', '5');
    const terminal = await Terminal.open(server.url);
    const before = await terminal.lastPrice.textContent();
    await expect.poll(() => terminal.lastPrice.textContent()).not.toBe(before);
  });
});
