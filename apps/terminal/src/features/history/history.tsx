import type { HistoryFilter, TerminalClient } from '@tapedeck/client';
import type { ExecutionItem, TransactionItem } from '@tapedeck/protocol';
import { Button } from '@tapedeck/ui';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PagedTableProps, type PastColumns } from '../../widgets/paged-table.tsx';
import { EXACT_DIGITS, moneyColumn, sideColumn, timeColumn } from '../../widgets/past-columns.ts';
import type { TableColumns } from '../../widgets/table-layout.ts';
import { useCommonText } from '../../platform/texts.tsx';
import { useZonedFormats } from '../../platform/time-zone.ts';
import { UNKNOWN } from '../../platform/values.ts';
import { useCoinColumns } from './coin-columns.ts';
import { contractColumn } from './contract-column.tsx';
import styles from './history.module.css';
import { useHistoryText as useText } from './texts.ts';

type TradeColumn = 'contract' | 'side' | 'price' | 'quantity' | 'value' | 'fee' | 'role' | 'closedPnl' | 'time';
const TRADE_LAYOUT: TableColumns<TradeColumn> = {
  name: 'trades',
  all: ['contract', 'side', 'price', 'quantity', 'value', 'fee', 'role', 'closedPnl', 'time'],
  fixed: ['contract'],
};

function useTradeColumns(): PastColumns<TradeColumn, ExecutionItem> {
  const text = useText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const inCoins = useCoinColumns();
  return useMemo(
    () => ({
      contract: contractColumn(text),
      side: sideColumn(text('side'), common, ({ side }) => side),
      price: inCoins.price(text('price'), ({ execPrice }) => execPrice),
      quantity: inCoins.quantity(({ execQty }) => execQty),
      value: inCoins.value(({ execValue }) => execValue),
      fee: inCoins.fee(({ execFee }) => execFee),
      role: {
        ...{ label: text('role'), align: 'start', kind: 'text' },
        show: ({ isMaker }) => text(isMaker ? 'maker' : 'taker'),
        sort: ({ isMaker }) => Number(isMaker),
      },
      closedPnl: inCoins.profit(text('closedPnl'), ({ closedPnl }) => closedPnl),
      time: timeColumn(text('time'), formats, ({ execTimeE3 }) => execTimeE3),
    }),
    [text, common, formats, inCoins],
  );
}

const tradeKey = ({ execId }: ExecutionItem): string => execId;
const symbolOf = ({ symbol }: { readonly symbol: string }): string => symbol;

interface TradeTableProps extends Partial<Pick<PagedTableProps<TradeColumn, ExecutionItem>, 'choices' | 'empty' | 'file'>> {
  readonly fetchPage: TerminalClient['histories']['executions'];
}

/** Fills, fetched page by page. */
export function TradeTable({ fetchPage, empty, ...rest }: TradeTableProps) {
  const text = useText();
  return (
    <PagedTable
      label={text('tradesTable')}
      layout={TRADE_LAYOUT}
      columns={useTradeColumns()}
      fetchPage={fetchPage}
      rowKey={tradeKey}
      rowLabel={symbolOf}
      {...rest}
      empty={empty ?? text('emptyTrades')}
    />
  );
}

/** Executions filtered together. The built-in exchange has no requests for quotes, so that list is always empty. */
const TRADE_KINDS = {
  all: undefined,
  trades: ['Trade'],
  funding: ['Funding'],
  liquidation: ['BustTrade', 'AdlTrade'],
  settlement: ['Delivery', 'Settle', 'SessionSettlement'],
  rfq: [],
} as const satisfies Readonly<Record<string, readonly string[] | undefined>>;
type TradeKind = keyof typeof TRADE_KINDS;
const TRADE_KIND_NAMES = Object.keys(TRADE_KINDS) as readonly TradeKind[];

/** Own executions, newest first; all, or those of one kind. */
export function TradeHistory() {
  const client = useClient();
  const text = useText();
  const [kind, setKind] = useState<TradeKind>('all');
  const kinds = TRADE_KINDS[kind];
  const fetchPage = useCallback(
    (cursor: string, filter?: HistoryFilter) =>
      kinds?.length === 0
        ? Promise.resolve({ ok: true as const, value: { rows: [], cursor: '' } })
        : client.histories.executions(cursor, { ...filter, ...(kinds && { kinds }) }),
    [client, kinds],
  );
  return (
    <TradeTable
      fetchPage={fetchPage}
      {...(kinds?.length !== 0 && { file: { list: 'executions' as const, kinds } })}
      choices={
        <div role="group" aria-label={text('tradeKinds')} className={styles['kinds']}>
          {TRADE_KIND_NAMES.map((name) => (
            <Button key={name} size="small" tone="ghost" pressed={name === kind} onClick={() => setKind(name)}>
              {text(`trade.${name}`)}
            </Button>
          ))}
        </div>
      }
      empty={text(kind === 'rfq' ? 'emptyRfq' : 'emptyTrades')}
    />
  );
}

type MoneyColumn = 'type' | 'contract' | 'coin' | 'amount' | 'balance' | 'time';
const MONEY_LAYOUT: TableColumns<MoneyColumn> = {
  name: 'transactions',
  all: ['type', 'contract', 'coin', 'amount', 'balance', 'time'],
  fixed: ['type'],
};

const coinOf = ({ coin }: TransactionItem): string => coin;

function useMoneyColumns(): PastColumns<MoneyColumn, TransactionItem> {
  const text = useText();
  const formats = useZonedFormats();
  return useMemo(
    () => ({
      type: {
        ...{ label: text('type'), align: 'start', kind: 'title' },
        show: (row) => typeText(text, row),
        sort: (row) => typeText(text, row),
      },
      contract: {
        ...{ label: text('contract'), align: 'start', kind: 'text' },
        show: ({ symbol }) => (symbol === '' ? UNKNOWN : symbol),
        sort: ({ symbol }) => (symbol === '' ? undefined : symbol),
      },
      coin: { ...{ label: text('coin'), align: 'start', kind: 'text' }, show: ({ coin }) => coin, sort: ({ coin }) => coin },
      amount: moneyColumn({ label: text('amount'), formats, of: ({ amount }) => amount, coin: coinOf, signed: true, digits: EXACT_DIGITS }),
      balance: moneyColumn({ label: text('balance'), formats, of: ({ cashBalance }) => cashBalance, coin: coinOf, digits: EXACT_DIGITS }),
      time: timeColumn(text('time'), formats, ({ timeE3 }) => timeE3),
    }),
    [text, formats],
  );
}

/** A transfer between accounts names the other account. */
function typeText(text: ReturnType<typeof useText>, { type, otherAccountKind }: TransactionItem): string {
  const name = text(`type.${type}`);
  return otherAccountKind === undefined ? name : text('type.withAccount', { type: name, account: text(`account.${otherAccountKind}`) });
}

/** Cash movements filtered together. */
const MONEY_KINDS = {
  all: undefined,
  trading: ['trade', 'fee', 'settlement', 'delivery', 'liquidation', 'deleveraging'],
  funding: ['funding'],
  transfers: ['deposit', 'transfer'],
  borrowing: ['borrow', 'repay', 'interest'],
  subscription: ['subscription', 'yield'],
  redemption: ['redemption'],
} as const satisfies Readonly<Record<string, readonly TransactionItem['type'][] | undefined>>;
type MoneyKind = keyof typeof MONEY_KINDS;
const MONEY_KIND_NAMES = Object.keys(MONEY_KINDS) as readonly MoneyKind[];

const transactionKey = ({ id }: TransactionItem): string => id;

/** All cash movements, newest first; all, or those of one kind. */
export function Transactions() {
  const client = useClient();
  const text = useText();
  const [kind, setKind] = useState<MoneyKind>('all');
  const kinds = MONEY_KINDS[kind];
  const fetchPage = useCallback(
    (cursor: string, filter: HistoryFilter) => client.histories.transactions(cursor, { ...filter, ...(kinds && { kinds }) }),
    [client, kinds],
  );
  return (
    <PagedTable
      label={text('transactionsTable')}
      layout={MONEY_LAYOUT}
      columns={useMoneyColumns()}
      fetchPage={fetchPage}
      rowKey={transactionKey}
      rowLabel={useCallback(({ type }: TransactionItem) => text(`type.${type}`), [text])}
      file={{ list: 'transactions', kinds }}
      choices={
        <div role="group" aria-label={text('moneyKinds')} className={styles['kinds']}>
          {MONEY_KIND_NAMES.map((name) => (
            <Button key={name} size="small" tone="ghost" pressed={name === kind} onClick={() => setKind(name)}>
              {text(`money.${name}`)}
            </Button>
          ))}
        </div>
      }
      empty={text('emptyTransactions')}
    />
  );
}
