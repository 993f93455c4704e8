import { shiftDate } from './shift-date.ts';

/**
 * The wall clock of a run. Every run begins at the same time of the same day, so that a seed shows the same prices, contracts and fundings
 * whenever the tests run; no funding falls into a run. The servers and pages of a run go by it; the tests' own process does not.
 */
const RUN_START = Date.UTC(2026, 10, 26, 9);
const SHIFT = 'E2E_CLOCK_SHIFT';

/** Once, before the workers start: they take it over with the environment. */
export function startRunClock(): void {
  process.env[SHIFT] = String(RUN_START - Date.now());
}

/** Outside a run, as in benches, the clock is the machine's. */
const runShift = (): number => Number(process.env[SHIFT] ?? 0);

export const runNow = (): number => Date.now() + runShift();

/** Option that makes a server go by this clock. */
export const runClockOption = (): string =>
  `--import=data:text/javascript,${encodeURIComponent(`(${shiftDate.toString()})()(${runShift()})`)}`;

const bring = `window.shiftClock ??= (${shiftDate.toString()})();`;

/** Text of a script that makes a page go by this clock, unless a test has set the page's own. */
export const runClockScript = (): string => `${bring} if (window.hasOwnClock !== true) window.shiftClock(${runShift()});`;

/** Text of a script that sets a page's own clock; the order of such scripts is not defined. */
export const ownClockScript = (shift: number): string => `${bring} window.hasOwnClock = true; window.shiftClock(${shift});`;
