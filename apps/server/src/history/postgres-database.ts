import pg from 'pg';
import { watched, type DatabaseWatch, type SqlDatabase, type SqlRunner } from './sql-database.ts';

const CONNECT_MS_MAX = 10_000;
/** No query takes nearly as long: fail with an error rather than wait forever. */
const STATEMENT_MS_MAX = 60_000;

export interface PostgresServer {
  readonly url: string;
  /** Created if absent; it contains all tables. */
  readonly schema: string;
}

/** One connection to a PostgreSQL server, 15 or newer. Rejects if it is unreachable. */
export async function openPostgres(server: PostgresServer, watch: DatabaseWatch): Promise<SqlDatabase> {
  const client = new pg.Client({
    connectionString: server.url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    // The server does not even report the failure: it hangs, or the network is down.
    query_timeout: STATEMENT_MS_MAX + CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'tapedeck',
  });
  client.on('error', watch.onLost);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const schema = client.escapeIdentifier(server.schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET search_path TO ${schema}`);
  const runner: SqlRunner = {
    query: async <Row>(text: string, parameters: readonly unknown[] = []) =>
      (await watched(client.query({ text, values: [...parameters] }), watch)).rows as Row[],
    script: async (text) => {
      await watched(client.query(text), watch);
    },
  };
  const turns = new Turns();
  return {
    query: (text, parameters) => turns.take(() => runner.query(text, parameters)),
    script: (text) => turns.take(() => runner.script(text)),
    transaction: (work) =>
      turns.take(async () => {
        await runner.script('BEGIN');
        try {
          await work(runner);
          await runner.script('COMMIT');
        } catch (error) {
          await runner.script('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    close: () => client.end(),
  };
}

/** No other query runs between the statements of a transaction. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
