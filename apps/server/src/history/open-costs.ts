import { lotCount, moneyUnits, type ExecutionKind, type OrderFilled } from '@tapedeck/domain';
import { insertRows, textsOf, unnested, type Column } from './insert-rows.ts';
import type { Int8, SqlRunner } from './sql-database.ts';

/** Costs of an open position that no close has been charged with yet. */
interface Pool {
  readonly account: number;
  readonly instrument: number;
  readonly positionIndex: number;
  size: number;
  fees: bigint;
  /** Paid; negative if received. */
  funding: bigint;
}

/** Costs of the closed part of a fill. */
export interface Charge {
  /** Fees of its opening and of its closing. */
  readonly fees: bigint;
  readonly funding: bigint;
  /** Closed lots whose opening is known: the history may begin with open positions. */
  readonly known: number;
}

type Key = Pick<Pool, 'account' | 'instrument' | 'positionIndex'>;
const nameOf = ({ account, instrument, positionIndex }: Key): string => `${account} ${instrument} ${positionIndex}`;

/** Executions that change the size of a position. */
const TRADES: ReadonlySet<ExecutionKind> = new Set(['Trade', 'BustTrade', 'AdlTrade', 'Delivery', 'Settle']);

/** A part of an amount by lots; the last part takes what is left. */
const shareOf = (amount: bigint, part: number, whole: number): bigint => (part >= whole ? amount : (amount * BigInt(part)) / BigInt(whole));

/** The costs that each execution charges to its closed part; the pools are those after it. */
export function charge(executions: readonly OrderFilled[], pools: Map<string, Pool>): readonly Charge[] {
  return executions.map((event) => {
    const name = nameOf(event);
    const pool = pools.get(name) ?? { ...keyOf(event), size: 0, fees: 0n, funding: 0n };
    pools.set(name, pool);
    const fee = moneyUnits(event.fee);
    if (event.kind === 'Funding') pool.funding += fee;
    if (!TRADES.has(event.kind)) return { fees: 0n, funding: 0n, known: 0 };
    const [count, closed] = [lotCount(event.quantity), lotCount(event.closedQuantity)];
    const known = Math.min(closed, pool.size);
    const own = shareOf(fee, closed, count);
    const [fees, funding] = known === 0 ? [0n, 0n] : [shareOf(pool.fees, known, pool.size), shareOf(pool.funding, known, pool.size)];
    pool.size += count - closed - known;
    pool.fees += fee - own - fees;
    pool.funding -= funding;
    return { fees: fees + own, funding, known };
  });
}

const keyOf = ({ account, instrument, positionIndex }: OrderFilled): Key => ({ account, instrument, positionIndex });

const KEYS: readonly Column<Key>[] = [
  { name: 'account', type: 'integer', of: ({ account }) => account },
  { name: 'instrument', type: 'integer', of: ({ instrument }) => instrument },
  { name: 'position_index', type: 'integer', of: ({ positionIndex }) => positionIndex },
];
const COLUMNS: readonly Column<Pool>[] = [
  ...KEYS,
  { name: 'size', type: 'bigint', of: ({ size }) => size },
  { name: 'fees', type: 'numeric', of: ({ fees }) => fees },
  { name: 'funding', type: 'numeric', of: ({ funding }) => funding },
];

interface Row {
  readonly account: number;
  readonly instrument: number;
  readonly position_index: number;
  readonly size: Int8;
  readonly fees: string;
  readonly funding: string;
}

/** The pools of the positions that these executions change. */
export async function readPools(runner: SqlRunner, executions: readonly OrderFilled[]): Promise<Map<string, Pool>> {
  const keys = [...new Map(executions.map((event) => [nameOf(event), keyOf(event)])).values()];
  if (keys.length === 0) return new Map();
  const { rows } = await runner.query(
    `SELECT open_costs.* FROM ${unnested(KEYS)} AS asked (account, instrument, position_index)
      JOIN open_costs USING (account, instrument, position_index)`,
    textsOf(KEYS, keys),
  );
  const pools = (rows as readonly Row[]).map((row): Pool => ({
    ...{ account: row.account, instrument: row.instrument, positionIndex: row.position_index },
    ...{ size: Number(row.size), fees: BigInt(row.fees), funding: BigInt(row.funding) },
  }));
  return new Map(pools.map((pool) => [nameOf(pool), pool]));
}

export async function writePools(runner: SqlRunner, pools: ReadonlyMap<string, Pool>): Promise<void> {
  await insertRows(runner, [...pools.values()], {
    table: 'open_costs',
    columns: COLUMNS,
    onConflict: '(account, instrument, position_index) DO UPDATE SET size = excluded.size, fees = excluded.fees, funding = excluded.funding',
  });
}
