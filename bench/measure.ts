/** Milliseconds that `run` takes. */
export function elapsed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Milliseconds of processor time that the process spends on `run`, in all its threads: what else the machine does hardly counts. */
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
  readonly ratio: number;
}

/** The compiler needs a run of about this long to have its best code ready, ms: a side that takes less is run more often. */
const WARM_MS = 1_000;

function warmUp(run: () => void, rounds: number): void {
  let spent = 0;
  for (let done = 0; done < rounds || spent < WARM_MS; done += 1) spent += elapsed(run);
}

/** Runs both in turn, so that a slow moment of the machine hits both, and compares the medians. */
export function compete(contest: Contest): Result {
  const ours: number[] = [];
  const theirs: number[] = [];
  warmUp(contest.theirs, contest.warmups);
  warmUp(contest.ours, contest.warmups);
  for (let round = 0; round < contest.rounds; round += 1) {
    theirs.push(elapsed(contest.theirs));
    ours.push(elapsed(contest.ours));
  }
  return { ours: median(ours), theirs: median(theirs), ratio: median(theirs) / median(ours) };
}

/** `12.3 M` from a count and milliseconds: so many a second. */
export function perSecond(count: number, milliseconds: number): string {
  const rate = (count / milliseconds) * 1000;
  return rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} M/s` : `${(rate / 1e3).toFixed(1)} k/s`;
}

let failed = false;

/** Prints a line, and makes the process fail when the value misses its target. A target of 0 is none. */
export function report(name: string, value: number, target: number, unit = 'x'): void {
  if (target === 0) {
    console.log(`     ${name}: ${value.toFixed(1)}${unit}`);
    return;
  }
  const good = value >= target;
  if (!good) failed = true;
  console.log(`${good ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(1)}${unit} (at least ${target}${unit})`);
}

/** Like `report`, for what should be small. */
export function reportAtMost(name: string, value: number, target: number, unit: string): void {
  const good = value <= target;
  if (!good) failed = true;
  console.log(`${good ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(1)}${unit} (at most ${target}${unit})`);
}

/** A difference between two ways of computing the same: nothing else of the run counts. */
export function mustEqual(what: string, ours: unknown, theirs: unknown): void {
  if (ours !== theirs) throw new Error(`${what} differ: ${String(ours)} and ${String(theirs)}`);
}

export function finish(): void {
  process.exitCode = failed ? 1 : 0;
}
