import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { SqlDatabase, SqlRunner } from './sql-database.ts';

const runnerOn = (pglite: PGlite | Transaction): SqlRunner => ({
  query: async <Row>(text: string, parameters: readonly unknown[] = []) => (await pglite.query<Row>(text, [...parameters])).rows,
  script: async (text) => {
    await pglite.exec(text);
  },
});

/** The usual 128 MB of buffers would stay taken; a page of history is a few index pages and its rows. */
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=24MB'];

/** PostgreSQL inside the process, in a folder; `undefined` keeps everything in memory. */
export async function openPglite(folder: string | undefined): Promise<SqlDatabase> {
  const pglite = await PGlite.create({ startParams: START, ...(folder !== undefined && { dataDir: folder }) });
  return {
    ...runnerOn(pglite),
    transaction: (work) => pglite.transaction((transaction) => work(runnerOn(transaction))),
    close: () => pglite.close(),
  };
}
