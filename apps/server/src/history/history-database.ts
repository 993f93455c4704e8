import type { OrderRecord } from '@tapedeck/domain';
import type {
  Candle,
  ClosingRow,
  EventBatch,
  ExecutionQuery,
  ExecutionRow,
  HistoryReader,
  MinuteBar,
  OrderQuery,
  Page,
  SettlementQuery,
  SettlementRow,
  TransactionQuery,
  TransactionRow,
} from '@tapedeck/venue';
import { failPoint } from '../operation/fail-point.ts';
import { readBars, type BarsQuery } from './bar-store.ts';
import { readClosings } from './closings.ts';
import { rowsOf } from './history-rows.ts';
import { migrate } from './migrate.ts';
import { readExecutions, readOrders, readTransactions } from './read-pages.ts';
import { readSettlements } from './settlements.ts';
import type { Int8, SqlDatabase, SqlRunner } from './sql-database.ts';
import { forgetBefore, writeRows } from './write-rows.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Pages are read in index order, however many rows an account has. The embedded database keeps no statistics; without
 * these settings, its planner assumes small accounts and sorts all rows for each page.
 */
const PLANS = 'SET enable_sort = off; SET enable_bitmapscan = off';

export interface HistoryOptions {
  /** Retention of rows in whole days, UTC, besides the newest one; unlimited if absent. */
  readonly keepDays?: number;
}

/** The account history, derived from events. It may be deleted: the journal rebuilds the same rows. */
export class HistoryDatabase implements Omit<HistoryReader, 'behindSince'> {
  readonly #database: SqlDatabase;
  readonly #keepDays: number | undefined;
  #applied: number;
  #newest: number;

  private constructor(
    database: SqlDatabase,
    keepDays: number | undefined,
    progress: { readonly applied: number; readonly newest: number },
  ) {
    this.#database = database;
    this.#keepDays = keepDays;
    this.#applied = progress.applied;
    this.#newest = progress.newest;
  }

  /** Updates the schema of `database`, which belongs to this history from now on. */
  static async open(database: SqlDatabase, options: HistoryOptions = {}): Promise<HistoryDatabase> {
    await migrate(database);
    await database.script(PLANS);
    const [row] = await database.query<{ readonly applied: Int8; readonly newest: Int8 }>('SELECT applied, newest FROM progress');
    const progress = { applied: Number(row?.applied ?? 0), newest: Number(row?.newest ?? 0) };
    const history = new HistoryDatabase(database, options.keepDays, progress);
    await history.#forget(database, progress.newest);
    return history;
  }

  /** Everything up to this sequence is in it. */
  get applied(): number {
    return this.#applied;
  }

  /** Adds the effects of batches after `applied` in one transaction; earlier ones are skipped. */
  async apply(batches: readonly EventBatch[], bars: readonly MinuteBar[], upTo: number): Promise<void> {
    const rows = rowsOf(batches, bars, this.#applied);
    const applied = Math.max(this.#applied, upTo);
    const newest = Math.max(this.#newest, rows.newest);
    await this.#database.transaction(async (runner) => {
      await writeRows(runner, rows);
      if (Math.floor(newest / DAY_MS) > Math.floor(this.#newest / DAY_MS)) await this.#forget(runner, newest);
      failPoint('history written');
      await runner.query('UPDATE progress SET applied = $1, newest = $2', [applied, newest]);
    });
    this.#applied = applied;
    this.#newest = newest;
  }

  /** By whole days of the newest row, so that a rebuilt history ends with the same rows. */
  async #forget(runner: SqlRunner, newest: number): Promise<void> {
    if (this.#keepDays !== undefined) await forgetBefore(runner, (Math.floor(newest / DAY_MS) - this.#keepDays) * DAY_MS);
  }

  orders(query: OrderQuery): Promise<Page<OrderRecord>> {
    return readOrders(this.#database, query);
  }

  executions(query: ExecutionQuery): Promise<Page<ExecutionRow>> {
    return readExecutions(this.#database, query);
  }

  closings(query: ExecutionQuery): Promise<Page<ClosingRow>> {
    return readClosings(this.#database, query);
  }

  transactions(query: TransactionQuery): Promise<Page<TransactionRow>> {
    return readTransactions(this.#database, query);
  }

  settlements(query: SettlementQuery): Promise<Page<SettlementRow>> {
    return readSettlements(this.#database, query);
  }

  minuteBars(query: BarsQuery): Promise<readonly Candle[]> {
    return readBars(this.#database, query);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}
