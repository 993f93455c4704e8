/** The market moves at whole multiples of these: fine steps while one of its instruments is watched, coarse steps otherwise. */
export const WATCHED_STEP_MS = 50;
export const IDLE_STEP_MS = 1_000;
/** A longer silence of the clock is a gap: nothing was watched, and prices moved along the path. */
export const GAP_MS = 15_000;
/** Maximum number of steps returned at once: a machine that has fallen behind must leave room for orders in between. */
const MOMENTS_MAX = 20;
/** Above this delay, coarse steps are used. */
const BEHIND_MS_MAX = 5_000;

/** The first market step after `time`. */
export const nextMoment = (time: number, step: number): number => (Math.floor(time / step) + 1) * step;

/**
 * The market steps after `from` and up to `to`, oldest first. They do not depend on when they are requested, so that
 * the tape follows from market time and not from the ticks of a machine's clock. If there are many, these are the first
 * ones; a gap is crossed in one step.
 */
export function marketMoments(from: number, to: number, step: number): number[] {
  const behind = to - from;
  if (behind > GAP_MS) return [Math.floor(to / step) * step];
  const width = behind > BEHIND_MS_MAX ? Math.max(step, IDLE_STEP_MS) : step;
  const moments: number[] = [];
  for (let at = nextMoment(from, width); at <= to && moments.length < MOMENTS_MAX; at += width) moments.push(at);
  return moments;
}
