/** The market moves at whole multiples of these: finely while somebody looks at one of its instruments, coarsely while nobody does. */
export const WATCHED_STEP_MS = 50;
export const IDLE_STEP_MS = 1_000;
/** A longer silence of the clock is a gap: nobody was there, and prices moved on along the path. */
export const GAP_MS = 15_000;
/** Moments given at once: a machine that has fallen behind must leave room for orders between them. */
const MOMENTS_MAX = 20;
/** Whoever is farther behind than this goes on in coarse steps. */
const BEHIND_MS_MAX = 5_000;

/** The first moment after `time` at which the market moves. */
export const nextMoment = (time: number, step: number): number => (Math.floor(time / step) + 1) * step;

/**
 * The moments after `from` and up to `to` at which the market moves, oldest first. They are the same whenever somebody asks, so that the
 * tape follows from the market's time and not from how often or how late a machine's clock ticks. When there are many, these are the first
 * ones; a gap is crossed by one.
 */
export function marketMoments(from: number, to: number, step: number): number[] {
  const behind = to - from;
  if (behind > GAP_MS) return [Math.floor(to / step) * step];
  const width = behind > BEHIND_MS_MAX ? Math.max(step, IDLE_STEP_MS) : step;
  const moments: number[] = [];
  for (let at = nextMoment(from, width); at <= to && moments.length < MOMENTS_MAX; at += width) moments.push(at);
  return moments;
}
