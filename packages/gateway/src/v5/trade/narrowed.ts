import { venueSymbol, type Instrument, type OrderRecord } from '@tapedeck/domain';
import type { Category } from '@tapedeck/protocol/v5';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { categoryOf } from '../symbols.ts';

export async function openOrders(services: Services, { session }: Caller): Promise<readonly OrderRecord[]> {
  return (await services.venue.account(session.account))?.state.orders ?? [];
}

/** Whether a text can be the id of an order; other exchanges' ids and numbers with leading zeros cannot. */
export const isOrderId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Kinds of a filter. */
export function isOfFilter(order: OrderRecord, filter: string | undefined): boolean {
  if (filter === undefined || filter === '') return true;
  return filter === 'Order' ? order.stop === undefined : order.stop !== undefined;
}

/** Filter of an order list, in the precedence symbol > baseCoin > settleCoin. */
interface Narrowed {
  readonly category: Category;
  readonly symbol?: string | undefined;
  readonly baseCoin?: string | undefined;
  readonly settleCoin?: string | undefined;
}

export function isMeant(instrument: Instrument, { category, symbol, baseCoin, settleCoin }: Narrowed): boolean {
  if (categoryOf(instrument) !== category) return false;
  if (symbol !== undefined) return venueSymbol(instrument) === symbol;
  if (baseCoin !== undefined) return instrument.baseCoin === baseCoin;
  return settleCoin === undefined || instrument.settleCoin === settleCoin;
}
