// npm run sim -- [--seed N] [--commands N] [--quiet]: a random world of every product with all checks on, one line per command and event but for prices.
import { parseArgs } from 'node:util';
import { formatDecimal, milliseconds, priceUnits, quantityUnits, type Instrument } from '@tapedeck/domain';
import { WholeWorld, type WorldStep } from '@tapedeck/exchange/testing';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    commands: { type: 'string', default: '500' },
    quiet: { type: 'boolean', default: false },
  },
});
const [seed, commands] = [Number(values.seed), Number(values.commands)];
if (!Number.isInteger(seed) || !Number.isInteger(commands) || seed < 0 || commands < 1) {
  console.error('--seed and --commands are whole numbers.');
  process.exit(2);
}

const world = new WholeWorld(seed);

/** Ticks and lots become prices and quantities of the instrument, amounts lose their unit of 1e-8, empty fields are left out. */
function wordsOf(record: object, instrument: Instrument | undefined): string {
  return Object.entries(record)
    .filter(([name, value]) => !['type', 'time', 'instrument', 'account'].includes(name) && value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${valueText(name, value, instrument)}`)
    .join(', ');
}

/** The fields that change most represent a record. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  order: ['orderId', 'side', 'orderType', 'price', 'quantity', 'filled', 'status'],
  position: ['positionIndex', 'side', 'size', 'entryValue', 'marginMode', 'realisedPnl'],
  strategy: ['strategyId', 'side', 'quantity', 'filled', 'placed', 'ended'],
};

function valueText(name: string, value: unknown, instrument: Instrument | undefined): string {
  if (typeof value === 'bigint') return name.toLowerCase().endsWith('leverage') ? `${Number(value) / 100}x` : formatDecimal(value);
  if (typeof value === 'number' && instrument !== undefined) {
    if (['price', 'limit', 'trigger', 'from', 'to', 'lower', 'upper', 'maxDistance'].includes(name))
      return formatDecimal(BigInt(value) * priceUnits(instrument.tickSize));
    if (['quantity', 'filled', 'size', 'shown'].includes(name)) return formatDecimal(BigInt(value) * quantityUnits(instrument.lotSize));
  }
  if (Array.isArray(value)) return `[${value.map((one) => valueText(name, one, instrument)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const shown = SHOWN[name];
    return `{ ${wordsOf(shown === undefined ? value : pick(value, shown), instrument)} }`;
  }
  return String(value);
}

const pick = (record: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

const instrumentOf = (record: object): Instrument | undefined => {
  const inner = Object.entries(record).find(([name]) => name in SHOWN || name === 'settings')?.[1] as object | undefined;
  const own = inner ?? record;
  return 'instrument' in own && typeof own.instrument === 'number' ? world.instruments[own.instrument] : undefined;
};

function lineOf(record: { readonly type: string }): string {
  const instrument = instrumentOf(record);
  const account = 'account' in record && typeof record.account === 'number' ? ` of ${record.account}` : '';
  return `${record.type}${account}${instrument === undefined ? '' : ` ${instrument.symbol}`}: ${wordsOf(record, instrument)}`;
}

function linesOf({ command, outcome, events }: WorldStep, at: number): readonly string[] {
  const clock = new Date(milliseconds(command.time)).toISOString().slice(11, 23);
  const { refusal } = outcome;
  const result = refusal === undefined ? '' : ` -> refused: ${refusal.reason} ${JSON.stringify(refusal.details ?? {})}`;
  return [
    `${at} ${clock} ${lineOf(command)}${result}`,
    ...events.filter(({ type }) => type !== 'PricesChanged').map((event) => `      ${lineOf(event)}`),
  ];
}

const counts = new Map<string, number>();
const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
const REREAD_EVERY = 200;

let at = 0;
try {
  for (at = 1; at <= commands; at += 1) {
    const step = world.step();
    if (!values.quiet) for (const line of linesOf(step, at)) console.log(line);
    count(step.outcome.refusal === undefined ? step.command.type : `${step.command.type} refused`);
    for (const { type } of step.events) count(type);
    if (at % REREAD_EVERY === 0) {
      const { before, after } = world.reread();
      if (Buffer.compare(before, after) !== 0) throw new Error('the state read back differs from the state written');
    }
  }
} catch (error) {
  console.error(`Seed ${seed} breaks at command ${at}: ${(error as Error).stack ?? String(error)}`);
  process.exit(1);
}

for (const [name, times] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${String(times).padStart(7)}  ${name}`);
console.log(`Seed ${seed}: every rule held after each of ${commands} commands.`);
