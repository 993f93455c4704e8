import { lotCount, moneyUnits, type OrderFilled } from '@tapedeck/domain';
import { insertRows, textsOf, unnested, type Column } from './insert-rows.ts';
import type { Int8, SqlRunner } from './sql-database.ts';

/** An open position, and its costs that no close has been charged with yet. */
export interface OpenCosts {
  readonly account: number;
  readonly instrument: number;
  readonly positionIndex: number;
  size: number;
  /** Whether all of it was opened in sight of these rows. Costs are only added up while it was. */
  known: boolean;
  fees: bigint;
  /** Paid; negative if received. */
  funding: bigint;
  /** P&L that session settlements have paid out. */
  settled: bigint;
}

/** Costs of the closed part of a fill: its share of those of the position, and its own fee. */
export interface Charge {
  readonly openFees: bigint;
  readonly closeFees: bigint;
  readonly funding: bigint;
  readonly settled: bigint;
  /** Closed lots of positions whose costs are known. */
  readonly known: number;
}

export const NO_CHARGE: Charge = { openFees: 0n, closeFees: 0n, funding: 0n, settled: 0n, known: 0 };

export const sumOfCharges = (a: Charge, b: Charge): Charge => ({
  openFees: a.openFees + b.openFees,
  closeFees: a.closeFees + b.closeFees,
  funding: a.funding + b.funding,
  settled: a.settled + b.settled,
  known: a.known + b.known,
});

type Key = Pick<OpenCosts, 'account' | 'instrument' | 'positionIndex'>;
type OpenPositions = Map<string, OpenCosts>;
const keyOf = ({ account, instrument, positionIndex }: Key): Key => ({ account, instrument, positionIndex });
const nameOf = ({ account, instrument, positionIndex }: Key): string => `${account} ${instrument} ${positionIndex}`;

/** A part of an amount by lots; the whole takes every unit, so that shares add up. */
const shareOf = (amount: bigint, part: number, whole: number): bigint =>
  part === whole ? amount : (amount * BigInt(part)) / BigInt(whole);

const forget = (open: OpenCosts, known: boolean): void => {
  Object.assign(open, { known, fees: 0n, funding: 0n, settled: 0n });
};

/** A payment to or from an open position. Its quantity is the size of the position. */
function pay(open: OpenCosts, event: OrderFilled): void {
  const size = lotCount(event.quantity);
  if (size !== open.size) forget(open, false);
  open.size = size;
  if (!open.known) return;
  if (event.kind === 'Funding') open.funding += moneyUnits(event.fee);
  else open.settled += moneyUnits(event.closedPnl);
}

function close(open: OpenCosts, closed: number, fee: bigint): Charge {
  const whole = open.size;
  open.size = Math.max(whole - closed, 0);
  // More is closed than these rows have opened: what is left is unknown, too.
  if (closed > whole) forget(open, false);
  if (!open.known) {
    if (open.size === 0 && closed === whole) forget(open, true);
    return NO_CHARGE;
  }
  const share = (amount: bigint): bigint => shareOf(amount, closed, whole);
  const charge = {
    ...{ openFees: share(open.fees), closeFees: fee },
    ...{ funding: share(open.funding), settled: share(open.settled), known: closed },
  };
  open.fees -= charge.openFees;
  open.funding -= charge.funding;
  open.settled -= charge.settled;
  return charge;
}

function chargeOf(open: OpenCosts, event: OrderFilled): Charge {
  if (event.kind === 'Funding' || event.kind === 'SessionSettlement') {
    pay(open, event);
    return NO_CHARGE;
  }
  const [count, closed, fee] = [lotCount(event.quantity), lotCount(event.closedQuantity), moneyUnits(event.fee)];
  const opened = count - closed;
  const own = shareOf(fee, closed, count);
  const charge = closed === 0 ? NO_CHARGE : close(open, closed, own);
  if (opened === 0) return charge;
  // A fill opens the other side only when nothing is left of the first.
  if (closed > 0 && !open.known) forget(open, true);
  open.size += opened;
  if (open.known) open.fees += fee - own;
  return charge;
}

/** The costs that each execution charges to its closed part; `positions` are those after it. A position that is not in them is flat. */
export function chargeCosts(executions: readonly OrderFilled[], positions: OpenPositions): readonly Charge[] {
  return executions.map((event) => {
    const name = nameOf(event);
    const open = positions.get(name) ?? { ...keyOf(event), size: 0, known: true, fees: 0n, funding: 0n, settled: 0n };
    positions.set(name, open);
    return chargeOf(open, event);
  });
}

const KEYS: readonly Column<Key>[] = [
  { name: 'account', type: 'integer', of: ({ account }) => account },
  { name: 'instrument', type: 'integer', of: ({ instrument }) => instrument },
  { name: 'position_index', type: 'integer', of: ({ positionIndex }) => positionIndex },
];
const CHANGING: readonly Column<OpenCosts>[] = [
  { name: 'size', type: 'bigint', of: ({ size }) => size },
  { name: 'known', type: 'boolean', of: ({ known }) => known },
  { name: 'fees', type: 'numeric', of: ({ fees }) => fees },
  { name: 'funding', type: 'numeric', of: ({ funding }) => funding },
  { name: 'settled', type: 'numeric', of: ({ settled }) => settled },
];

interface Row {
  readonly account: number;
  readonly instrument: number;
  readonly position_index: number;
  readonly size: Int8;
  readonly known: boolean;
  readonly fees: string;
  readonly funding: string;
  readonly settled: string;
}

const openOf = (row: Row): OpenCosts => ({
  account: row.account,
  instrument: row.instrument,
  positionIndex: row.position_index,
  size: Number(row.size),
  known: row.known,
  fees: BigInt(row.fees),
  funding: BigInt(row.funding),
  settled: BigInt(row.settled),
});

/** The stored positions that these executions change. */
export async function readOpenCosts(runner: SqlRunner, executions: readonly OrderFilled[]): Promise<OpenPositions> {
  const keys = [...new Map(executions.map((event) => [nameOf(event), keyOf(event)])).values()];
  if (keys.length === 0) return new Map();
  const rows = await runner.query<Row>(
    `SELECT open_costs.* FROM ${unnested(KEYS)} AS asked (account, instrument, position_index)
      JOIN open_costs USING (account, instrument, position_index)`,
    textsOf(KEYS, keys),
  );
  return new Map(rows.map(openOf).map((open) => [nameOf(open), open]));
}

export async function writeOpenCosts(runner: SqlRunner, positions: OpenPositions): Promise<void> {
  await insertRows(runner, [...positions.values()], {
    table: 'open_costs',
    columns: [...KEYS, ...CHANGING],
    onConflict: `(account, instrument, position_index) DO UPDATE SET ${CHANGING.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`,
  });
}
