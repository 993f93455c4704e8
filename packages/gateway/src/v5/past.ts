import type { InstrumentId } from '@tapedeck/domain';
import type { HistoryQuery } from '@tapedeck/venue';
import type { Caller } from './ports.ts';

/** What a list of the past is narrowed to, as requests say it. */
interface Asked {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly cursor?: string | undefined;
}

/** What of the past a query means; its end belongs to it. */
export function pastOf(query: Asked, { session }: Caller, limit: number, instruments?: readonly InstrumentId[]): HistoryQuery {
  return {
    account: session.account,
    ...(instruments !== undefined && { instruments }),
    ...(query.startTime !== undefined && { from: Number(query.startTime) }),
    ...(query.endTime !== undefined && { to: Number(query.endTime) + 1 }),
    cursor: query.cursor ?? '',
    limit,
  };
}
