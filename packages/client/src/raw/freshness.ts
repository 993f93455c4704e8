/** How far live data can be trusted. `stale` is 3 s without news where news is due. */
export type Freshness = 'loading' | 'live' | 'stale' | 'resyncing' | 'offline';

/** Whether news come: late ones too, as the channel is still there. */
export const isFlowing = (freshness: Freshness): boolean => freshness === 'live' || freshness === 'stale';

/** From the best to the worst. */
const BY_TRUST: readonly Freshness[] = ['live', 'stale', 'resyncing', 'offline'];

/** How far several things that are read together can be trusted: as far as the worst of them. What loads first is not counted yet. */
export function worstFreshness(all: readonly Freshness[]): Freshness {
  const worst = Math.max(...all.filter((each) => each !== 'loading').map((each) => BY_TRUST.indexOf(each)));
  return BY_TRUST[worst] ?? 'loading';
}

export const STALE_AFTER_MS = 3_000;
/** A snapshot that was asked for and did not come is asked for again. */
export const SNAPSHOT_WAIT_MS = 2_000;
/** How often freshness is looked at. */
export const FRESHNESS_CHECK_MS = 250;
/** A book that has not been right for this long is no ground for a market order. */
export const OUTDATED_AFTER_MS = 5_000;
/** A topic is not subscribed afresh more often than this. */
export const RESYNC_PAUSE_MS = 500;
