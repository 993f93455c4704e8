import { appendFileSync } from 'node:fs';

/** Milliseconds that `run` takes. */
export function elapsed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Milliseconds of processor time that the process spends on `run`, in all its threads; other load on the machine hardly counts. */
export function processorTime(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no values');
  return middle;
}

/** The median with the lowest and the highest value: `12.3 (11.8–14.0) ms`. */
export function spread(values: readonly number[], unit: string, digits = 1): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})${unit}`;
}

export interface Contest {
  readonly ours: () => void;
  readonly theirs: () => void;
  /** Rounds counted, after those that warm up each side. */
  readonly rounds: number;
  readonly warmups: number;
}

export interface Result {
  readonly ours: number;
  readonly theirs: number;
  /** Theirs by ours, round by round. */
  readonly ratios: readonly number[];
}

/** The compiler needs a run of about this long to have its best code ready, ms: a side that takes less is run more often. */
const WARM_MS = 1_000;

function warmUp(run: () => void, rounds: number): void {
  let spent = 0;
  for (let done = 0; done < rounds || spent < WARM_MS; done += 1) spent += elapsed(run);
}

/** Runs both in turn, so that a slow moment of the machine hits both. */
export function compete(contest: Contest): Result {
  const ours: number[] = [];
  const theirs: number[] = [];
  warmUp(contest.theirs, contest.warmups);
  warmUp(contest.ours, contest.warmups);
  for (let round = 0; round < contest.rounds; round += 1) {
    theirs.push(elapsed(contest.theirs));
    ours.push(elapsed(contest.ours));
  }
  return { ours: median(ours), theirs: median(theirs), ratios: ratiosOf(theirs, ours) };
}

/** Ratios of rounds that were run back to back: a slow moment of the machine affects both sides of one. */
export function ratiosOf(above: readonly number[], below: readonly number[]): readonly number[] {
  return above.map((value, round) => value / (below[round] ?? Number.NaN));
}

/** `12.3 M` from a count and milliseconds: so many a second. */
export function perSecond(count: number, milliseconds: number): string {
  const rate = (count / milliseconds) * 1000;
  return rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} M/s` : `${(rate / 1e3).toFixed(1)} k/s`;
}

let failed = false;

/** One value, or one for each round: the median counts, and the spread is printed. */
type Measured = number | readonly number[];

/** A figure as `npm run bench -- --json` keeps it. */
interface Figure {
  readonly name: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

function keep(figure: Figure): void {
  const file = process.env['TAPEDECK_BENCH_FIGURES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

function figureOf(name: string, measured: Measured, unit: string): Figure {
  const values = typeof measured === 'number' ? [measured] : measured;
  return { name, median: median(values), low: Math.min(...values), high: Math.max(...values), rounds: values.length, unit: unit.trim() };
}

const textOf = (measured: Measured, unit: string, digits: number): string =>
  typeof measured === 'number' ? `${measured.toFixed(digits)}${unit}` : spread(measured, unit, digits);

/** Prints a line, and makes the process fail when the value misses its target. A target of 0 is none. */
export function report(name: string, measured: Measured, target: number, unit = 'x'): void {
  const figure = figureOf(name, measured, unit);
  const text = `${name}: ${textOf(measured, unit, 1)}`;
  if (target === 0) {
    keep(figure);
    console.log(`     ${text}`);
    return;
  }
  keep({ ...figure, atLeast: target });
  const good = figure.median >= target;
  if (!good) failed = true;
  console.log(`${good ? 'ok  ' : 'MISS'} ${text} (at least ${target}${unit})`);
}

/** Like `report`, for values that should be small. */
export function reportAtMost(name: string, measured: Measured, target: number, unit: string): void {
  const figure = figureOf(name, measured, unit);
  keep({ ...figure, atMost: target });
  const good = figure.median <= target;
  if (!good) failed = true;
  console.log(`${good ? 'ok  ' : 'MISS'} ${name}: ${textOf(measured, unit, target < 1 ? 2 : 1)} (at most ${target}${unit})`);
}

/** A difference between two ways of computing the same: nothing else of the run counts. */
export function mustEqual(what: string, ours: unknown, theirs: unknown): void {
  if (ours !== theirs) throw new Error(`${what} differ: ${String(ours)} and ${String(theirs)}`);
}

export function finish(): void {
  process.exitCode = failed ? 1 : 0;
}
