import {
  milliseconds,
  money,
  moneyUnits,
  venueSymbol,
  type CashChanged,
  type Instrument,
  type LedgerKind,
  type OrderFilled,
} from '@tapedeck/domain';
import { encodeExecution, encodeTransaction, moneyText, rateText, type InputOf } from '@tapedeck/protocol';
import { v5BorrowHistoryQuery, v5LogQuery } from '@tapedeck/protocol/v5';
import { HISTORY_PAGE_MAX, type ExecutionRow, type TransactionRow } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { pastOf } from '../past.ts';
import type { Caller } from '../ports.ts';
import { badField, paged } from '../replies.ts';
import { categoryOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const LOG_MAX = 50;
const LOG_DEFAULT = 20;

const TYPES: Readonly<Record<LedgerKind, string>> = {
  deposit: 'TRANSFER_IN',
  trade: 'TRADE',
  fee: 'TRADE',
  funding: 'SETTLEMENT',
  marginIn: 'TRADE',
  marginOut: 'TRADE',
  liquidation: 'LIQUIDATION',
  deleveraging: 'ADL',
  settlement: 'SETTLEMENT',
  delivery: 'DELIVERY',
  transfer: 'TRANSFER_IN',
  borrow: 'BORROW',
  repay: 'REPAY',
  interest: 'INTEREST',
  conversion: 'CONVERT',
  subscription: 'TRANSFER_OUT',
  redemption: 'TRANSFER_IN',
  yield: 'INTEREST',
};

const typeOf = ({ kind, amount }: CashChanged): string => (kind === 'transfer' && moneyUnits(amount) < 0n ? 'TRANSFER_OUT' : TYPES[kind]);

/** The fill that caused the cash movement: in one command its lines directly precede it. */
function fillOf({ sequence, index, transaction }: TransactionRow, fills: readonly ExecutionRow[]): OrderFilled | undefined {
  if (transaction.instrument < 0) return undefined;
  const own = fills.filter((one) => one.sequence === sequence && one.index > index && one.execution.instrument === transaction.instrument);
  own.sort((a, b) => a.index - b.index);
  return own[0]?.execution;
}

/** Fields of a line that come from its fill. */
function fillFields(fill: OrderFilled | undefined, { time }: TransactionRow, instrument: Instrument | undefined): object {
  if (fill === undefined || instrument === undefined)
    return { side: 'None', qty: '', size: '', tradePrice: '', feeRate: '', tradeId: '', orderId: '', orderLinkId: '' };
  const item = encodeExecution(fill, time, instrument);
  return {
    side: fill.side,
    qty: item.execQty,
    size: '',
    tradePrice: item.execPrice,
    feeRate: rateText(fill.feeRate),
    tradeId: item.execId,
    orderId: item.orderId,
    orderLinkId: item.orderLinkId,
  };
}

function logRow(row: TransactionRow, fills: readonly ExecutionRow[], instrument: Instrument | undefined): object {
  const { transaction, time, sequence, index } = row;
  const item = encodeTransaction(`${sequence}-${index}`, time, transaction, instrument);
  const isFunding = transaction.kind === 'funding';
  const isFee = transaction.kind === 'fee';
  return {
    id: item.id,
    symbol: instrument === undefined ? '' : venueSymbol(instrument),
    category: instrument === undefined ? '' : (categoryOf(instrument) ?? ''),
    transactionTime: String(milliseconds(time)),
    type: typeOf(transaction),
    transSubType: '',
    currency: item.coin,
    funding: isFunding ? item.amount : '',
    fee: isFee ? moneyText(money(-moneyUnits(transaction.amount))) : '0',
    cashFlow: isFunding || isFee ? '0' : item.amount,
    change: item.amount,
    cashBalance: item.cashBalance,
    bonusChange: '0',
    extraFees: '',
    ...fillFields(fillOf(row, fills), row, instrument),
  };
}

/** The fills between the oldest and the newest line. */
async function fillsBeside(rows: readonly TransactionRow[], { history }: Services, { session }: Caller): Promise<readonly ExecutionRow[]> {
  const times = rows.filter(({ transaction }) => transaction.instrument >= 0).map(({ time }) => milliseconds(time));
  if (times.length === 0) return [];
  const [from, to] = [Math.min(...times), Math.max(...times) + 1];
  const { rows: fills } = await history.executions({ account: session.account, from, to, cursor: '', limit: HISTORY_PAGE_MAX });
  return fills;
}

function transactionLog(query: InputOf<typeof v5LogQuery>, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const limit = countWithin(query.limit, LOG_DEFAULT, 1, LOG_MAX);
  if (limit === undefined) return badField('limit');
  const { catalogue, history } = services;
  const { category, baseCoin, currency, type } = query;
  const isMeant = (one: Instrument): boolean =>
    (category === undefined || categoryOf(one) === category) && (baseCoin === undefined || one.baseCoin === baseCoin);
  const isNarrowed = category !== undefined || baseCoin !== undefined;
  const instruments = isNarrowed ? catalogue.instruments.filter(isMeant).map(({ id }) => id) : undefined;
  const kinds = (Object.keys(TYPES) as LedgerKind[]).filter(
    (kind) => TYPES[kind] === type || (kind === 'transfer' && type === 'TRANSFER_OUT'),
  );
  return paged(async () => {
    const page = await history.transactions({
      ...pastOf(query, caller, limit, instruments),
      ...(currency !== undefined && { coin: currency }),
      ...(type !== undefined && type !== '' && { kinds }),
    });
    const rows = page.rows.filter(({ transaction }) => type === undefined || type === '' || typeOf(transaction) === type);
    const fills = await fillsBeside(rows, services, caller);
    const list = rows.map((row) => {
      const { instrument } = row.transaction;
      return logRow(row, fills, instrument < 0 ? undefined : catalogue.byId(instrument));
    });
    return v5Done({ list, nextPageCursor: page.next });
  });
}

/** Interest on borrowed coins, hour by hour. */
function borrowHistory(query: InputOf<typeof v5BorrowHistoryQuery>, { history }: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const limit = countWithin(query.limit, LOG_DEFAULT, 1, LOG_MAX);
  if (limit === undefined) return badField('limit');
  return paged(async () => {
    const page = await history.transactions({
      ...pastOf(query, caller, limit),
      ...(query.currency !== undefined && { coin: query.currency }),
      kinds: ['interest'],
    });
    const list = page.rows.map(({ transaction: { coin, amount, interest }, time }) => {
      const owed = interest === undefined ? '' : moneyText(interest.on);
      return {
        currency: coin,
        createdTime: milliseconds(time),
        borrowCost: moneyText(money(-moneyUnits(amount))),
        hourlyBorrowRate: interest === undefined ? '' : rateText(interest.rate),
        InterestBearingBorrowSize: owed,
        costExemption: '0',
        borrowAmount: owed,
        unrealisedLoss: '0',
        freeBorrowedAmount: '0',
      };
    });
    return v5Done({ list, nextPageCursor: page.next });
  });
}

export const LOG_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5LogQuery>>({
    method: 'GET',
    path: '/v5/account/transaction-log',
    cost: 'past',
    access: 'read',
    limit: 25,
    summary: 'Transaction log, newest first.',
    request: v5LogQuery,
    answer: transactionLog,
  }),
  v5Route<InputOf<typeof v5BorrowHistoryQuery>>({
    method: 'GET',
    path: '/v5/account/borrow-history',
    cost: 'past',
    access: 'read',
    limit: 50,
    summary: 'Interest of borrowed coins, newest first.',
    request: v5BorrowHistoryQuery,
    answer: borrowHistory,
  }),
];
