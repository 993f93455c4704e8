import { refusal, type AccountState } from '@tapedeck/domain';
import type { Services } from '../../routes/route.ts';
import { unitsOfOrders } from '../../work-budgets.ts';
import type { Caller } from '../ports.ts';
import { v5Refused, type V5Reply } from '../v5-route.ts';

/** The whole account of a caller, which pays for the number of its open orders, too. */
export async function wholeAccount(services: Services, { session }: Caller): Promise<AccountState | undefined> {
  const state = (await services.venue.account(session.account))?.state;
  services.workBudgets?.charge(unitsOfOrders(state?.orders.length ?? 0), session.user);
  return state;
}

/** Answers from the caller's current account. */
export async function withState(
  services: Services,
  caller: Caller,
  answer: (state: AccountState) => V5Reply | Promise<V5Reply>,
): Promise<V5Reply> {
  const state = await wholeAccount(services, caller);
  return state === undefined ? v5Refused(refusal('accountUnknown')) : answer(state);
}

/** Coins of a comma-separated list; `undefined` if empty. */
export const coinsOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined || text === '' ? undefined : text.split(',');
