import { venueSymbol, type Instrument, type OrderRecord } from '@tapedeck/domain';
import type { Category } from '@tapedeck/protocol';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { categoryOf } from '../symbols.ts';

export async function openOrders(services: Services, { session }: Caller): Promise<readonly OrderRecord[]> {
  return (await services.venue.account(session.account))?.state.orders ?? [];
}

/** Which kinds a filter means. */
export function isOfFilter(order: OrderRecord, filter: string | undefined): boolean {
  if (filter === undefined || filter === '') return true;
  return filter === 'Order' ? order.stop === undefined : order.stop !== undefined;
}

/** What a list of orders is narrowed to; priority symbol > baseCoin > settleCoin. */
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
