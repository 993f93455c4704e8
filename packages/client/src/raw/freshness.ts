/** Reliability of live data. `stale` means 3 s without an expected update. */
export type Freshness = 'loading' | 'live' | 'stale' | 'resyncing' | 'offline';

/** Whether updates arrive, including late ones, because the channel is still open. */
export const isFlowing = (freshness: Freshness): boolean => freshness === 'live' || freshness === 'stale';

/** From the best to the worst. */
const BY_TRUST: readonly Freshness[] = ['live', 'stale', 'resyncing', 'offline'];

/** Freshness of several sources read together: the worst of them. Sources in their first load do not count yet. */
export function worstFreshness(all: readonly Freshness[]): Freshness {
  const worst = Math.max(...all.filter((each) => each !== 'loading').map((each) => BY_TRUST.indexOf(each)));
  return BY_TRUST[worst] ?? 'loading';
}

export const STALE_AFTER_MS = 3_000;
/** Time after which a missing snapshot is requested again. */
export const SNAPSHOT_WAIT_MS = 2_000;
/** Interval of freshness checks. */
export const FRESHNESS_CHECK_MS = 250;
/** Time after which an incorrect book blocks market orders. */
export const OUTDATED_AFTER_MS = 5_000;
/** Minimum interval between resubscriptions of a topic. */
export const RESYNC_PAUSE_MS = 500;
