import { isSpot, venueSymbol, type Instrument, type OrderRecord, type OrderSelection, type StopOrderType } from '@tapedeck/domain';
import type { Category } from '@tapedeck/protocol/v5';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField } from '../replies.ts';
import { categoryOf } from '../symbols.ts';
import type { V5Reply } from '../v5-route.ts';

/** The newest open orders that match a list's filter, at most `most`, newest first. */
export async function openOrders(
  query: Narrowed & Filtered,
  { catalogue, venue }: Services,
  { session }: Caller,
  selection: Omit<OrderSelection, 'instruments'>,
): Promise<readonly OrderRecord[]> {
  const kinds = selection.kinds ?? kindsOf(query.orderFilter, query.category);
  const snapshot = await venue.account(session.account, {
    ...selection,
    instruments: catalogue.instruments.filter((one) => isMeant(one, query)).map(({ id }) => id),
    ...(kinds !== undefined && { kinds }),
  });
  return [...(snapshot?.state.orders ?? [])].reverse();
}

/** Whether a text can be the id of an order; other exchanges' ids and numbers with leading zeros cannot. */
export const isOrderId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

type OrderKinds = NonNullable<OrderSelection['kinds']>;
type OrderFilter = 'Order' | 'StopOrder' | 'tpslOrder' | 'OcoOrder' | 'BidirectionalTpslOrder';

/** Conditional orders of pairs in the public API. Trailing stops and closes by margin rate belong to positions, so pairs have none. */
const SPOT_FILTERS: Readonly<Record<StopOrderType, OrderFilter>> = {
  Stop: 'StopOrder',
  TrailingStop: 'StopOrder',
  TrailingProfit: 'StopOrder',
  MmRateClose: 'StopOrder',
  TakeProfit: 'tpslOrder',
  StopLoss: 'tpslOrder',
  PartialTakeProfit: 'tpslOrder',
  PartialStopLoss: 'tpslOrder',
  TakeProfitStopLoss: 'tpslOrder',
  TakeProfitStopLossOCO: 'OcoOrder',
  BidirectionalTpSl: 'BidirectionalTpslOrder',
};

export const ALL_KINDS: OrderKinds = ['Plain', ...(Object.keys(SPOT_FILTERS) as StopOrderType[])];

/** Kind of a conditional order in the public API, where pairs have kinds of their own. */
export function v5StopType(kind: StopOrderType, instrument: Instrument): string {
  if (!isSpot(instrument)) return kind;
  const filter = SPOT_FILTERS[kind];
  return filter === 'StopOrder' ? 'Stop' : filter;
}

/** Whether an order is of the kind that a filter names. Contracts know plain orders and all others. */
export function isOfFilter({ stop }: OrderRecord, filter: string | undefined, category: Category): boolean {
  if (filter === undefined || filter === '') return true;
  if (stop === undefined) return filter === 'Order';
  return filter === (category === 'spot' ? SPOT_FILTERS[stop.kind] : 'StopOrder');
}

/** The same as kinds; `undefined` for all. */
export function kindsOf(filter: string | undefined, category: Category): OrderKinds | undefined {
  if (filter === undefined || filter === '') return undefined;
  return ALL_KINDS.filter((kind) =>
    kind === 'Plain' ? filter === 'Order' : filter === (category === 'spot' ? SPOT_FILTERS[kind] : 'StopOrder'),
  );
}

interface Filtered {
  readonly category: Category;
  readonly orderFilter?: string | undefined;
}
type Answer<Query> = (query: Query, services: Services, caller: Caller) => Promise<V5Reply> | V5Reply;

/** Refuses the filters of pairs on contracts, where they name no kind of order. */
export const filtered =
  <Query extends Filtered>(answer: Answer<Query>): Answer<Query> =>
  (query, services, caller) => {
    const { category, orderFilter = '' } = query;
    return category === 'spot' || ['', 'Order', 'StopOrder'].includes(orderFilter)
      ? answer(query, services, caller)
      : badField('orderFilter', `${orderFilter} applies to spot only; use Order or StopOrder`);
  };

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
