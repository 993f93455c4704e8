import type { InstrumentId } from '@tapedeck/domain';
import { WireMalformed } from '@tapedeck/protocol';
import type { HistoryQuery } from '@tapedeck/venue';
import type { Caller } from './ports.ts';

/** Filters of a history list, as requests state them. */
interface Asked {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Range of a query; its end is included. Throws `WireMalformed` if it begins after its end. */
export function pastOf(query: Asked, { session }: Caller, limit: number, instruments?: readonly InstrumentId[]): HistoryQuery {
  const { startTime, endTime } = query;
  if (startTime !== undefined && endTime !== undefined && Number(startTime) > Number(endTime)) throw new WireMalformed('startTime');
  return {
    account: session.account,
    ...(instruments !== undefined && { instruments }),
    ...(startTime !== undefined && { from: Number(startTime) }),
    ...(endTime !== undefined && { to: Number(endTime) + 1 }),
    cursor: query.cursor ?? '',
    limit,
  };
}
