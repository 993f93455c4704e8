import { PGlite, type Transaction } from '@electric-sql/pglite';
import { watched, type DatabaseWatch, type SqlDatabase, type SqlRunner } from './sql-database.ts';

const runnerOn = (pglite: PGlite | Transaction): SqlRunner => ({
  query: async <Row>(text: string, parameters: readonly unknown[] = []) => (await pglite.query<Row>(text, [...parameters])).rows,
  script: async (text) => {
    await pglite.exec(text);
  },
});

/** The default of 128 MB of buffers would never be released; a history page is a few index pages and its rows. */
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=24MB'];

const UNWATCHED: DatabaseWatch = { onLost: () => undefined, onDamaged: () => undefined };

/**
 * PostgreSQL inside the process, in a folder; `undefined` keeps everything in memory. It is lost when it fails for good: a full disk ends
 * it, for example, and only a new instance continues.
 */
export async function openPglite(folder: string | undefined, watch = UNWATCHED): Promise<SqlDatabase> {
  const pglite = await PGlite.create({ startParams: START, ...(folder !== undefined && { dataDir: folder }) });
  const runner = runnerOn(pglite);
  return {
    query: (text, parameters) => watched(runner.query(text, parameters), watch),
    script: (text) => watched(runner.script(text), watch),
    // The writer abandons the database after any fault.
    transaction: (work) =>
      watched(
        pglite.transaction((transaction) => work(runnerOn(transaction))),
        { ...watch, onLost: () => undefined },
      ),
    close: () => pglite.close(),
  };
}
