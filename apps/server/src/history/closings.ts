import {
  inverseSumOf,
  lotCount,
  lots,
  money,
  moneyUnits,
  priceSumsOf,
  timestamp,
  type ExecutionKind,
  type OrderFilled,
  type PositionIndex,
  type Side,
} from '@tapedeck/domain';
import type { ClosingRow, ExecutionQuery, Page } from '@tapedeck/venue';
import type { Placed } from './history-rows.ts';
import { insertRows, type Column } from './insert-rows.ts';
import { chargeCosts, NO_CHARGE, readOpenCosts, sumOfCharges, writeOpenCosts, type Charge } from './open-costs.ts';
import { kindParts, placeOf, readPlaced, whereOf, type Place } from './read-pages.ts';
import type { Int8, SqlRunner } from './sql-database.ts';

/** Adds the new fills of one order to its row. */
interface Added {
  readonly closeId: number;
  readonly first: OrderFilled;
  readonly firstAt: number;
  readonly fills: number;
  readonly size: number;
  readonly profit: bigint;
  readonly fee: bigint;
  readonly priceSum: bigint;
  readonly inverseSum: bigint;
  /** 0 except for inverse contracts. */
  readonly entryInverseSum: bigint;
  readonly charged: Charge;
  /** The last fill. */
  readonly at: Pick<Placed<OrderFilled>, 'sequence' | 'place' | 'time'>;
}

/** A close without an order is identified by its execution; the sign separates the two. */
const closeIdOf = ({ order, executionId }: OrderFilled): number => order?.orderId ?? -executionId;

const NOTHING = { fills: 0, size: 0, profit: 0n, fee: 0n, priceSum: 0n, inverseSum: 0n, entryInverseSum: 0n, charged: NO_CHARGE };

function addUp(executions: readonly Placed<OrderFilled>[], charges: readonly Charge[]): readonly Added[] {
  const rows = new Map<number, Added>();
  for (const [index, { event, ...at }] of executions.entries()) {
    if (lotCount(event.closedQuantity) === 0) continue;
    const closeId = closeIdOf(event);
    const before = rows.get(closeId) ?? { ...NOTHING, first: event, firstAt: at.time };
    const sums = priceSumsOf(event.price, event.closedQuantity);
    rows.set(closeId, {
      closeId,
      first: before.first,
      firstAt: before.firstAt,
      fills: before.fills + 1,
      size: before.size + lotCount(event.closedQuantity),
      profit: before.profit + moneyUnits(event.closedPnl),
      fee: before.fee + moneyUnits(event.fee),
      priceSum: before.priceSum + sums.priceSum,
      inverseSum: before.inverseSum + sums.inverseSum,
      entryInverseSum:
        before.entryInverseSum + (event.closedEntry === undefined ? 0n : inverseSumOf(event.closedEntry, event.closedQuantity)),
      charged: sumOfCharges(before.charged, charges[index] ?? NO_CHARGE),
      at,
    });
  }
  return [...rows.values()];
}

const COLUMNS: readonly Column<Added>[] = [
  { name: 'close_id', type: 'bigint', of: ({ closeId }) => closeId },
  { name: 'account', type: 'integer', of: ({ first }) => first.account },
  { name: 'instrument', type: 'integer', of: ({ first }) => first.instrument },
  { name: 'position_index', type: 'integer', of: ({ first }) => first.positionIndex },
  { name: 'side', type: 'text', of: ({ first }) => first.side },
  { name: 'kind', type: 'text', of: ({ first }) => first.kind },
  { name: 'execution_id', type: 'bigint', of: ({ first }) => first.executionId },
  { name: 'fills', type: 'integer', of: ({ fills }) => fills },
  { name: 'size', type: 'bigint', of: ({ size }) => size },
  { name: 'profit', type: 'numeric', of: ({ profit }) => profit },
  { name: 'fee', type: 'numeric', of: ({ fee }) => fee },
  { name: 'price_sum', type: 'numeric', of: ({ priceSum }) => priceSum },
  { name: 'inverse_sum', type: 'numeric', of: ({ inverseSum }) => inverseSum },
  { name: 'entry_inverse_sum', type: 'numeric', of: ({ entryInverseSum }) => entryInverseSum },
  { name: 'open_fees', type: 'numeric', of: ({ charged }) => charged.openFees },
  { name: 'close_fees', type: 'numeric', of: ({ charged }) => charged.closeFees },
  { name: 'funding', type: 'numeric', of: ({ charged }) => charged.funding },
  { name: 'settled', type: 'numeric', of: ({ charged }) => charged.settled },
  { name: 'known', type: 'bigint', of: ({ charged }) => charged.known },
  { name: 'first_at', type: 'bigint', of: ({ firstAt }) => firstAt },
  { name: 'time', type: 'bigint', of: ({ at }) => at.time },
  { name: 'sequence', type: 'bigint', of: ({ at }) => at.sequence },
  { name: 'place', type: 'integer', of: ({ at }) => at.place },
];

const SUMMED = [
  ...['fills', 'size', 'profit', 'fee', 'price_sum', 'inverse_sum', 'entry_inverse_sum'],
  ...['open_fees', 'close_fees', 'funding', 'settled', 'known'],
];
const REPLACED = ['time', 'sequence', 'place'];

/** Adds new executions to the rows of their orders. Must see each execution once: `HistoryDatabase.apply` skips known batches. */
export async function writeClosings(runner: SqlRunner, executions: readonly Placed<OrderFilled>[]): Promise<void> {
  const sums = SUMMED.map((name) => `${name} = closings.${name} + excluded.${name}`);
  const moves = REPLACED.map((name) => `${name} = excluded.${name}`);
  const events = executions.map(({ event }) => event);
  const positions = await readOpenCosts(runner, events);
  const charges = chargeCosts(events, positions);
  await writeOpenCosts(runner, positions);
  await insertRows(runner, addUp(executions, charges), {
    table: 'closings',
    columns: COLUMNS,
    onConflict: `(close_id) DO UPDATE SET ${[...sums, ...moves].join(', ')}`,
  });
}

interface Row extends Place {
  readonly close_id: Int8;
  readonly account: number;
  readonly instrument: number;
  readonly position_index: number;
  readonly side: string;
  readonly kind: string;
  readonly execution_id: Int8;
  readonly fills: number;
  readonly size: Int8;
  readonly profit: string;
  readonly fee: string;
  readonly price_sum: string;
  readonly inverse_sum: string;
  readonly entry_inverse_sum: string;
  readonly open_fees: string;
  readonly close_fees: string;
  readonly funding: string;
  readonly settled: string;
  readonly known: Int8;
  readonly first_at: Int8;
}

const READ = COLUMNS.map(({ name }) => name)
  .filter((name) => !REPLACED.includes(name))
  .join(', ');

const costsOf = (row: Row): NonNullable<ClosingRow['closing']['costs']> => ({
  openFees: money(BigInt(row.open_fees)),
  closeFees: money(BigInt(row.close_fees)),
  funding: money(BigInt(row.funding)),
  settled: money(BigInt(row.settled)),
});

const closingOf = (row: Row): ClosingRow => {
  const closeId = Number(row.close_id);
  return {
    ...placeOf(row),
    closing: {
      account: row.account,
      instrument: row.instrument,
      // Written by this module: these columns hold nothing else.
      positionIndex: row.position_index as PositionIndex,
      side: row.side as Side,
      kind: row.kind as ExecutionKind,
      ...(closeId > 0 && { orderId: closeId }),
      executionId: Number(row.execution_id),
      fills: row.fills,
      size: lots(Number(row.size)),
      profit: money(BigInt(row.profit)),
      fee: money(BigInt(row.fee)),
      prices: { priceSum: BigInt(row.price_sum), inverseSum: BigInt(row.inverse_sum) },
      ...(row.entry_inverse_sum !== '0' && { entryInverseSum: BigInt(row.entry_inverse_sum) }),
      ...(Number(row.known) === Number(row.size) && { costs: costsOf(row) }),
      firstAt: timestamp(Number(row.first_at)),
    },
  };
};

/** Closes of an account, newest last fill first. */
export async function readClosings(runner: SqlRunner, query: ExecutionQuery): Promise<Page<ClosingRow>> {
  const where = whereOf(query, 'time');
  if (query.side !== undefined) where.add('side = ?', query.side);
  if (query.orderId !== undefined) where.add('close_id = ?', query.orderId);
  const parts = kindParts(where, query.kinds, (kind) => (kind === 'Trade' ? '' : " AND kind <> 'Trade'"));
  const { rows, next } = await readPlaced(runner, { table: 'closings', parts, columns: READ }, query, where);
  // The columns are those of `READ`.
  return { rows: rows.map((row) => closingOf(row as Row)), next };
}
