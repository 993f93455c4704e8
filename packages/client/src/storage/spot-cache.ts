import { spotListResult, type SpotListResult, readWire } from '@tapedeck/protocol';
import { TRACES, type Telemetry } from '../errors/telemetry.ts';
import { createListCache, type ListCache } from './list-cache.ts';

export type SpotCache = ListCache<SpotListResult>;

function parse(list: unknown): SpotListResult | undefined {
  const parsed = readWire(spotListResult, list);
  return parsed.ok ? parsed.value : undefined;
}

/** SPT-02: the merged list of spot pairs. */
export const createSpotCache = (ports: Parameters<typeof createListCache>[0], traces: Pick<Telemetry, 'trace'>): SpotCache =>
  createListCache(ports, traces, {
    name: 'spotData',
    version: 1,
    oldVersions: [],
    parse,
    codes: { store: TRACES.spotStore, unreadable: TRACES.spotCopyUnreadable, localUnreadable: TRACES.spotLocalUnreadable },
  });
