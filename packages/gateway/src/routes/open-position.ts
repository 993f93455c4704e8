import { NO_ORDERS, BASE_FEE_TIER, lotCount, refusal, withFeeTier } from '@tapedeck/domain';
import type { Instrument, PositionIndex, PositionRecord } from '@tapedeck/domain';
import { refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import type { Services } from './route.ts';

/** The caller's open position named by a request, and its instrument with the caller's fees; a reply if there is none. */
export async function openPosition(
  request: { readonly symbol: string; readonly positionIdx?: PositionIndex | undefined },
  { catalogue, venue }: Pick<Services, 'catalogue' | 'venue'>,
  { account }: Session,
): Promise<{ readonly instrument: Instrument; readonly position: PositionRecord } | Reply> {
  const instrument = catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const snapshot = await venue.account(account, NO_ORDERS);
  const position = snapshot?.state.positions.find(
    (one) => one.instrument === instrument.id && one.positionIndex === (request.positionIdx ?? 0) && lotCount(one.size) > 0,
  );
  if (position === undefined) return refused(refusal('noPosition'));
  return { instrument: withFeeTier(instrument, snapshot?.state.feeTier ?? BASE_FEE_TIER), position };
}
