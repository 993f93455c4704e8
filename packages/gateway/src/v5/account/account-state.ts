import { refusal, type AccountState } from '@tapedeck/domain';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { v5Refused, type V5Reply } from '../v5-route.ts';

/** Answers from the caller's current account. */
export async function withState(
  services: Services,
  { session }: Caller,
  answer: (state: AccountState) => V5Reply | Promise<V5Reply>,
): Promise<V5Reply> {
  const snapshot = await services.venue.account(session.account);
  return snapshot === undefined ? v5Refused(refusal('accountUnknown')) : answer(snapshot.state);
}

/** Coins of a comma-separated list; `undefined` if empty. */
export const coinsOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined || text === '' ? undefined : text.split(',');
