import type { TerminalClient } from '@tapedeck/client';
import type { ExecutionItem, TransactionItem } from '@tapedeck/protocol';
import { StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { useCallback } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable } from '../../platform/paged-table.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { UNKNOWN, wireText } from '../../platform/values.ts';
import { signTone, useHistoryText as useText } from './texts.ts';

const TRADE_COLUMNS = ['contract', 'side', 'price', 'quantity', 'value', 'fee', 'role', 'closedPnl', 'time'] as const;
const MONEY_COLUMNS = ['type', 'contract', 'coin', 'amount', 'balance', 'time'] as const;

function TradeRow({ execution }: { execution: ExecutionItem }) {
  const text = useText();
  const common = useCommonText();
  const formats = useFormats();
  const buy = execution.side === 'Buy';
  return (
    <TableRow label={execution.symbol}>
      <TableCell label={text('contract')} align="start" kind="title">
        {execution.symbol} {execution.execType !== 'Trade' && <Tag>{text(`kind.${execution.execType}`)}</Tag>}
      </TableCell>
      <TableCell label={text('side')} align="start" kind="text" tone={buy ? 'up' : 'down'}>
        {common(buy ? 'buy' : 'sell')}
      </TableCell>
      <TableCell label={text('price')}>{wireText(formats, execution.execPrice)}</TableCell>
      <TableCell label={text('quantity')}>{wireText(formats, execution.execQty)}</TableCell>
      <TableCell label={text('value')}>{wireText(formats, execution.execValue)}</TableCell>
      <TableCell label={text('fee')}>{wireText(formats, execution.execFee)}</TableCell>
      <TableCell label={text('role')} align="start" kind="text">
        {text(execution.isMaker ? 'maker' : 'taker')}
      </TableCell>
      <TableCell label={text('closedPnl')} tone={signTone(execution.closedPnl)}>
        {wireText(formats, execution.closedPnl)}
      </TableCell>
      <TableCell label={text('time')}>{formats.dateTime(execution.execTimeE3)}</TableCell>
    </TableRow>
  );
}

/** Fills as they are fetched page by page. */
export function TradeTable({ fetchPage }: { fetchPage: TerminalClient['executions'] }) {
  const text = useText();
  const columns = TRADE_COLUMNS.map((id): Column => ({
    id,
    label: text(id),
    align: ['contract', 'side', 'role'].includes(id) ? 'start' : 'end',
  }));
  return (
    <PagedTable
      label={text('tradesTable')}
      columns={columns}
      fetchPage={fetchPage}
      row={(execution) => <TradeRow key={execution.execId} execution={execution} />}
      empty={<StateMessage title={text('emptyTrades')} />}
    />
  );
}

/** Own fills, newest first. */
export function TradeHistory() {
  const client = useClient();
  const fetchPage = useCallback((cursor: string) => client.executions(cursor), [client]);
  return <TradeTable fetchPage={fetchPage} />;
}

function TransactionRow({ transaction }: { transaction: TransactionItem }) {
  const text = useText();
  const formats = useFormats();
  return (
    <TableRow label={text(`type.${transaction.type}`)}>
      <TableCell label={text('type')} align="start" kind="title">
        {text(`type.${transaction.type}`)}
      </TableCell>
      <TableCell label={text('contract')} align="start" kind="text">
        {transaction.symbol === '' ? UNKNOWN : transaction.symbol}
      </TableCell>
      <TableCell label={text('coin')} align="start" kind="text">
        {transaction.coin}
      </TableCell>
      <TableCell label={text('amount')} tone={signTone(transaction.amount)}>
        {wireText(formats, transaction.amount)}
      </TableCell>
      <TableCell label={text('balance')}>{wireText(formats, transaction.cashBalance)}</TableCell>
      <TableCell label={text('time')}>{formats.dateTime(transaction.timeE3)}</TableCell>
    </TableRow>
  );
}

/** Every movement of cash, newest first. */
export function Transactions() {
  const client = useClient();
  const text = useText();
  const fetchPage = useCallback((cursor: string) => client.transactions(cursor), [client]);
  const columns = MONEY_COLUMNS.map((id): Column => ({
    id,
    label: text(id),
    align: ['type', 'contract', 'coin'].includes(id) ? 'start' : 'end',
  }));
  return (
    <PagedTable
      label={text('transactionsTable')}
      columns={columns}
      fetchPage={fetchPage}
      row={(transaction) => <TransactionRow key={transaction.id} transaction={transaction} />}
      empty={<StateMessage title={text('emptyTransactions')} />}
    />
  );
}
