import { milliseconds, opposite, type Instrument } from '@tapedeck/domain';
import { lotsText, moneyText, priceText, type InputOf } from '@tapedeck/protocol';
import { v5BaseCoinQuery, v5RecordQuery } from '@tapedeck/protocol/v5';
import type { ExecutionRow } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { withState } from '../account/account-state.ts';
import { encodeV5Greeks } from '../account/encode-greeks.ts';
import { pastOf } from '../past.ts';
import type { Caller } from '../ports.ts';
import { badField, closedOnTrial, paged, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const PAGE_MAX = 50;
const PAGE_DEFAULT = 20;

type Query = InputOf<typeof v5RecordQuery>;

/** Settlements of an account are executions without an order. */
function records(
  kinds: readonly ('Delivery' | 'Settle' | 'SessionSettlement')[],
  rowOf: (row: ExecutionRow, instrument: Instrument) => object,
) {
  return (query: Query, { catalogue, history }: Services, caller: Caller): Promise<V5Reply> | V5Reply => {
    const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
    if (limit === undefined) return badField('limit');
    const closed = closedOnTrial(caller);
    if (closed !== undefined) return closed;
    const { category, symbol, expDate } = query;
    if (symbol !== undefined && instrumentOf(catalogue, category, symbol) === undefined) return symbolUnknown();
    const wanted = catalogue.instruments.filter(
      (one) =>
        categoryOf(one) === category &&
        (symbol === undefined || one.symbol === symbol) &&
        (expDate === undefined || one.symbol.includes(`-${expDate}`)),
    );
    return paged(async () => {
      const instruments = wanted.map(({ id }) => id);
      const page = await history.executions({ ...pastOf(query, caller, limit, instruments), kinds });
      const list = page.rows.map((row) => rowOf(row, catalogue.byId(row.execution.instrument)));
      return v5Done({ nextPageCursor: page.next, category, list });
    });
  };
}

/** The side is that of the position closed by the delivery. */
function deliveryRow({ execution, time }: ExecutionRow, instrument: Instrument): object {
  const { side, quantity, price: at, fee, closedPnl, closedEntry } = execution;
  return {
    deliveryTime: milliseconds(time),
    symbol: instrument.symbol,
    side: opposite(side),
    position: lotsText(quantity, instrument),
    entryPrice: closedEntry === undefined ? '' : priceText(closedEntry, instrument),
    deliveryPrice: priceText(at, instrument),
    strike: instrument.option === undefined ? '' : priceText(instrument.option.strike, { ...instrument, priceDigits: 0 }),
    fee: moneyText(fee),
    deliveryRpl: moneyText(closedPnl),
  };
}

/** Row of a session's P&L (eight hours), for USDC contracts. */
function sessionRow({ execution, time }: ExecutionRow, instrument: Instrument): object {
  const at = priceText(execution.price, instrument);
  return {
    symbol: instrument.symbol,
    side: execution.side,
    size: lotsText(execution.quantity, instrument),
    sessionAvgPrice: at,
    markPrice: at,
    realisedPnl: moneyText(execution.closedPnl),
    createdTime: String(milliseconds(time)),
  };
}

/** Exposure of the option positions of each coin. */
function coinGreeks({ baseCoin }: InputOf<typeof v5BaseCoinQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  return withState(services, caller, (state) => v5Done({ list: encodeV5Greeks(state, services, baseCoin) }));
}

export const RECORD_ROUTES: readonly V5Route[] = [
  v5Route<Query>({
    method: 'GET',
    path: '/v5/asset/delivery-record',
    cost: 'past',
    access: 'read',
    limit: 50,
    summary: "Deliveries and exercises of the account's positions, newest first.",
    request: v5RecordQuery,
    answer: records(['Delivery', 'Settle'], deliveryRow),
  }),
  v5Route<Query>({
    method: 'GET',
    path: '/v5/asset/settlement-record',
    cost: 'past',
    access: 'read',
    limit: 50,
    summary: 'Session settlements of USDC contracts, newest first.',
    request: v5RecordQuery,
    answer: records(['SessionSettlement'], sessionRow),
  }),
  v5Route<InputOf<typeof v5BaseCoinQuery>>({
    method: 'GET',
    path: '/v5/asset/coin-greeks',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Greeks of the option positions by coin.',
    request: v5BaseCoinQuery,
    answer: coinGreeks,
  }),
];
