import { isCopied, type AmendOrder, type Instrument, type InstrumentId } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Whether an opening order in this instrument would open a position that a follower leaves to the leader; closing is always allowed. */
export const isCopiedContract = (state: ExchangeState, id: InstrumentId): boolean => {
  const instrument: Instrument | undefined = state.instruments[id];
  return instrument !== undefined && isCopied(instrument);
};

/** Whether a change applies to an opening order in a copied contract. */
export function amendsCopied(account: Account, { orderId }: AmendOrder): boolean {
  const order = account.orders.get(orderId);
  return order !== undefined && isCopied(order.instrument) && !order.reduceOnly;
}

export const isFollower = (account: Account): boolean => account.copying?.role === 'follower';
