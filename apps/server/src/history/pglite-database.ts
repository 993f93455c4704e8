import { PGlite, type Transaction } from '@electric-sql/pglite';
import { isStatementError, type SqlDatabase, type SqlRunner } from './sql-database.ts';

const runnerOn = (pglite: PGlite | Transaction): SqlRunner => ({
  query: async <Row>(text: string, parameters: readonly unknown[] = []) => (await pglite.query<Row>(text, [...parameters])).rows,
  script: async (text) => {
    await pglite.exec(text);
  },
});

/** The default of 128 MB of buffers would never be released; a history page is a few index pages and its rows. */
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=24MB'];

/**
 * PostgreSQL inside the process, in a folder; `undefined` keeps everything in memory. `onLost` is called when it fails
 * for good: a full disk ends it, for example, and only a new instance continues.
 */
export async function openPglite(folder: string | undefined, onLost: (error: Error) => void = () => undefined): Promise<SqlDatabase> {
  const pglite = await PGlite.create({ startParams: START, ...(folder !== undefined && { dataDir: folder }) });
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (!isStatementError(error)) onLost(error as Error);
      throw error;
    }
  };
  const runner = runnerOn(pglite);
  return {
    query: (text, parameters) => watched(runner.query(text, parameters)),
    script: (text) => watched(runner.script(text)),
    // The writer abandons the database after any fault.
    transaction: (work) => pglite.transaction((transaction) => work(runnerOn(transaction))),
    close: () => pglite.close(),
  };
}
