import { NO_ORDERS } from '@tapedeck/domain';
import {
  addMoney,
  closedEntryValue,
  defaultSettings,
  subtractMoney,
  valueOfSums,
  type Closing,
  type Instrument,
  type OrderRecord,
} from '@tapedeck/domain';
import { encodeClosedPnl, encodeOrder, leverageText, moneyText, type InputOf } from '@tapedeck/protocol';
import { v5ClosedOptionsQuery, v5ClosedQuery } from '@tapedeck/protocol/v5';
import type { ClosingRow } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { pastOf } from '../past.ts';
import type { Caller } from '../ports.ts';
import { badField, closedOnTrial, paged, symbolUnknown } from '../replies.ts';
import { categoryOf, isUnknown } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const READ_LIMIT = 50;
const CLOSED_MAX = 100;
const CLOSED_DEFAULT = 50;

type Query = InputOf<typeof v5ClosedQuery>;

interface Surroundings {
  readonly instrument: Instrument;
  /** Absent if no order closed it. */
  readonly order: OrderRecord | undefined;
  readonly leverage: string;
}

const EXECUTIONS: Readonly<Record<string, string>> = { SessionSettlement: 'SessionSettlePnL', Delivery: 'Settle', AdlTrade: 'BustTrade' };

/** Net of the fees of opening and closing, without funding; of those of its own fills while the opening is unknown. */
function feesOf({ profit, fee, costs }: Closing): { readonly pnl: string; readonly openFee: string; readonly closeFee: string } {
  if (costs === undefined) return { pnl: moneyText(subtractMoney(profit, fee)), openFee: '', closeFee: moneyText(fee) };
  const { openFees, closeFees } = costs;
  const pnl = subtractMoney(profit, addMoney(openFees, closeFees));
  return { pnl: moneyText(pnl), openFee: moneyText(openFees), closeFee: moneyText(closeFees) };
}

/** One closing order. */
function closedRow({ closing, time }: ClosingRow, { instrument, order, leverage }: Surroundings): object {
  const item = encodeClosedPnl(closing, time, instrument);
  const { side, size, profit } = closing;
  const { pnl, openFee, closeFee } = feesOf(closing);
  // The fills' own sum where the entire order closed; otherwise the value of the closed part.
  const exit = order?.filled === size ? order.filledValue : valueOfSums(instrument, closing.prices);
  // The P&L is exact: together with the exit it determines the entry to the last digit.
  const entry = closedEntryValue(instrument, { side, value: exit, profit });
  const placed = order === undefined ? undefined : encodeOrder(order, instrument);
  return {
    symbol: item.symbol,
    orderId: item.orderId,
    side,
    qty: placed?.qty ?? item.closedSize,
    orderPrice: placed?.price === undefined || placed.price === '' ? item.avgExitPrice : placed.price,
    orderType: order?.orderType ?? 'Market',
    execType: EXECUTIONS[item.execType] ?? item.execType,
    closedSize: item.closedSize,
    cumEntryValue: moneyText(entry),
    avgEntryPrice: item.avgEntryPrice,
    cumExitValue: moneyText(exit),
    avgExitPrice: item.avgExitPrice,
    closedPnl: pnl,
    fillCount: String(item.fillCount),
    leverage,
    openFee,
    closeFee,
    createdTime: String(item.createdAtE3),
    updatedTime: String(item.updatedAtE3),
  };
}

/** The orders of the rows, by id. */
async function ordersOf(rows: readonly ClosingRow[], { history }: Services, account: number): Promise<ReadonlyMap<number, OrderRecord>> {
  const orderIds = rows.flatMap(({ closing }) => closing.orderId ?? []);
  if (orderIds.length === 0) return new Map();
  const page = await history.orders({ account, orderIds, cursor: '', limit: CLOSED_MAX });
  return new Map(page.rows.map((order) => [order.orderId, order]));
}

function closedPnl(query: Query, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, CLOSED_DEFAULT, 1, CLOSED_MAX);
  if (limit === undefined) return badField('limit');
  const { catalogue, history, venue } = services;
  if (isUnknown(catalogue, query)) return symbolUnknown();
  const { account } = caller.session;
  const wanted = catalogue.instruments.filter(
    (one) => categoryOf(one) === query.category && (query.symbol === undefined || one.symbol === query.symbol),
  );
  return paged(async () => {
    const page = await history.closings(
      pastOf(
        query,
        caller,
        limit,
        wanted.map(({ id }) => id),
      ),
    );
    const orders = await ordersOf(page.rows, services, account);
    const settings = (await venue.account(account, NO_ORDERS))?.state.settings ?? [];
    const list = page.rows.map((row) => {
      const { instrument, orderId = 0 } = row.closing;
      const own = settings.find((one) => one.instrument === instrument);
      const leverage = leverageText((own ?? defaultSettings(account, instrument)).longLeverage);
      return closedRow(row, { instrument: catalogue.byId(instrument), order: orders.get(orderId), leverage });
    });
    return v5Done({ category: query.category, list, nextPageCursor: page.next });
  });
}

/** Options that were closed or have expired. */
function closedOptions(
  query: InputOf<typeof v5ClosedOptionsQuery>,
  { catalogue, history }: Services,
  caller: Caller,
): Promise<V5Reply> | V5Reply {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, CLOSED_DEFAULT, 1, CLOSED_MAX);
  if (limit === undefined) return badField('limit');
  const wanted = catalogue.instruments.filter(
    (one) => categoryOf(one) === 'option' && (query.symbol === undefined || one.symbol === query.symbol),
  );
  return paged(async () => {
    const page = await history.closings(
      pastOf(
        query,
        caller,
        limit,
        wanted.map(({ id }) => id),
      ),
    );
    const list = page.rows.map((row) => {
      const item = encodeClosedPnl(row.closing, row.time, catalogue.byId(row.closing.instrument));
      const ended = row.closing.kind === 'Delivery';
      const { pnl, openFee, closeFee } = feesOf(row.closing);
      return {
        symbol: item.symbol,
        side: row.closing.side === 'Buy' ? 'Sell' : 'Buy',
        totalOpenFee: openFee,
        deliveryFee: ended ? closeFee : '0',
        totalCloseFee: ended ? '0' : closeFee,
        qty: item.closedSize,
        closeTime: item.updatedAtE3,
        avgExitPrice: item.avgExitPrice,
        deliveryPrice: ended ? item.avgExitPrice : '',
        openTime: 0,
        avgEntryPrice: item.avgEntryPrice,
        totalPnl: pnl,
      };
    });
    return v5Done({ nextPageCursor: page.next, category: query.category, list });
  });
}

export const CLOSED_ROUTES: readonly V5Route[] = [
  v5Route<Query>({
    method: 'GET',
    path: '/v5/position/closed-pnl',
    cost: 'past',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Closed P&L, newest first.',
    request: v5ClosedQuery,
    answer: closedPnl,
  }),
  v5Route<InputOf<typeof v5ClosedOptionsQuery>>({
    method: 'GET',
    path: '/v5/position/get-closed-positions',
    cost: 'past',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Closed P&L of option positions, newest first.',
    request: v5ClosedOptionsQuery,
    answer: closedOptions,
  }),
];
