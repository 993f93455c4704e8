import { milliseconds, type Instrument } from '@tapedeck/domain';
import { priceText, rateText, type InputOf } from '@tapedeck/protocol';
import { v5DeliveryPriceQuery, v5FundingQuery, v5NewDeliveryQuery } from '@tapedeck/protocol/v5';
import { CursorUnknown, HISTORY_PAGE_MAX, type SettlementQuery, type SettlementRow } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const ROWS_MAX = 200;
const DELIVERIES_DEFAULT = 50;
/** Maximum history pages per call. */
const PAGES_MAX = 20;

/** The newest rows that `wanted` keeps, read page by page; it stops at the first row that `isOver`. */
async function collect(
  history: Services['history'],
  query: Pick<SettlementQuery, 'kind' | 'instruments'>,
  limit: number,
  { wanted, isOver = () => false }: { readonly wanted: (row: SettlementRow) => boolean; readonly isOver?: (row: SettlementRow) => boolean },
): Promise<readonly SettlementRow[]> {
  const found: SettlementRow[] = [];
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { rows, next } = await history.settlements({ ...query, cursor, limit: HISTORY_PAGE_MAX });
    found.push(...rows.filter(wanted));
    if (next === '' || found.length >= limit || rows.some(isOver)) break;
    cursor = next;
  }
  return found.slice(0, limit);
}

async function fundingHistory(query: InputOf<typeof v5FundingQuery>, { catalogue, history }: Services): Promise<V5Reply> {
  const instrument = instrumentOf(catalogue, query.category, query.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (query.startTime !== undefined && query.endTime === undefined) return badField('endTime', 'is missing');
  const limit = countWithin(query.limit, ROWS_MAX, 1, ROWS_MAX);
  if (limit === undefined) return badField('limit');
  const [from, to] = [Number(query.startTime ?? 0), Number(query.endTime ?? Number.MAX_SAFE_INTEGER)];
  const rows = await collect(history, { kind: 'FundingSettled', instruments: [instrument.id] }, limit, {
    wanted: ({ time }) => milliseconds(time) >= from && milliseconds(time) <= to,
    isOver: ({ time }) => milliseconds(time) < from,
  });
  const list = rows.flatMap(({ settlement, time }) =>
    settlement.type === 'FundingSettled'
      ? [{ symbol: query.symbol, fundingRate: rateText(settlement.rate), fundingRateTimestamp: String(milliseconds(time)) }]
      : [],
  );
  return v5Done({ category: query.category, list });
}

const deliveryOf = ({ settlement, time }: SettlementRow, instrument: Instrument): object => ({
  deliveryPrice: settlement.type === 'DeliverySettled' ? priceText(settlement.price, instrument) : '',
  deliveryTime: String(milliseconds(time)),
});

/** Settlement prices of ended contracts, newest first. */
async function deliveryPrice(query: InputOf<typeof v5DeliveryPriceQuery>, { catalogue, history }: Services): Promise<V5Reply> {
  const limit = countWithin(query.limit, DELIVERIES_DEFAULT, 1, ROWS_MAX);
  if (limit === undefined) return badField('limit');
  const { category, symbol, baseCoin, settleCoin } = query;
  if (symbol !== undefined && instrumentOf(catalogue, category, symbol) === undefined) return symbolUnknown();
  const wanted = catalogue.instruments.filter(
    (one) =>
      categoryOf(one) === category &&
      (symbol === undefined || one.symbol === symbol) &&
      (baseCoin === undefined || one.baseCoin === baseCoin) &&
      (settleCoin === undefined || one.settleCoin === settleCoin),
  );
  try {
    const instruments = wanted.map(({ id }) => id);
    const page = await history.settlements({ kind: 'DeliverySettled', instruments, cursor: query.cursor ?? '', limit });
    const list = page.rows.map((row) => {
      const instrument = catalogue.byId(row.settlement.instrument);
      return { symbol: instrument.symbol, ...deliveryOf(row, instrument) };
    });
    return v5Done({ category, nextPageCursor: page.next, list });
  } catch (error) {
    if (error instanceof CursorUnknown) return badField('cursor');
    throw error;
  }
}

/** The latest expiry prices of a coin's options: one for each day. */
async function newDeliveryPrice(
  { category, baseCoin, settleCoin = 'USDT' }: InputOf<typeof v5NewDeliveryQuery>,
  { catalogue, history }: Services,
): Promise<V5Reply> {
  const options = catalogue.instruments.filter(
    (one) => categoryOf(one) === category && one.baseCoin === baseCoin && one.settleCoin === settleCoin,
  );
  const seen = new Set<number>();
  const isNew = ({ time }: SettlementRow): boolean => !seen.has(milliseconds(time)) && seen.add(milliseconds(time)).size > 0;
  const instruments = options.map(({ id }) => id);
  const rows = await collect(history, { kind: 'DeliverySettled', instruments }, DELIVERIES_DEFAULT, { wanted: isNew });
  return v5Done({ category, list: rows.map((row) => deliveryOf(row, catalogue.byId(row.settlement.instrument))) });
}

export const SETTLEMENT_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5FundingQuery>>({
    method: 'GET',
    path: '/v5/market/funding/history',
    cost: 'past',
    access: 'public',
    summary: 'Past fundings, newest first.',
    request: v5FundingQuery,
    answer: fundingHistory,
  }),
  v5Route<InputOf<typeof v5DeliveryPriceQuery>>({
    method: 'GET',
    path: '/v5/market/delivery-price',
    cost: 'past',
    access: 'public',
    summary: 'Delivery prices of contracts, newest first.',
    request: v5DeliveryPriceQuery,
    answer: deliveryPrice,
  }),
  v5Route<InputOf<typeof v5NewDeliveryQuery>>({
    method: 'GET',
    path: '/v5/market/new-delivery-price',
    cost: 'past',
    access: 'public',
    summary: 'Latest delivery prices of the options of a coin.',
    request: v5NewDeliveryQuery,
    answer: newDeliveryPrice,
  }),
];
