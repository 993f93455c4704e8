import { readFileSync, writeFileSync } from 'node:fs';
import { divNearest } from '@tapedeck/domain';
import { expect, it } from 'vitest';
import { sum, units } from './support/numbers.ts';
import { ownServer } from './support/own-server.ts';
import { writeRecording, type Recording } from './support/recording.ts';
import { Terminal, number } from './support/terminal.ts';

interface Execution {
  readonly side: string;
  readonly execPrice: string;
  readonly execQty: string;
  readonly execFee: string;
}

const CENT = units('0.01');
const ONE = units('1');
/** To two decimals, as the form shows amounts of dollars. */
const shownAmount = (amount: bigint): bigint => divNearest(amount, CENT) * CENT;

/** The longest time between two trades that a replay does not skip. */
const APART_MS = 59_000;

/** The file of a recording whose trades are that far apart now. */
function stretched({ file, start }: Recording): string {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  writeFileSync(file, [head, ...lines.map((line, at) => line.replace(/^\d+/, String(start + at * APART_MS)))].join('\n'));
  return file;
}

it.each([
  ['Buy / Long', 'Buy'],
  ['Sell / Short', 'Sell'],
] as const)(
  'HND-03 %s: of a market order larger than the book, the form shows before what then fills, at which prices and for which fee',
  async (button, side) => {
    // The tape stands still for more than an hour, so that preview and fills meet the same book. After a move, the side it left is thin.
    const server = await ownServer('--replay', stretched(writeRecording(side === 'Buy' ? 'falls' : 'rises')), '--speed', '0.01');
    const terminal = await Terminal.open(server.url);
    // The account can pay for all that the book holds.
    await terminal.setLeverage('50');
    await terminal.form.getByRole('tab', { name: 'Market', exact: true }).click();
    await terminal.quantity.fill('100');
    const shown = (label: string) => terminal.preview(button, label);
    await shown('Fills').filter({ hasText: ' / 100.000' }).waitFor();
    const filled = units(((await shown('Fills').textContent()) ?? '').split(' / ')[0] ?? '');
    expect(filled).toBeLessThan(100n * ONE);
    await terminal.form
      .getByText(/^Only \d+\.\d{3} of 100\.000 BTC will fill: the book holds no more\. The rest will be cancelled\.$/)
      .first()
      .waitFor();
    const [average, worst, fee] = [await number(shown('Average')), await number(shown('Worst')), await number(shown('Fee'))];
    await terminal.press(button);

    const executions = async (): Promise<readonly Execution[]> =>
      ((await terminal.api.get('/contract/v5/execution/list?symbol=BTCUSDT&limit=200')) as { list: readonly Execution[] }).list;
    await expect.poll(async () => sum((await executions()).map(({ execQty }) => units(execQty)))).toBe(filled);
    const fills = await executions();
    expect(new Set(fills.map((fill) => fill.side))).toEqual(new Set([side]));
    const prices = fills.map(({ execPrice }) => units(execPrice)).sort((a, b) => Number(a - b));
    expect(worst).toBe(side === 'Buy' ? prices.at(-1) : prices[0]);
    const value = sum(fills.map(({ execPrice, execQty }) => (units(execPrice) * units(execQty)) / ONE));
    // An average price is shown with the decimals of the tick.
    const tick = units('0.1');
    expect(average).toBe(divNearest(value * ONE, filled * tick) * tick);
    expect(fee).toBe(shownAmount(sum(fills.map(({ execFee }) => units(execFee)))));
  },
);
