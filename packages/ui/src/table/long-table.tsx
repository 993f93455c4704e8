import { lazy, memo, Suspense, useEffect, type ReactNode } from 'react';
import { arrives } from '../arrives.ts';
import { TableFrame, type Column } from './data-table.tsx';

/** Tables up to this length render completely: rows out of view cost little, and the browser's search finds them. */
const ALL_AT_ONCE = 40;

/** The virtual-scrolling library weighs as much as a page's features; most tables of an account are short. */
const loadLiveRows = () => arrives(() => import('./live-rows.tsx'));

const LiveRows = lazy(() => loadLiveRows().then((module) => ({ default: module.LiveRows }))) as <Row>(
  props: LongTableProps<Row>,
) => ReactNode;

export interface LongTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column[];
  onSort?(id: string): void;
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  /** One `TableRow`; should keep its identity, so that rows in view are not rendered again when others arrive. */
  renderRow(row: Row): ReactNode;
  readonly footer?: ReactNode;
  /** The last rows are near: more may be requested. */
  onEnd?(): void;
}

function AllRows<Row>({ rows, rowKey, renderRow, onEnd: _onEnd, ...frame }: LongTableProps<Row>) {
  return (
    <TableFrame {...frame}>
      {rows.map((row) => (
        <ShortRow key={rowKey(row)} row={row} renderRow={renderRow} />
      ))}
    </TableFrame>
  );
}

/** A table of any length: a long one renders only the rows in view and a few around them. */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { rows } = props;
  const isSoonLong = rows.length > ALL_AT_ONCE / 2;
  useEffect(() => {
    if (isSoonLong) void loadLiveRows();
  }, [isSoonLong]);
  if (rows.length <= ALL_AT_ONCE) return <AllRows {...props} />;
  return (
    <Suspense fallback={<AllRows {...props} rows={rows.slice(0, ALL_AT_ONCE)} />}>
      <LiveRows {...props} />
    </Suspense>
  );
}

const ShortRow = memo(function ShortRow<Row>({ row, renderRow }: { row: Row; renderRow: (row: Row) => ReactNode }) {
  return renderRow(row);
}) as <Row>(props: { row: Row; renderRow: (row: Row) => ReactNode }) => ReactNode;
